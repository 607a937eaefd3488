# SPDX-License-Identifier: Apache-2.0
"""Parts of test_mutant_proofs.py that are about what is cleared, written and read: shared memory, operands on the bus, answers of global memory."""
import dataclasses
import re

import mutant_contracts
import mutant_proofs
import mutant_rows
import mutants
from mutant_netlists import OUT, ToolError, Unit
from test_mutants import check


def told(unit, ask, changes):
    """What `ask` says of a unit with other rows: (rows, wanted, text)."""
    results, kept = [], mutant_rows.CONTRACTS
    try:
        for contract, wanted, text in changes:
            mutant_rows.CONTRACTS = {**kept, unit.name: contract}
            found = ask(unit, mutant_contracts.Ports(unit))
            results.append(check(found == wanted, text + ("" if found == wanted else f": {found}")))
    finally:
        mutant_rows.CONTRACTS = kept
    return results


def cleared():
    """Shared memory that is cleared in another order: what is read of it is the same, if each row is cleared, and nobody reads meanwhile."""
    unit, results, kept = Unit("ws_smem", mutants.STRUCT, "_test"), [], mutant_rows.CONTRACTS
    unit.prepare(mutants.MOST, 1)

    def mutant(line, what):
        return next((m for m in unit.mutants if m.source().startswith(line) and re.search(what, m.what())), None)

    order, skips, data = mutant("if (clear) row_q <=", "bit 6 of B of mux inverted while"), mutant("if (clear) row_q <=", "of Y of add stuck"), mutant("wire [31:0] copy_odd", "of Y of mux")
    if not order or not skips or not data:
        return [check(False, "this Yosys makes other mutants of ws_smem; the test wants two of row_q and one of copy_odd")]
    own = kept[unit.name]
    early = dataclasses.replace(own, given=tuple(row for row in own.given if row[0] != "read_i"))
    try:
        for contract, asked in ((own, ((order, "equivalent", "each row is cleared, in another order: proved"),
                                       (skips, "undecided", "a row that is never cleared is not called equivalent"),
                                       (data, "different", "nor what a copy writes otherwise"))),
                                (early, ((order, "undecided", "nor another order where memory may be read meanwhile"),))):
            mutant_rows.CONTRACTS = {**kept, unit.name: contract}
            aig = mutant_contracts.leaf(unit, mutant_contracts.Ports(unit), [one for one, *_ in asked])
            for one, wanted, text in asked:
                found = mutant_proofs.ask(aig, one.number, mutant_proofs.QUICK_S)
                results.append(check(found == wanted, text + ("" if found == wanted else f": {found}")))
        mutant_rows.CONTRACTS = {**kept, unit.name: dataclasses.replace(own, outer=None)}
        found = mutant_contracts.never(unit, mutant_contracts.Ports(unit))
        results.append(check(found == "different", f"that nobody reads meanwhile leans on what the module around it is given{'' if found == 'different' else ': ' + found}"))
        wrong = dataclasses.replace(own.outer, given=(("grp_valid_i", "1'b0"),))
        mutant_rows.CONTRACTS = {**kept, unit.name: dataclasses.replace(own, outer=wrong)}
        found = mutant_contracts.holds(unit, mutant_contracts.Ports(unit))
        results.append(check(found == "different", f"and that has to be so{'' if found == 'different' else ': ' + found}"))
    finally:
        mutant_rows.CONTRACTS = kept
    return results


