# SPDX-License-Identifier: Apache-2.0
"""The golden model of warpsync: the synchronization and communication instructions of a GPU core, as NVIDIA's PTX ISA defines them.

What an operation computes, without time:
    shfl, vote, elect, match_any, match_all, redux    of the lanes of a warp, on NumPy arrays
    atom                                              of an element of memory
    Mbarrier, pending_count; NamedBarrier             objects that keep what they need

In which clock it happens:
    Core, Cluster, Config     every port of the RTL has a value in each clock
    records                   the ports, field by field

Names of numbers: Op, Status, Family, Field. Sets of lanes are numbers, bit i for lane i; to_mask and to_flags turn them into bool and back.
Everything is re-entrant: threads may use different objects at once.
"""
from . import records
from ._library import lib as _lib, text as _text
from ._operands import to_flags, to_mask
from .atomics import atom, atom_bits
from .barrier import Arrived, BarrierError, NamedBarrier
from .core import Cluster, Config, Core
from .functions import MatchedAll, Shuffled, elect, match_all, match_any, redux, shfl, vote
from .mbarrier import Mbarrier, MbarrierError, pending_count
from .ops import Family, Field, Op, Status, Unit

__version__ = _text(_lib.ws_version())
__all__ = [
    "Arrived", "BarrierError", "Cluster", "Config", "Core", "Family", "Field", "MatchedAll", "Mbarrier", "MbarrierError", "NamedBarrier",
    "Op", "Shuffled", "Status", "Unit", "atom", "atom_bits", "elect", "match_all", "match_any", "pending_count", "records", "redux", "shfl",
    "to_flags", "to_mask", "vote",
]
