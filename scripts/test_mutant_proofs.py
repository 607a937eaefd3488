#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The test of what proves mutants to be equivalent (mutant_proofs.py, mutant_contracts.py): each kind of proof once where it holds, and where
it must not. A contract that leaves out what somebody reads is refused, and one that says that a unit is never asked, or given, what it is.
What both sides of a proof are to agree on inside is proved with it, what stands outside of a proof is what it is taken for, and a counter
that counts in another order is the same where it ends after as many clocks, and only there. Last the line "N passed, N failed".

test_mutant_proofs.py [--new] [PART...]   --new: a part that passed on the same files with the same tools is not run again
"""
import argparse
import concurrent.futures
import dataclasses
import pathlib
import re
import sys
import time

import known
import mutant_agreed
import mutant_contracts
import mutant_proofs
import mutant_rows
import mutants
from mutant_netlists import OUT, ToolError, Unit
from test_mutant_memory import bank, cleared, copied, relied, swept, told
from test_mutants import check

READ = ("rtl", "tb/formal", *(f"scripts/{path.name}" for path in sorted(pathlib.Path(__file__).parent.glob("*mutant*.py"))))
TOOLS = ("yosys -V", "dpkg-query -W -f ${Version} berkeley-abc")


def contracts():
    """One that holds, and one by which nobody would see an address."""
    results, kept = [], mutant_rows.CONTRACTS
    for rows, wanted, text in (((("resp_o", "done_o"),), "equivalent", "a contract that holds is proved"),
                               ((("axil_awvalid_o", "1'b0"),), "different", "one that says that nobody reads what somebody reads is refused")):
        unit = Unit("ws_axil_manager", mutants.SIZES["serial"], "_test")
        unit.read()
        mutant_rows.CONTRACTS = {unit.name: mutant_rows.Contract(rows)}
        found = mutant_contracts.holds(unit, mutant_contracts.Ports(unit))
        results.append(check(found == wanted, text + ("" if found == wanted else f": {found}")))
    mutant_rows.CONTRACTS = kept
    return results


def refused(make):
    """What a wrong row is called; "" if nothing is wrong with it."""
    try:
        make()
    except ToolError as error:
        return str(error)
    return ""


def given():
    """What a unit's inputs always are, by the whole design, and what they are not."""
    unit, results, kept = Unit("ws_axil_manager", mutants.SIZES["serial"], "_test"), [], mutant_rows.CONTRACTS
    unit.read()
    nets = "\n  reg busy;\n  always @(posedge clk_i) busy <= rst_ni && (start_i || (busy && !done_o));"
    try:
        for value, wanted, text in (("start_i && !busy", "equivalent", "that nothing is started while something runs is proved of the whole"),
                                    ("start_i && busy", "different", "that something is only started while something runs is refused")):
            mutant_rows.CONTRACTS = {unit.name: mutant_rows.Contract(nets=nets, given=(("start_i", value),))}
            found = mutant_contracts.holds(unit, mutant_contracts.Ports(unit))
            results.append(check(found == wanted, text + ("" if found == wanted else f": {found}")))
        for contract, text in ((mutant_rows.Contract(given=(("done_o", "done_o"),)), "has no input done_o"),
                               (mutant_rows.Contract((("resp_o", "done_o"),), given=(("write_i", "write_i && resp_o[0]"),)), "depends on resp_o")):
            mutant_rows.CONTRACTS = {unit.name: contract}
            found = refused(lambda: mutant_contracts.Ports(unit))
            results.append(check(text in found, f"what is given is refused if it {text}{'' if text in found else ': ' + found}"))
    finally:
        mutant_rows.CONTRACTS = kept
    return results


def answered():
    """What the bus may answer to the bridge of the serial line, and proofs over several clocks."""
    unit, results = Unit("ws_axil_manager", mutants.SIZES["serial"], "_test"), []
    unit.read()
    kept = mutant_rows.CONTRACTS[unit.name]
    results += told(unit, mutant_contracts.holds, (
        (kept, "equivalent", "that nothing is answered to the bridge that it has not asked is what the whole is given"),
        (dataclasses.replace(kept, given=(("axil_bvalid_i", "1'b0"),)), "different", "that no write is ever answered is refused")))
    unit = Unit("ws_serial", mutants.SIZES["serial"], "_test")
    unit.prepare(mutants.MOST, 1)
    ports, kept = mutant_contracts.Ports(unit), mutant_rows.CONTRACTS[unit.name]
    places = (("always @(posedge clk_i) begin", "bit 3 of Q of dff inverted"), ("if (!rst_ni || !line_in ||", "bit 0 of B of mux stuck at 1"))
    order, early = (next((m for m in unit.mutants if m.source().startswith(line) and m.what() == what), None) for line, what in places)
    if not order or not early:
        return [*results, check(False, "this Yosys makes other mutants of ws_serial; the test wants two of gap_q")]
    for mutant, clocks, wanted, text in ((order, kept.clocks, True, "that a pause counted in another order is as long is proved over several clocks"),
                                         (order, 1, False, "over one it is not"), (early, kept.clocks, False, "a pause a clock shorter is not called equivalent")):
        mutant_rows.CONTRACTS[unit.name] = dataclasses.replace(kept, clocks=clocks)
        found = mutant_proofs.ask(mutant_contracts.leaf(unit, ports, [mutant]), mutant.number, 2 * mutant_proofs.QUICK_S)
        results.append(check((found == "equivalent") == wanted, f"{text}: {found}"))
    mutant_rows.CONTRACTS[unit.name] = kept
    return results


