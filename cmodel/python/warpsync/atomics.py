# SPDX-License-Identifier: Apache-2.0
"""What atom and red make of an element of memory (PTX 9.7.13.5, 9.7.13.6)."""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ._library import ffi, lib
from ._operands import bits, common, operation
from .ops import Op, Unit

_ATOM = [op for op in Op if op >> 8 in (Unit.ATOM, Unit.RED)]
_RESULTS = {"s32": np.int32, "s64": np.int64, "f32": np.float32, "f64": np.float64, "f16": np.float16}


def atom_bits(op: Op | int | str) -> int:
    """Bits of an element of an operation, 16, 32, 64 or 128 (PTX 9.7.13.5).

    op: Op.ATOM_* or Op.RED_*, or its PTX name. Raises ValueError for any other.
    """
    return int(lib.ws_atom_bits(operation(op, "atom and red", _ATOM) & 0xFF))


def atom(op: Op | int | str, r: ArrayLike, b: ArrayLike, c: ArrayLike = 0, *, ftz: bool = False) -> int | np.generic | np.ndarray:
    """What becomes of an element of memory; atom returns r itself (PTX 9.7.13.5, 9.7.13.6).

    op: Op.ATOM_* or Op.RED_*, or its PTX name.
    r, b, c: the element, the operand, and of cas the value to be stored (b is then what r is compared with). Arrays and numbers of
       NumPy of the operation's width count by their bits, other integers by their value, which of .f types is the bits too; float of
       Python become the operation's type. bf16 are uint16 and x2 types uint32, by their bits. b128: int of Python alone. Shapes are
       repeated as NumPy does it.
    ftz: f32 in global memory, where subnormal operands and sums are 0.

    Returns a number of the operation's type (uint by its bits where NumPy has no such type), or an array of them; an int for b128.
    Raises ValueError for a code that is no operation of atom or red, and for numbers that do not fit; TypeError for what is no number.

    >>> int(atom(Op.ATOM_INC_U32, 7, 7)), int(atom("atom.cas.b32", 5, 5, 9))
    (0, 9)
    """
    op = operation(op, "atom and red", _ATOM)
    fn, width = op & 0xFF, lib.ws_atom_bits(op & 0xFF)
    if width == 128:
        return _wide(fn, r, b, c)
    kind = np.dtype(_RESULTS.get(op.ptx.rpartition(".")[2], f"u{width // 8}"))
    r, b, c = (bits(name, x, width, kind if kind.kind == "f" else None) for name, x in (("r", r), ("b", b), ("c", c)))
    d = np.zeros(common(r=r.shape, b=b.shape, c=c.shape), f"u{width // 8}")
    each = (np.broadcast_to(x, d.shape).ravel().tolist() for x in (r, b, c))
    d[...] = np.array([_value(fn, ftz, (x, 0), (y, 0), (z, 0)).lo for x, y, z in zip(*each)], d.dtype).reshape(d.shape)
    return d.view(kind)[()]


def _value(fn, ftz, r, b, c):
    d = ffi.new("ws_atom_value *")
    lib.ws_atom(fn, ftz, r, b, c, d)
    return d


def _wide(fn, *numbers):
    words = []
    for name, x in zip("rbc", numbers):
        if not isinstance(x, int):
            raise TypeError(f"{name}: {x!r}; elements of 128 bits are int of Python")
        if not -(1 << 127) <= x < 1 << 128:
            raise ValueError(f"{name}: {x} does not fit 128 bits")
        words.append((x & (1 << 64) - 1, x >> 64 & (1 << 64) - 1))
    d = _value(fn, False, *words)
    return d.hi << 64 | d.lo
