# SPDX-License-Identifier: Apache-2.0
"""Which statements of the block's families are PTX: the rules of the manual and of ptxas, written a second time. It knows nothing of
scripts/ops.toml nor of the front end; test_check.py compares what both say, ptxas.py both with ptxas.

takes(statement, names) is True or False; names: {name: type of a register, or "shared" "global" of a variable}.

A form is a NAME, whose words stand in this order, its modifiers, which stand in any order behind it, and its operands. Modifiers: `word`,
`(one|of)`, `[at most one|of]`. Operands: a destination `=...`, a source, an address `[...]`; `?` may be left out."""
import re

INT = {16: {"b16", "u16", "s16"}, 32: {"b32", "u32", "s32"}, 64: {"b64", "u64", "s64"}}
REGISTERS = {  # of an operand of this class
    "i32": INT[32], "b32": INT[32] | {"f32", "f16x2"}, "f32": {"b32", "f32"}, "i64": INT[64], "n64": INT[64], "b64": INT[64] | {"f64"}, "f64": {"b64", "f64"},
    "b16": INT[16] | {"f16"}, "f16": {"b16", "f16"}, "bf16": {"b16"}, "f16x2": {"b32", "f16x2"}, "bf16x2": {"b32"}, "b128": {"b128"},
    "pred": {"pred"}, "v.f32": INT[32] | {"f32"}, "v.f16": INT[16] | {"f16"}, "v.bf16": {"b16"}, "v.f16x2": {"b32", "f16x2"}, "v.bf16x2": {"b32"}}
FLOATS = {"b32": "f", "b64": "dc", "f32": "fdc", "f64": "fdc", "v.f32": "fdc"}  # constants: 0f.. is f, 0d.. is d, 1.0 is c
NO_INTEGERS = {"f32", "f64", "f16", "bf16", "f16x2", "bf16x2", "v.f32", "v.f16", "v.bf16", "v.f16x2", "v.bf16x2"}

