# SPDX-License-Identifier: Apache-2.0
"""Elements of atomics, mbarrier objects and named barriers of the Python package: histories, values of other arithmetic, what is refused."""
import numpy as np
import pytest

import warpsync as ws
from warpsync import Mbarrier, MbarrierError, NamedBarrier, Op, Status

RANDOM = np.random.default_rng(2)


# ------------------------------------------------------------------------------------------------------------- atom

def test_atom_of_integers():
    r, b = RANDOM.integers(0, 1 << 32, (2, 200), dtype=np.uint32)
    signed = r.view(np.int32), b.view(np.int32)
    for name, wanted in (("ADD_U32", r + b), ("AND_B32", r & b), ("OR_B32", r | b), ("XOR_B32", r ^ b), ("EXCH_B32", b), ("MIN_U32", np.minimum(r, b)),
                         ("MAX_S32", np.maximum(*signed)), ("INC_U32", np.where(r >= b, 0, r + 1)), ("DEC_U32", np.where((r == 0) | (r > b), b, r - 1))):
        got = ws.atom(Op[f"ATOM_{name}"], r, b)
        assert got.tolist() == wanted.tolist() and got.dtype == (np.int32 if name.endswith("S32") else np.uint32)
        assert name not in ("ADD_U32",) or ws.atom(Op.RED_ADD_U32, r, b).tolist() == wanted.tolist()
    assert ws.atom(Op.ATOM_CAS_B32, r, r, b).tolist() == b.tolist() and ws.atom(Op.ATOM_CAS_B32, r, r + np.uint32(1), b).tolist() == r.tolist()
    assert ws.atom(Op.ATOM_ADD_U64, 2**64 - 1, 3) == 2 and ws.atom(Op.ATOM_MIN_S64, 5, -7) == -7
    assert ws.atom(Op.ATOM_CAS_B16, 0xFFFF, 0xFFFF, 1).dtype == np.uint16


@pytest.mark.parametrize("name, kind", (("F32", np.float32), ("F64", np.float64), ("F16", np.float16)))
def test_atom_of_floats_adds_as_numpy_does(name, kind):
    r, b = RANDOM.normal(size=(2, 200)).astype(kind)
    got = ws.atom(Op[f"ATOM_ADD_{name}"], r, b)
    assert got.dtype == kind and (got == r + b).all()
    assert ws.atom(Op[f"RED_ADD_{name}"], 1.5, 0.25) == 1.75


def test_atom_flushes_subnormals_where_asked():
    tiny = np.float32(1e-40)
    assert ws.atom(Op.ATOM_ADD_F32, tiny, tiny) == tiny + tiny and ws.atom(Op.ATOM_ADD_F32, tiny, tiny, ftz=True) == 0


def test_atom_of_128_bits():
    big = 1 << 100 | 7
    assert ws.atom("atom.cas.b128", big, big, 5) == 5 and ws.atom(Op.ATOM_CAS_B128, big, big + (1 << 90), 5) == big
    assert ws.atom(Op.ATOM_EXCH_B128, 1, -1) == (1 << 128) - 1
    assert all(ws.atom_bits(op) in (16, 32, 64, 128) for op in Op if op >> 8 == ws.Unit.ATOM and ".v" not in op.ptx)
    assert [ws.atom_bits(op) for op in (Op.ATOM_CAS_B16, Op.RED_ADD_F32, Op.ATOM_ADD_U64, Op.ATOM_EXCH_B128)] == [16, 32, 64, 128]


