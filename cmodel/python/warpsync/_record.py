# SPDX-License-Identifier: Apache-2.0
"""A structure of C as a Python object: its fields are attributes that lie in the structure's own memory."""
from __future__ import annotations

import difflib
import operator
from typing import TYPE_CHECKING

import numpy as np

from ._library import ffi

_classes: dict = {}  # name in C: class
_WORDS: dict = {"_Bool": np.bool_, "int": np.intc, "unsigned int": np.uintc, "size_t": np.uintp}
_WORDS.update({f"{sign}int{width}_t": np.dtype(f"{sign or 'i'}{width // 8}") for sign in ("", "u") for width in (8, 16, 32, 64)})


class _Number:
    """A field that is one number or one bit."""

    def __init__(self, name, at, about):
        self.name, self.offset, self.__doc__ = name, at.offset, about
        self.dtype = np.dtype(_WORDS[at.type.cname])

    def view(self, record):
        return record._memory[self.offset:self.offset + self.dtype.itemsize].view(self.dtype)

    def __get__(self, record, owner=None):
        return self if record is None else self.view(record)[0].item()

    def __set__(self, record, value):
        try:
            number = operator.index(value)
        except TypeError:
            raise TypeError(f"{self.name}: {value!r} is no {'bool' if self.dtype == np.bool_ else 'int'}") from None
        low, high = (0, 1) if self.dtype == np.bool_ else (np.iinfo(self.dtype).min, np.iinfo(self.dtype).max)
        if not low <= number <= high:
            raise ValueError(f"{self.name}: {number} is outside {low} to {high}")
        self.view(record)[0] = number


class _Array:
    """A field of several numbers."""

    def __init__(self, name, at, about):
        self.name, self.offset, self.__doc__ = name, at.offset, about
        self.dtype, self.length = np.dtype(_WORDS[at.type.item.cname]), at.type.length

    def __get__(self, record, owner=None):
        return self if record is None else record._memory[self.offset:self.offset + self.dtype.itemsize * self.length].view(self.dtype)

    def __set__(self, record, value):
        array = np.asarray(value)
        if array.dtype.kind not in "biu" and not (array.dtype.kind == "O" and array.size):
            raise TypeError(f"{self.name}: {array.dtype} is no integer type; give the bits, as a.view(np.{self.dtype}) does")
        info = np.iinfo(self.dtype)
        if array.size and not (info.min <= int(array.min()) and int(array.max()) <= info.max):
            wrong = array.max() if array.max() > info.max else array.min()
            raise ValueError(f"{self.name}: {int(wrong)} is outside {info.min} to {info.max}")
        try:
            self.__get__(record)[:] = array
        except ValueError:
            raise ValueError(f"{self.name}: shape {array.shape} does not fit ({self.length},)") from None


class _Inner:
    """A field that is a structure."""

    def __init__(self, name, at, about):
        self.name, self.offset, self.__doc__ = name, at.offset, about
        self.size, self.c_name = ffi.sizeof(at.type), at.type.cname.split()[-1]

    def __get__(self, record, owner=None):
        if record is None:
            return self
        return _classes[self.c_name]._over(record._memory[self.offset:self.offset + self.size])

    def __set__(self, record, value):
        kind = _classes[self.c_name]
        if not isinstance(value, kind):
            raise TypeError(f"{self.name}: {value!r} is no {kind.__name__}")
        self.__get__(record)._memory[:] = value._memory


class Record:
    """Base of the classes in `warpsync.records`: a structure of ws.h. Fields are 0 unless given by name.

    Raises TypeError for a field that there is not, naming the nearest, and ValueError for a number that does not fit.
    """

    __slots__ = ("_memory",)
    _c_name = ""
    _about: dict = {}
    _fields: dict = {}

    def __init_subclass__(cls):
        kinds = {"struct": _Inner, "array": _Array, "primitive": _Number}
        cls._fields = {name: kinds[at.type.kind](name, at, cls._about.get(name)) for name, at in ffi.typeof(cls._c_name).fields}
        for name, field in cls._fields.items():
            setattr(cls, name, field)
        _classes[cls._c_name] = cls

    def __init__(self, **fields):
        object.__setattr__(self, "_memory", np.zeros(ffi.sizeof(self._c_name), np.uint8))
        self.set(**fields)

    @classmethod
    def _over(cls, memory):
        record = cls.__new__(cls)
        object.__setattr__(record, "_memory", memory)
        return record

    if not TYPE_CHECKING:  # a type checker finds such names itself

        def __setattr__(self, name, value):
            if name not in self._fields:
                raise AttributeError(self._unknown(name))
            self._fields[name].__set__(self, value)

        def __getattr__(self, name):
            raise AttributeError(self._unknown(name))

    @classmethod
    def _unknown(cls, name):
        near = difflib.get_close_matches(name, cls._fields, 1)
        return f"{cls.__name__} has no field {name!r}; " + (f"is it {near[0]!r}?" if near else f"it has {', '.join(cls._fields)}")

    def _pointer(self):
        """For the library; valid while the record lives."""
        return ffi.cast(f"{self._c_name} *", ffi.from_buffer(self._memory))

    def set(self, **fields):
        """Sets several fields by name and returns the record."""
        for name, value in fields.items():
            if name not in self._fields:
                raise TypeError(self._unknown(name))
            setattr(self, name, value)
        return self

    def clear(self):
        """Sets all fields to 0."""
        self._memory[:] = 0

    def copy(self):
        """A record of its own memory with the same fields: an output port to be kept after the next clock."""
        return type(self)._over(self._memory.copy())

    def asdict(self) -> dict:
        """The fields by name, inner records as dictionaries, arrays as copies."""
        values = {name: getattr(self, name) for name in self._fields}
        return {name: value.asdict() if isinstance(value, Record) else value.copy() if isinstance(value, np.ndarray) else value
                for name, value in values.items()}

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in self._fields)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self):
        words = []
        for name in self._fields:
            value = getattr(self, name)
            if isinstance(value, np.ndarray):
                value = value.tolist() if value.any() else None
            if value not in (None, 0, False):
                words.append(f"{name}={value!r}")
        return f"{type(self).__name__}({', '.join(words)})"
