# SPDX-License-Identifier: Apache-2.0
"""What a user with cocotb would write for rtl/ws_top.v: whole warps issue one operation after another with random operands, a
request a clock where the block takes it; each response is checked against libwarpsync, called through ctypes. For scripts/bench.py.

Environment: OP (shfl_bfly, vote_ballot, redux_add), N (operations), MODEL (the shared library), LANES, SEED.
"""
import ctypes
import os
import pathlib
import random
import struct
import sys
import time

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, ReadOnly

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import optable  # pylint: disable=wrong-import-position

LANES, WARPS = int(os.environ.get("LANES", "32")), 4
N = int(os.environ.get("N") or 1000)
SEED = int(os.environ.get("SEED", "1"))
OP = os.environ.get("OP") or "shfl_bfly"
CODES = {name: next(op["code"] for op in optable.operations() if op["c"] == c)
         for name, c in (("shfl_bfly", "SHFL_BFLY"), ("vote_ballot", "VOTE_BALLOT"), ("redux_add", "REDUX_ADD_U32"))}
ALL = (1 << LANES) - 1
WORDS = ctypes.c_uint32 * LANES
INPUTS = ("cfg_legacy_i", "cfg_watchdog_i", "cfg_trywait_i", "cfg_rank_i", "tick_i", "req_valid_i", "req_neg_i", "req_addr_i", "req_a_i",
          "req_b_i", "req_c_i", "req_pred_i", "exit_valid_i", "exit_warp_i", "exit_lanes_i", "launch_valid_i", "launch_warps_i", "ls_valid_i",
          "ls_en_i", "ls_row_i", "ls_be_i", "ls_wdata_i", "tx_valid_i", "tx_addr_i", "tx_bytes_i", "gm_rsp_valid_i", "gm_rsp_data_i",
          "gm_rsp_tag_i", "net_valid_i", "net_msg_i", "ask_valid_i", "ask_msg_i", "ans_valid_i", "ans_msg_i", "clb_phase_i")

model = ctypes.CDLL(os.environ["MODEL"])
model.ws_redux.restype = ctypes.c_uint32
model.ws_vote.restype = ctypes.c_uint32


def words(value):
    """A lane vector of 32-bit words as C has it."""
    return WORDS.from_buffer_copy(value.to_bytes(4 * LANES, "little"))


def number(array):
    return int.from_bytes(bytes(array), "little")


class Operation:
    """Operands of a whole warp, and what has to come back: d of all lanes, p."""

    def __init__(self, rng):
        self.a = self.b = self.c = self.pred = 0
        getattr(self, OP)(rng)

    def shfl_bfly(self, rng):
        low = struct.unpack(f"<{LANES}I", rng.randbytes(4 * LANES))
        self.a = int.from_bytes(b"".join(struct.pack("<Q", word) for word in low), "little")
        b, c = rng.randrange(LANES), (LANES - 1) | rng.choice((0, 0, 0, 0x10, 0x18, 0x1e)) << 8
        self.b, self.c = number(WORDS(*[b] * LANES)), number(WORDS(*[c] * LANES))
        d, p, und = WORDS(), ctypes.c_uint32(), ctypes.c_uint32()
        model.ws_shfl(LANES, CODES[OP] & 0xff, ALL, WORDS(*low), words(self.b), words(self.c), d, ctypes.byref(p), ctypes.byref(und))
        self.d, self.p = number(d), p.value

    def vote_ballot(self, rng):
        self.pred = rng.getrandbits(LANES)
        ballot = model.ws_vote(CODES[OP] & 0xff, ALL, self.pred)
        self.d, self.p = number(WORDS(*[ballot] * LANES)), None

    def redux_add(self, rng):
        low = struct.unpack(f"<{LANES}I", rng.randbytes(4 * LANES))
        self.a = int.from_bytes(b"".join(struct.pack("<Q", word) for word in low), "little")
        self.d, self.p = number(WORDS(*[model.ws_redux(LANES, CODES[OP] & 0xff, ALL, WORDS(*low))] * LANES)), None


async def start(dut):
    """Clock, reset, every lane of every warp alive."""
    cocotb.start_soon(Clock(dut.clk_i, 2, "ns").start())
    for name in INPUTS:
        getattr(dut, name).value = 0
    dut.cfg_ctas_i.value = 1
    for name in ("rsp_ready_i", "gm_ready_i", "net_ready_i", "ask_ready_i", "ans_ready_i"):
        getattr(dut, name).value = 1
    dut.rst_ni.value = 0
    await ClockCycles(dut.clk_i, 4)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    for warp in range(WARPS):
        dut.launch_valid_i.value, dut.launch_warp_i.value, dut.launch_lanes_i.value = 1, warp, ALL
        await FallingEdge(dut.clk_i)
    dut.launch_valid_i.value = 0
    dut.req_op_i.value, dut.req_lanes_i.value = CODES[OP], ALL
    dut.req_mask_i.value = (1 << LANES * LANES) - 1
    await ClockCycles(dut.clk_i, 200)


class Bench:
    def __init__(self, dut):
        self.dut, self.open, self.answered = dut, {}, 0

    def check(self):
        """The response that stands there and is taken at the next edge."""
        dut = self.dut
        key = dut.rsp_tag_o.value.integer, dut.rsp_warp_o.value.integer
        assert key in self.open, f"a response for tag {key[0]}, warp {key[1]}, which has no request"
        want = self.open.pop(key)
        assert dut.rsp_lanes_o.value.integer == ALL and dut.rsp_op_o.value.integer == CODES[OP] and dut.rsp_status_o.value.integer == 0
        d = dut.rsp_d_o.value.integer
        assert d == want.d, f"tag {key[0]}: d is {d:x}, expected {want.d:x}"
        if want.p is not None:
            p = dut.rsp_p_o.value.integer
            assert p == want.p, f"tag {key[0]}: p is {p:x}, expected {want.p:x}"
        self.answered += 1

    async def cycle(self):
        """From one falling edge to the next. Whether a request was accepted at the rising edge between them."""
        await ReadOnly()
        took = self.dut.req_valid_i.value.integer and self.dut.req_ready_o.value.integer
        if self.dut.rsp_valid_o.value.integer:
            self.check()
        await FallingEdge(self.dut.clk_i)
        return took

    def issue(self, k, op):
        dut = self.dut
        self.open[k % 256, k % WARPS] = op
        dut.req_valid_i.value, dut.req_tag_i.value, dut.req_warp_i.value = 1, k % 256, k % WARPS
        if OP == "vote_ballot":
            dut.req_pred_i.value = op.pred
            return
        dut.req_a_i.value = op.a
        if OP == "shfl_bfly":
            dut.req_b_i.value, dut.req_c_i.value = op.b, op.c


@cocotb.test()
async def random_operations(dut):
    """N operations, each answered once and rightly."""
    await start(dut)
    await FallingEdge(dut.clk_i)
    bench, rng = Bench(dut), random.Random(SEED)
    begin = time.process_time()
    for k in range(N):
        bench.issue(k, Operation(rng))
        waited = 0
        while not await bench.cycle():
            waited += 1
            assert waited < 1000, f"request {k} is not taken"
    dut.req_valid_i.value = 0
    for _ in range(100):
        await bench.cycle()
    seconds = time.process_time() - begin
    assert bench.answered == N and not bench.open, f"{bench.answered} answers to {N} requests"
    print(f"RATE {N} operations {seconds:.3f} seconds", flush=True)
