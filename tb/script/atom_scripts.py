# SPDX-License-Identifier: Apache-2.0
"""Random warp scripts of atom and red with every expected value in them; the values are those of oracle_atom.py.

Every form on every space, at addresses that lanes share or that lead nowhere, on guards, exited lanes and live mbarrier
objects. Each statement is followed by its destinations, its statuses and the memory that it could reach.
"""
import random

from oracle_atom import FORMATS, GLOBAL, WINDOW, Memory, bits_of

INTEGERS = ("u32", "s32", "u64", "s64")
HALVES = ("f16", "bf16", "f16x2", "bf16x2")
SCALAR = ([(op, kind) for op in ("and", "or", "xor", "exch", "cas") for kind in ("b32", "b64")] +
          [("exch", "b128"), ("cas", "b128"), ("cas", "b16"), ("inc", "u32"), ("dec", "u32")] +
          [("add", kind) for kind in ("u32", "s32", "u64", "f32", "f64", *HALVES)] +
          [(op, kind) for op in ("min", "max") for kind in INTEGERS])
VECTOR = ([("add", "f32", n) for n in (2, 4)] +
          [(op, kind, n) for op in ("add", "min", "max") for kind in HALVES for n in (2, 4, 8) if n < 8 or kind[-2:] != "x2"])
SLOTS = 96  # bytes of each memory that are used