SCOPE, SCOPE_MB, SPACE_CTA = "[cta|cluster|gpu|sys]", "[cta|cluster]", "[shared|shared::cta]"
SPACE = "[global|shared|shared::cta|shared::cluster]"
FORMS = """
shfl ; sync (up|down|bfly|idx) b32 ; =b32|p?, b32, b32, b32, i32
vote ; sync (all|any|uni) pred ; =pred, pred, i32
vote ; sync ballot b32 ; =b32, pred, i32
activemask ; b32 ; =b32
elect ; sync ; =i32_|p, i32
match ; any sync b32 ; =i32, b32, i32
match ; any sync b64 ; =i32, b64, i32
match ; all sync b32 ; =i32_|p_?, b32, i32
match ; all sync b64 ; =i32_|p_?, b64, i32
redux ; sync (add|min|max) (u32|s32) ; =i32, i32, i32
redux ; sync (and|or|xor) b32 ; =i32, i32, i32
redux ; sync (min|max) [abs] [NaN] f32 ; =f32, f32, i32
bar.warp.sync ; ; i32
barrier.sync ; [aligned] ; id, count?
barrier.arrive ; [aligned] ; id, count1
barrier.red ; popc [aligned] u32 ; =i32, id, count?, pred
barrier.red ; (and|or) [aligned] pred ; =pred, id, count?, pred
bar.sync ; ; id, count?
bar.arrive ; ; id, count1
bar.red ; popc u32 ; =i32, id, count?, pred
bar.red ; (and|or) pred ; =pred, id, count?, pred
barrier.cluster.arrive ; [release|relaxed] [aligned] ;
barrier.cluster.wait ; [acquire] [aligned] ;
fence ; [sc|acq_rel|acquire|release] (cta|cluster|gpu|sys) ;
fence ; acquire sync_restrict::shared::cluster cluster ;
fence ; release sync_restrict::shared::cta cluster ;
fence ; mbarrier_init release cluster ;
fence.proxy ; (alias|async) ;
fence.proxy ; async (global|shared::cta|shared::cluster) ;
fence.proxy ; tensormap::generic release (cta|cluster|gpu|sys) ;
fence.proxy ; tensormap::generic acquire (cta|cluster|gpu|sys) ; [any], 128
fence.proxy ; async::generic acquire sync_restrict::shared::cluster cluster ;
fence.proxy ; async::generic release sync_restrict::shared::cta cluster ;
membar ; (cta|gl|sys) ;
membar.proxy ; alias ;
red.async ; relaxed cluster [shared::cluster] mbarrier::complete_tx::bytes OPERATION ; [cluster], VALUE, [cluster]?
red.async ; relaxed (gpu|sys) [global] OPERATION ; [global], VALUE
red.async ; [mmio] release (gpu|sys) [global] OPERATION ; [global], VALUE
mbarrier.init ; SPACE_CTA b64 ; [mbar], i32
mbarrier.inval ; SPACE_CTA b64 ; [mbar]
mbarrier.expect_tx ; [relaxed] SCOPE_MB [shared|shared::cta|shared::cluster] b64 ; [mbar], i32
mbarrier.complete_tx ; [relaxed] SCOPE_MB [shared|shared::cta|shared::cluster] b64 ; [mbar], i32
mbarrier.arrive ; [release|relaxed] SCOPE_MB SPACE_CTA b64 ; =i64_, [mbar], positive?
mbarrier.arrive ; [release|relaxed] SCOPE_MB shared::cluster b64 ; _, [mbar], positive?
mbarrier.arrive ; noComplete [release] [cta] SPACE_CTA b64 ; =i64_, [mbar], positive
mbarrier.arrive.expect_tx ; [release|relaxed] SCOPE_MB SPACE_CTA b64 ; =i64_, [mbar], i32
mbarrier.arrive.expect_tx ; [release|relaxed] SCOPE_MB shared::cluster b64 ; _, [mbar], i32
mbarrier.test_wait ; [acquire|relaxed] SCOPE_MB SPACE_CTA b64 ; =pred, [mbar], i64
mbarrier.try_wait ; [acquire|relaxed] SCOPE_MB SPACE_CTA b64 ; =pred, [mbar], i64, i32?
mbarrier.test_wait.parity ; [acquire|relaxed] SCOPE_MB SPACE_CTA b64 ; =pred, [mbar], parity
mbarrier.try_wait.parity ; [acquire|relaxed] SCOPE_MB SPACE_CTA b64 ; =pred, [mbar], parity, i32?
mbarrier.pending_count ; b64 ; =i32, i64
cp.async.mbarrier.arrive ; [noinc] SPACE_CTA b64 ; [any]
cp.async ; ca (shared|shared::cta) global HINT [L2::64B|L2::128B|L2::256B] ; [shared], [from], size, source?, POLICY
cp.async ; cg (shared|shared::cta) global HINT [L2::64B|L2::128B|L2::256B] ; [shared], [from], 16, source?, POLICY
cp.async.commit_group ; ;
cp.async.wait_group ; ; constant
cp.async.wait_all ; ;
tensormap.cp_fenceproxy ; global shared::cta tensormap::generic release (cta|cluster|gpu|sys) sync aligned ; [from], [shared], 128
clusterlaunchcontrol.try_cancel.async ; [shared::cta] mbarrier::complete_tx::bytes [multicast::cluster::all] b128 ; [clc], [clc]
clusterlaunchcontrol.query_cancel ; is_canceled pred b128 ; =pred, b128
clusterlaunchcontrol.query_cancel ; get_first_ctaid v4 b32 b128 ; ={b32 4}, b128
clusterlaunchcontrol.query_cancel ; (get_first_ctaid::x|get_first_ctaid::y|get_first_ctaid::z) b32 b128 ; =b32, b128
griddepcontrol ; (launch_dependents|wait) ;
"""
ORDERED = [("shared", "global"), ("shared::cta", "global"), ("global", "shared::cta"), ("pred", "b128"), ("b32", "b128")]  # of two that both name one thing


def ops_of_red_async():
    for op, kinds in (("and|or|xor", "b32"), ("inc|dec", "u32"), ("min|max", "u32|s32"), ("add", "u32|s32|u64|s64")):
        for kind in kinds.split("|"):
            yield f"({op}) {kind}", operand_class(op.split("|")[0], kind)


