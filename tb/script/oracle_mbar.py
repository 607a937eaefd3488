# SPDX-License-Identifier: Apache-2.0
"""mbarrier operations and copies as PTX 9.7.13.15 and 9.7.9.25.3.1 tell them, one lane after the other, on warps and CTAs
with their shared memory. It shares nothing with the C model or the RTL; mbar_scripts.py makes scripts with it.
"""
import collections

TOP = 1 << 20
MAX = TOP - 1
UNDEFINED = ("MB_RAW_ACCESS", "MB_REINIT", "MB_BAD_PARITY", "MB_MISSING_WAIT", "MB_TOKEN_NOT_NOCOMPLETE", "MB_BAD_TOKEN")


def is_error(status):
    return status != "OK" and status not in UNDEFINED


class Object:
    """The fields of a 64-bit word."""

    def __init__(self, word):
        self.phase, self.pending, self.expected = word >> 63, -(word >> 43) % TOP, -(word >> 1) % TOP
        self.tx = (word >> 22) % (1 << 21)
        self.tx -= (self.tx >> 20) << 21

    def word(self):
        return self.phase << 63 | -self.pending % TOP << 43 | self.tx % (1 << 21) << 22 | -self.expected % TOP << 1


class Cta:
    def __init__(self):
        self.word = collections.defaultdict(int)    # of shared memory, by slot
        self.live, self.seen = set(), set()
        self.phases = collections.defaultdict(int)  # completed since init
        self.life = collections.defaultdict(int)    # inits
        self.waiters = []                           # lanes in try_wait
        self.error, self.vague = "none", False

    def capture(self, status):
        if self.error == "none":
            self.error = status


class Warp:
    def __init__(self, lanes):
        self.exited = 0
        self.wait = [None] * lanes
        self.status = [None] * lanes
        self.regs = {name: [0] * lanes for name in ("d0", "d1", "p0", "p1", "r0", "w0")}
        self.source = {"d0": [None] * lanes, "d1": [None] * lanes}  # of the token in a lane: cta, slot, life, phases


