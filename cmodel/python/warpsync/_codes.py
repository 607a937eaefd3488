# SPDX-License-Identifier: Apache-2.0
"""What the enumerations of codes in ops.py can do."""
from __future__ import annotations

from enum import IntEnum

from ._library import lib, text


class OperationCode(IntEnum):
    """An operation of the PTX ISA as a number, {unit[3:0], fn[7:0]}."""

    @property
    def ptx(self) -> str:
        """Its name in PTX: "shfl.sync.bfly.b32"."""
        return text(lib.ws_op_name(self)) or ""

    @property
    def built(self) -> bool:
        """True if `Core` carries it out."""
        return bool(lib.ws_op_built(self))

    def __str__(self) -> str:
        return self.ptx


class StatusCode(IntEnum):
    """A status as a number, {severity[1:0], code[7:0]}."""

    @property
    def severity(self) -> int:
        """0: information; 1: PTX leaves the result undefined, it has the documented value; 2: error, nothing was done, results
        are 0; 3: the lanes were released without a result."""
        return int(self) >> 8

    @property
    def is_error(self) -> bool:
        """True if nothing was done."""
        return self.severity >= 2

    def __str__(self) -> str:
        return self.name
