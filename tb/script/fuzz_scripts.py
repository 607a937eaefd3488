# SPDX-License-Identifier: Apache-2.0
"""Random warp scripts that are correct: every register is read in the size in which it was written last, and no guard
holds in a blocked lane. What they mix: all built families, masks that fit and masks that do not, pieces, exits, several
warps and CTAs, ticks, resets, helpers. Waits of mbarriers are by parity: a state may be too old to ask with.

A guard may be any predicate as long as nobody can be blocked; when somebody may be, statements stand without a guard
(blocked lanes are then skipped). To know that nobody is blocked a script says bar.warp.sync until nobody is: it cannot
know, so it uses .reset, or a warp that has not been used yet.
"""
import random

OPS32 = ["redux.sync.{0}.{1} {{d}}, {{a}}, {{m}}".format(o, t) for o in ("add", "min", "max") for t in ("u32", "s32")] + \
    [f"redux.sync.{o}.b32 {{d}}, {{a}}, {{m}}" for o in ("and", "or", "xor")] + \
    [f"redux.sync.{o}{q}.f32 {{d}}, {{a}}, {{m}}" for o in ("min", "max") for q in ("", ".abs", ".NaN", ".abs.NaN")] + \
    [f"shfl.sync.{o}.b32 {{d}}{{p}}, {{a}}, {{b}}, {{c}}, {{m}}" for o in ("up", "down", "bfly", "idx")] + \
    ["match.any.sync.b32 {d}, {a}, {m}", "match.all.sync.b32 {d}{p}, {a}, {m}", "match.any.sync.b64 {d}, {k}, {m}",
     "match.all.sync.b64 {d}{p}, {k}, {m}", "vote.sync.ballot.b32 {d}, {q}, {m}", "vote.sync.all.pred {o}, {q}, {m}",
     "vote.sync.any.pred {o}, {q}, {m}", "vote.sync.uni.pred {o}, {q}, {m}", "elect.sync {d}|{o}, {m}",
     "elect.sync _|{o}, {m}", "bar.warp.sync {m}", "activemask.b32 {d}"]
SPACE = ("", ".shared", ".shared::cta")
MBAR = [f"mbarrier.{o}{{s}}.b64 [{{x}}], {{n}}" for o in ("init", "init", "expect_tx", "complete_tx")] + \
    [f"mbarrier.{o}{t}{{s}}.b64 {{t}}, [{{x}}], {{n}}" for o in ("arrive", "arrive_drop") for t in ("", "", ".expect_tx", ".noComplete")] + \
    ["mbarrier.arrive{s}.b64 {t}, [{x}]", "mbarrier.arrive.shared::cluster.b64 _, [{y}]", "mbarrier.complete_tx.shared::cluster.b64 [{y}], {n}",
     "mbarrier.test_wait.parity{s}.b64 {o}, [{x}], 0", "mbarrier.try_wait.parity{s}.b64 {o}, [{x}], {z}",
     "mbarrier.try_wait.parity{s}.b64 {o}, [{x}], {z}, {b}", "mbarrier.pending_count.b64 {d}, k2", "mbarrier.inval{s}.b64 [{x}]",
     "cp.async.mbarrier.arrive{s}.b64 [{x}]", "cp.async.mbarrier.arrive.noinc{s}.b64 [{x}]", "cp.async.ca.shared.global [{y}], [{x}], 8, {z8}",
     "cp.async.cg.shared.global [{x}], [{x}], 16"]
BARRIER = ["barrier.sync {u}", "barrier.cta.sync.aligned {u}, {w}", "bar.sync {u}", "bar.sync {u}, {w}", "bar.arrive {u}, {v}",
           "barrier.arrive {u}, {v}", "barrier.red.popc.u32 {d}, {u}, {q}", "bar.red.popc.u32 {d}, {u}, {w}, {q}",
           "barrier.red.and.aligned.pred {o}, {u}, {q}", "bar.red.or.pred {o}, {u}, {w}, {q}", "barrier.cluster.arrive",
           "barrier.cluster.arrive.relaxed.aligned", "barrier.cluster.wait", "barrier.cluster.wait.acquire.aligned"]
HELPERS = ["add.u32 {d}, {a}, {b}", "sub.s32 {d}, {a}, {b}", "mul.lo.u32 {d}, {a}, {b}", "xor.b32 {d}, {a}, {b}",
           "not.b32 {d}, {a}", "shl.b32 {d}, {a}, {b}", "shr.s32 {d}, {a}, {b}", "setp.lt.s32 {o}|{o2}, {a}, {b}",
           "setp.eq.and.u32 {o}, {a}, {b}, {q}", "selp.b32 {d}, {a}, {b}, {o}", "mov.u32 {d}, %laneid",
           "mov.u32 {d}, %lanemask_lt", "mov.u32 {d}, %tid.x", "and.pred {o}, {o}, {o2}", "mov.b64 {k2}, {{{a}, {b}}}",
           "mov.b64 {{{d}, {b2}}}, {k2}", "and.b32 {d}, {a}, 0xffc", "st.shared.b32 [{d}], {a}", "ld.shared.b32 {d}, [{d}]",
           "ld.global.v2.b32 {{{d}, {b2}}}, [8]", "st.global.b64 [16], {k2}", "cvta.shared.u64 {k2}, {k2}", "nanosleep.u32 10",
           "mapa.shared::cluster.u32 {d}, {a}, 0", "ld.shared::cluster.u32 {d}, [{b}]", "add.f32 {d}, {a}, {a}"]