def swept():
    """Operands on the bus that are cleared in another order are the same to those who read them, if each word is cleared, and nobody writes
    what was read of them before that."""
    unit, results, kept = Unit("ws_operands", mutants.SIZES["bus"], "_test"), [], mutant_rows.CONTRACTS
    unit.prepare(mutants.MOST, 1)

    def mutant(line, what, wire=""):
        return next((m for m in unit.mutants if m.source().startswith(line) and m.what() == what and wire in m.options), None)

    order, skips, never = (mutant("always @(posedge clk_i)", "bit 3 of Q of dff inverted", "-wire clear_q"),
                           mutant("wire [LANE_W+2:0] at", "bit 1 of Y of mux stuck at 0", "-wire at"),
                           mutant("wire write", "bit 0 of A of logic_or stuck at 0"))
    if not order or not skips or not never:
        return [check(False, "this Yosys makes other mutants of ws_operands; the test wants one each of clear_q, at, write")]
    own = kept[unit.name]
    early = dataclasses.replace(own, given=tuple(row for row in own.given if row[0] != "write_i"))
    try:
        for contract, asked in ((own, ((order, True, "operands that are cleared in another order: proved"),
                                       (skips, False, "words that are never cleared are not called equivalent"),
                                       (never, False, "nor is it if nothing is written while the count goes on"))),
                                (early, ((order, False, "nor another order where what was read meanwhile may be written back"),))):
            mutant_rows.CONTRACTS = {**kept, unit.name: contract}
            aig = mutant_contracts.leaf(unit, mutant_contracts.Ports(unit), [one for one, *_ in asked])
            if contract is own:
                found = [mutant_proofs.swept(aig.lemma, one.number, mutant_proofs.QUICK_S) for one in (order, skips)]
                results.append(check(found == ["equivalent", "different"], f"that all words are cleared by the end is so of the one order, not of the other: {found}"))
            for one, wanted, text in asked:
                found = mutant_proofs.ask(aig, one.number, mutant_proofs.QUICK_S * (1 + wanted))
                results.append(check((found == "equivalent") == wanted, f"{text}: {found}"))
        mutant_rows.CONTRACTS = kept
        other, proves = mutant_contracts.another(unit, "ws_top"), mutant_contracts.once
        try:
            mutant_contracts.once = lambda what, unit, texts, prove: "different"
            found = mutant_contracts.looks(other, mutant_contracts.Ports(other))
        finally:
            mutant_contracts.once = proves
        results.append(check(found == "different", "what a module looks at leans on what those in it look at that stand outside"))
    finally:
        mutant_rows.CONTRACTS = kept
    return results


def swapped(rows, name, wanted):
    """Rows, of which one wants something else."""
    if name not in dict(rows):
        raise ToolError(f"mutant_rows.py has no row {name} any more, which this test changes")
    return tuple((one, wanted if one == name else what) for one, what in rows)


def relied():
    """What the second proof of ws_operands leans on, each time with one row that is wrong; what else it leans on is taken for shown here, and
    that it has to be is tested by swept()."""
    unit, results, kept = Unit("ws_operands", mutants.SIZES["bus"], "_test"), [], mutant_rows.CONTRACTS
    unit.read()
    own, top = kept[unit.name], kept["ws_top"]
    taken = {name: getattr(mutant_contracts, name) for name in ("all_look", "settled")}
    mutant_contracts.all_look = lambda away: "equivalent"

    def short(aig):  # that a run of a few clocks shows what is wrong is enough
        return mutant_proofs.answer(mutant_proofs.abc(f"read_aiger {aig}; strash; bmc3 -F 6 -T 60", aig, 100))

    try:
        for wrong, text in ((dataclasses.replace(own, rows=swapped(own.rows, "mask_o [abc]_o addr_o", "1'b0")), "that nobody ever reads operands is refused"),
                            (dataclasses.replace(own, given=swapped(own.given, "write_i", "1'b0")), "that they are never written is refused")):
            mutant_rows.CONTRACTS = {**kept, unit.name: wrong}
            found = mutant_contracts.holds(unit, mutant_contracts.Ports(unit))
            results.append(check(found == "different", text + ("" if found == "different" else f": {found}")))
        mutant_contracts.settled = short
        for name, text in (("req_[abc]_i req_mask_i req_addr_i", "that the block never looks at a, c, mask and address is refused"), ("req_b_i", "that it never looks at b is refused")):
            mutant_rows.CONTRACTS = {**kept, "ws_top": dataclasses.replace(top, reads=swapped(top.reads, name, "1'b0"))}
            other = mutant_contracts.another(unit, "ws_top")
            found = mutant_contracts.looks(other, mutant_contracts.Ports(other))
            results.append(check(found == "different", text + ("" if found == "different" else f": {found}")))
    finally:
        mutant_rows.CONTRACTS = kept
        for name, value in taken.items():
            setattr(mutant_contracts, name, value)
    return results