def operand_class(op, kind):
    """Of a value of atom and red: bits take floats of their size, integers none."""
    if kind[0] in "us":
        return "n64" if kind[1:] == "64" else "i32"
    return kind


ATOM = {"and": "b32 b64", "or": "b32 b64", "xor": "b32 b64", "exch": "b32 b64 b128", "cas": "b16 b32 b64 b128", "add": "u32 s32 u64 f32 f64",
        "inc": "u32", "dec": "u32", "min": "u32 s32 u64 s64", "max": "u32 s32 u64 s64"}


def atom_forms():
    for name, sem in (("atom", "[relaxed|acquire|release|acq_rel]"), ("red", "[relaxed|release]")):
        d = name == "atom"
        for op, kinds in ATOM.items():
            if not d and op in ("exch", "cas"):
                continue
            for kind in kinds.split():
                of = operand_class(op, kind)
                more, tail = ("", f", {of}") if op == "cas" else (" HINT", ", POLICY")
                yield f"{name} ; {sem} {SCOPE} {SPACE} {op}{more} {kind} ; {f'={of}_, ' if d else ''}[atom], {of}{tail}"
        for kind in ("f16", "bf16", "f16x2", "bf16x2"):
            yield f"{name} ; {sem} {SCOPE} {SPACE} add noftz HINT {kind} ; {f'={kind}_, ' if d else ''}[atom], {kind}, POLICY"
            for n in (2, 4, 8) if kind[-2:] != "x2" else (2, 4):
                v = f"{{v.{kind} {n}}}"
                yield f"{name} ; {sem} {SCOPE} [global] (add|min|max) noftz HINT v{n} {kind} ; {f'={v}_, ' if d else ''}[atom], {v}, POLICY"
        for n in (2, 4):
            v = f"{{v.f32 {n}}}"
            yield f"{name} ; {sem} {SCOPE} [global] add HINT v{n} f32 ; {f'={v}_, ' if d else ''}[atom], {v}, POLICY"


def expanded():
    """FORMS with what stands for several lines written out: words of the name, [(alternatives, must one be there)], operands, the modifiers
    that must be there, all that may."""
    lines = []
    for line in FORMS.strip().splitlines():
        if line.startswith(("barrier.sync", "barrier.arrive ", "barrier.red", "bar.sync", "bar.arrive", "bar.red")):
            lines.append(line.replace("barrier.", "barrier.cta.", 1).replace("bar.", "bar.cta.", 1) if line.startswith("bar.") else line.replace("barrier.", "barrier.cta.", 1))
        if line.startswith("mbarrier.arrive"):
            lines.append(line.replace("mbarrier.arrive", "mbarrier.arrive_drop", 1))
        if "OPERATION" in line:
            lines += [line.replace("OPERATION", modifiers).replace("VALUE", of) for modifiers, of in ops_of_red_async()]
        else:
            lines.append(line)
    for line in [*lines, *atom_forms()]:
        line = line.replace("SCOPE_MB", SCOPE_MB).replace("SPACE_CTA", SPACE_CTA)
        for hint in (False, True) if "HINT" in line else (False,):
            text = line.replace("HINT", "L2::cache_hint" * hint).replace(", POLICY", ", i64" * hint)
            name, modifiers, operands = (part.strip() for part in text.split(";"))
            groups = [(set(m.strip("[]()").split("|")), m[0] != "[") for m in re.findall(r"\[[^]]*\]|\([^)]*\)|[^\s]+", modifiers)]
            required = frozenset(word for alternatives, must in groups if must and len(alternatives) == 1 for word in alternatives)
            known = frozenset(word for alternatives, _ in groups for word in alternatives)
            yield tuple(name.split(".")), groups, [] if not operands else split(operands), required, known


def split(text):
    """At commas outside of braces and brackets."""
    parts, depth, one = [], 0, ""
    for c in text:
        depth += (c in "{[(") - (c in "}])")
        if c == "," and not depth:
            parts.append(one.strip())
            one = ""
        else:
            one += c
    return [*parts, one.strip()]


TABLE = {}
for form in expanded():
    TABLE.setdefault(form[0], []).append(form)
LONGEST = max(map(len, TABLE))