@pytest.mark.parametrize("call, error, words", (
    (lambda: ws.atom(77, 1, 2), ValueError, ("op: 77", "atom and red")),
    (lambda: ws.atom_bits(Op.SHFL_UP), ValueError, ("Op.SHFL_UP",)),
    (lambda: ws.atom(Op.RED_ASYNC_ADD_U32, 1, 2), ValueError, ("Op.RED_ASYNC_ADD_U32",)),
    (lambda: ws.atom(Op.ATOM_ADD_U32, 1 << 32, 1), ValueError, ("r: 4294967296",)),
    (lambda: ws.atom(Op.ATOM_ADD_U32, 1, 1.5), TypeError, ("b: float64",)),
    (lambda: ws.atom(Op.ATOM_ADD_U32, [1, 2], [1, 2, 3]), ValueError, ("r: shape (2,)", "b: shape (3,)")),
    (lambda: ws.atom(Op.ATOM_CAS_B128, 1, 1 << 128, 1), ValueError, ("b: ", "128 bits")),
    (lambda: ws.atom(Op.ATOM_CAS_B128, np.ones(2), 1, 1), TypeError, ("r: ", "int of Python")),
))
def test_errors_of_atom_say_what_and_where(call, error, words):
    with pytest.raises(error) as raised:
        call()
    assert all(part in str(raised.value) for part in words), str(raised.value)


# --------------------------------------------------------------------------------------------------------- mbarrier

def test_phases_of_an_mbarrier():
    bar = Mbarrier(3)
    assert (bar.pending, bar.expected, bar.tx, bar.phase, bar.phases) == (3, 3, 0, 0, 0)
    first = bar.arrive(2, no_complete=True)
    assert ws.pending_count(first) == 3 and bar.pending == 1 and not bar.test_wait(first) and not bar.test_wait_parity(0)
    bar.expect_tx(64)
    second = bar.arrive()
    assert (bar.pending, bar.tx, bar.phase) == (0, 64, 0) and not bar.test_wait(second)
    assert not bar.complete_tx(32) and bar.complete_tx(32)
    assert bar.test_wait(first) and bar.test_wait(second) and bar.test_wait_parity(0) and not bar.test_wait_parity(1)
    assert (bar.pending, bar.expected, bar.tx, bar.phase, bar.phases) == (3, 3, 0, 1, 1)
    bar.arrive(2, drop=True)
    bar.arrive(expect_tx=8)
    assert (bar.pending, bar.expected, bar.tx) == (0, 1, 8) and bar.complete_tx(8)
    assert (bar.pending, bar.expected, bar.phase, bar.phases) == (1, 1, 0, 2)


def test_bytes_may_come_before_they_are_expected():
    bar = Mbarrier(1)
    assert not bar.complete_tx(16) and bar.tx == -16
    bar.expect_tx(16)
    assert bar.tx == 0 and bar.phases == 0
    bar.arrive()
    assert bar.phases == 1


def test_copies_raise_what_is_pending():
    bar = Mbarrier(1)
    bar.copy_pending(2)
    bar.arrive(2)
    assert bar.pending == 1 and bar.phases == 0


def test_a_word_of_zero_is_an_object_without_arrivals():
    bar = Mbarrier.from_word(0)
    assert (bar.pending, bar.expected, bar.tx, bar.phase) == (0, 0, 0, 0)
    with pytest.raises(MbarrierError) as raised:
        bar.arrive()
    assert raised.value.status is Status.MB_PENDING_UNDERFLOW and bar.word == 0
    assert Mbarrier.from_word(Mbarrier(9).word).pending == 9


