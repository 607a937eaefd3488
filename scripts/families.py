# SPDX-License-Identifier: Apache-2.0
"""The families of operations, as hashes.py, soak.py and ladder.py look at them. A new family is a row here."""
import dataclasses
import fnmatch
import sys


@dataclasses.dataclass(frozen=True)
class Family:
    name: str
    shown: str  # in tables
    rtl: tuple  # folders of rtl/
    plan: tuple  # files of tb/testplan/
    random: tuple  # its random tests, which together reach all of it
    proofs: tuple  # tb/formal/prove_*, patterns
    stateful: bool  # it has state machines, whose properties are to be proved unbounded
    build: str = "4"  # of the bench, as small as it can be


FAMILIES = (
    Family("shfl", "shfl", ("shfl",), ("shfl",), ("shfl_up", "shfl_down", "shfl_bfly", "shfl_idx"), ("shfl_*",), False),
    Family("vote", "vote, elect, activemask", ("vote",), ("vote", "elect", "activemask"),
           ("vote_all", "vote_any", "vote_uni", "vote_ballot", "vote_legacy", "vote_legacy_illegal", "elect", "activemask"),
           ("vote*",), False),
    Family("match", "match", ("match",), ("match",), ("match_any_b32", "match_any_b64", "match_all_b32", "match_all_b64"),
           ("match_*",), False),
    Family("redux", "redux", ("redux",), ("redux",),
           ("redux_add", "redux_min", "redux_max", "redux_and", "redux_or", "redux_xor", "redux_f32"), ("redux_*",), False),
    Family("rendezvous", "rendezvous, bar.warp.sync", ("sync",), ("rendezvous", "bar.warp.sync"),
           ("rendezvous_pieces", "rendezvous_masks", "rendezvous_exit", "rendezvous_deadlock", "rendezvous_launch",
            "rendezvous_legacy", "rendezvous_watchdog", "warp_barrier"), ("sync_*", "rendezvous_*"), True),
    Family("mbarrier", "mbarrier, cp.async", ("mbar",), ("mbarrier", "cp.async.mbarrier"),
           ("mbar_random", "mbar_flow_random", "mbar_stream", "mbar_wait_random", "mbar_copy_random"), ("mbar_*",), True),
    Family("barrier", "barrier", ("bar",), ("barrier",), ("bar_random", "bar_flow_random"), ("bar_*",), True),
    Family("cluster", "barrier.cluster, network", ("cluster",), ("barrier.cluster",),
           ("cluster_random", "cluster_block_random", "mbar_remote_random"), ("cluster_*", "mbar_net*", "bar_cluster*"), True, "4_c2"),
    Family("block", "the block around them", ("collect", "smem", "common", ""), ("syntax",),
           ("warp_random", "block_random", "reset_in_traffic"), ("handshake*", "collect_*", "smem_*", "gate_cells"), True),
)


def chosen(pattern):
    """[(family, its random tests)] that a name or pattern of a family or of tests means; a wrong one ends the program."""
    found = []
    for family in FAMILIES:
        tests = family.random if not pattern or fnmatch.fnmatchcase(family.name, pattern) else tuple(fnmatch.filter(family.random, pattern))
        if tests:
            found.append((family, tests))
    if not found:
        print(f"TEST={pattern}: neither a family nor one of their random tests; families: {' '.join(f.name for f in FAMILIES)}", file=sys.stderr)
        sys.exit(2)
    return found