NUMBER = re.compile(r"[+-]?(0[xX][0-9a-fA-F]+U?|0[bB][01]+U?|[0-9]+U?)$")
NAME = re.compile(r"%?[A-Za-z_$][\w$]*$")


def integer(text):
    """The value of an integer constant, 64 bits signed; None if it is none."""
    if re.match(r"[!~]", text):
        v = integer(text[1:])
        return None if v is None else int(not v) if text[0] == "!" else ~v
    if not NUMBER.match(text):
        return None
    digits = text.rstrip("U").lstrip("+-")
    v = int(digits, 8) if re.fullmatch("0[0-7]+", digits) else int(digits, 0)
    if v >> 64:
        return None
    v = -v if text[0] == "-" else v
    return (v + (1 << 63)) % (1 << 64) - (1 << 63)


def float_kind(text):
    text = text.lstrip("+-")
    if re.fullmatch(r"0[fF][0-9a-fA-F]{8}", text):
        return "f"
    if re.fullmatch(r"0[dD][0-9a-fA-F]{16}", text):
        return "d"
    return "c" if re.fullmatch(r"\d+\.\d*|\d+(\.\d*)?[eE][+-]?\d+", text) else None


def constant(of, text):
    """May the constant be an operand of this class?"""
    v = integer(text)
    if v is None:
        return float_kind(text) is not None and float_kind(text) in FLOATS.get(of, "")
    return of not in NO_INTEGERS


def register_or_sum(of, text, names):
    """A register of the class; an integer one + a number; the address of a variable + a number."""
    base, plus, offset = text.partition("+")
    kind = names.get(base)
    if kind is None or not NAME.match(base) or (plus and integer(offset) is None):
        return False
    if kind in ("shared", "global"):
        return bool(plus) and of in ("i32", "b32", "b64", "b16", "n64")
    if kind not in REGISTERS[of]:
        return False
    return not plus or (of not in ("pred", "b128") and kind[0] in "bus" and not of.startswith("v."))


def source(of, text, names):
    if of == "pred":
        return names.get(text.lstrip("!") if text[:1] == "!" and text[1:2] != "!" else text) == "pred" or integer(text) is not None
    if names.get(text) in ("shared", "global"):
        return False
    return register_or_sum(of, text, names) or constant(of, text)


def destination(of, text, names):
    return names.get(text) in REGISTERS[of]


def vector(of, n, text, names, write):
    if not (text.startswith("{") and text.endswith("}")):
        return False
    parts = split(text[1:-1])
    if len(parts) != n or all(part == "_" for part in parts):
        return False
    if write:
        return all(part == "_" or destination(of, part, names) for part in parts)
    return all(destination(of, part, names) or (of == "v.f32" and constant(of, part)) for part in parts)


def address(of, text, names, words):
    if not (text.startswith("[") and text.endswith("]")):
        return False
    base, plus, offset = text[1:-1].strip().partition("+")
    if plus and integer(offset.strip()) is None:
        return False
    if not plus and integer(base) is not None:
        return True  # scripts go beyond PTX: a literal address
    kind = names.get(base.strip())
    named = {"global"} & words and "global" or next((w for w in ("shared", "shared::cta", "shared::cluster") if w in words), "")
    space = {"shared": "shared", "from": "global"}.get(of) or ("global" if named == "global" else "shared" if named else "")
    if of == "cluster" and "shared::cluster" not in words:
        space = ""
    if kind in ("shared", "global"):
        return space in ("", kind) and not (of == "mbar" and kind == "global")
    narrow = of not in ("atom", "mbar") or space == "shared"
    return kind in INT[64] or (narrow and kind in INT[32])


def bounded(of, text, names):
    """Operands whose constants have bounds, and that take integers otherwise."""
    v = integer(text)
    if of in ("128", "16"):
        return v == int(of)
    if of == "size":
        return v in (4, 8, 16)
    if of == "constant":
        return v is not None
    if v is None:
        return source("i32", text, names)
    low = v & 0xFFFFFFFF
    if of == "id":
        return low < 16
    if of == "count":
        return low % 32 == 0
    if of == "count1":
        return low % 32 == 0 and low > 0
    return v > 0 if of == "positive" else v in (0, 1)