def counted():
    """A counter that counts to a thousand in another order, and one that ends early: by all states that can be reached."""
    unit, results, kept = Unit("ws_bus_access", mutants.SIZES["bus"], "_test"), [], mutant_proofs.FEW_LATCHES
    unit.prepare(mutants.MOST, 1)
    places = (("always @(posedge clk_i)", "bit 3 of Q of dff inverted", "ls_clocks_q"), ("wire ls_late", "bit 8 of A of eq inverted", ""))
    order, early = (next((m for m in unit.mutants if m.source().startswith(line) and m.what() == what and wire in m.options), None) for line, what, wire in places)
    if not order or not early:
        return [check(False, "this Yosys makes other mutants of ws_bus_access; the test wants two of ls_clocks_q")]
    try:
        for mutant, latches, wanted, text in ((order, kept, "equivalent", "that a thousand clocks counted in another order are as many is proved by all states that can be reached"),
                                              (order, 0, "undecided", "without going through them it is not"),
                                              (early, kept, "different", "that fewer are as many is refused")):
            mutant_proofs.FEW_LATCHES = latches
            found = mutant_proofs.ask(mutant_proofs.miter(unit, [mutant], False), mutant.number, 2 * mutant_proofs.QUICK_S)
            results.append(check(found == wanted, text + ("" if found == wanted else f": {found}")))
    finally:
        mutant_proofs.FEW_LATCHES = kept
    return results


def agreed():
    """What both sides of a proof agree on inside a module: it settles what is not settled without; a wrong one settles nothing."""
    unit, results = Unit("ws_bar_clb", mutants.STRUCT, "_test"), []
    unit.prepare(mutants.MOST, 1)
    # Whether a warp that has arrived owes a wait anew: it owes one already. And what a warp owes.
    same = next((m for m in unit.mutants if m.source().startswith("wire [WARPS-1:0] newly") and m.what() == "bit 0 of Y of logic_not stuck at 1"), None)
    other = next((m for m in unit.mutants if m.source().startswith("wire [WARPS-1:0] newly") and m.what().startswith("bit 0 of Y of mux")), None)
    if not same or not other:
        return [check(False, "this Yosys makes other mutants of ws_bar_clb; the test wants two of `newly`")]
    around, kept = mutant_contracts.around(unit), dict(mutant_rows.AGREED)
    clb = kept[unit.name]
    wrong = dataclasses.replace(clb, nets="\n", rows=(), always="!arrived_q[0]")
    try:
        for rows, mutant, wanted, text in (
                (kept, same, "equivalent", "with what both sides agree on a mutant that nobody sees is proved to be none"),
                ({}, same, "not", "without it is not, as fast"),
                (kept, other, "different", "one that a test kills is different"),
                ({**kept, unit.name: wrong}, same, "different", "with something that is not so nothing is proved")):
            mutant_rows.AGREED.clear()
            mutant_rows.AGREED.update(rows)
            found = mutant_proofs.ask(mutant_contracts.leaf(around, mutant_contracts.Ports(around), [mutant]), mutant.number, mutant_proofs.QUICK_S)
            good = found == wanted or (wanted == "not" and found != "equivalent")
            results.append(check(good, text + ("" if good else f": {found}")))
        for name, row, text in ((unit.name, dataclasses.replace(clb, rows=(("owed", "pays"),)), "has no nets owed"),
                                ("ws_bar", dataclasses.replace(kept["ws_bar"], up=(("barriers", "look_o"),)), "has no barriers with a net look_o inside")):
            mutant_rows.AGREED.clear()
            mutant_rows.AGREED.update({**kept, name: row})
            found = refused(lambda: mutant_agreed.agreements(around))
            results.append(check(text in found, f"a row of what it {text} is refused{'' if text in found else ': ' + found}"))
    finally:
        mutant_rows.AGREED.clear()
        mutant_rows.AGREED.update(kept)
    return results


