# SPDX-License-Identifier: Apache-2.0
"""Statements one or two steps away from a legal one: the forms of check/forms.ptx with words moved, left out, doubled or exchanged, with
operands of other kinds, types and sizes, other constants, other addresses. cases(n, seed) gives n different ones, always the same."""
import pathlib
import random

HERE = pathlib.Path(__file__).resolve().parent / "check"
WORDS = [
    ["b16", "b32", "b64", "b128", "u16", "u32", "u64", "s16", "s32", "s64", "f16", "bf16", "f16x2", "bf16x2", "f32", "f64", "pred"],
    ["global", "shared", "shared::cta", "shared::cluster"], ["cta", "cluster", "gpu", "sys"], ["relaxed", "acquire", "release", "acq_rel", "sc"],
    ["add", "min", "max", "and", "or", "xor", "inc", "dec", "exch", "cas", "popc"], ["v2", "v4", "v8"],
    ["up", "down", "bfly", "idx", "all", "any", "uni", "ballot"],
    ["arrive", "arrive_drop", "expect_tx", "complete_tx", "init", "inval", "test_wait", "try_wait", "pending_count", "noComplete", "parity"],
    ["sync", "aligned", "async", "noftz", "abs", "NaN", "mmio", "noinc", "L2::cache_hint", "L2::64B", "ca", "cg", "proxy", "red", "wait",
     "mbarrier::complete_tx::bytes", "alias", "warp"]]
VALUES = ("a b d u0 s0 f0 h0 uh0 fh0 ad a64 u64 s64 e0 a128 p !p q 0 1 2 3 4 5 7 8 15 16 17 31 32 33 64 96 128 -1 -4 -32 5U 0x7fffffff 0x80000000 "
          "0xffffffff 0x100000000 0x100000020 0xffffffffffffffff 037 0b101 1.0 -1.0 2e3 0f3f800000 0d3ff0000000000000 !0 !1 ~0 _ bar sm gv bar+8 "
          "gv+4 a+4 ad+8 f0+1 a+-1 p+1 d|p d|q _|p d|_ p|d {a,b} {f0,f1} {h0,h1} {r0,r1,r2,r3} [ad] [bar]").split()
PLACES = ("ad a u0 s0 a64 u64 s64 f0 e0 a128 p !p bar sm gv bar+8 sm+16 gv+8 ad+8 ad+-8 a+4 ad+4096 ad+0 0 64 ad-8 bar-8 ad+a 1.0 _ a|b").split()
ELEMENTS = "a r0 u0 s0 h0 uh0 fh0 f0 f1 a64 e0 p _ 1 1.0 0f40000000".split()


def split(text):
    parts, depth, one = [], 0, ""
    for c in text:
        depth += (c in "{[") - (c in "}]")
        if c == "," and not depth:
            parts.append(one.strip())
            one = ""
        else:
            one += c
    return [part for part in [*parts, one.strip()] if part]


def forms():
    lines = (HERE / "forms.ptx").read_text(encoding="ascii").splitlines()
    for line in lines:
        if not line.startswith("//"):
            head, _, tail = line.rstrip(";").partition(" ")
            yield head.split("."), split(tail)


def other_word(r, word):
    pools = [pool for pool in WORDS if word in pool]
    return r.choice(pools[0] if pools and r.random() < 0.85 else r.choice(WORDS))


def change_words(r, words):
    at = r.randrange(1, len(words)) if len(words) > 1 else 0
    kind = r.random()
    if not at or kind < 0.12:
        words.insert(r.randrange(1, len(words) + 1), r.choice(r.choice(WORDS)))
    elif kind < 0.32:
        words.insert(r.randrange(1, len(words)), words.pop(at))
    elif kind < 0.45:
        words.pop(at)
    elif kind < 0.50:
        words.insert(r.randrange(1, len(words) + 1), words[at])
    else:
        words[at] = other_word(r, words[at])


def change_operand(r, operands, at):
    old = operands[at]
    if old.startswith("["):
        operands[at] = f"[{r.choice(PLACES)}]" if r.random() < 0.93 else r.choice(VALUES)
    elif old.startswith("{") and r.random() < 0.85:
        parts = split(old[1:-1])
        k = r.randrange(len(parts))
        if r.random() < 0.8:
            parts[k] = r.choice(ELEMENTS)
        elif r.random() < 0.5:
            parts.pop(k)
        else:
            parts = [r.choice(ELEMENTS)] * len(parts)
        operands[at] = f"{{{', '.join(parts)}}}" if parts else "a"
    else:
        operands[at] = r.choice(VALUES)


def change_operands(r, operands):
    kind = r.random()
    if not operands or kind < 0.06:
        operands.insert(r.randrange(len(operands) + 1), r.choice(VALUES))
    elif kind < 0.12:
        operands.pop(r.randrange(len(operands)))
    elif kind < 0.16 and len(operands) > 1:
        i, k = r.sample(range(len(operands)), 2)
        operands[i], operands[k] = operands[k], operands[i]
    else:
        change_operand(r, operands, r.randrange(len(operands)))


def text_of(words, operands):
    return f"{'.'.join(words)} {', '.join(operands)}".rstrip() + ";"


def cases(n, seed):
    r, known, found = random.Random(seed), list(forms()), {}
    while len(found) < n:
        words, operands = (list(part) for part in r.choice(known))
        for _ in range(r.choice((1, 1, 1, 2))):
            if r.random() < 0.5:
                change_words(r, words)
            else:
                change_operands(r, operands)
        found.setdefault(text_of(words, operands))
    return list(found)
