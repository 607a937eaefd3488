# SPDX-License-Identifier: Apache-2.0
"""Random warp scripts of barriers with every expected value in them: results, statuses, waiting lanes, captured errors; the
values are those of oracle_bar.py.

Several warps, sometimes of several CTAs, meet at few barriers. Most arrivals fit what is there already, so that barriers
complete; warps come in pieces, lanes and warps leave, operands go wrong or differ between lanes now and then. Each statement
is followed by what the current warp must show and what any warp shows in which something has changed.
"""
import random

from oracle_bar import Machine


class Writer:
    def __init__(self, seed):
        r = self.r = random.Random(seed)
        self.lanes, self.warps, self.ctas = r.choice((4, 4, 8, 16, 32)), r.choice((1, 2, 2, 3, 4, 6)), r.choice((1, 1, 1, 2, 3))
        self.legacy = r.random() < 0.15
        self.ids = r.sample((0, 1, 7, 15), r.choice((1, 1, 2, 4)))
        self.of_cluster = 0 if self.legacy else r.choice((0, 0.2, 0.8))
        self.full = (1 << self.lanes) - 1
        self.m = Machine(self.lanes, self.warps, self.ctas, self.legacy)
        self.cta = self.now = 0
        self.shown = {}
        self.lines = [f"// seed {seed}", f".machine lanes={self.lanes}, warps={self.warps}, ctas={self.ctas}"
                      f"{', target=sm_60' * self.legacy};", ".reg .b32 d<2>;", ".reg .pred p<2>;"]

    def c(self):
        return self.m.cta[self.cta]

    def w(self):
        return self.c().warp[self.now]

    def select(self, cta, warp):
        if (cta, warp) != (self.cta, self.now):
            self.lines.append(f".cta {cta}; .warp {warp};")
        self.cta, self.now = cta, warp

    def wander(self):
        """Another warp, one that can do something if there is any."""
        places = [(c, k) for c in range(self.ctas) for k in range(self.warps)]
        free = [(c, k) for c, k in places if self.m.cta[c].warp[k].running()]
        if not free and self.r.random() < 0.7:
            self.reset()
        else:
            self.select(*self.r.choice(free if free and self.r.random() < 0.95 else places))

    def register(self, name, values):
        shown = hex(values[0]) if len(set(values)) == 1 else f"{{{', '.join(map(hex, values))}}}"
        self.lines.append(f".set.b32 {name}, {shown};")
        return name

    # ------------------------------------------------------------------------------------------- what is executed

    def count(self):
        r = self.r
        if r.random() < 0.04:
            return r.choice((0, 1, 33, 48, 32 * self.warps + 32, 0x440, 0xffffffe0))
        alive = len(self.c().living())
        return r.choice((None, None, 32 * r.randrange(1, self.warps + 1), *[32 * max(alive, 1)] * 2, 32 * min(2, self.warps)))

    def named(self):
        """Operation, number, count: of an active barrier most of the time."""
        r = self.r
        kind, number, count = r.choice(("sync", "sync", "sync", "popc", "and", "or")), r.choice(self.ids), self.count()
        there = [(n, b) for n, b in self.c().barrier.items() if self.now not in b.came or r.random() < 0.05]
        if there and r.random() < 0.75:
            number, b = r.choice(there)
            kind = b.kind if r.random() < 0.93 else kind
            if r.random() < 0.93:
                count = None if b.count == self.warps and r.random() < 0.5 else 32 * b.count
        if r.random() < 0.03:
            number = r.choice((16, 17, 0x80000000, 0xffffffff))
        op = "arrive" if kind == "sync" and count is not None and r.random() < 0.4 else "sync" if kind == "sync" else "red"
        return kind, op, number, count

    def key(self, x):
        """Which operands are the same, as far as lanes that come together are concerned: all that are wrong are alike."""
        good = x["count"] and x["count"] % 32 == 0 and x["count"] // 32 <= 32
        return ("bar", x["kind"], x["op"], x["aligned"], min(x["id"], 16), x["count"] if x["count"] is None or good else "bad")

    def named_form(self):
        r = self.r
        kind, op, number, count = self.named()
        old = r.random() < 0.4
        aligned = old or r.random() < 0.4
        ids, counts = [number] * self.lanes, [count] * self.lanes
        if r.random() < 0.04:
            ids = [r.choice((number, number, r.choice((0, 1, 7, 15)))) for _ in ids]
        if count is not None and r.random() < 0.04:
            counts = [r.choice((count, count, 32)) for _ in counts]
        q, neg = r.choice((0, self.full, r.getrandbits(self.lanes))), r.randrange(2)
        to = None if op != "red" else r.choice(("d0", "d1") if kind == "popc" else ("p0", "p1"))
        level = r.choice(("", ".cta"))
        mode = {"popc": ".red.popc", "and": ".red.and", "or": ".red.or"}.get(kind, f".{op}")
        kinds = {"popc": ".u32", "and": ".pred", "or": ".pred"}.get(kind, "")
        name = f"{'bar' if old else 'barrier'}{level}{mode}{'.aligned' * (aligned and not old)}{kinds}"
        literal = len(set(ids)) == 1 and number < 16 and r.random() < 0.6
        operands = [number if literal else self.register("id", ids)]
        if count is not None:
            literal = len(set(counts)) == 1 and count % 32 == 0 and (count or op != "arrive") and r.random() < 0.6
            operands.append(count if literal else self.register("n", counts))
        if op == "red":
            self.lines.append(f".set.pred q, 0x{q:x};")
            operands = [to, *operands, "!" * neg + "q"]
        each = [{"kind": kind, "op": op, "id": ids[i], "count": counts[i], "aligned": aligned, "to": to, "q": q >> i & 1 ^ neg}
                for i in range(self.lanes)]
        for x in each:
            x["key"] = self.key(x)
        return f"{name} {', '.join(map(str, operands))}", each

    def cluster_form(self):
        r, w = self.r, self.w()
        wait = r.random() < (0.8 if w.owes else 0.08)
        if not wait and w.arrived and r.random() < 0.8:
            wait = True
        aligned, sem = r.random() < 0.4, r.choice(("", ".acquire") if wait else ("", ".release", ".relaxed"))
        op = "cluster.wait" if wait else "cluster.arrive"
        x = {"op": op, "aligned": aligned, "to": None, "key": ("cluster", op, aligned, sem == ".relaxed")}
        text = f"barrier.{op}{sem}{'.aligned' * aligned}"
        return text, [x] * self.lanes

    def warp_form(self):
        r = self.r
        mask = r.choice((self.full, self.full >> self.lanes // 2, r.getrandbits(self.lanes) | r.getrandbits(self.lanes)))
        return f"bar.warp.sync 0x{mask:x}", [{"op": "warp", "mask": mask, "to": None, "key": ("warp", mask)}] * self.lanes

    def form(self):
        r = self.r.random()
        if r < 0.08:
            return self.warp_form()
        return self.cluster_form() if self.r.random() < self.of_cluster else self.named_form()

    def instruction(self):
        r, w = self.r, self.w()
        lanes = w.running()
        text, each = self.form()
        waiting = [x for x in w.at if x]
        if waiting and lanes and r.random() < 0.75:  # meet the others of the warp
            x = r.choice(waiting)
            lines, tries = list(self.lines), 0
            while each[0]["key"] != x["key"] and tries < 200:
                self.lines = list(lines)
                text, each = self.form()
                tries += 1
        if r.random() < (0.85 if waiting else 0.3):
            guard = r.choice((self.full, self.full >> self.lanes // 2, self.full & ~1, r.getrandbits(self.lanes))) & ~w.blocked()
            off = r.randrange(2)
            self.lines.append(f".set.pred g, 0x{self.full & ~guard if off else guard:x};")
            text, lanes = f"@{'!' * off}g {text}", lanes & guard
        self.lines.append(text + ";")
        self.m.run(self.cta, self.now, lanes, each)

    def leave(self):
        r, w = self.r, self.w()
        lanes = r.choice((self.full, r.getrandbits(self.lanes), 1, self.full & ~1)) & ~w.blocked()
        self.lines.append(f".exit 0x{lanes:x};")
        self.m.exit(self.cta, self.now, lanes)

    def reset(self):
        self.lines.append(".reset;")
        self.m = Machine(self.lanes, self.warps, self.ctas, self.legacy)
        self.cta = self.now = 0
        self.shown = {}

    # ---------------------------------------------------------------------------------------------- what it shows

    def state(self, cta, warp):
        w = self.m.cta[cta].warp[warp]
        lines = []
        for name, values in w.regs.items():
            if name[0] == "p":
                lines.append(f".expect.pred {name}, 0x{sum(v << i for i, v in enumerate(values)):x};")
            else:
                lines.append(f".expect.b32 {name}, {{{', '.join(map(hex, values))}}};")
        for status in sorted(set(w.status) - {None}):
            lines.append(f".expect.status {status}, 0x{sum(1 << i for i in range(self.lanes) if w.status[i] == status):x};")
        lines.append(f".expect.waiting 0x{w.blocked():x}; .expect.error {self.m.cta[cta].error};")
        return lines

    def expect(self, everything=False):
        for cta in range(self.ctas):
            for warp in range(self.warps):
                state = self.state(cta, warp)
                if everything or (cta, warp) == (self.cta, self.now) or self.shown.get((cta, warp), state) != state:
                    self.select(cta, warp)
                    self.lines += state
                self.shown[cta, warp] = state


def script(seed):
    writer = Writer(seed)
    r = writer.r
    for _ in range(r.randrange(10, 50)):
        kind, w = r.random(), writer.w()
        if r.random() < 0.4 or not w.running():
            writer.wander()
        if kind > 0.995:
            writer.reset()
        elif kind > 0.95:
            writer.leave()
        else:
            writer.instruction()
        writer.expect()
    writer.expect(everything=True)
    return "\n".join(writer.lines) + "\n"


if __name__ == "__main__":
    import sys
    print(script(int(sys.argv[1])), end="")
