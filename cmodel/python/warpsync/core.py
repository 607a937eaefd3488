# SPDX-License-Identifier: Apache-2.0
"""The cycle-accurate core and cluster: every port of the RTL has a value in each clock."""
from __future__ import annotations

import operator
from collections import deque

import numpy as np
from numpy.typing import ArrayLike

from . import records
from ._library import ffi, lib, text
from ._operands import bits, operation
from .ops import Op
from .records import In, Out, Rsp

_BUILT = [op for op in Op if op.built]
CLOCKS = 100_000  # for which `Core.issue` and `Core.drain` wait at most, unless told otherwise


class Config(records.Config):
    """What a core is built with: the parameters of rtl/ws_top.v. Fields that are not given have the RTL's defaults.

    Raises TypeError for a field that there is not, ValueError for a number that does not fit. `Core` and `Cluster` check the ranges.

    >>> Config(lanes=8).warps
    4
    """

    _c_name = "ws_config"

    def __init__(self, **fields):
        super().__init__()
        self._pointer()[0] = lib.ws_config_default()
        self.set(**fields)

    def error(self, rank: int = 0) -> str | None:
        """Why a core cannot be built with it, or None."""
        return text(lib.ws_config_error(self._pointer(), rank))


def _checked(config, fields, rank=0) -> Config:
    if config is not None and not isinstance(config, records.Config):
        raise TypeError(f"config: {config!r} is no Config; fields are given by name, as in Core(lanes=8)")
    full = Config(**(config.asdict() if config is not None else {})).set(**fields)
    if (why := full.error(rank)) is not None:
        field = why.split()[0]
        raise ValueError(f"{why}; {field} is {rank if field == 'rank' else getattr(full, field)}")
    return full


