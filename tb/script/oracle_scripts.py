# SPDX-License-Identifier: Apache-2.0
"""Random warp scripts with every expected value in them. The values come from a small reading of the manual in Python,
lane by lane, that shares nothing with the C model or the RTL: what the two sides have in common, and what the replayer
does with their answers, is checked against it. PTX sections: shfl 9.7.9.6, bar.warp.sync 9.7.13.2, vote.sync 9.7.13.9,
match 9.7.13.10, redux 9.7.13.12, elect 9.7.13.14.

After each statement a script states all destinations, the status of each lane that ever completed, the blocked lanes
and the first error.
"""
import random

POISON = (0, 0)


def signed(v):
    return v - (1 << 32) if v >> 31 else v


def is_nan(v):
    return v & 0x7fffffff > 0x7f800000


def float_order(v):
    return 0xffffffff ^ v if v >> 31 else v ^ 0x80000000


def redux(operation, kind, of_abs, of_nan, values):
    if operation == "add":
        return sum(values) & 0xffffffff
    if kind == "b32":
        total = values[0]
        for v in values[1:]:
            total = total & v if operation == "and" else total | v if operation == "or" else total ^ v
        return total
    pick = min if operation == "min" else max
    if kind != "f32":
        return pick(values, key=signed if kind == "s32" else None)
    values = [v & 0x7fffffff if of_abs else v for v in values]
    numbers = [v for v in values if not is_nan(v)]
    if not numbers or (of_nan and len(numbers) < len(values)):
        return 0x7fffffff
    return pick(numbers, key=float_order)


def shfl(mode, lane, b, c, top):
    """Source lane and predicate; top is the highest lane index."""
    b, clamp, segment = b & top, c & top, c >> 8 & top
    last = lane & segment | clamp & ~segment
    if mode == "up":
        j = lane - b
        good = j >= last
    else:
        j = lane + b if mode == "down" else lane ^ b if mode == "bfly" else lane & segment | b & ~segment & top
        good = j <= last
    return (j if good else lane), int(good)


class Warp:
    def __init__(self, lanes, legacy):
        self.lanes, self.legacy = lanes, legacy
        self.exited, self.issue, self.error = 0, 0, "none"
        self.at = [None] * lanes  # the instruction a blocked lane is in, with its operands
        self.status = [None] * lanes
        self.regs = {name: [0] * lanes for name in ("d0", "d1", "d2", "p0", "p1")}

    def set_of(self, holds):
        return sum(1 << i for i in range(self.lanes) if holds(i))

    def blocked(self):
        return self.set_of(lambda i: self.at[i])

    def arrived(self, i):
        me = self.at[i]
        return self.set_of(lambda j: self.at[j] and (self.at[j]["key"], self.at[j]["m"]) == (me["key"], me["m"]))

    def missing(self, i):
        return self.at[i]["m"] & ~self.exited & ~self.arrived(i)

    def complete(self, status, results):
        if status in ("CV_NOT_MEMBER", "CV_LEGACY_DIVERGED") and self.error == "none":
            self.error = status
        for i, (d, p, own) in results.items():
            for name, value in ((self.at[i]["d"], d), (self.at[i]["p"], p)):
                if name:
                    self.regs[name][i] = value
            self.status[i] = own or status
            self.at[i] = None

    def fire(self, first):
        group = self.arrived(first)
        members = [i for i in range(self.lanes) if group >> i & 1]
        of = {i: self.at[i] for i in members}
        key, mask = of[first]["key"], of[first]["m"]
        if self.legacy and len({x["issue"] for x in of.values()}) > 1:
            self.complete("CV_LEGACY_DIVERGED", {i: (*POISON, None) for i in members})
        elif key[0] == "redux":
            total = redux(*key[1:], [x["a"] for x in of.values()])
            self.complete("OK", {i: (total, 0, None) for i in members})
        elif key[0] == "vote":
            ballot = sum((of[i]["q"] ^ of[i]["neg"]) << i for i in members)
            result = {"all": ballot == group, "any": ballot != 0, "uni": ballot in (0, group), "ballot": False}[key[1]]
            self.complete("OK", {i: (ballot, int(result), None) for i in members})
        elif key[0] == "shfl":
            results = {}
            for i in members:
                source, good = shfl(key[1], i, of[i]["b"], of[i]["c"], self.lanes - 1)
                results[i] = (of[source]["a"], good, None) if source in of else (0, good, "SH_SRC_INACTIVE")
            self.complete("OK", results)
        elif key[0] == "match":
            same = {i: sum(1 << j for j in members if of[j]["a"] == of[i]["a"]) for i in members}
            if key[1] == "all":
                alike = same[first] == group
                same = {i: group if alike else 0 for i in members}
            self.complete("OK", {i: (same[i], int(key[1] == "all" and same[i] != 0), None) for i in members})
        else:
            status = "CV_EXITED_MEMBER" if mask & self.exited else "OK"
            self.complete(status, {i: (members[0], int(i == members[0]), None) for i in members})

    def dead(self):
        """Lanes that nobody can release any more: the greatest fixpoint."""
        alive = self.set_of(lambda i: not self.at[i] and not self.exited >> i & 1)
        grown = True
        while grown:
            more = alive | self.set_of(lambda i: self.at[i] and not self.missing(i) & ~alive)
            grown, alive = more != alive, more
        return [i for i in range(self.lanes) if self.at[i] and not alive >> i & 1]

    def why(self, i):
        others = [self.at[j] for j in range(self.lanes) if self.missing(i) >> j & 1 and self.at[j]]
        mask = any(x["key"] == self.at[i]["key"] for x in others)
        return "CV_MASK_MISMATCH" if mask else "CV_QUAL_MISMATCH"

    def settle(self):
        while True:
            ready = [i for i in range(self.lanes) if self.at[i] and not self.missing(i)]
            if ready:
                self.fire(ready[0])
                continue
            reasons = {i: self.why(i) for i in self.dead()}
            if not reasons:
                return
            if self.error == "none":
                self.error = reasons[min(reasons)]
            self.complete("OK", {i: (*POISON, reason) for i, reason in reasons.items()})

    def execute(self, key, lanes, operands):
        self.issue += 1
        for i in range(self.lanes):
            if lanes >> i & 1:
                self.at[i] = {name: x[i] if isinstance(x, list) else x for name, x in operands.items()}
                self.at[i].update(key=key, issue=self.issue)
        for i in range(self.lanes):
            if lanes >> i & 1 and not self.at[i]["m"] >> i & 1:
                self.complete("CV_NOT_MEMBER", {i: (*POISON, None)})
        self.settle()