def script(seed):
    r = random.Random(seed)
    lanes, warps, ctas = r.choice((4, 8, 16, 32)), r.choice((1, 1, 2, 5)), r.choice((1, 1, 1, 2))
    watchdog = r.choice((0, 0, 5))
    full = (1 << lanes) - 1
    lines = [f"// seed {seed}", f".machine lanes={lanes}, warps={warps}, ctas={ctas}, watchdog={watchdog};"]
    clean = set()  # warps in which nobody is blocked
    made = set()   # warps whose registers exist

    def mask():
        kind = r.random()
        value = full if kind < 0.5 else r.randrange(full + 1) if kind < 0.7 else full >> lanes // 2 if kind < 0.85 else r.choice((0, 1, 0xffffffff, 3))
        return f"0x{value:x}"

    def value():
        return r.choice(("0", "1", "0x1f", "-1", "0x7fc00000", "0x80000000", str(r.randrange(1 << 32)), str(r.randrange(64))))

    def make():
        for name in ("d", "d2", "a", "b", "b2", "c", "m"):
            list_form = "{" + ", ".join(mask() if name == "m" else value() for _ in range(lanes)) + "}"
            lines.append(f".set.b32 {name}, {list_form if r.random() < .5 else mask() if name == 'm' else value()};")
        for name in ("x", "y"):
            place = [f"0x{r.choice((0, 8, 16, 24)) + (r.randrange(ctas + 1) << 24 if name == 'y' else 0):x}" for _ in range(lanes)]
            lines.append(f".set.b32 {name}, {r.choice((place[0], '{' + ', '.join(place) + '}'))};")
        for name in ("k", "k2"):
            lines.append(f".set.b64 {name}, {r.choice(('0', '0x100000000', '7'))};")
        for name in ("o", "o2", "q", "g"):
            lines.append(f".set.pred {name}, {mask()};")

    cta = warp = 0
    for _ in range(r.randrange(5, 40)):
        here = (cta, warp)
        if here not in made:
            make()
            made.add(here)
            clean.add(here)
        kind = r.random()
        if kind < 0.1:
            form = r.choice(BARRIER)
        elif kind < 0.35:
            form = r.choice(OPS32)
        elif kind < 0.6:
            form = r.choice(MBAR)
        elif kind < 0.85:
            form = r.choice(HELPERS)
        elif kind < 0.90 and (warps > 1 or ctas > 1):
            cta, warp = r.randrange(ctas), r.randrange(warps)
            lines.append(f".cta {cta}; .warp {warp};")
            continue
        elif kind < 0.93 and here in clean:
            lines.append(f".exit {mask() if r.random() < .5 else '0x2'};")
            continue
        elif kind < 0.95:
            lines.append(f".wait {r.choice((1, 6, 300))};")
            continue
        elif kind < 0.97:
            lines.append(".reset;")
            cta = warp = 0
            made.clear()
            clean.clear()
            continue
        else:
            lines.append(f".set.{r.choice(('b32', 'u32', 's32'))} a, {r.randrange(1 << 31)};")
            continue
        names = dict(d=r.choice(("d", "d2")), a=r.choice(("a", "d", "b")), b=r.choice(("b", "a", "1", "33")),
                     c=r.choice(("c", "0", "31", "0x1c1f")), m=r.choice(("m", mask(), mask())), k=r.choice(("k", "k2")),
                     k2="k2", b2="b2", z8=r.choice(("b", "0", "8", "q", "!o")), x="x", y="y", t=r.choice(("k", "k2", "_")), z=r.randrange(2),
                     n=r.choice(("b", "1", "2", str(lanes), "0xfffff")), s=r.choice(SPACE),
                     u=r.choice(("0", "0", "1", "b")), v=r.choice(("32", "64", "b")), w=r.choice(("32", "64", "0", "b")),
                     p=r.choice(("", "|o", "|o2")), q=r.choice(("q", "!q", "o")), o="o", o2="o2")
        text = form.format(**names)
        guard = r.choice(("", "", "@g ", "@!g ", "@o ")) if here in clean else ""
        if (kind < 0.35 and "activemask" not in form) or "try_wait" in form:
            clean.discard(here)
        lines.append(f"{guard}{text};" + r.choice(("", "", " // comment", " /* comment */")))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    import sys
    print(script(int(sys.argv[1])), end="")