@pytest.mark.parametrize("call, status", (
    (lambda bar: Mbarrier(0), "MB_BAD_COUNT"), (lambda bar: Mbarrier(1 << 20), "MB_BAD_COUNT"), (lambda bar: bar.arrive(0), "MB_BAD_COUNT"),
    (lambda bar: bar.arrive(3), "MB_PENDING_UNDERFLOW"), (lambda bar: bar.arrive(2, no_complete=True), "MB_NOCOMPLETE_VIOLATION"),
    (lambda bar: bar.expect_tx(1 << 20), "MB_TX_OVERFLOW"), (lambda bar: bar.complete_tx(-1), "MB_TX_UNDERFLOW"),
    (lambda bar: bar.copy_pending((1 << 20) - 1), "MB_PENDING_OVERFLOW"), (lambda bar: bar.test_wait(2), "MB_BAD_TOKEN"),
    (lambda bar: bar.test_wait_parity(2), "MB_BAD_PARITY"), (lambda bar: ws.pending_count(bar.arrive()), "MB_TOKEN_NOT_NOCOMPLETE"), (lambda bar: ws.pending_count(2), "MB_BAD_TOKEN"),
))
def test_refusals_of_an_mbarrier_have_their_status(call, status):
    bar = Mbarrier(2)
    with pytest.raises(MbarrierError) as raised:
        call(bar)
    assert raised.value.status is Status[status] and status in str(raised.value)
    assert isinstance(raised.value, ValueError)


def test_what_is_no_number_of_an_mbarrier():
    for call in (lambda: Mbarrier.from_word(1 << 64), lambda: Mbarrier(2).test_wait(-1), lambda: Mbarrier(2).arrive(2, expect_tx=4)):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        Mbarrier(1.5)


# ------------------------------------------------------------------------------------------------------ NamedBarrier

def test_a_named_barrier_is_used_anew():
    bar = NamedBarrier(3)
    for _ in range(2):
        assert bar.arrive(Op.BAR_SYNC, 0) == (False, False, 1, 0)
        assert bar.arrive("barrier.sync", 2).warps == 5
        assert bar.arrive(Op.BAR_SYNC, 1) == (True, False, 7, 0)


def test_reductions_and_counts():
    bar = NamedBarrier(4)
    assert not bar.arrive(Op.BAR_RED_POPC_COUNT, 1, threads=64, pred=0xF0).done
    assert bar.arrive(Op.BAR_RED_POPC_COUNT, 3, threads=64, act=0xFF, pred=0xFFF) == (True, False, 10, 12)
    assert not bar.arrive(Op.BAR_RED_AND_COUNT, 0, threads=64, pred=-1).done
    assert bar.arrive(Op.BAR_RED_AND_COUNT, 1, threads=64, pred=1).value == 0


def test_exits_complete_or_break():
    bar = NamedBarrier(2)
    bar.arrive(Op.BAR_SYNC, 0)
    assert bar.exit(1).done
    bar = NamedBarrier(2)
    bar.arrive(Op.BAR_SYNC_COUNT, 0, threads=64)
    assert bar.exit(1).broken


def test_refusals_of_a_named_barrier():
    bar = NamedBarrier(4)
    bar.arrive(Op.BAR_SYNC_COUNT, 0, threads=96)
    for call, status in ((lambda: bar.arrive(Op.BAR_SYNC_COUNT, 1, threads=33), "BAR_BAD_COUNT"), (lambda: bar.arrive(Op.BAR_SYNC_COUNT, 1, threads=64), "BAR_COUNT_MISMATCH"),
                         (lambda: bar.arrive(Op.BAR_RED_OR_COUNT, 1, threads=96), "BAR_KIND_MIX"), (lambda: bar.arrive(Op.BAR_ARRIVE, 0, threads=96), "BAR_DUP_ARRIVE")):
        with pytest.raises(ws.BarrierError) as raised:
            call()
        assert raised.value.status is Status[status]
    for call, part in ((lambda: NamedBarrier(33), "warps: 33"), (lambda: bar.arrive(Op.BAR_SYNC_COUNT, 1), "needs a thread count"), (lambda: bar.arrive(Op.BAR_SYNC, 1, threads=32), "has no thread count"),
                       (lambda: bar.arrive(Op.BAR_SYNC, 4), "warp: 4"), (lambda: bar.arrive(Op.CLUSTER_WAIT, 1), "Op.CLUSTER_WAIT"), (lambda: bar.exit(9), "warp: 9")):
        with pytest.raises(ValueError, match=part):
            call()
