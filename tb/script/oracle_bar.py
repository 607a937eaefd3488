# SPDX-License-Identifier: Apache-2.0
"""Barriers as PTX 9.7.13.1 and 9.7.13.3 tell them, on warps and CTAs whose lanes come in pieces and leave when they like;
and bar.warp.sync (9.7.13.2) between them. It shares nothing with the C model or the RTL; bar_scripts.py makes scripts
with it.

A warp arrives when all its lanes that have not exited stand at the same instruction with the same operands. Where the
manual is silent the answer is the status that the machine gives: refused arrivals change nothing and wait for nothing.
"""

SEVERITY = {"OK": 0, "CLB_SKIPPED_WAIT": 0, "CV_EXITED_MEMBER": 0, "BAR_ALIGNED_DIVERGED": 1}  # what is not here is an error


def severity(status):
    return SEVERITY.get(status, 2)


class Barrier:
    """One generation of a named barrier, from its first arrival on."""

    def __init__(self, kind, count):
        self.kind, self.count = kind, count
        self.whole = False   # somebody named no count
        self.came = {}       # warp -> predicates of its lanes
        self.waiting = []    # warps

    def result(self):
        flat = [q for votes in self.came.values() for q in votes]
        return {"popc": sum(flat), "and": int(all(flat)), "or": int(any(flat))}.get(self.kind, 0)


class Warp:
    def __init__(self, lanes):
        self.lanes, self.exited = lanes, 0
        self.at = [None] * lanes   # what a blocked lane is in
        self.away = None           # the instruction in which the whole warp waits for others
        self.status = [None] * lanes
        self.regs = {name: [0] * lanes for name in ("d0", "d1", "p0", "p1")}
        self.arrived = self.owes = False  # at the barrier of the cluster: in this phase; without a wait behind it

    def alive(self):
        return [i for i in range(self.lanes) if not self.exited >> i & 1]

    def blocked(self):
        return sum(1 << i for i in range(self.lanes) if self.at[i])

    def running(self):
        return ~self.exited & ~self.blocked() & (1 << self.lanes) - 1

    def complete(self, lanes, status, result=0):
        for i in lanes:
            if self.at[i]["to"]:
                self.regs[self.at[i]["to"]][i] = 0 if severity(status) == 2 else result
            self.status[i], self.at[i] = status, None

    # ------------------------------------------------------------------------------------- who stands together

    def peers(self, i):
        return [j for j in range(self.lanes) if self.at[j] and self.at[j]["key"] == self.at[i]["key"]]

    def awaited(self, i):
        """Lanes that lane i waits for and that do not stand with it."""
        mask = self.at[i].get("mask")
        return [j for j in self.alive() if (mask is None or mask >> j & 1) and j not in self.peers(i)]

    def stuck(self):
        """Lanes that wait for lanes that can never come."""
        if self.away:
            return []
        free = {i for i in self.alive() if not self.at[i]}
        while True:
            more = {i for i in self.alive() if self.at[i] and i not in free and all(j in free for j in self.awaited(i))}
            if not more:
                return [i for i in self.alive() if i not in free]
            free |= more

    def blame(self, i):
        """Another mask at the same instruction, or another instruction."""
        of = self.at[i]["key"]
        other = [self.at[j]["key"] for j in self.awaited(i) if self.at[j]]
        return "CV_MASK_MISMATCH" if any(k[0] == of[0] == "warp" for k in other) else "CV_QUAL_MISMATCH"


class Cta:
    def __init__(self, lanes, warps):
        self.warp = [Warp(lanes) for _ in range(warps)]
        self.barrier = {}  # the active ones, by number
        self.error = "none"

    def living(self):
        return {k for k, w in enumerate(self.warp) if w.alive()}


