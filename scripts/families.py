# SPDX-License-Identifier: Apache-2.0
"""The families of operations, as the evidence about them is looked at. A new family is a row here."""
import dataclasses
import pathlib


@dataclasses.dataclass(frozen=True)
class Family:
    name: str
    shown: str  # in tables
    rtl: tuple  # folders of rtl/, "" is rtl/ itself
    plan: tuple  # files of tb/testplan/
    tests: str  # patterns of all its tests that run on one CTA
    random: tuple  # its random tests, which together reach all of it
    functions: dict  # what has no state, a module or not, with the proofs of it in tb/formal; (): none yet
    machines: dict  # what has state, with the proofs of its properties; (): none yet. formal_units.py shows that they speak of it
    build: str = "4"  # of the bench, as small as it can be
    words: tuple = ()  # of the names of its files in cmodel/ and tb/, or of their folders
    through: tuple = ()  # folders of rtl/ that its traffic passes through, beside its own and those in ALWAYS; "*": all of the block
    along: tuple = ()  # families whose operations its tests issue too
    alone: str = ""  # FAMILIES of a block with the rendezvous and nothing else that its random tests need; "": there is no such build
    claim: str = ""  # the stage that README says it has reached; make ladder fails if it has not


ALWAYS = ("sync", "collect", "common", "")  # folders of rtl/ that all traffic passes through
FAMILIES = (
    Family("shfl", "shfl", ("shfl",), ("shfl",), "shfl_*", ("shfl_up", "shfl_down", "shfl_bfly", "shfl_idx"),
           {"ws_shfl_route": ("shfl_route",), "ws_shfl_xbar": ("shfl_xbar",), "ws_shfl_mux": ("shfl_xbar",),
            "ws_shfl_bfly": ("shfl_bfly",), "class": ("shfl_class",)},
           {unit: ("pipe_shfl",) for unit in ("ws_shfl", "ws_shfl_sel", "ws_shfl_net")},
           words=("shfl",), alone="shfl", claim="V3"),
    Family("vote", "vote, elect, activemask", ("vote",), ("vote", "elect", "activemask"), "vote_* elect* activemask*",
           ("vote_all", "vote_any", "vote_uni", "vote_ballot", "vote_legacy", "vote_legacy_illegal", "elect", "activemask"),
           {"ws_vote_fn": ("vote",)}, {"ws_vote": ("pipe_vote",)},
           words=("vote",), alone="vote", claim="V3"),
    Family("match", "match", ("match",), ("match",), "match_*", ("match_any_b32", "match_any_b64", "match_all_b32", "match_all_b64"),
           {"symbols": ("match_symbols",), "ws_match_all": ("match_all",)},
           {"ws_match_any": ("match_any", "pipe_match"), "ws_match_rows": ("match_any",), "ws_match_serial": ("match_any",), "ws_match_all": ("pipe_match",)},
           words=("match",), alone="match", claim="V3"),
    Family("redux", "redux", ("redux",), ("redux",), "redux_*",
           ("redux_add", "redux_min", "redux_max", "redux_and", "redux_or", "redux_xor", "redux_f32"),
           {"node": ("redux_node", "redux_order"), "key and result": ("redux_pair",)}, {"ws_redux": ("pipe_redux",)},
           words=("redux",), alone="redux", claim="V3"),
    Family("rendezvous", "rendezvous, bar.warp.sync", ("sync",), ("rendezvous", "bar.warp.sync"), "rendezvous_* masks_per_lane warp_barrier codes_*",
           ("rendezvous_pieces", "rendezvous_masks", "rendezvous_exit", "rendezvous_deadlock", "rendezvous_launch",
            "rendezvous_legacy", "rendezvous_watchdog", "warp_barrier"),
           {unit: ("sync_unit",) for unit in ("ws_sync_agree", "ws_sync_arrive", "ws_sync_decode", "ws_sync_key", "ws_sync_one")},
           {"ws_sync_accept": ("sync_order",), "ws_sync_front": ("sync_order",), "ws_sync_keys": ("sync_order",), "ws_sync_out": ("sync_order",),
            **{unit: ("sync", "sync_warps") for unit in ("ws_sync", "ws_sync_exit", "ws_sync_live", "ws_sync_operands", "ws_sync_pieces", "ws_sync_record", "ws_sync_refuse",
                                                            "ws_sync_split", "ws_sync_turns", "ws_sync_walk")}},
           words=("sync", "rendezvous"), through=("vote",), along=("vote",), alone="vote", claim="V3"),
    Family("mbarrier", "mbarrier, cp.async", ("mbar", "async"), ("mbarrier", "cp.async.mbarrier"), "mbar_* smem_*",
           ("mbar_random", "mbar_flow_random", "mbar_stream", "mbar_wait_random", "mbar_copy_random"),
           {"ws_mbar_next": ("mbar_next",), "ws_mbar_enter": ("mbar_unit",), "ws_mbar_turn": ("mbar_unit",), "ws_mbar_put": ("mbar_unit",), "ws_mbar_many": ("mbar_unit",), "ws_mbar_rank": ("mbar_unit",),
            **{unit: ("mbar_next",) for unit in ("ws_mbar_bit", "ws_mbar_zero", "ws_mbar_none", "ws_mbar_far", "ws_mbar_wrong")}, "ws_mbar_quads": ("mbar_unit",)},
           {"ws_mbar": ("mbar_once",), "ws_mbar_read": ("mbar_once",), "ws_mbar_room": ("mbar_once",), "ws_mbar_brief": (), "ws_mbar_issue": ("mbar_once",), "ws_mbar_pipe": ("mbar_once",), "ws_mbar_does": ("mbar_once",), "ws_mbar_result": ("mbar_once",),
            "ws_mbar_wait": ("mbar_wait",), "ws_async": ("async",), "ws_async_copy": ("async_copy", "async"), "ports": ("ports_mbar",)},
           words=("mbar", "smem", "copy", "async"), through=("smem",), alone="mbar", claim="V3"),
    Family("atom", "atom, red", ("atom",), ("atom",), "atom_* red_*", ("atom_random",), {"ws_atom_int": ("atom_int",)},
           {"ws_atom": ("atom_order",), "ws_atom_chunk": ("atom_order",), "ws_atom_pipe": ("atom_bank", "atom_bank_high"), "ws_atom_result": ("atom_result",), "ws_atom_queue": ("atom_queue",), "ws_atom_laid": (), "ws_atom_lays": (), "ws_atom_guest": ("atom_guest",), "ws_atom_far": (), "ws_atom_gm": (), "ws_atom_alu": (), "ws_atom_serial": (), "ws_atom_fadd": ("atom_half", "atom_wide", "atom_f64"), "ws_atom_float": ("atom_bank",)},
           words=("atom",), through=("smem",), alone="atom"),
    Family("barrier", "barrier", ("bar",), ("barrier",), "bar_*", ("bar_random", "bar_flow_random"),
           {"ws_bar_next": ("bar_next",), "ws_bar_ask": ("sync_unit",)},
           {"ws_bar": ("bar_hang",), "ws_bar_table": ("bar_hang",), "ws_bar_early": ("bar_hang",), "ws_bar_last": ("bar_hang",), "ws_bar_turn": ("bar_hang",), "ws_bar_clb": ("bar_hang",), "ws_bar_answer": ("bar_hang",), "ports": ("ports",)},
           words=("bar",), alone="bar", claim="V3"),
    Family("cluster", "barrier.cluster, network", ("cluster",), ("barrier.cluster",), "cluster_*",
           ("cluster_random", "cluster_block_random", "cluster_resets", "mbar_remote_random"), {},
           {"ws_net": ("mbar_net", "ports"), "ws_bar_cluster": ("bar_cluster",)}, "4_c2",
           words=("cluster", "net"), through=("bar", "mbar", "smem", "async"), along=("barrier", "mbarrier"), claim="V3"),
    Family("block", "the block around them", ("collect", "smem", "common", ""), ("syntax", "block"),
           "warp_random block_random block_resets reset_in_traffic throughput",
           ("warp_random", "block_random", "block_resets", "reset_in_traffic"), {"ws_pick": ("sync_unit",)},
           {"ws_collect": ("collect",), "ports": ("ports_block",), "ws_capture": ("capture",), "ws_inflight": ("inflight",), "ws_beats": ("beats",), "ws_smem": ("smem", "smem_wait", "smem_turn"),
            "ws_smem_sweep": ("async", "smem_wait"), "ws_smem_banks": ("smem",), "ws_smem_bank": ("smem",), "ws_stage": ("pipe_vote",)},
           through=("*",), claim="V3"),
)