def operand(of, text, names, words, before):
    if of == "_":
        return text == "_"
    if of.startswith("["):
        return address(of[1:-1], text, names, words)
    if of.startswith("="):
        return result(of[1:], text, names)
    if of.startswith("{"):
        kind, n = of[1:-1].split()
        return vector(kind, int(n), text, names, False)
    if of == "source":
        v = integer(text)
        if v is not None:
            return 0 <= v <= integer(before)
        return source("i32", text, names) or names.get(text.lstrip("!") if text.count("!") < 2 else text) == "pred"
    if of in ("128", "16", "size", "constant", "id", "count", "count1", "positive", "parity"):
        return bounded(of, text, names)
    return source(of, text, names)


def result(of, text, names):
    """A destination: `_` takes the sink, `|p` a predicate beside it, `|p?` perhaps, `|p_` also a sink there."""
    if of.startswith("{"):
        kind, n = of[1:of.index("}")].split()
        return (of.endswith("_") and text == "_") or vector(kind, int(n), text, names, True)
    of, bar, pair = of.partition("|")
    d, second, p = (part.strip() for part in text.partition("|"))
    if second and not bar:
        return False
    if bar and not second and not pair.endswith("?"):
        return False
    kind, sink = of.rstrip("_"), of.endswith("_")
    if not (destination(kind, d, names) or (sink and d == "_")):
        return False
    if not second:
        return True
    p_sink = pair in ("p_?", "p?")
    return names.get(p) == "pred" or (p == "_" and p_sink and d != "_")


def modifiers_fit(groups, words):
    left = list(words)
    for alternatives, must in groups:
        found = [w for w in left if w in alternatives]
        if len(found) > 1 or (must and not found):
            return False
        if found:
            left.remove(found[0])
    return not left


def form_takes(form, name, words, operands, names):
    _, groups, wanted, required, known = form
    if not required <= set(words) <= known or not modifiers_fit(groups, words):
        return False
    if any(a in words and b in words and words.index(a) > words.index(b) for a, b in ORDERED if name[0] in ("cp", "clusterlaunchcontrol", "tensormap")
           and (name[0] != "tensormap" or a == "global") and (name[0] != "cp" or b == "global")):
        return False
    if name[0] == "mbarrier":
        sem = any(w in words for w in ("release", "relaxed", "acquire"))
        if sem != any(w in words for w in ("cta", "cluster", "gpu", "sys")):
            return False
    if "L2::cache_hint" in words and any(w.startswith("shared") for w in words) and name[0] in ("atom", "red"):
        return False
    optional = [k for k, of in enumerate(wanted) if of.endswith("?") and not of.startswith("=")]
    missing = len(wanted) - len(operands)
    if missing < 0 or missing > len(optional):
        return False
    chosen = [of for k, of in enumerate(wanted) if not (missing and k in optional)]
    all_words = {*words, *name}
    return all(operand(of if of.startswith("=") else of.rstrip("?"), text, names, all_words, operands[k - 1] if k else "")
               for k, (of, text) in enumerate(zip(chosen, operands)))


def takes(statement, names):
    text = statement.strip()
    if not text.endswith(";"):
        return False
    head, _, tail = text[:-1].strip().partition(" ")
    all_words = head.split(".")
    operands = split(tail.strip()) if tail.strip() else []
    for n in range(min(LONGEST, len(all_words)), 0, -1):  # a name is as long as can be
        name = tuple(all_words[:n])
        if name in TABLE:
            return any(form_takes(form, name, all_words[n:], operands, names) for form in TABLE[name])
    return False


def declared(text):
    """names, from declarations."""
    names = {}
    for space, what in re.findall(r"\.(reg|shared|global)\s+((?:\.align\s+\d+\s+)?\.\w+\s+[^;]*);", text):
        kind, listed = re.match(r"(?:\.align\s+\d+\s+)?\.(\w+)\s+(.*)", what, re.S).groups()
        for one in listed.split(","):
            base, count = re.match(r"\s*([\w%$]+)(?:<(\d+)>)?", one).groups()
            for name in [f"{base}{k}" for k in range(int(count))] if count else [base]:
                names[name] = kind if space == "reg" else space
    return names