class Writer:
    def __init__(self, seed):
        r = self.r = random.Random(seed)
        self.lanes, self.ctas = r.choice((4, 4, 8, 16, 32)), r.choice((1, 1, 2, 3))
        self.m = Memory(self.ctas)
        self.cta, self.live = 0, [(1 << self.lanes) - 1] * self.ctas
        self.used = 0
        self.lines = [f"// seed {seed}", f".machine lanes={self.lanes}, ctas={self.ctas};", ".set.b64 policy, 0;"]
        for cta in range(1, self.ctas):
            self.lines += [f".cta {cta}; .set.b64 policy, 0;"]
        self.lines += [".cta 0;"] * (self.ctas > 1)

    def number(self, kind):
        """An operand, or what memory holds: often one where something turns."""
        r, bits = self.r, bits_of(kind)
        if kind.endswith("x2"):
            return self.number(kind[:-2]) << 16 | self.number(kind[:-2])
        if kind in FORMATS and r.random() < 0.7:
            exponent, fraction, _ = FORMATS[kind]
            top = (1 << exponent) - 1
            middle = r.choice((0, 0, 1, top - 1, top, top // 2 + r.randrange(-3, 4)))
            return r.getrandbits(1) << (bits - 1) | middle << fraction | r.choice((0, 0, 1, (1 << fraction) - 1, r.getrandbits(fraction)))
        return r.choice((r.getrandbits(bits), r.randrange(4), (1 << bits) - 1 - r.randrange(3), (1 << (bits - 1)) + r.randrange(-1, 2)))

    def register(self, name, bits, values):
        shown = hex(values[0]) if len(set(values)) == 1 else f"{{{', '.join(map(hex, values))}}}"
        self.lines.append(f".set.b{bits} {name}, {shown};")
        return name

    def fresh(self, letter):
        self.used += 1
        return f"{letter}{self.used}"

    # ------------------------------------------------------------------------------------------- what is executed

    def addresses(self, space, total):
        r, places = self.r, SLOTS // total
        some = [r.randrange(places) * total for _ in range(r.choice((1, 2, self.lanes)))]
        found = []
        for _ in range(self.lanes):
            at = r.choice(some)
            if space in ("shared::cluster", "generic"):
                at += r.randrange(self.ctas + 1) * WINDOW
            if space == "generic" and r.random() < 0.6:
                at = at % WINDOW + GLOBAL
            if r.random() < 0.02:
                at = r.choice((at + 1, at + total // 2, 0x4000, 0x10000, (self.ctas + 1) * WINDOW, GLOBAL + 0x10000, 0xffffffff))
            found.append(at if space == "generic" else at % GLOBAL)
        return found

    def fill(self, kind):
        """New contents of one memory, by the back door."""
        each = bits_of(kind) // 8
        whole_global = self.r.random() < 0.5
        memory = self.m.globals if whole_global else self.m.shared[self.cta]
        for at in range(0, SLOTS, each):
            value = self.number(kind)
            memory[at:at + each] = value.to_bytes(each, "little")
            self.lines.append(f".set.mem.{'global' if whole_global else 'shared'}.b{8 * each} [{at}], 0x{value:x};")

    def instruction(self):
        r = self.r
        op, kind, n = r.choice(VECTOR) if r.random() < 0.35 else (*r.choice(SCALAR), 1)
        vector, bits = n > 1, bits_of(kind)
        if r.random() < 0.6:
            self.fill("b32" if kind == "b128" else kind)
        space = r.choice(("global", "generic") if vector else ("global", "shared", "shared::cta", "shared::cluster", "generic"))
        red = op not in ("exch", "cas") and r.random() < 0.3
        hint = op != "cas" and space in ("global", "generic") and r.random() < 0.15
        words = ["red" if red else "atom"]
        words += r.choice(([], [], ["relaxed"], ["release"], [] if red else ["acq_rel"]))
        words += r.choice(([], [], ["cta"], ["gpu"], ["sys"], ["cluster"]))
        words += [] if space == "generic" else [space]
        words += [op] + ["noftz"] * (kind in HALVES) + ["L2::cache_hint"] * hint + [f"v{n}"] * vector + [kind]
        rest = words[1:]
        r.shuffle(rest)
        at = self.addresses(space, n * bits // 8)
        wide = 64 if max(at) >= GLOBAL or space == "generic" else 32
        address = self.register(self.fresh("a"), wide, at)
        b = [[self.number(kind) for _ in range(self.lanes)] for _ in range(n)]
        c = [[self.number(kind) for _ in range(self.lanes)] for _ in range(n)]
        if op == "cas" and r.random() < 0.7:
            b = [[int.from_bytes(self.memory_at(space, x, bits // 8), "little") for x in at]]
        names = [self.register(self.fresh("b"), bits, values) for values in b]
        operands = [f"[{address}]", f"{{{', '.join(names)}}}" if vector else names[0]]
        if op == "cas":
            operands.append(self.register(self.fresh("c"), bits, c[0]))
        sink = r.random() < 0.05 and not red
        d = [] if red else [self.fresh("d") for _ in b]
        if d:
            operands.insert(0, "_" if sink else f"{{{', '.join(d)}}}" if vector else d[0])
        operands += ["policy"] * hint
        lanes = self.live[self.cta]
        guard = ""
        if r.random() < 0.3:
            mask = r.getrandbits(self.lanes)
            self.lines.append(f".set.pred g, 0x{mask:x};")
            guard, lanes = "@g ", lanes & mask
        self.lines.append(f"{guard}{'.'.join([words[0], *rest])} {', '.join(operands)};")
        of_lane = [self.m.run(self.cta, space, at[i], op, kind, hint, [x[i] for x in b], [x[i] for x in c])
                   if lanes >> i & 1 else None for i in range(self.lanes)]
        self.m.capture(self.cta, [(self.m.leaves(self.cta, space, at[i], vector, hint), of_lane[i][0])
                                  for i in range(self.lanes) if lanes >> i & 1])
        self.answers(lanes, [] if sink else d, bits, of_lane)

    def memory_at(self, space, address, size):
        found = self.m.place(self.cta, space, address)
        if not found:
            return b""
        return (self.m.globals if found[0] is None else self.m.shared[found[0]])[found[1]:found[1] + size]

    # ---------------------------------------------------------------------------------------------- what it shows

    def answers(self, lanes, dests, bits, of_lane):
        if not lanes:
            return
        for k, name in enumerate(dests):
            values = [hex(answer[1][k]) if answer else "_" for answer in of_lane]
            self.lines.append(f".expect.b{bits} {name}, {{{', '.join(values)}}};")
        by_status = {}
        for i, answer in enumerate(of_lane):
            if answer:
                by_status[answer[0]] = by_status.get(answer[0], 0) | 1 << i
        self.lines += [f".expect.status {status}, 0x{mask:x};" for status, mask in sorted(by_status.items())]
        self.memory()

    def memory(self):
        """All that is in reach: global memory and the shared memory of every CTA."""
        def show(space, memory):
            return [f".expect.mem.{space}.b64 [{at}], 0x{int.from_bytes(memory[at:at + 8], 'little'):x};" for at in range(0, SLOTS, 8)]
        self.lines += show("global", self.m.globals)
        for cta, memory in enumerate(self.m.shared):
            self.lines += [f".cta {cta};"] * (self.ctas > 1) + show("shared", memory)
            self.lines += [f".expect.error {self.m.error[cta]};"] * (self.m.error[cta] is not None)
        self.lines += [f".cta {self.cta};"] * (self.ctas > 1)

    def wander(self):
        r = self.r
        if self.ctas > 1 and r.random() < 0.4:
            self.cta = r.randrange(self.ctas)
            self.lines.append(f".cta {self.cta};")
        if r.random() < 0.05:
            mask = r.getrandbits(self.lanes) & r.getrandbits(self.lanes)
            if r.random() < 0.3:
                mask = (1 << self.lanes) - 1
            self.live[self.cta] &= ~mask
            if not self.live[self.cta]:
                self.m.gone.add(self.cta)
            self.lines.append(f".exit 0x{mask:x};")
        if r.random() < 0.1 and self.live[self.cta]:
            slot = r.randrange(SLOTS // 8)
            if slot not in self.m.objects[self.cta]:
                self.m.objects[self.cta].add(slot)
                self.m.shared[self.cta][8 * slot:8 * slot + 8] = (((1 << 20) - 1) << 43 | ((1 << 20) - 1) << 1).to_bytes(8, "little")
                lane = self.live[self.cta] & -self.live[self.cta]
                self.lines.append(f".set.pred one, 0x{lane:x}; @one mbarrier.init.shared.b64 [{8 * slot}], 1;")


def script(seed):
    writer = Writer(seed)
    for _ in range(writer.r.randrange(4, 14)):
        writer.wander()
        writer.instruction()
    return "\n".join(writer.lines) + "\n"


if __name__ == "__main__":
    import sys
    print(script(int(sys.argv[1])), end="")
