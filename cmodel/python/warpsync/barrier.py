# SPDX-License-Identifier: Apache-2.0
"""A named barrier of a CTA, without time (PTX 9.7.13.1)."""
from __future__ import annotations

import operator
from typing import NamedTuple

from ._library import ffi, lib
from ._operands import operation
from .ops import Op, Status, Unit

_BAR = [op for op in Op if op >> 8 == Unit.BAR]


class BarrierError(ValueError):
    """An arrival that the model refuses. `status` says why; the barrier is unchanged."""

    def __init__(self, what: str, status: int):
        self.status = Status(status)
        super().__init__(f"{what}: {self.status.name}")


class Arrived(NamedTuple):
    """What an arrival or an exit makes of a barrier."""

    done: bool  # complete: the warps that wait go on
    broken: bool  # can never be complete (BAR_UNSATISFIABLE): they are released
    warps: int  # set of the warps that have arrived in this use of the barrier, this one included
    value: int  # result of a reduction, once done: threads for popc, else 0 or 1


class NamedBarrier:
    """One of the 16 barriers of a CTA (PTX 9.7.13.1): complete when as many warps have arrived as it awaits or, where a warp named no
    count, when every warp of the CTA that has not exited has. Then it can be used anew.

    warps: of the CTA, 1 to 32. Raises ValueError for another number.

    >>> bar = NamedBarrier(2)
    >>> bar.arrive(Op.BAR_RED_POPC, 0, pred=0xff).done
    False
    >>> bar.arrive(Op.BAR_RED_POPC, 1, pred=1)
    Arrived(done=True, broken=False, warps=3, value=9)
    """

    def __init__(self, warps: int):
        if not 1 <= operator.index(warps) <= lib.WS_WARPS_MAX:
            raise ValueError(f"warps: {warps}; a CTA has 1 to {lib.WS_WARPS_MAX}")
        self.warps = warps
        self.live: int = (1 << warps) - 1  # set of the warps that have not exited
        self._bar = ffi.new("ws_bar *")

    def arrive(self, op: Op | int | str, warp: int, *, threads: int | None = None, act: int = 0xFFFFFFFF, pred: int = 0) -> Arrived:
        """A warp arrives: barrier.sync, .arrive, .red (PTX 9.7.13.1).

        op: Op.BAR_*, or its PTX name; warp: 0 .. warps - 1. threads: thread count, 32 a warp at every lane count, given if and only if
        op has one (Op.BAR_*_COUNT, Op.BAR_ARRIVE*). act: lanes of the warp that came; pred: their predicates, a complement applied.

        Raises BarrierError (a ValueError) with BAR_BAD_COUNT, BAR_COUNT_MISMATCH, BAR_KIND_MIX or BAR_DUP_ARRIVE, and ValueError for an
        operation that is none of barriers, a warp that has exited or is none, and a count that is missing or too much.
        """
        op = operation(op, "barrier", _BAR)
        counted = bool(lib.ws_bar_key(op, 0, 0))  # no count is a wrong one, to an operation that has one
        if not (0 <= operator.index(warp) < self.warps and self.live >> warp & 1):
            raise ValueError(f"warp: {warp} has exited, or is none of the {self.warps}")
        if counted != (threads is not None):
            raise ValueError(f"threads: {op.ptx!r} {'needs a' if counted else 'has no'} thread count")
        count = threads if threads is not None and 0 <= operator.index(threads) < 1 << 32 else 0
        ask = ffi.new("ws_bar_ask *", {"warp": warp, "op": op, "key": lib.ws_bar_key(op, 0, count), "val": lib.ws_bar_val(op, act & 0xFFFFFFFF, pred & 0xFFFFFFFF)})
        return self._next(op.ptx, ask)

    def exit(self, warp: int) -> Arrived:
        """All lanes of a warp exit, which may complete the barrier for the others. Raises ValueError for a warp that is none."""
        if not 0 <= operator.index(warp) < self.warps:
            raise ValueError(f"warp: {warp} is none of the {self.warps}")
        self.live &= ~(1 << warp)
        return self._next("exit", ffi.NULL)

    def _next(self, what, ask):
        result = lib.ws_bar_next(self._bar, ask, self.live, self.warps)
        if result.status:
            raise BarrierError(what, result.status)
        self._bar[0] = result.bar
        used = result.bar.act or result.done or result.broken
        return Arrived(bool(result.done), bool(result.broken), int(result.bar.arr) if used else 0, int(result.bar.acc) if result.done else 0)

    def __repr__(self):
        bar = self._bar
        return f"<NamedBarrier of {self.warps} warps: " + (f"{bin(bar.arr).count('1')} of {bar.exp} have arrived>" if bar.act else "nobody has arrived>")