class Machine:
    def __init__(self, lanes, warps, ctas, legacy):
        self.lanes, self.warps, self.legacy = lanes, warps, legacy
        self.cta = [Cta(lanes, warps) for _ in range(ctas)]
        self.issue = 0

    # ------------------------------------------------------------------------------------------ named barriers

    def refusal(self, c, k, x):
        number, count = x["id"], x["count"]
        if number > 15:
            return "BAR_BAD_ID"
        if count is not None and (count == 0 or count % 32 or count // 32 > self.warps):
            return "BAR_BAD_COUNT"
        b = c.barrier.get(number)
        if b is None:
            return None
        if b.count != (self.warps if count is None else count // 32):
            return "BAR_COUNT_MISMATCH"
        if b.kind != x["kind"]:
            return "BAR_KIND_MIX"
        return "BAR_DUP_ARRIVE" if k in b.came else None

    def evaluate(self, c, number):
        """Lets a barrier go that is complete, or that never can be."""
        b, living = c.barrier[number], c.living()
        if len(b.came) == b.count or (b.whole and living <= set(b.came)):
            status = None
        elif not b.whole and len(living | set(b.came)) < b.count:
            status = "BAR_UNSATISFIABLE"
        else:
            return
        del c.barrier[number]
        for k in b.waiting:
            self.release(c, k, status, b.result())

    def release(self, c, k, status, result=0):
        """A waiting warp goes on, with what its own arrival brought unless something else is to be said."""
        w = c.warp[k]
        status = status or w.away["brought"]
        w.away = None
        self.answer(c, w, w.alive(), status, result)

    def answer(self, c, w, lanes, status, result=0):
        if severity(status) == 2 and c.error == "none":
            c.error = status
        w.complete(lanes, status, result)

    def arrive_named(self, c, k, x, brought):
        w, lanes = c.warp[k], c.warp[k].alive()
        status = self.refusal(c, k, x)
        if status:
            self.answer(c, w, lanes, status)
            return
        b = c.barrier.setdefault(x["id"], Barrier(x["kind"], self.warps if x["count"] is None else x["count"] // 32))
        b.whole |= x["count"] is None
        b.came[k] = [w.at[i]["q"] for i in lanes]
        if x["op"] == "arrive":
            self.answer(c, w, lanes, brought)
        else:
            w.away = {"brought": brought}
            b.waiting.append(k)
        self.evaluate(c, x["id"])

    # ---------------------------------------------------------------------------------- barrier of the cluster

    def arrive_cluster(self, c, k, x, brought):
        w = c.warp[k]
        if x["op"] == "cluster.arrive":
            status = "CLB_DUP_ARRIVE" if w.arrived else "CLB_SKIPPED_WAIT" if w.owes else "OK"
            w.arrived = w.owes = True
            self.answer(c, w, w.alive(), status if severity(status) >= severity(brought) and status != "OK" else brought)
        elif not w.owes:
            self.answer(c, w, w.alive(), "CLB_WAIT_NO_ARRIVE")
        elif w.arrived:
            w.away = {"brought": brought, "cluster": True}
        else:
            w.owes = False
            self.answer(c, w, w.alive(), brought)

    def phase(self):
        living = [(c, k) for c in self.cta for k in c.living()]
        if not living or not all(c.warp[k].arrived for c, k in living):
            return
        for c, k in living:
            w = c.warp[k]
            w.arrived = False
            if w.away and w.away.get("cluster"):
                w.owes = False
                self.release(c, k, None)

    # ------------------------------------------------------------------------------------------------ statements

    def come_together(self, c, k):
        w = c.warp[k]
        while not w.away:
            first = next((i for i in w.alive() if w.at[i] and not w.awaited(i)), None)
            if first is None:
                break
            x, group = w.at[first], w.peers(first)
            pieces = len({w.at[i]["issue"] for i in group}) > 1
            if x["key"][0] == "warp":
                refused = self.legacy and pieces
                exited = x["mask"] & w.exited
                self.answer(c, w, group, "CV_LEGACY_DIVERGED" if refused else "CV_EXITED_MEMBER" if exited else "OK")
                continue
            brought = "BAR_ALIGNED_DIVERGED" if pieces and (x["aligned"] or self.legacy) else "OK"
            (self.arrive_cluster if x["op"].startswith("cluster") else self.arrive_named)(c, k, x, brought)
        reasons = {i: w.blame(i) for i in w.stuck()}
        for i, reason in reasons.items():
            self.answer(c, w, [i], reason)
        self.phase()

    def run(self, c, k, lanes, each):
        """Lanes of a warp execute an instruction; each: what a lane asks."""
        w, c = self.cta[c].warp[k], self.cta[c]
        self.issue += 1
        for i in range(self.lanes):
            if lanes >> i & 1:
                w.at[i] = dict(each[i], issue=self.issue)
        for i in range(self.lanes):
            if lanes >> i & 1 and not w.at[i].get("mask", -1) >> i & 1:
                self.answer(c, w, [i], "CV_NOT_MEMBER")
        self.come_together(c, k)

    def exit(self, c, k, lanes):
        c = self.cta[c]
        w = c.warp[k]
        w.exited |= lanes
        if w.alive():
            self.come_together(c, k)
            return
        w.arrived = w.owes = False
        for number in sorted(c.barrier):
            self.evaluate(c, number)
        self.phase()