def outside():
    """What stands outside of a proof, and is taken there for what it looks at and shows."""
    units = {name: Unit(name, {**mutants.SIZES[bench], **mutants.OTHERS.get(name, {})}, "_test")
             for name, bench in (("ws_bar", "cosim"), ("ws_net", "cosim"), ("ws_serial", "serial"), ("ws_sync_decode", "cosim"), ("ws_sync", "cosim"), ("ws_mbar", "cosim"))}
    for unit in units.values():
        unit.prepare(mutants.MOST, 1)
    bar = mutant_rows.CONTRACTS["ws_bar"]
    blind = dataclasses.replace(bar, looked=bar.looked.replace("5'h1f", "5'h0f"))
    loose = dataclasses.replace(bar, looked="  wire [11:0] key_read = {!grp_key_i[3], {6{!grp_key_i[4] && !grp_key_i[11]}}, 5'h17};")
    results = told(units["ws_bar"], mutant_contracts.looks, (
        (bar, "equivalent", "that a barrier with no such number looks at no count is proved"),
        (blind, "different", "that it does not look at whether there is such a number is refused"),
        (loose, "different", "what is read of a word cannot depend on what is not")))
    late = "\n  reg [3:0] left;\n  wire late = left == 0;\n  always @(posedge clk_i) left <= !rst_ni ? {} : left - !late;"
    results += told(units["ws_net"], mutant_contracts.dims, (
        (mutant_rows.Contract(shows=(("out_valid_o", "late"),), shown=late.format(4)), "equivalent", "that no message comes out in four clocks after a reset is proved"),
        (mutant_rows.Contract(shows=(("out_valid_o", "late"),), shown=late.format(5)), "different", "that none does in five is refused")))
    sync, mbar = mutant_rows.CONTRACTS["ws_sync"], mutant_rows.CONTRACTS["ws_mbar"]
    results += told(units["ws_sync"], mutant_contracts.dims, (
        (sync, "equivalent", "that the mbarrier unit gets operations of the table alone is proved of what sends them"),
        (dataclasses.replace(sync, shown=sync.shown.replace("fn[2:0] <= 3'd4", "fn[2:0] <= 3'd3")), "different", "that it never gets pending_count is refused")))
    results += told(units["ws_mbar"], mutant_contracts.dims, (
        (mbar, "equivalent", "that it sends to another CTA of the cluster, and what can be sent, is proved"),
        (dataclasses.replace(mbar, shown=mbar.shown.replace("net_dest_o != cfg_rank_i", "net_dest_o != 3'd1")), "different", "that it sends nothing to CTA 1 is refused"),
        (dataclasses.replace(mbar, shown=mbar.shown.replace("net_msg_o[34:33] != 2'd3", "!net_msg_o[34]")), "different", "that it sends no arrive is refused")))
    results += unanswered(units["ws_mbar"])
    results += told(units["ws_serial"], mutant_contracts.holds, (
        (mutant_rows.Contract((("tx_byte_o", "tx_valid_o"),)), "equivalent", "of the whole nobody reads a byte that is not valid"),
        (mutant_rows.Contract((("tx_byte_o", "1'b0"),)), "different", "that nobody reads one that is valid is refused")))
    decode = units["ws_sync_decode"]
    first = [m for m in decode.mutants if m.source() == "case (op_i[7:3])" and m.what() == "bit 1 of A of eq stuck at 0"]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        found = mutant_proofs.prove(decode, first, pool)
    results.append(check("equivalent" in found.values(), "of several items of a case that match the first counts, as in the netlist that is run"))
    return results