def copied():
    """Copies are of 4, 8 or 16 bytes, and of what global memory answers word 3 is of the longest alone: so nobody can tell what is in it before
    the last word of such a copy has come. Of a small memory, but for that copies are so long, which is proved of the block."""
    whole = Unit("ws_gmem", mutants.SIZES["bus"], "_test")
    whole.prepare(mutants.MOST, 1)
    unit, kept = whole.like(GMEM_BYTES=256), mutant_rows.CONTRACTS
    places = (("if (reading_q) for", "bit 30 of A of mux stuck at 0"), ("left_q <= take ?", "bit 2 of B of mux stuck at 0"))
    early, short = (next((m for m in unit.mutants if m.source().startswith(line) and m.what() == what), None) for line, what in places)
    if not early or not short:
        return [check(False, "this Yosys makes other mutants of ws_gmem; the test wants one each of data_q and left_q")]
    own, top = kept[unit.name], kept["ws_top"]

    def words(text):
        return dataclasses.replace(own, nets=own.nets.replace("{long_q, 3'd7}", text))

    def asked(mutant):
        return lambda unit, ports: mutant_proofs.ask(mutant_contracts.leaf(unit, ports, [mutant]), mutant.number, mutant_proofs.QUICK_S)

    def same(unit, ports):
        path = unit.folder / "proof" / "contract"
        path.parent.mkdir(exist_ok=True)
        return mutant_contracts.same(unit, ports, path)

    results = told(unit, asked(early), (
        (own, "equivalent", "word 3 of an answer that changes before it comes: proved"),
        (dataclasses.replace(own, always=""), "different", "of a copy of 24 bytes it shows"),
        (words("4'd15"), "different", "where word 3 of any copy is read it shows too")))
    results += told(unit, asked(short), ((own, "different", "copies that never have a word 3 are not called equivalent"),))
    results += told(unit, same, (
        (words("4'd7"), "different", "that word 3 is never read is refused"),
        (words("{{3{long_q}}, 1'b1}"), "different", "that word 1 is read of the longest copies alone is refused")))
    results += told(unit, mutant_contracts.never, (
        (own, "equivalent", "what copies ask for follows from what the block shows, which is proved of it"),
        (dataclasses.replace(own, always="!gm_bytes_i[4]"), "different", "that none is of 16 bytes does not")))
    wrong = dataclasses.replace(top, shown=top.shown.replace("sizes = {1'b1", "sizes = {1'b0"))
    return results + told(mutant_contracts.another(whole, "ws_top"), mutant_contracts.dims, ((wrong, "different", "and that the block asks for no 16 bytes is refused"),))


def bank():
    """What the proofs say that a bank of shared memory looks at, of four rows."""
    def same(text):
        path = OUT / "bank_test"
        path.with_suffix(".v").write_text(text)
        read = f"read_verilog -Irtl rtl/smem/ws_smem_bank.v {path}.v\nchparam -set ROWS 4 ws_smem_bank\n"
        sides = [(f"rename bank_{side} seen\n", "", "") for side in ("plain", "reads")]
        mutant_proofs.both(path, "seen", (read, []), sides)
        return mutant_proofs.answer(mutant_proofs.abc(f"read_aiger {path}.aig; strash; scorr; dc2; bmc3 -F 10 -T 10; pdr -T 60", path.with_suffix(".aig"), 100))

    def live(text):  # with 0 in seen where vld is 0
        return text.replace(".rside_o(rside_o)", ".rside_o(side)").replace("endmodule", "  wire [1:0] side;\n  assign rside_o = side & {side[0], 1'b1};\nendmodule")

    plain = mutant_proofs.bank_reads("bank_plain", "ws_smem_bank", 2).replace("of_", "")
    text = mutant_proofs.bank_reads("bank_reads", "ws_smem_bank", 2)
    ended = mutant_proofs.bank_reads("bank_reads", "ws_smem_bank", 2, mutant_proofs.ENDED)
    wrong = text.replace("(bus_write_i || bus_side_i) &&", "bus_write_i &&")
    plain = re.sub(r"^(wire|  assign) .*\n", "", plain, flags=re.M)
    return [check(same(text + plain) == "equivalent", "a bank of shared memory looks at nothing else"),
            check(wrong != text and same(wrong + plain) == "different", "with a bit too few it is another bank"),
            check(same(live(ended + plain)) == "equivalent", "with seen written as 0 where vld is 0, only seen that is read there differs"),
            check(same(ended + plain) == "different", "and that does")]
