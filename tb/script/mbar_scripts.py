# SPDX-License-Identifier: Apache-2.0
"""Random warp scripts of mbarrier operations and copies with every expected value in them: tokens, predicates, statuses,
waiting lanes, words of memory, captured errors; the values are those of oracle_mbar.py.

Several warps and CTAs work at few objects with small counts, so that phases end often, by whoever; raw stores leave words
that no sequence of operations gives. Each statement is followed by what the current warp and CTA must show.
"""
import random

from oracle_mbar import MAX, TOP, Machine, Object

SLOTS = (0, 1, 2, 2047)
KINDS = ("init", "inval", "expect_tx", "complete_tx", "complete_tx", "arrive.expect_tx", "arrive.expect_tx", "arrive.noComplete",
         "arrive_drop", "arrive_drop.expect_tx", "arrive_drop.noComplete", "pending", "cp_arrive", "cp_arrive", "copy", "ld", "st",
         *["arrive"] * 7, *["wait"] * 8)


class Writer:
    def __init__(self, seed):
        r = self.r = random.Random(seed)
        self.lanes, self.warps, self.ctas = r.choice((4, 4, 8, 16, 32)), r.choice((1, 2, 3)), r.choice((1, 1, 2, 3))
        self.full = (1 << self.lanes) - 1
        trywait = r.choice((1, 5, 30))
        self.m = Machine(self.lanes, self.warps, self.ctas, trywait)
        self.cta = self.now = 0
        self.lines = [f"// seed {seed}",
                      f".machine lanes={self.lanes}, warps={self.warps}, ctas={self.ctas}, trywait={trywait};",
                      ".reg .b64 d<2>, w0;", ".reg .pred p<2>;", ".reg .b32 r0;"]
        for k in range(0, 64, 8):
            value = r.getrandbits(64)
            self.m.memory[k:k + 8] = value.to_bytes(8, "little")
            self.lines.append(f".set.mem.global.b64 [{k}], 0x{value:x};")

    def objects(self):
        """Fresh objects in every CTA; what is to come mostly finds something to change."""
        for self.cta in range(self.ctas):
            self.lines.append(f".cta {self.cta}; .set.pred g, 1;")
            for slot in SLOTS[:3]:
                ask = [{"kind": "init", "addr": 8 * slot, "n": self.r.choice((1, 2, 3, self.lanes, 2 * self.lanes))}] * self.lanes
                self.lines.append(f"@g mbarrier.init.b64 [{8 * slot}], {ask[0]['n']};")
                self.m.run(self.cta, self.w(), 1, "init", ask)
        self.lines.append(".cta 0;")
        self.cta = 0

    def w(self):
        return self.m.warp[self.cta][self.now]

    def blocked(self):
        return sum(1 << i for i in range(self.lanes) if self.w().wait[i])

    def operand(self, size, name, values, legal=(0, 0xffffffff)):
        """A register set to these values, or an immediate where they are all one and the assembler takes it."""
        if len(set(values)) == 1 and size == 32 and self.r.random() < 0.5 and legal[0] <= values[0] <= legal[1]:
            return hex(values[0])
        return self.register(size, name, values)

    def register(self, size, name, values):
        shown = hex(values[0]) if len(set(values)) == 1 else f"{{{', '.join(map(hex, values))}}}"
        self.lines.append(f".set.b{size} {name}, {shown};")
        return name

    def each(self, make):
        same = self.r.random() < 0.5
        value = make()
        return [value if same else make() for _ in range(self.lanes)]

    def addresses(self):
        r = self.r

        def one():
            base = r.choice(SLOTS[:3] if r.random() < 0.9 else SLOTS) * 8
            if r.random() < 0.02:
                return r.choice((base + 4, 0x4000, 0xff000000, 0x00ffffff8, 0x09000000, 1 << 40, (1 << 32) + base))
            return base + (r.randrange(self.ctas + 1) << 24) if self.ctas > 1 and r.random() < 0.4 else base
        kind = r.random()
        if kind < 0.5:
            return [one()] * self.lanes
        if kind < 0.7:
            few = (one(), one())
            return [r.choice(few) for _ in range(self.lanes)]
        return [one() for _ in range(self.lanes)]

    def count(self):
        return self.r.choice((1, 1, 1, 2, 3, self.lanes, 0, MAX, TOP, 0xffffffff) if self.r.random() < 0.15 else (1, 1, 1, 2))

    def transaction(self):
        return self.r.choice((0, 1, 2, 4, 32, MAX, TOP, MAX - 4) if self.r.random() < 0.15 else (1, 1, 2, 4))

    def address(self, values):
        wide = max(values) >> 32 or self.r.random() < 0.5
        if len(set(values)) == 1 and values[0] < 16384 and values[0] % 8 == 0 and self.r.random() < 0.4:
            return f"[{values[0]}]"
        return f"[{self.register(64 if wide else 32, 'a64' if wide else 'a32', values)}]"

    def instruction(self):
        r, m, w = self.r, self.m, self.w()
        kind = r.choice(KINDS)
        lanes, addr = self.full & ~w.exited & ~self.blocked(), self.addresses()
        lines = len(self.lines)
        guard = r.choice((self.full, 1, 1 << self.lanes // 2, r.getrandbits(self.lanes)))
        if kind in ("init", "inval"):
            guard = r.choice((1, 1, 1, 2, 1 << self.lanes - 1, guard))
        reached = lanes & guard & ~self.blocked()
        if kind == "copy":
            size = r.choice((4, 8, 16))
            addr = [a - a % 16 if r.random() < 0.8 else a for a in addr]
        ask = [{"kind": kind, "addr": addr[i], "d": None} for i in range(self.lanes)]
        text = self.form(kind, ask, reached, size if kind == "copy" else 0)
        if text is None:
            del self.lines[lines:]
            return
        if guard != self.full:
            guard &= ~self.blocked()
            off = r.randrange(2)
            self.lines.append(f".set.pred g, 0x{self.full & ~guard if off else guard:x};")
            text = f"@{'!' * off}g {text}"
        self.lines.append(text + ";")
        m.run(self.cta, w, reached if guard != self.full else lanes, kind, ask)

    def form(self, kind, ask, reached, size):
        """The instruction; fills in what each lane asks."""
        r, m = self.r, self.m
        if kind == "wait":
            return self.wait_form(ask, reached)
        if kind == "pending":
            states = self.states(ask, reached, False)
            return f"mbarrier.pending_count.b64 r0, {states}"
        if kind in ("ld", "st"):
            return self.plain_form(kind, ask)
        addr = [x["addr"] for x in ask]
        place = self.address(addr)
        shared = ".shared::cta" if max(addr) < 1 << 24 and r.random() < 0.4 else ""
        if kind == "copy":
            of, take = self.each(lambda: r.choice((0, 8, 16, 32, 48, 4, 65536))), self.each(lambda: r.choice((size, size, 0, 3, 99)))
            level = r.choice(("ca", "cg")) if size == 16 else "ca"
            for i, x in enumerate(ask):
                x.update({"size": size, "from": of[i], "take": take[i]})
            return f"cp.async.{level}.shared.global {place}, [{self.register(64, 'f', of)}], {size}, {self.operand(32, 't', take, (0, size))}"
        if kind == "cp_arrive":
            inc = r.random() < 0.5
            for x in ask:
                x["inc"] = inc
            return f"cp.async.mbarrier.arrive{'' if inc else '.noinc'}{shared}.b64 {place}"
        if kind == "inval":
            return f"mbarrier.inval{shared}.b64 {place}"
        if kind == "init":
            counts = self.each(lambda: r.choice((1, 2, self.lanes, self.lanes, 2 * self.lanes, 0, MAX, TOP) if r.random() < 0.3 else (1, 3, self.lanes)))
        else:
            counts = self.each(self.transaction if "tx" in kind else self.count)
        plain = "arrive" in kind and "." not in kind and r.random() < 0.4
        for i, x in enumerate(ask):
            x["n"] = 1 if plain else counts[i]
        tail = "" if plain else f", {self.operand(32, 'n', counts, (1 if 'arrive' in kind and 'tx' not in kind else 0, 0xffffffff))}"
        if "arrive" not in kind:
            return f"mbarrier.{kind}{shared}.b64 {place}{tail}"
        d = r.choice(("d0", "d1", "_"))
        for x in ask:
            x["d"] = None if d == "_" else d
        return f"mbarrier.{kind}{shared}.b64 {d}, {place}{tail}"

    def plain_form(self, kind, ask):
        size, value = self.r.choice((4, 8)), self.r.getrandbits(64)
        for x in ask:
            x["addr"] %= 1 << 32  # beyond it is global memory
            x.update({"addr": x["addr"] + (self.r.choice((0, 4)) if size == 4 else 0), "size": size, "value": value})
        addr = [x["addr"] for x in ask]
        space, place = "" if max(addr) >> 24 else self.r.choice(("", ".shared")), self.address(addr)
        if kind == "ld":
            return f"ld{space}.b{size * 8} w0, {place}"
        self.lines.append(f".set.b64 v, 0x{value:x};")
        return f"st{space}.b{size * 8} {place}, v"

    def states(self, ask, reached, for_wait):
        """State tokens: those of a register as they are, where they can tell, or values without a history."""
        r, m, w = self.r, self.m, self.w()
        name = r.choice(("d0", "d1"))

        def good(i):
            t, c = w.source[name][i], m.cta[self.cta]
            status, slot = m.at(self.cta, ask[i]["addr"])
            if not t or status != "OK" or not for_wait:
                return True
            return t[:3] == (self.cta, slot, c.life[slot]) and c.phases[slot] - t[3] <= 1
        if r.random() < 0.6 and all(good(i) for i in range(self.lanes) if reached >> i & 1):
            values = list(w.regs[name])
        else:
            values = [r.choice((v, v, v ^ 1 << 63, r.getrandbits(64), 1, 1 << 63 | 1)) for v in w.regs[name]]
            self.lines.append(f".set.b64 s, {{{', '.join(map(hex, values))}}};")
            name = "s"
        for i, x in enumerate(ask):
            x["state"] = values[i]
        return name

    def wait_form(self, ask, reached):
        r, trying, parity = self.r, self.r.random() < 0.6, self.r.random() < 0.5
        place = self.address([x["addr"] for x in ask])
        p = r.choice(("p0", "p1"))
        if parity:
            values = self.each(lambda: r.choice((0, 1, 0, 1, 2, 3, 0xffffffff) if r.random() < 0.3 else (0, 1)))
            state = self.operand(32, "q", values, (0, 1))
            for i, x in enumerate(ask):
                x["state"] = values[i]
        else:
            state = self.states(ask, reached, True)
        hints = self.each(lambda: r.choice((0, 1, 10, 11, 55, 300, 0xffffffff)))
        limit = trying and r.random() < 0.6
        tail = f", {self.operand(32, 'h', hints)}" if limit else ""
        for i, x in enumerate(ask):
            x.update({"parity": parity, "p": p, "limit": (hints[i] + 9) // 10 if limit else self.m.trywait if trying else 0})
        return f"mbarrier.{'try' if trying else 'test'}_wait{'.parity' * parity}.b64 {p}, {place}, {state}{tail}"

    def pass_time(self, n):
        self.lines.append(f".wait {n};")
        self.m.tick(n)

    def other(self):
        r, m = self.r, self.m
        kind = r.random()
        ends = [x["end"] - m.ticks for c in m.cta for x in c.waiters]
        if ends and r.random() < 0.4:
            self.pass_time(max(1, r.choice([n for n in ends if n < 10000] or [1]) + r.choice((-1, 0, 0, 1))))
        elif kind < 0.35 and self.ctas * self.warps > 1:
            self.cta, self.now = r.randrange(self.ctas), r.randrange(self.warps)
            self.lines.append(f".cta {self.cta}; .warp {self.now};")
        elif kind < 0.6:
            self.pass_time(r.choice((1, 1, 2, 5, 30, 31, 2000)))
        elif kind < 0.7:
            lanes = r.choice((r.getrandbits(self.lanes) & r.getrandbits(self.lanes), self.full if r.random() < 0.3 else 1)) & ~self.blocked()
            self.lines.append(f".exit 0x{lanes:x};")
            self.w().exited |= lanes
        else:
            slot, o = r.choice(SLOTS[:3]), Object(0)
            o.phase, o.pending, o.expected = r.randrange(2), r.choice((0, 1, 2, 3, MAX)), r.choice((0, 1, 2, 3, MAX))
            o.tx = r.choice((0, 0, 1, -1, MAX, -MAX, -TOP))
            value = o.word() if r.random() < 0.9 else r.getrandbits(64)
            self.lines.append(f".set.mem.b64 [{8 * slot}], 0x{value:x};")
            m.cta[self.cta].word[slot] = value

    def expect(self):
        w, c = self.w(), self.m.cta[self.cta]
        for name, values in w.regs.items():
            if name[0] == "p":
                self.lines.append(f".expect.pred {name}, 0x{sum(v << i for i, v in enumerate(values)):x};")
            else:
                self.lines.append(f".expect.b{32 if name == 'r0' else 64} {name}, {{{', '.join(map(hex, values))}}};")
        for status in sorted(set(w.status) - {None}):
            self.lines.append(f".expect.status {status}, 0x{sum(1 << i for i in range(self.lanes) if w.status[i] == status):x};")
        self.lines.append(f".expect.waiting 0x{self.blocked():x};" + ("" if c.vague else f" .expect.error {c.error};"))
        for slot, word in sorted(c.word.items()):
            self.lines.append(f".expect.mem.b64 [{8 * slot}], 0x{word:x};")


def script(seed):
    writer = Writer(seed)
    writer.objects()
    for _ in range(writer.r.randrange(8, 30)):
        (writer.other if writer.r.random() < 0.25 else writer.instruction)()
        writer.expect()
    for writer.cta in range(writer.ctas):
        for writer.now in range(writer.warps):
            writer.lines.append(f".cta {writer.cta}; .warp {writer.now};")
            writer.expect()
    return "\n".join(writer.lines) + "\n"


if __name__ == "__main__":
    import sys
    print(script(int(sys.argv[1])), end="")