def unanswered(mbar):
    """An arrive without result answers nothing, which is proved along with what is always so inside; so nobody can tell whether that is kept."""
    own = ("\n  reg wrong_q = 1'b0;\n  always @(posedge clk_i) wrong_q <= wrong_q || (grp_valid_i && !grp_ready_o);\n"
           "  wire [3:0] answers = ~({4{res_valid_o && {res_fn_o[5:4], res_fn_o[2]} == 3'd5 && !wrong_q}} & res_lanes_o);")
    contract = mutant_rows.Contract(shows=(("res_d_hi_o", "answers"),), shown=own, along="answered")
    results = told(mbar, mutant_contracts.dims, (
        (contract, "equivalent", "that an arrive without result has nothing in the upper half is proved along with what is always so"),
        (dataclasses.replace(contract, shown=own.replace("== 3'd5", "== 3'd1")), "different", "that one with a result has nothing there is refused")))
    unit = Unit("ws_completion", mutants.SIZES["bus"], "_test")
    unit.prepare(mutants.MOST, 1)
    nets = re.sub(r"_o\b", "_i", mutant_rows.SINKS) + "\n  wire [127:0] high = {{32{answers[3]}}, {32{answers[2]}}, {32{answers[1]}}, {32{answers[0]}}};"
    own = mutant_rows.Contract(nets=nets, given=(("rsp_d_hi_i", "rsp_d_hi_i & high"),))
    for what, changes in (("bit 5 of A of eq stuck at 0", ((own, "equivalent", "with that nobody can tell whether it is kept"), (mutant_rows.Contract(), "different", "without it, it shows"))),
                          ("bit 4 of A of eq inverted", ((own, "different", "of another operation it shows in any case"),))):
        mutant = next((m for m in unit.mutants if m.source().startswith("wire wide") and m.what() == what), None)
        results += told(unit, lambda unit, ports, m=mutant: mutant_proofs.ask(mutant_contracts.leaf(unit, ports, [m]), m.number, mutant_proofs.QUICK_S),
                        changes) if mutant else [check(False, "this Yosys makes other mutants of ws_completion; the test wants two of `wide`")]
    return results


def in_cluster():
    """Mutants of a unit with most of the cluster outside of the proof: one that a test kills, one that no run can show."""
    unit = Unit("ws_bar_cluster", {**mutants.STRUCT, "CTAS": 2}, "_test")
    unit.prepare(mutants.MOST, 1)
    outer, results = mutant_contracts.around(unit), []
    lines = (("always @(posedge clk_i) word_q", "bit 0 of S of mux stuck at 1"), ("assign level[c]", "bit 0 of Y of eq stuck at 1"))
    asked = [m for m in unit.mutants if any(m.source().startswith(line) and m.what() == what for line, what in lines)]
    aig = mutant_contracts.leaf(outer, mutant_contracts.Ports(outer), asked)
    found = {m: mutant_proofs.ask(aig, m.number, mutant_proofs.QUICK_S) for m in asked}
    stages = [v == "equivalent" for m, v in found.items() if m.source().startswith("always")]
    results.append(check(sorted(stages) == [False, True], "a stage that keeps its word in a reset: the last one shows nowhere, the first is not called equivalent"))
    level = [v for m, v in found.items() if m.source().startswith("assign level")]
    results.append(check(level and set(level) == {"equivalent"}, "that a CTA lags behind shows in its own idle, whatever the others say"))
    return results


def never_asked():
    """What a unit is never asked, by the module around it, and what it is."""
    unit = Unit("ws_sync_table", mutants.STRUCT, "_test")
    unit.read()
    kept = mutant_rows.CONTRACTS[unit.name]
    return told(unit, mutant_contracts.never, (
        (kept, "equivalent", "what is written is not read in the next clock: proved of the module around it"),
        (dataclasses.replace(kept, always="!(|stale)"), "different", "that nothing is written where it is read ahead is refused"),
        (dataclasses.replace(kept, always="!re_i"), "different", "that nothing is ever read is refused")))


def told_by_outputs():
    """What a unit is never asked, as its outputs tell: what comes behind that does not count, the output that tells does."""
    unit, results, kept = Unit("ws_axil_manager", mutants.SIZES["serial"], "_test"), [], mutant_rows.CONTRACTS
    unit.prepare(mutants.MOST, 1)
    places = (("bready_q <= write || (bready_q", "bit 0 of B of logic_and stuck at 1"), ("assign done_o", "bit 0 of Y of logic_or stuck at 0"))
    behind, teller = (next((m for m in unit.mutants if m.source().startswith(line) and m.what() == what), None) for line, what in places)
    if not behind or not teller:
        return [check(False, "this Yosys makes other mutants of ws_axil_manager; the test wants one of bready_q and one of done_o")]
    try:
        for mutant, always, wanted, text in ((behind, "!done_o", "equivalent", "one that shows behind an answer alone is proved, where nothing is ever answered"),
                                             (behind, "", "different", "where something is, it is not"),
                                             (teller, "!done_o", "different", "one of the very output that tells of an answer is not called equivalent")):
            mutant_rows.CONTRACTS = {unit.name: mutant_rows.Contract((("resp_o", "1'b0"),), always=always)}
            found = mutant_proofs.ask(mutant_contracts.leaf(unit, mutant_contracts.Ports(unit), [mutant]), mutant.number, mutant_proofs.QUICK_S)
            results.append(check(found == wanted, text + ("" if found == wanted else f": {found}")))
        found = mutant_contracts.holds(unit, mutant_contracts.Ports(unit))
        results.append(check(found == "different", f"that nothing is ever answered is refused by the whole{'' if found == 'different' else ': ' + found}"))
        mutant_rows.CONTRACTS = {unit.name: mutant_rows.Contract((("resp_o", "done_o"),), always="resp_o == 2'd0")}
        found = refused(lambda: mutant_contracts.Ports(unit))
        results.append(check("depends on resp_o" in found, f"an output that is not always read cannot tell{'' if 'depends on resp_o' in found else ': ' + found}"))
    finally:
        mutant_rows.CONTRACTS = kept
    return results


