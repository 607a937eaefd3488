# SPDX-License-Identifier: Apache-2.0
"""mbarrier objects and their state tokens, without memory or time (PTX 9.7.13.15)."""
from __future__ import annotations

import operator

from ._library import ffi, lib
from .ops import Status

MAX = int(lib.WS_MBAR_MAX)
_PHASE, _PENDING, _TX, _EXPECTED = 63, 43, 22, 1  # where a field of the word begins: ws.h


class MbarrierError(ValueError):
    """An operation that the model refuses. `status` says why; the object is unchanged."""

    def __init__(self, operation: str, status: int, more: str = ""):
        self.status = Status(status)
        super().__init__(f"{operation}: {self.status.name}" + (f" ({more})" if more else ""))


class Mbarrier:
    """An mbarrier object (PTX 9.7.13.15): arrivals that are pending and bytes of asynchronous transactions under way. When both
    come to 0 the phase is completed, and as many arrivals as are expected are pending again.

    count: arrivals of each phase, 1 .. 2^20 - 1. Raises MbarrierError (a ValueError) with MB_BAD_COUNT for another.

    It is the object alone, so that what stands beside its word in memory is not known here: whether there is an object (MB_NOT_INIT),
    and whether anyone waited for the last phase (MB_MISSING_WAIT). `Core` knows both.

    >>> bar = Mbarrier(2)
    >>> token = bar.arrive()
    >>> bar.test_wait(token)
    False
    >>> _ = bar.arrive()
    >>> bar.test_wait(token)
    True
    """

    def __init__(self, count: int):
        self.word: int = lib.ws_mbar_word(_count("mbarrier.init", count, 1))
        self.phases: int = 0

    @classmethod
    def from_word(cls, word: int) -> "Mbarrier":
        """The object that a 64-bit word of memory is; every word is one. 0: phase 0, nothing pending, nothing expected, no bytes under
        way, so that an arrival is MB_PENDING_UNDERFLOW. Raises ValueError for what is no word of 64 bits."""
        if not 0 <= operator.index(word) < 1 << 64:
            raise ValueError(f"word: {word} does not fit 64 bits")
        bar = cls.__new__(cls)
        bar.word, bar.phases = int(word), int(word) >> _PHASE
        return bar

    @property
    def phase(self) -> int:
        """Parity of the phase, 0 or 1: whether an odd number of phases has been completed."""
        return self.word >> _PHASE

    @property
    def pending(self) -> int:
        """Arrivals that the phase still awaits."""
        return -(self.word >> _PENDING) & MAX

    @property
    def expected(self) -> int:
        """Arrivals that the next phase will await."""
        return -(self.word >> _EXPECTED) & MAX

    @property
    def tx(self) -> int:
        """Bytes that the phase still awaits; below 0 if more were completed than expected so far."""
        field = self.word >> _TX & 0x1FFFFF
        return field - (field >> 20 << 21)

    def arrive(self, count: int = 1, *, drop: bool = False, no_complete: bool = False, expect_tx: int | None = None) -> int:
        """mbarrier.arrive, arrive_drop, with .noComplete or .expect_tx (PTX 9.7.13.15.13, .14).

        count: arrivals, 1 .. 2^20 - 1. drop: the next phases expect `count` less. no_complete: the phase must not be completed.
        expect_tx: bytes that this arrival adds to those awaited; then count is 1.

        Returns the state token: a number of 64 bits for `test_wait` and `pending_count`. Raises MbarrierError with MB_BAD_COUNT,
        MB_PENDING_UNDERFLOW, MB_EXPECT_UNDERFLOW, MB_TX_OVERFLOW or MB_NOCOMPLETE_VIOLATION, and ValueError for expect_tx together
        with another count or with no_complete.
        """
        what = "mbarrier.arrive_drop" if drop else "mbarrier.arrive"
        arrivals = _count(what, count, 1)
        if expect_tx is not None and (arrivals != 1 or no_complete):
            raise ValueError(f"{what}: with expect_tx the count is 1, and there is no no_complete")
        old = self.word
        self._step(what, arr=arrivals, drop=arrivals if drop else 0, no_complete=no_complete, dtx=_bytes(what, expect_tx or 0, "MB_TX_OVERFLOW"))
        return int(lib.ws_mbar_token(old, no_complete))

    def expect_tx(self, bytes: int) -> None:
        """mbarrier.expect_tx: the phase awaits so many bytes more, 0 .. 2^20 - 1 (PTX 9.7.13.15.11). Raises MbarrierError with
        MB_TX_OVERFLOW."""
        self._step("mbarrier.expect_tx", dtx=_bytes("mbarrier.expect_tx", bytes, "MB_TX_OVERFLOW"))

    def complete_tx(self, bytes: int) -> bool:
        """mbarrier.complete_tx: so many bytes, 0 .. 2^20 - 1, have come (PTX 9.7.13.15.12). Returns whether that completes the phase.
        Raises MbarrierError with MB_TX_UNDERFLOW."""
        return self._step("mbarrier.complete_tx", dtx=-_bytes("mbarrier.complete_tx", bytes, "MB_TX_UNDERFLOW"))

    def copy_pending(self, count: int = 1) -> None:
        """cp.async.mbarrier.arrive without .noinc, when it is issued: `count` arrivals more are pending, which the copies will make
        (PTX 9.7.13.15.15). Raises MbarrierError with MB_PENDING_OVERFLOW."""
        self._step("cp.async.mbarrier.arrive", arr=_count("cp.async.mbarrier.arrive", count, 1), inc=True)

    def test_wait(self, token: int) -> bool:
        """mbarrier.test_wait: is the phase of this token completed? (PTX 9.7.13.15.16) The token is of this phase or the one before;
        an older one cannot be told apart. Raises MbarrierError with MB_BAD_TOKEN for what is no token."""
        if not _token(token) & 1:
            raise MbarrierError("mbarrier.test_wait", Status.MB_BAD_TOKEN, f"token {token:#x}")
        return token >> _PHASE != self.phase

    def test_wait_parity(self, parity: int) -> bool:
        """mbarrier.test_wait.parity: is the phase of this parity, 0 or 1, completed? (PTX 9.7.13.15.16) Raises MbarrierError with
        MB_BAD_PARITY for another number."""
        if operator.index(parity) not in (0, 1):
            raise MbarrierError("mbarrier.test_wait.parity", Status.MB_BAD_PARITY, f"parity {parity}")
        return parity != self.phase

    def _step(self, what, *, arr=0, dtx=0, drop=0, no_complete=False, inc=False):
        step = ffi.new("ws_mbar_step *", {"arr": arr, "dtx": dtx, "drop": drop, "no_complete": no_complete, "inc": inc})
        result = lib.ws_mbar_next(self.word, step)
        if result.status:
            raise MbarrierError(what, result.status, f"pending {self.pending}, expected {self.expected}, tx {self.tx}")
        self.word = int(result.word)
        self.phases += result.flip
        return bool(result.flip)

    def __repr__(self):
        return f"<Mbarrier {self.word:#018x}: phase {self.phases}, pending {self.pending}, expected {self.expected}, tx {self.tx}>"


def pending_count(token: int) -> int:
    """mbarrier.pending_count: arrivals that were pending before the arrival that gave this token (PTX 9.7.13.15.17).

    token: from an arrival with no_complete. Raises MbarrierError with MB_BAD_TOKEN for what is no token, with MB_TOKEN_NOT_NOCOMPLETE
    for that of another arrival, where PTX leaves the result undefined.
    """
    status = ffi.new("uint32_t *")
    count = lib.ws_mbar_pending_count(_token(token), status)
    if status[0]:
        raise MbarrierError("mbarrier.pending_count", status[0], f"token {token:#x}")
    return int(count)


def _token(token):
    if not 0 <= operator.index(token) < 1 << 64:
        raise ValueError(f"token: {token} does not fit 64 bits")
    return token


def _count(what, count, least):
    if not least <= operator.index(count) <= MAX:
        raise MbarrierError(what, Status.MB_BAD_COUNT, f"count {count}; {least} to {MAX}")
    return count


def _bytes(what, number, status):
    if not 0 <= operator.index(number) <= MAX:
        raise MbarrierError(what, Status[status], f"{number} bytes; 0 to {MAX}")
    return number