class Core:
    """A core, clock by clock: `rtl/ws_top.v`, whose ports are the fields of `inp` and `out` (`inp.req.mask` is req_mask_i).

    config: a `Config`, or its fields by name; rank: of its CTA in a cluster. Raises ValueError, which names the field, where one is
    outside its range.

    inp: `records.In`, what enters in the next clock. It keeps its values until they are changed: set `valid` back yourself.
    out: `records.Out`, what stood at the outputs in the last clock. Fields without a meaning in that clock, as the data of a response that
        is not valid, hold anything.
    now: clocks that have passed since reset.

    There are two ways to use it. `step` is one clock, and all ports are yours. `launch`, `issue`, `exit` and `drain` drive the
    ports, as many clocks as it takes, and put responses that come meanwhile into `responses`; `inp.rsp_ready` is True at the start.

    >>> core = Core(lanes=4)
    >>> core.launch(warp=0)
    >>> core.issue(Op.VOTE_BALLOT, lanes=0b0011, pred=0b0001)   # two lanes wait for the others of the mask
    >>> core.drain()
    []
    >>> core.issue(Op.VOTE_BALLOT, lanes=0b1100, pred=0b1000)
    >>> [(bin(rsp.lanes), rsp.d[:4].tolist()) for rsp in core.drain()]
    [('0b1111', [9, 9, 9, 9])]
    """

    def __init__(self, config: records.Config | None = None, *, rank: int = 0, **fields: int):
        self.config = _checked(config, fields, rank)
        self.inp, self.out, self.now = In(rsp_ready=True), Out(), 0
        self.responses: deque[Rsp] = deque()
        self._memory = np.zeros(lib.ws_core_size(), np.uint8)
        self._core = lib.ws_core_init_rank(ffi.from_buffer(self._memory), self.config._pointer(), rank)
        self._ports = self.inp._pointer(), self.out._pointer()

    @property
    def all_lanes(self) -> int:
        """The set of all lanes of a warp."""
        return (1 << self.config.lanes) - 1

    def step(self, clocks: int = 1) -> Out:
        """So many clocks with the inputs as they are. Returns `out`, the outputs of the last of them."""
        for _ in range(clocks):
            lib.ws_core_step(self._core, *self._ports)
        self.now += clocks
        return self.out

    def launch(self, warp: int = 0, lanes: int | None = None, *, warps: int = 0) -> None:
        """Lanes of a warp begin to live: one clock. lanes: a set, all by default. warps: of the CTA that this launch starts;
        0: all that a CTA can have. Raises ValueError for a warp or lanes that there are not."""
        self._lanes_port(self.inp.launch, warp, lanes, warps)

    def exit(self, warp: int = 0, lanes: int | None = None) -> None:
        """Lanes of a warp exit: one clock. lanes: a set, all by default. Raises ValueError for a warp or lanes that there are not."""
        self._lanes_port(self.inp.exit, warp, lanes, self.inp.launch_warps)

    def issue(self, op: Op | int | str, *, warp: int = 0, lanes: int | None = None, mask: ArrayLike | None = None, a: ArrayLike = 0,
              b: ArrayLike = 0, c: ArrayLike = 0, addr: ArrayLike = 0, pred: int = 0, neg: bool = False,
              tag: int = 0, clocks: int = CLOCKS) -> None:
        """A request, held until it is taken.

        op: Op.*, its number or its PTX name. warp, tag: numbers. lanes: set of the lanes that issue it, all by default.
        mask: membermask, one or of each lane, all by default. a, addr (64 bits), b, c (32 bits): operands, one or of each lane; which
            operand of an operation is where: rtl/README.md. pred: set of the lanes whose predicate holds; neg: it is complemented.
        clocks: for which it waits at most.

        Raises ValueError for an operation that no core carries out and for what does not fit, and TimeoutError if it is not taken.
        """
        req = self.inp.req
        op = operation(op, "Core", _BUILT)
        every = self.all_lanes if mask is None else mask
        req.set(tag=tag, warp=self._warp(warp), op=op, lanes=self._set("lanes", lanes), pred=self._set("pred", pred), neg=neg,
                mask=self._each("mask", every, 32), addr=self._each("addr", addr, 64), a=self._each("a", a, 64), b=self._each("b", b, 32), c=self._each("c", c, 32))
        req.valid = True
        for _ in range(clocks):
            self._clock()
            if self.out.req_ready:
                req.valid = False
                return
        req.valid = False
        raise TimeoutError(f"{op.ptx}: not taken in {clocks} clocks")

    def drain(self, clocks: int = CLOCKS) -> list[Rsp]:
        """Runs until the core is idle: nothing moves, though lanes may wait for others. Returns all responses that have come since the
        last call, in their order, and empties `responses`. Raises TimeoutError if it is not idle after so many clocks."""
        for _ in range(clocks):
            self._clock()
            if self.out.idle and not self.out.rsp.valid:
                came, self.responses = list(self.responses), deque()
                return came
        raise TimeoutError(f"not idle after {clocks} clocks")

    def phases(self, addr: int) -> int:
        """Phases that the mbarrier object at this address, in bytes of shared memory, has completed since its init."""
        return int(lib.ws_core_phases(self._core, addr // 8))

    def save(self) -> bytes:
        """The state, for `restore` of this same core."""
        return self._memory.tobytes()

    def restore(self, state: bytes) -> None:
        """Puts a state of this core back. Ports, `now` and `responses` stay. Raises ValueError for what is no state of this size."""
        if len(state) != len(self._memory):
            raise ValueError(f"state: {len(state)} bytes, where a core has {len(self._memory)}")
        self._memory[:] = np.frombuffer(state, np.uint8)

    def _clock(self):
        self.step()
        if self.out.rsp.valid and self.inp.rsp_ready:
            self.responses.append(self.out.rsp.copy())

    def _lanes_port(self, port, warp, lanes, warps):
        self.inp.launch_warps = warps
        port.set(warp=self._warp(warp), lanes=self._set("lanes", lanes), valid=True)
        self._clock()
        port.valid = False

    def _warp(self, warp):
        if not 0 <= operator.index(warp) < self.config.warps:
            raise ValueError(f"warp: {warp}; the core has {self.config.warps}")
        return warp

    def _set(self, name, lanes):
        lanes = self.all_lanes if lanes is None else operator.index(lanes)
        if not 0 <= lanes <= self.all_lanes:
            raise ValueError(f"{name}: {lanes:#x} has bits of lanes that there are not; the core has {self.config.lanes}")
        return lanes

    def _each(self, name, value, width):
        """An operand of each lane, the lanes that the core does not have 0."""
        array = bits(name, value, width)
        if array.ndim and array.shape != (self.config.lanes,):
            raise ValueError(f"{name}: shape {array.shape}; one value, or one for each of {self.config.lanes} lanes")
        whole = np.zeros(lib.WS_LANES_MAX, array.dtype)
        whole[:self.config.lanes] = array
        return whole

    def __repr__(self):
        return f"<Core of {self.config.lanes} lanes and {self.config.warps} warps after {self.now} clocks>"


class Cluster:
    """Several cores, a CTA each, and the network between them, clock by clock: `rtl/cluster/ws_cluster.v`.

    config: as of `Core`; `ctas` is how many. inp, out: a tuple of `records.In` and one of `records.Out`, by rank; the fields net and clb
    of `inp` are not looked at. Raises ValueError, which names the field, where one is outside its range.
    """

    def __init__(self, config: records.Config | None = None, **fields: int):
        self.config = _checked(config, fields)
        self.now = 0
        self._memory = np.zeros(lib.ws_cluster_size(self.config._pointer()), np.uint8)
        self._cluster = lib.ws_cluster_init(ffi.from_buffer(self._memory), self.config._pointer())
        ports = [np.zeros((self.config.ctas, ffi.sizeof(kind)), np.uint8) for kind in ("ws_in", "ws_out")]
        self.inp: tuple[In, ...] = tuple(In._over(row).set(rsp_ready=True) for row in ports[0])
        self.out: tuple[Out, ...] = tuple(Out._over(row) for row in ports[1])
        self._ports = self.inp[0]._pointer(), self.out[0]._pointer()

    def step(self, clocks: int = 1) -> tuple[Out, ...]:
        """So many clocks of all CTAs with the inputs as they are. Returns `out`, the outputs of the last of them."""
        for _ in range(clocks):
            lib.ws_cluster_step(self._cluster, *self._ports)
        self.now += clocks
        return self.out

    def phases(self, rank: int, addr: int) -> int:
        """Phases that the mbarrier object at an address of a CTA's shared memory has completed since its init. Raises IndexError for a
        rank that there is not."""
        if not 0 <= rank < self.config.ctas:
            raise IndexError(f"rank: {rank}; the cluster has {self.config.ctas} CTAs")
        return int(lib.ws_core_phases(lib.ws_cluster_core(self._cluster, rank), addr // 8))

    def __repr__(self):
        return f"<Cluster of {self.config.ctas} CTAs after {self.now} clocks>"