class Machine:
    def __init__(self, lanes, warps, ctas, trywait):
        self.lanes, self.trywait, self.ticks = lanes, trywait, 0
        self.cta = [Cta() for _ in range(ctas)]
        self.warp = [[Warp(lanes) for _ in range(warps)] for _ in range(ctas)]
        self.memory = bytearray(64)  # the part of global memory that scripts use

    # ------------------------------------------------------------------------------------------------ one object

    def flip(self, c, slot):
        waiting = [x for x in c.waiters if x["slot"] == slot]
        c.waiters = [x for x in c.waiters if x["slot"] != slot]
        for x in waiting:
            self.release(x, 1)
        c.phases[slot] += 1
        (c.seen.add if waiting else c.seen.discard)(slot)

    def release(self, x, p):
        w = x["warp"]
        w.regs[x["p"]][x["lane"]] = p
        w.status[x["lane"]] = x["status"]
        w.wait[x["lane"]] = None

    def apply(self, c, slot, arrive=0, tx=0, drop=0, no_complete=False):
        o = Object(c.word[slot])
        if arrive > o.pending:
            return "MB_PENDING_UNDERFLOW"
        if drop > o.expected:
            return "MB_EXPECT_UNDERFLOW"
        if o.tx + tx > MAX:
            return "MB_TX_OVERFLOW"
        if o.tx + tx < -MAX:
            return "MB_TX_UNDERFLOW"
        o.pending, o.expected, o.tx = o.pending - arrive, o.expected - drop, o.tx + tx
        over = o.pending == 0 and o.tx == 0 and (arrive or tx)
        if over and no_complete:
            return "MB_NOCOMPLETE_VIOLATION"
        missing = arrive and slot not in c.seen
        if over:
            o.phase ^= 1
            o.pending = o.expected
            self.flip(c, slot)
        c.word[slot] = o.word()
        return "MB_MISSING_WAIT" if missing else "OK"

    def place(self, own, address, remote_ok, result=False):
        """Status, CTA and slot of an object as CTA `own` names it."""
        window, offset = address >> 24, address % (1 << 24)
        if address % 8:
            return "MB_MISALIGNED", own, None
        if offset >= 16384 or window > len(self.cta):
            return "MB_BAD_SPACE", own, None
        owner = window - 1 if window else own
        if owner != own and not remote_ok:
            return "MB_REMOTE_UNSUPPORTED", own, None
        if owner != own and result:
            return "MB_REMOTE_RESULT", own, None
        return "OK", owner, offset // 8

    def at(self, own, address):
        """The same for a local operation on an object that must be valid."""
        status, _, slot = self.place(own, address, False)
        return ("MB_NOT_INIT" if status == "OK" and slot not in self.cta[own].live else status), slot

    # -------------------------------------------------------------------------------- one lane of one instruction

    def init(self, own, x):
        c = self.cta[own]
        status, _, slot = self.place(own, x["addr"], False)
        if status == "OK" and not 0 < x["n"] <= MAX:
            status = "MB_BAD_COUNT"
        if status != "OK":
            return status
        status = "MB_REINIT" if slot in c.live else "OK"
        c.live.add(slot)
        c.seen.add(slot)
        c.life[slot] += 1
        c.phases[slot] = 0
        fresh = Object(0)
        fresh.pending = fresh.expected = x["n"]
        c.word[slot] = fresh.word()
        return status

    def inval(self, own, x):
        status, slot = self.at(own, x["addr"])
        if status == "OK":
            self.cta[own].word[slot] = 0
            self.cta[own].live.discard(slot)
        return status

    def change(self, c, slot, x):
        """expect_tx, complete_tx and the arrivals, at the owner: status and token."""
        kind, n, before, phases = x["kind"], x["n"], c.word[slot], c.phases[slot]
        if "tx" in kind and n > MAX:
            return ("MB_TX_UNDERFLOW" if kind == "complete_tx" else "MB_TX_OVERFLOW"), 0, None
        if "tx" not in kind and not 0 < n <= MAX:
            return "MB_BAD_COUNT", 0, None
        count = 1 if "tx" in kind else n
        arrive = count if "arrive" in kind else 0
        tx = {"complete_tx": -n}.get(kind, n if "tx" in kind else 0)
        nc = "noComplete" in kind
        status = self.apply(c, slot, arrive, tx, arrive if "drop" in kind else 0, nc)
        if is_error(status):
            return status, 0, None
        return status, before & ~(MAX << 23 | (1 << 43) - 1) | nc << 1 | 1, (slot, c.life[slot], phases)

    def act(self, own, x):
        """One lane; True if it was a message to another CTA."""
        status, owner, slot = self.place(own, x["addr"], "noComplete" not in x["kind"], bool(x["d"]))
        x["token"], x["from"] = 0, None
        if status == "OK" and owner != own:
            x["owner"], x["slot"] = owner, slot
            return "OK"
        if status == "OK" and slot not in self.cta[own].live:
            status = "MB_NOT_INIT"
        if status != "OK":
            return status
        status, x["token"], x["from"] = self.change(self.cta[own], slot, x)
        return status

    def deliver(self, x):
        c = self.cta[x["owner"]]
        if all(w.exited == (1 << self.lanes) - 1 for w in self.warp[x["owner"]]):
            status = "MB_CTA_GONE"
        elif x["slot"] not in c.live:
            status = "MB_NOT_INIT"
        else:
            status, _, _ = self.change(c, x["slot"], x)
        if status != "OK":
            c.capture(status)

    def wait_for(self, own, w, lane, x):
        """test_wait and try_wait; True in x["away"] if the lane waits."""
        c = self.cta[own]
        status, slot = self.at(own, x["addr"])
        x["result"], x["away"] = 0, False
        if status != "OK":
            return status
        if x["parity"]:
            status, bit = ("MB_BAD_PARITY" if x["state"] > 1 else "OK"), x["state"] & 1
        else:
            status, bit = ("OK" if x["state"] & 1 else "MB_BAD_TOKEN"), x["state"] >> 63
        if bit != c.word[slot] >> 63:
            c.seen.add(slot)
            x["result"] = 1
        elif x["limit"]:
            x["away"] = True
            w.wait[lane] = {"warp": w, "lane": lane, "slot": slot, "status": status, "p": x["p"], "end": self.ticks + x["limit"]}
            c.waiters.append(w.wait[lane])
        return status

    def tick(self, n):
        self.ticks += n
        for c in self.cta:
            for x in [x for x in c.waiters if x["end"] <= self.ticks]:
                c.waiters.remove(x)
                self.release(x, 0)

    # ------------------------------------------------------------------------------------------- whole instructions

    def errors(self, own, statuses, late):
        """The lowest lane in error is captured; what comes late has no fixed place in that order."""
        c, first = self.cta[own], [s for s in statuses if is_error(s)]
        if c.error == "none" and first and late:
            c.vague = True
        for status in first[:1] + late[:1]:
            c.capture(status)

    def run(self, own, w, lanes, kind, ask):
        """ask: operands by lane. Results go into the warp's registers."""
        c, late, sent, statuses = self.cta[own], [], [], []
        arrivals = []
        for i in [i for i in range(self.lanes) if lanes >> i & 1]:
            x = ask[i]
            if kind == "init":
                status = self.init(own, x)
            elif kind == "inval":
                status = self.inval(own, x)
            elif kind == "wait":
                status = self.wait_for(own, w, i, x)
                if x["away"]:
                    continue
                w.regs[x["p"]][i] = x["result"]
            elif kind == "pending":
                status = "OK" if x["state"] & 3 == 3 else "MB_TOKEN_NOT_NOCOMPLETE" if x["state"] & 1 else "MB_BAD_TOKEN"
                w.regs["r0"][i] = -(x["state"] >> 43) % TOP
            elif kind == "cp_arrive":
                status, slot = self.at(own, x["addr"])
                if status == "OK" and x["inc"]:
                    o = Object(c.word[slot])
                    o.pending += 1
                    status = "MB_PENDING_OVERFLOW" if o.pending > MAX else "MB_TX_UNDERFLOW" if o.tx < -MAX else "OK"
                    if status == "OK":
                        c.word[slot] = o.word()
                if status == "OK":
                    arrivals.append(slot)
            elif kind == "copy":
                status, raw = self.copy(own, x)
                late += ["MB_RAW_ACCESS"] * raw
            elif kind in ("ld", "st"):
                status = self.plain(own, w, i, kind, x)
            else:
                status = self.act(own, x)
                if x["d"]:
                    w.regs[x["d"]][i] = x["token"]
                    w.source[x["d"]][i] = x["from"] and (own, *x["from"])
                if "owner" in x:
                    sent.append(x)
            w.status[i] = status
            statuses.append(status)
        for slot in arrivals:
            status = self.apply(c, slot, 1)
            late += [status] * (status != "OK")
        if kind not in ("ld", "st"):
            self.errors(own, statuses, late)
        for x in sent:
            self.deliver(x)

    def store(self, c, slot, data, offset):
        word = bytearray(c.word[slot].to_bytes(8, "little"))
        word[offset:offset + len(data)] = data
        c.word[slot] = int.from_bytes(word, "little")

    def copy(self, own, x):
        c, size, to, of = self.cta[own], x["size"], x["addr"], x["from"]
        if to % size or of % size:
            return "AT_MISALIGNED", False
        if to >> 24 == own + 1:
            to %= 1 << 24
        if to + size > 16384 or of + size > 65536:
            return "AT_BAD_SPACE", False
        data = (self.memory[of:of + min(x["take"], size)] + bytes(16))[:size]
        for k in range(0, size, 8):
            self.store(c, (to + k) // 8, data[k:k + 8], to % 8)
        return "OK", any((to + k) // 8 in c.live for k in range(0, size, 8))

    def plain(self, own, w, lane, kind, x):
        size, window, offset = x["size"], x["addr"] >> 24, x["addr"] % (1 << 24)
        owner = self.cta[window - 1 if 0 < window <= len(self.cta) and offset < 16384 else own]
        if x["addr"] % size or window > len(self.cta) or offset + size > 16384:
            if kind == "ld":
                w.regs["w0"][lane] = 0
            status = "AT_MISALIGNED" if x["addr"] % size else "AT_BAD_SPACE"
            owner.capture(status)
            return status
        slot = offset // 8
        if kind == "ld":
            w.regs["w0"][lane] = owner.word[slot] >> offset % 8 * 8 & (1 << 8 * size) - 1
        else:
            self.store(owner, slot, x["value"].to_bytes(8, "little")[:size], offset % 8)
        return "MB_RAW_ACCESS" if slot in owner.live else "OK"
