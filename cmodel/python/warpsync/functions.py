# SPDX-License-Identifier: Apache-2.0
"""What the warp's operations compute, without time: operands of lanes in, results out.

The last axis of an operand is the lanes of a warp, 4, 8, 16 or 32, lane 0 first. Axes before it are warps: operands are repeated to
one shape as NumPy does it, and each warp is computed by itself. `act` is the set of lanes that take part, as a number with a bit a
lane (bits of no lane do not count) or as bool of shape (..., lanes); by default all do. Operands are never written.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._library import lib
from ._operands import bits, common, lanes_of, operation, pointer, rows, scalar, sets
from .ops import Op, Unit

_SHFL = [op for op in Op if op >> 8 == Unit.SHFL]
_VOTE = [op for op in Op if op.ptx.startswith("vote.")]
_REDUX = [op for op in Op if op >> 8 == Unit.REDUX]
_RESULTS = {"s32": np.int32, "f32": np.float32}


class Shuffled(NamedTuple):
    """What `shfl` gives."""

    d: np.ndarray  # shape and type of a: the value of the source lane; 0 in lanes outside act, and where the source is outside act
    p: int | np.ndarray  # set of the lanes whose computed source is in range
    undefined: int | np.ndarray  # set of the lanes whose source is outside act, where PTX leaves d undefined


class MatchedAll(NamedTuple):
    """What `match_all` gives."""

    d: int | np.ndarray  # act where all values are the same, else 0
    p: bool | np.ndarray  # all values are the same


def shfl(op: Op | int | str, a: ArrayLike, b: ArrayLike, c: ArrayLike | None = None, *, act: ArrayLike | None = None) -> Shuffled:
    """shfl.sync: each lane takes the value of another lane (PTX 9.7.9.6).

    op: Op.SHFL_UP, SHFL_DOWN, SHFL_BFLY or SHFL_IDX, or its PTX name.
    a: values, 32 bits each (uint32, int32, float32, or integers that fit), shape (..., lanes).
    b: lane or distance, integers, shape () or (..., lanes).
    c: clamp in bits 4:0, segment mask in 12:8, integers, shape () or (..., lanes). By default there are no segments: 0 for up,
       lanes - 1 for the others.
    act: see the module.

    Returns `Shuffled`. Raises ValueError for a code that is no function of shfl, for shapes that do not go together and for numbers
    of more than 32 bits, and TypeError for operands that are no numbers.

    >>> shfl(Op.SHFL_BFLY, np.arange(4), 1).d.tolist()
    [1, 0, 3, 2]
    """
    op = operation(op, "shfl", _SHFL)
    values = bits("a", a, 32)
    lanes = lanes_of("a", values.shape)
    steps = bits("b", b, 32)
    clamps = bits("c", (0 if op is Op.SHFL_UP else lanes - 1) if c is None else c, 32)
    acts = sets("act", act, lanes)
    shape = common(a=values.shape, b=steps.shape, c=clamps.shape, act=acts.shape + (lanes,))
    values, steps, clamps, acts = rows(values, shape), rows(steps, shape), rows(clamps, shape), rows(acts, shape[:-1])
    d, p, undefined = np.zeros(shape, np.uint32), np.zeros(shape[:-1], np.uint32), np.zeros(shape[:-1], np.uint32)
    at = [pointer(x) for x in (values, steps, clamps, d, p, undefined)]
    for n, members in enumerate(acts.ravel().tolist()):
        lib.ws_shfl(lanes, op, members, *(x + n * lanes for x in at[:4]), *(x + n for x in at[4:]))
    kind = getattr(a, "dtype", None)
    return Shuffled(d.view(kind) if kind is not None and kind.itemsize == 4 and kind.kind in "iuf" else d, scalar(p), scalar(undefined))


def vote(op: Op | int | str, pred: ArrayLike, *, act: ArrayLike | None = None, lanes: int = 32) -> bool | int | np.ndarray:
    """vote.sync and the deprecated vote (PTX 9.7.13.9, 9.7.13.8).

    op: Op.VOTE_ALL, VOTE_ANY, VOTE_UNI, VOTE_BALLOT or VOTE_LEGACY_*, or the PTX name.
    pred: predicates, a complement already applied: sets as numbers, shape (...), or bool, shape (..., lanes).
    act: see the module. lanes: of a warp, where pred is a number.

    Returns bool for all, any and uni (for an empty act True, False, True), the set of lanes as a number for ballot; arrays of shape
    (...) for several warps. Raises ValueError for a code that is no function of vote, and for numbers that do not fit.

    >>> vote(Op.VOTE_BALLOT, [True, False, True, True])
    13
    """
    op = operation(op, "vote", _VOTE)
    flags = np.asarray(pred)
    if flags.dtype.kind == "b" and flags.ndim:
        lanes = lanes_of("pred", flags.shape)
    else:
        lanes_of("lanes", (lanes,))
    preds, acts = sets("pred", pred, lanes), sets("act", act, lanes)
    shape = common(pred=preds.shape, act=acts.shape)
    preds, acts = rows(preds, shape), rows(acts, shape)
    d = np.zeros(shape, np.uint32)
    at = pointer(d)
    for n, (members, ayes) in enumerate(zip(acts.ravel().tolist(), preds.ravel().tolist())):
        lib.ws_vote(op, members, ayes, at + n)
    return scalar(d) if "ballot" in op.ptx else scalar(d.astype(bool), bool)


def elect(act: ArrayLike) -> int:
    """elect.sync: the lowest lane of a set (PTX 9.7.13.14).

    act: a number with a bit a lane, or bool, shape (lanes,). Returns the lane, 0..31; 0 for an empty set. Raises ValueError for a
    number of more than 32 bits.
    """
    flags = np.asarray(act)
    members = sets("act", act, flags.shape[-1] if flags.dtype.kind == "b" and flags.ndim else 32)
    return int(lib.ws_elect(int(members)))


def match_any(a: ArrayLike, *, act: ArrayLike | None = None, width: int | None = None) -> np.ndarray:
    """match.any.sync: for each lane the lanes that hold the same value (PTX 9.7.13.10).

    a: values of 32 or 64 bits, shape (..., lanes). width: 32 or 64; by default that of the type of a, and 32 for a list.
    act: see the module.

    Returns uint32, shape (..., lanes): the set of lanes of act that hold the value of this one; 0 in lanes outside act. Raises
    ValueError for a width that is neither, shapes that do not go together, and numbers that do not fit.

    >>> [hex(x) for x in match_any([7, 7, 5, 7])]
    ['0xb', '0xb', '0x4', '0xb']
    """
    lanes, width, keys, acts = _match_operands(a, act, width)
    d = np.zeros(keys.shape, np.uint32)
    a_at, d_at = pointer(keys, "uint64_t"), pointer(d)
    for n, members in enumerate(acts.ravel().tolist()):
        lib.ws_match_any(lanes, width, members, a_at + n * lanes, d_at + n * lanes)
    return d


def match_all(a: ArrayLike, *, act: ArrayLike | None = None, width: int | None = None) -> MatchedAll:
    """match.all.sync: do all lanes hold the same value? (PTX 9.7.13.10)

    Operands and errors are those of `match_any`. Returns `MatchedAll`, for an empty act (0, True).
    """
    lanes, width, keys, acts = _match_operands(a, act, width)
    d, p = np.zeros(acts.shape, np.uint32), np.zeros(acts.shape, bool)
    a_at, d_at = pointer(keys, "uint64_t"), pointer(d)
    for n, members in enumerate(acts.ravel().tolist()):
        p.flat[n] = lib.ws_match_all(lanes, width, members, a_at + n * lanes, d_at + n)
    return MatchedAll(scalar(d), scalar(p, bool))


def redux(op: Op | int | str, a: ArrayLike, *, act: ArrayLike | None = None) -> np.generic | np.ndarray:
    """redux.sync: one value out of those of all lanes (PTX 9.7.13.12).

    op: Op.REDUX_*, or its PTX name. a: values of 32 bits, shape (..., lanes); of .f32 float32, float of Python, or integers, which
    are the bits.
    act: see the module.

    Returns a number of type uint32, for .s32 int32, for .f32 float32; an array of shape (...) for several warps; 0 for an empty act.
    Raises ValueError for a code that is no function of redux, shapes that do not go together, and numbers that do not fit.

    >>> int(redux(Op.REDUX_ADD_U32, [1, 2, 3, 4]))
    10
    """
    op = operation(op, "redux", _REDUX)
    kind = _RESULTS.get(op.ptx.rpartition(".")[2], np.uint32)
    values = bits("a", a, 32, kind if kind is np.float32 else None)
    lanes = lanes_of("a", values.shape)
    acts = sets("act", act, lanes)
    shape = common(a=values.shape, act=acts.shape + (lanes,))
    values, acts = rows(values, shape), rows(acts, shape[:-1])
    d = np.zeros(shape[:-1], np.uint32)
    a_at, d_at = pointer(values), pointer(d)
    for n, members in enumerate(acts.ravel().tolist()):
        lib.ws_redux(lanes, op, members, a_at + n * lanes, d_at + n)
    return d.view(kind)[()]


def _match_operands(a, act, width):
    if width is None:
        width = 64 if getattr(getattr(a, "dtype", None), "itemsize", 4) == 8 else 32
    if width not in (32, 64):
        raise ValueError(f"width: {width}; match compares 32 or 64 bits")
    keys = bits("a", a, width).astype(np.uint64)
    lanes = lanes_of("a", keys.shape)
    acts = sets("act", act, lanes)
    shape = common(a=keys.shape, act=acts.shape + (lanes,))
    return lanes, width, rows(keys, shape), rows(acts, shape[:-1])