def inside_one():
    """Contracts that hold in the one module in which all instances of a unit are, and one that is not in there."""
    unit, results, kept = Unit("ws_axil_manager", mutants.SIZES["serial"], "_test"), [], mutant_rows.CONTRACTS
    unit.read()
    try:
        for by, wanted, text in (("done_o", "equivalent", "that an answer is read when it comes is proved of the one module around"),
                                 ("1'b0", "different", "that it never is is refused there")):
            mutant_rows.CONTRACTS = {**kept, unit.name: mutant_rows.Contract((("resp_o", by),), within="ws_serial")}
            found = mutant_contracts.holds(unit, mutant_contracts.Ports(unit))
            results.append(check(found == wanted, text + ("" if found == wanted else f": {found}")))
        proves, mutant_contracts.holds = mutant_contracts.holds, lambda other, ports: "different"
        try:
            mutant_rows.CONTRACTS = {**kept, unit.name: mutant_rows.Contract((("resp_o", "done_o"),), within="ws_serial")}
            found = proves(unit, mutant_contracts.Ports(unit))
        finally:
            mutant_contracts.holds = proves
        results.append(check(found == "different", f"a contract that leans on one that does not hold does not hold{'' if found == 'different' else ': ' + found}"))
        mutant_rows.CONTRACTS = {**kept, unit.name: mutant_rows.Contract((("resp_o", "done_o"),), within="ws_serial_ram")}
        found = refused(lambda: mutant_contracts.holds(unit, mutant_contracts.Ports(unit)))
        results.append(check("is not in ws_serial_ram alone" in found, f"a module in which it is not is refused{'' if 'alone' in found else ': ' + found}"))
    finally:
        mutant_rows.CONTRACTS = kept
    return results


def messages():
    """What a CTA sends is what mutant_seen.py lets come in."""
    unit, results = Unit("ws_mbar", mutants.STRUCT, "_test"), []
    unit.read()
    ports = mutant_contracts.Ports(unit)
    own = "  wire [7:0] out = net_msg_o[39:32];\n  wire lanes = |net_msg_o[43:40];\n"
    for claim, good, text in (("lanes && (out[7:1] == 7'h01 || {out[7:4], out[2:1]} == 6'h0a)", True, "what a CTA sends is what may come in, in the whole design"),
                              ("out[7:1] == 7'h01 || {out[7:3], out[2:1]} == 7'h12", False, "that no arrive_drop is sent is not proved")):
        ports.nets, ports.asked = own, [f"!net_valid_o || {claim}"]
        found = mutant_contracts.never(unit, ports, mutant_proofs.WHOLE_S if good else 9)
        results.append(check((found == "equivalent") == good, f"{text}: {found}"))
    return results


def proves(part, new):
    """What a part finds."""
    at, start = known.place(READ, TOOLS, (part.__name__,)) if new else None, time.monotonic()
    before = known.recall(at)
    if before:
        print(f"{part.__name__}: {before[0]} passed on the same files with the same tools, {before[1]}", flush=True)
        return [True] * int(before[0])
    found = part()
    print(f"{part.__name__}: {time.monotonic() - start:.0f} s", flush=True)
    if found and all(found):
        known.keep(at, str(len(found)))
    return found


PARTS = (contracts, never_asked, told_by_outputs, inside_one, messages, given, answered, counted, agreed, outside, in_cluster, bank, cleared, swept, relied,
         copied)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--new", action="store_true", help="a part that passed on the same files with the same tools is not run again")
    parser.add_argument("parts", nargs="*", metavar="PART", help="only these")
    args = parser.parse_args()
    parts = {part.__name__: part for part in PARTS}
    if unknown := set(args.parts) - set(parts):
        parser.error(f"no part {min(unknown)}; parts: {' '.join(parts)}")
    OUT.mkdir(parents=True, exist_ok=True)
    results = [result for name, part in parts.items() if not args.parts or name in args.parts for result in proves(part, args.new)]
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
