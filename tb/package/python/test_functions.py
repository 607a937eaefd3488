# SPDX-License-Identifier: Apache-2.0
"""The pure functions of the Python package against rules written out in Python: results, types, shapes, and what they refuse."""
import numpy as np
import pytest

import warpsync as ws
from warpsync import Op

LANES = (4, 8, 16, 32)
RANDOM = np.random.default_rng(1)


def word(shape=()):
    return RANDOM.integers(0, 1 << 32, shape, dtype=np.uint32)


def source(op, lanes, lane, b, c):
    """The rule of shfl (PTX 9.7.9.6), as a person reads it."""
    b, clamp, segment = b % lanes, c % lanes, (c >> 8) % lanes
    last, first = lane & segment | clamp & ~segment, lane & segment
    if op is Op.SHFL_UP:
        at, good = lane - b, lane - b >= last
    elif op is Op.SHFL_DOWN:
        at, good = lane + b, lane + b <= last
    else:
        at = lane ^ b if op is Op.SHFL_BFLY else first | b & ~segment
        good = at <= last
    return (at, True) if good else (lane, False)


@pytest.mark.parametrize("lanes", LANES)
@pytest.mark.parametrize("op", (Op.SHFL_UP, Op.SHFL_DOWN, Op.SHFL_BFLY, Op.SHFL_IDX))
def test_shfl_follows_the_rule(op, lanes):
    a, b, c, act = word((40, lanes)), word((40, lanes)), word((40, lanes)), word(40)
    d, p, undefined = ws.shfl(op, a, b, c, act=act)
    for n in range(40):
        for lane in range(lanes):
            if not int(act[n]) >> lane & 1:
                assert d[n, lane] == 0 and not int(p[n] | undefined[n]) >> lane & 1
                continue
            at, good = source(op, lanes, lane, int(b[n, lane]), int(c[n, lane]))
            there = int(act[n]) >> at & 1
            assert (int(d[n, lane]), int(p[n]) >> lane & 1, int(undefined[n]) >> lane & 1) == (int(a[n, at]) * there, good, not there)


def test_shfl_without_c_has_no_segments():
    a = np.arange(32, dtype=np.int32)
    assert ws.shfl(Op.SHFL_UP, a, 1).d.tolist() == [0, *range(31)]
    assert ws.shfl(Op.SHFL_DOWN, a, 1).p == 0x7FFFFFFF
    assert ws.shfl(Op.SHFL_IDX, a, 5).d.tolist() == [5] * 32


def test_shfl_gives_the_type_of_its_operand_and_leaves_it_alone():
    for kind in (np.int32, np.uint32, np.float32):
        a = np.arange(8).astype(kind)
        d = ws.shfl("shfl.sync.bfly.b32", a, 1).d
        assert d.dtype == kind and d.tolist() == [1, 0, 3, 2, 5, 4, 7, 6] and a.tolist() == list(range(8))
    assert ws.shfl(Op.SHFL_BFLY, [-1, 2, 3, 4], 1).d.tolist() == [2, 0xFFFFFFFF, 4, 3]


def test_operands_are_repeated_as_numpy_does_it():
    a, act = np.arange(64).reshape(2, 1, 32), np.array([0xFFFF, 0xFFFFFFFF, 0])
    d, p, undefined = ws.shfl(Op.SHFL_BFLY, a, 16, act=act)
    assert d.shape == (2, 3, 32) and p.shape == undefined.shape == (2, 3)
    assert undefined.tolist() == [[0xFFFF, 0, 0]] * 2 and d[1, 1].tolist() == [*range(48, 64), *range(32, 48)]
    alone = ws.shfl(Op.SHFL_BFLY, a[1, 0], 16, act=0xFFFF)
    assert isinstance(alone.p, int) and isinstance(alone.undefined, int) and alone.d.tolist() == d[1, 0].tolist()
    assert ws.redux(Op.REDUX_ADD_U32, a, act=act).shape == (2, 3)
    assert ws.match_any(a, act=act).shape == (2, 3, 32)
    assert ws.match_all(a, act=act).p.tolist() == [[False, False, True]] * 2
    assert ws.vote(Op.VOTE_ANY, np.array([[1], [0]]), act=act).tolist() == [[True, True, False], [False] * 3]


def test_sets_are_numbers_or_flags():
    flags = ws.to_flags(0xA5, 8)
    assert ws.to_mask(flags) == 0xA5 and flags.tolist() == [True, False, True, False, False, True, False, True]
    assert ws.vote(Op.VOTE_BALLOT, flags) == 0xA5
    assert ws.vote(Op.VOTE_BALLOT, 0xA5, lanes=4) == 5
    assert ws.shfl(Op.SHFL_IDX, np.arange(8), 0, act=flags).undefined == ws.shfl(Op.SHFL_IDX, np.arange(8), 0, act=0xA5).undefined
    assert ws.elect(flags) == ws.elect(0xA5) == 0 and ws.elect(0x80000000) == 31 and ws.elect(0) == 0
    assert ws.vote(Op.VOTE_ALL, 0xF, act=-1, lanes=4) is True and ws.match_all([1] * 4, act=0xFFFFFFFF).d == 15  # bits of no lane do not count
    many = word((3, 5))
    assert (ws.to_mask(ws.to_flags(many)) == many).all()


def test_vote():
    for act in range(16):
        for pred in range(16):
            ayes = [pred >> lane & 1 for lane in range(4) if act >> lane & 1]
            for op, wanted in ((Op.VOTE_ALL, all(ayes)), (Op.VOTE_ANY, any(ayes)), (Op.VOTE_UNI, len(set(ayes)) < 2), (Op.VOTE_BALLOT, act & pred)):
                got = ws.vote(op, pred, act=act, lanes=4)
                assert got == wanted and type(got) is type(wanted)
                assert ws.vote(Op[op.name.replace("VOTE", "VOTE_LEGACY")], pred, act=act, lanes=4) == wanted