FLOATS = (0, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00001, 0xffc00002, 0x7f800001, 0x3f800000, 0xbf800000, 1, 0x80000001)


class Writer:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lanes = self.r.choice((4, 8, 16, 32))
        self.full = (1 << self.lanes) - 1
        self.legacy = self.r.random() < 0.2
        self.warp = Warp(self.lanes, self.legacy)
        target = ", target=sm_60" if self.legacy else ""
        self.lines = [f"// seed {seed}", f".machine lanes={self.lanes}{target};", ".reg .b32 d<3>;", ".reg .pred p<2>;"]

    def per_lane(self, make):
        return [make(i) for i in range(self.lanes)]

    def put(self, size, name, values):
        self.lines.append(f".set.b{size} {name}, {{{', '.join(map(hex, values))}}};")
        return values

    def words(self):
        r = self.r
        pool = r.choice((FLOATS, (5, 6), (7,), None))
        return self.per_lane(lambda i: r.choice(pool) if pool else r.getrandbits(32))

    def masks(self):
        r, kind = self.r, self.r.random()
        half, width = r.getrandbits(self.lanes), r.randrange(1, self.lanes + 1)
        few = [self.full] + [r.getrandbits(self.lanes) | r.getrandbits(self.lanes) for _ in range(3)]
        if kind < 0.4:
            return [self.full] * self.lanes
        if kind < 0.6:
            return self.per_lane(lambda i: half if half >> i & 1 else self.full & ~half)
        if kind < 0.8:
            return self.per_lane(lambda i: ((1 << width) - 1) << i // width * width & self.full)
        return self.per_lane(lambda i: r.choice(few) | (1 << i if r.random() < 0.9 else 0))

    def key(self):
        r = self.r
        family = r.choice(("vote", "shfl", "bar") if self.legacy else ("redux", "vote", "shfl", "match", "elect", "bar"))
        if family == "redux":
            op = r.choice(("add", "min", "max", "and", "or", "xor"))
            kind = "b32" if op in ("and", "or", "xor") else r.choice(("u32", "s32") if op == "add" else ("u32", "s32", "f32", "f32"))
            return (family, op, kind, kind == "f32" and r.random() < 0.5, kind == "f32" and r.random() < 0.5)
        if family == "match":
            return (family, r.choice(("any", "all")), r.choice(("b32", "b64")))
        modes = {"vote": ("all", "any", "uni", "ballot"), "shfl": ("up", "down", "bfly", "idx")}
        return (family, r.choice(modes[family])) if family in modes else (family,)

    def text(self, key, mask, neg):
        """The instruction, its destinations, and the register that holds its source."""
        r = self.r
        d, p, q = r.choice(("d0", "d1", "d2")), r.choice(("p0", "p1")), "!q" if neg else "q"
        if key[0] == "redux":
            return f"redux.sync.{key[1]}{'.abs' * key[3]}{'.NaN' * key[4]}.{key[2]} {d}, a, {mask}", d, None, "a"
        if key == ("vote", "ballot"):
            return f"vote.sync.ballot.b32 {d}, {q}, {mask}", d, None, "a"
        if key[0] == "vote":
            return f"vote.sync.{key[1]}.pred {p}, {q}, {mask}", None, p, "a"
        if key[0] == "shfl":
            p = r.choice((p, None))
            return f"shfl.sync.{key[1]}.b32 {d}{'|' + p if p else ''}, a, b, c, {mask}", d, p, "a"
        if key[0] == "match":
            source = "a" if key[2] == "b32" else "k"
            d, p, pair = r.choice(((d, None, d), (d, p, f"{d}|{p}"), (None, p, f"_|{p}"), (d, None, f"{d}|_")))
            if key[1] == "any":
                d, p, pair = d or "d0", None, d or "d0"
            return f"match.{key[1]}.sync.{key[2]} {pair}, {source}, {mask}", d, p, source
        if key[0] == "elect":
            d = r.choice((d, None))
            return f"elect.sync {d or '_'}|{p}, {mask}", d, p, "a"
        return f"bar.warp.sync {mask}", None, None, "a"

    def instruction(self):
        r, w = self.r, self.warp
        wide = [v | r.choice((0, 0, 1, 2)) << 32 for v in self.words()]
        source = {"a": self.put(32, "a", self.words()), "k": self.put(64, "k", wide)}
        b = self.put(32, "b", [r.choice((0, 1, 2, 31, 33, 63))] * self.lanes if r.random() < 0.6 else self.words())
        c = self.put(32, "c", [r.choice((0, 31, 0x1c1f, 0x1c00, 0x1e1f, 0x101f))] * self.lanes if r.random() < 0.7 else self.words())
        q = r.choice((0, self.full, r.getrandbits(self.lanes)))
        key, masks = self.key(), self.masks()
        waiting = [x for x in w.at if x]
        if waiting and r.random() < 0.6:  # meet somebody
            other = r.choice(waiting)
            masks = [other["m"]] * self.lanes
            key = other["key"] if r.random() < 0.85 else key
        self.put(32, "m", masks)
        self.lines.append(f".set.pred q, 0x{q:x};")
        neg = r.randrange(2)
        one_mask = len(set(masks)) == 1 and r.random() < 0.5
        text, d, p, name = self.text(key, hex(masks[0]) if one_mask else "m", neg)
        lanes = self.full & ~w.exited & ~w.blocked()
        if r.random() < 0.6:  # a guard that holds in no blocked lane, in exited ones at random
            guard = r.choice((self.full, self.full >> self.lanes // 2, r.getrandbits(self.lanes))) & ~w.blocked()
            lanes &= guard
            off = r.randrange(2)
            self.lines.append(f".set.pred g, 0x{self.full & ~guard if off else guard:x};")
            text = f"@{'!' * off}g {text}"
        self.lines.append(text + ";")
        bits = [q >> i & 1 for i in range(self.lanes)]
        w.execute(key, lanes, {"a": source[name], "b": b, "c": c, "m": masks, "q": bits, "neg": neg, "d": d, "p": p})

    def leave(self):
        r, w = self.r, self.warp
        lanes = r.getrandbits(self.lanes) & r.getrandbits(self.lanes) & ~w.blocked()
        self.lines.append(f".exit 0x{lanes:x};")
        w.exited |= lanes
        w.settle()

    def expect(self):
        w = self.warp
        for name, values in w.regs.items():
            if name[0] == "d":
                self.lines.append(f".expect.b32 {name}, {{{', '.join(map(hex, values))}}};")
            else:
                self.lines.append(f".expect.pred {name}, 0x{w.set_of(lambda i: values[i]):x};")
        for status in sorted(set(w.status) - {None}):
            self.lines.append(f".expect.status {status}, 0x{w.set_of(lambda i: w.status[i] == status):x};")
        self.lines.append(f".expect.waiting 0x{w.blocked():x}; .expect.error {w.error};")


def script(seed):
    writer = Writer(seed)
    for _ in range(writer.r.randrange(4, 14)):
        if writer.warp.exited == writer.full:
            break
        if writer.r.random() < 0.12:
            writer.leave()
        else:
            writer.instruction()
        writer.expect()
    return "\n".join(writer.lines) + "\n"


if __name__ == "__main__":
    import sys
    print(script(int(sys.argv[1])), end="")
