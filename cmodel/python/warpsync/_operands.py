# SPDX-License-Identifier: Apache-2.0
"""From what a caller gives to what the library takes: codes, operands of lanes, sets of lanes. Errors name the argument."""
from __future__ import annotations

import difflib
import operator

import numpy as np
from numpy.typing import ArrayLike

from ._library import ffi
from .ops import Op

LANES = (4, 8, 16, 32)
_UNSIGNED = {width: np.dtype(f"u{width // 8}") for width in (16, 32, 64)}
_by_name = {op.ptx: op for op in Op}
_by_number = {int(op): op for op in Op}


def operation(op, family: str, choices) -> Op:
    """The operation that a caller names: a member of Op, its number, or its name in PTX (Op.*.ptx: without what changes nothing,
    such as the state space). ValueError if it is none of `choices`."""
    if isinstance(op, str):
        if op not in _by_name:
            near = difflib.get_close_matches(op, [choice.ptx for choice in choices], 1) or difflib.get_close_matches(op, _by_name, 1)
            raise ValueError(f"op: no operation is named {op!r}" + (f"; is it {near[0]!r}?" if near else ""))
        found: Op | None = _by_name[op]
    else:
        try:
            number = operator.index(op)
        except TypeError:
            raise TypeError(f"op: {op!r} is no Op, no number and no name") from None
        found = _by_number.get(number)
    if found is None or found not in choices:
        what = repr(op) if found is None else f"Op.{found.name}"
        few = ", ".join(f"{choice.name} ({int(choice):#x})" for choice in choices[:6])
        raise ValueError(f"op: {what} is no operation of {family}, which has {few}{', ...' if len(choices) > 6 else ''}")
    return found


def lanes_of(name: str, shape) -> int:
    """Lanes of a warp from the last axis of an array of operands."""
    lanes = shape[-1] if shape else 0
    if lanes not in LANES:
        raise ValueError(f"{name}: shape {tuple(shape)}; the last axis is the lanes of a warp, 4, 8, 16 or 32")
    return lanes


def bits(name: str, value, width: int, real=None) -> np.ndarray:
    """The operands as unsigned numbers of `width` bits: arrays of that width by their bits, other integers by their value. Numbers
    of Python that are not whole become the type `real`, if there is one."""
    unsigned = _UNSIGNED[width]
    if type(value) is int and -(1 << width - 1) <= value < 1 << width:
        return np.asarray(value & (1 << width) - 1, unsigned)
    array = np.asarray(value)
    given = hasattr(value, "dtype")  # of a list NumPy chooses the type, maybe one that rounds
    if real is not None and not given and any(isinstance(x, float) for x in np.array(value, dtype=object).flat):
        return np.asarray(value, real).view(unsigned)
    if given and array.dtype.kind in "iuf" and array.dtype.itemsize == unsigned.itemsize:
        return np.ascontiguousarray(array).view(unsigned).reshape(array.shape)
    if array.dtype.kind == "b":
        return array.astype(unsigned)
    if array.dtype.kind not in "iu":
        array = np.array(value, dtype=object)
        if not all(isinstance(x, (int, np.integer)) for x in array.flat):
            raise TypeError(f"{name}: {np.asarray(value).dtype} is neither an integer nor a type of {width} bits")
    low, high = (int(array.min()), int(array.max())) if array.size else (0, 0)
    if low < -(1 << width - 1) or high >= 1 << width:
        raise ValueError(f"{name}: {low if low < 0 else high} does not fit {width} bits")
    return (array & ((1 << width) - 1)).astype(unsigned) if array.dtype.kind == "O" else array.astype(unsigned)


def sets(name: str, value, lanes: int) -> np.ndarray:
    """Sets of lanes: numbers, a bit a lane, or arrays of bool, whose last axis is the lanes. None: all of them."""
    whole = (1 << lanes) - 1
    if value is None:
        return np.asarray(whole, np.uint32)
    array = np.asarray(value)
    if array.dtype.kind == "b" and array.ndim:
        if array.shape[-1] != lanes:
            raise ValueError(f"{name}: {array.shape[-1]} flags for {lanes} lanes")
        return np.asarray(to_mask(array))
    return bits(name, value, 32) & np.uint32(whole)


def common(**shapes):
    """The shape that all have together. ValueError if there is none."""
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError:
        raise ValueError(f"{', '.join(f'{name}: shape {tuple(shape)}' for name, shape in shapes.items())} do not go together") from None


def rows(array: np.ndarray, shape) -> np.ndarray:
    """The array, repeated to a shape as NumPy does it, in memory of its own: a warp after the other."""
    repeated = np.empty(shape, array.dtype)
    repeated[...] = array
    return repeated


def pointer(array: np.ndarray, kind: str = "uint32_t"):
    """Its first element, for the library."""
    return ffi.cast(f"{kind} *", ffi.from_buffer(array)) if array.size else ffi.NULL


def scalar(array: np.ndarray, kind=int):
    """What a function gives for each warp: of a single warp a number of Python."""
    return kind(array[()]) if array.shape == () else array


def to_mask(flags: ArrayLike) -> int | np.ndarray:
    """A set of lanes as a number.

    flags: bool, shape (..., lanes), at most 32 lanes. Returns an int for one warp, else an array of uint32, shape (...). Raises
    ValueError if there are more than 32 lanes.

    >>> hex(to_mask([True, False, True, True]))
    '0xd'
    """
    array = np.asarray(flags, bool)
    if not array.ndim or array.shape[-1] > 32:
        raise ValueError(f"flags: shape {array.shape}; the last axis is the lanes of a warp, at most 32")
    weights = np.left_shift(np.uint32(1), np.arange(array.shape[-1], dtype=np.uint32))
    return scalar(np.asarray((array * weights).sum(-1, dtype=np.uint32)))


def to_flags(mask: ArrayLike, lanes: int = 32) -> np.ndarray:
    """A set of lanes as flags, the inverse of `to_mask`.

    mask: int or array, shape (...). Returns bool, shape (..., lanes).

    >>> to_flags(0xd, 4).tolist()
    [True, False, True, True]
    """
    array = bits("mask", mask, 32)
    return (array[..., None] >> np.arange(lanes, dtype=np.uint32) & np.uint32(1)).astype(bool)