@pytest.mark.parametrize("width, kind", ((32, np.uint32), (64, np.uint64)))
def test_match(width, kind):
    for _ in range(50):
        a = (RANDOM.integers(0, 3, 16).astype(kind) << kind(width - 2)) | kind(5)
        act = int(word()) & 0xFFFF
        holders = [sum(1 << j for j in range(16) if act >> j & 1 and a[j] == a[i]) if act >> i & 1 else 0 for i in range(16)]
        assert ws.match_any(a, act=act).tolist() == holders
        same = len({int(a[i]) for i in range(16) if act >> i & 1}) < 2
        assert ws.match_all(a, act=act) == (act if same else 0, same)
    halves = np.array([1, 1 << 32 | 1, 1, 1], np.uint64)
    assert ws.match_any(halves).tolist() == [13, 2, 13, 13]
    assert ws.match_any([1, 2, 1, 1], width=64).tolist() == [13, 2, 13, 13]
    assert ws.match_any([-1, 1 << 63, (1 << 64) - 1, (1 << 63) + 1], width=64).tolist() == [5, 2, 5, 8]  # a list that NumPy would round


def test_redux_of_integers():
    signed = lambda x: int(x) - (int(x) >> 31 << 32)
    for _ in range(50):
        a, act = word(32), int(word()) | 1
        taken = [int(a[i]) for i in range(32) if act >> i & 1]
        wanted = {"ADD_U32": sum(taken) % 2**32, "MIN_U32": min(taken), "MAX_U32": max(taken), "MIN_S32": min(map(signed, taken)), "MAX_S32": max(map(signed, taken)),
                  "ADD_S32": signed(sum(taken) % 2**32), "AND_B32": int(np.bitwise_and.reduce(taken)), "OR_B32": int(np.bitwise_or.reduce(taken)),
                  "XOR_B32": int(np.bitwise_xor.reduce(taken))}
        for name, value in wanted.items():
            got = ws.redux(Op[f"REDUX_{name}"], a, act=act)
            assert got == value and got.dtype == (np.int32 if name.endswith("S32") else np.uint32)
    assert ws.redux(Op.REDUX_ADD_U32, [1] * 4, act=0) == 0


def test_redux_of_floats():
    a = np.array([1.5, -2, np.nan, 0.25], np.float32)
    got = ws.redux("redux.sync.min.f32", a)
    assert got == -2 and got.dtype == np.float32
    assert np.isnan(ws.redux(Op.REDUX_MAX_NAN_F32, a)) and ws.redux(Op.REDUX_MAX_ABS_F32, a) == 2
    assert ws.redux(Op.REDUX_MAX_F32, [1.5, 2.5, 0.0, 1.0]) == 2.5
    assert ws.redux(Op.REDUX_MIN_F32, [0x3F800000] * 4) == 1  # integers are the bits


@pytest.mark.parametrize("call, error, words", (
    (lambda: ws.shfl(77, range(32), 1), ValueError, ("op: 77", "shfl", "SHFL_DOWN")),
    (lambda: ws.shfl(Op.VOTE_ALL, range(32), 1), ValueError, ("Op.VOTE_ALL", "shfl")),
    (lambda: ws.vote(Op.ELECT, 1), ValueError, ("Op.ELECT", "vote")),
    (lambda: ws.redux(0x418, range(4)), ValueError, ("op: 1048", "redux")),
    (lambda: ws.shfl("shfl.sync.bfy.b32", range(32), 1), ValueError, ("'shfl.sync.bfy.b32'", "is it 'shfl.sync.bfly.b32'?")),
    (lambda: ws.shfl(1.5, range(32), 1), TypeError, ("op: 1.5",)),
    (lambda: ws.shfl(Op.SHFL_UP, range(5), 1), ValueError, ("a: shape (5,)", "4, 8, 16 or 32")),
    (lambda: ws.shfl(Op.SHFL_UP, 5, 1), ValueError, ("a: shape ()",)),
    (lambda: ws.shfl(Op.SHFL_UP, range(32), [1, 2, 3]), ValueError, ("a: shape (32,)", "b: shape (3,)")),
    (lambda: ws.shfl(Op.SHFL_UP, [1 << 32] * 4, 1), ValueError, ("a: 4294967296", "32 bits")),
    (lambda: ws.shfl(Op.SHFL_UP, [-(1 << 31) - 1] * 4, 1), ValueError, ("a: -2147483649", "32 bits")),
    (lambda: ws.shfl(Op.SHFL_UP, np.zeros(4), 1), TypeError, ("a: float64", "32 bits")),
    (lambda: ws.shfl(Op.SHFL_UP, [1.5] * 4, 1), TypeError, ("a: float64",)),
    (lambda: ws.shfl(Op.SHFL_UP, range(4), 1, act=[True] * 5), ValueError, ("act: 5 flags for 4 lanes",)),
    (lambda: ws.match_any(range(4), width=16), ValueError, ("width: 16",)),
    (lambda: ws.match_any([1 << 64] * 4, width=64), ValueError, ("a: 18446744073709551616", "64 bits")),
    (lambda: ws.vote(Op.VOTE_ALL, 1, lanes=5), ValueError, ("lanes: shape (5,)",)),
    (lambda: ws.to_mask([True] * 33), ValueError, ("flags: shape (33,)",)),
))
def test_errors_say_what_and_where(call, error, words):
    with pytest.raises(error) as raised:
        call()
    assert all(part in str(raised.value) for part in words), str(raised.value)