def proofs(family):
    """All that its row names."""
    return {name for of in (*family.functions.values(), *family.machines.values()) for name in of}


def modules(root):
    """{module: its folder of rtl/} of rtl/files.f that has registers of its own. Examples of how to use the block are not in that list."""
    listed = [pathlib.PurePosixPath(line) for line in (root / "rtl/files.f").read_text(encoding="utf-8").split() if line.endswith(".v")]
    return {path.stem: "/".join(path.parts[1:-1]) for path in listed if "posedge" in (root / path).read_text(encoding="utf-8")}


def unnamed(root, family=None):
    """Modules with registers in a family's folders, or in those of any, that no row names with a proof of its properties."""
    named = {unit for one in FAMILIES for unit in one.machines}
    of = FAMILIES if family is None else (family,)
    return [name for name, folder in modules(root).items() if name not in named and any(folder in one.rtl for one in of)]


def missing(root):
    """What rows name and is not there, a line each: such a row could never be met, or be met by nothing."""
    for family in FAMILIES:
        named = [(f"the proof {name}", root / f"tb/formal/prove_{name}.sh") for name in sorted(proofs(family))]
        named += [(f"the folder {folder!r}", root / "rtl" / folder) for folder in family.rtl]
        named += [(f"the plan {name}", root / f"tb/testplan/{name}.toml") for name in family.plan]
        yield from (f"families.py: {family.name} names {what}, and there is no {path.relative_to(root)}" for what, path in named if not path.exists())


def named(name):
    """The family of that name; None if there is none."""
    return next((family for family in FAMILIES if family.name == name), None)


WHOLE = {"4": ("4", "32"), "4_c2": ("4_c2", "4_c8")}  # for each build of a family: the ones of the whole block that its random operations run on
ALONE = 7 / 8  # of those operations run on builds with the family alone, which are twice as fast


def random_builds(family):
    """{build: its share of the family's random operations}"""
    whole = WHOLE[family.build]
    if not family.alone:
        return {build: 1 / len(whole) for build in whole}
    alone = {f"{build}_only{family.alone}": ALONE / len(whole) for build in whole}
    return {**alone, **{build: (1 - ALONE) / len(whole) for build in whole}}


def tested_as(folder):
    """The family whose tests try the units of a folder of rtl/, or the folder's own name, of a door."""
    if folder == "smem":
        return "mbarrier"
    return next((family.name for family in FAMILIES if folder in family.rtl), folder)
