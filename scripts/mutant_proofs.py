# SPDX-License-Identifier: Apache-2.0
"""Is a mutant the unit itself? The unit and all mutants that are asked about make one miter, and ABC is called once for each mutant, with
the select held at its number. Registers begin at 0. Shared memory stays outside: what goes into it is compared, what comes out is the
same on both sides."""
import re
import subprocess

from mutant_netlists import OUT, SELECT_BITS, ToolError, run, yosys

NETLIST_S, BMC_S, PDR_S = 300, 6, 24
FRAMES = 40  # in which a difference is looked for first
# Of one module: gates, registers at 0.
GATES = ("memory_map\nasync2sync\nopt -full -nodffe -nosdff\nsetundef -undriven -init -zero\ndffunmap\ntechmap\ndffunmap\n"
         "dfflegalize -cell $_DFF_P_ 0\nabc -g AND -fast\naigmap\n")


def prove(unit, mutants, pool):
    """{mutant: "equivalent", "different" or "unknown"}, for all inputs of any length at the unit's ports."""
    if not mutants:
        return {}
    try:
        both = miter(unit, mutants)
    except subprocess.TimeoutExpired:
        return dict.fromkeys(mutants, "unknown")
    except ToolError:  # mutants of one cell can close a loop that no single one has
        if len(mutants) == 1:
            raise
        half = len(mutants) // 2
        return {**prove(unit, mutants[:half], pool), **prove(unit, mutants[half:], pool)}
    return dict(zip(mutants, pool.map(lambda mutant: ask(both, mutant.number), mutants)))


def miter(unit, mutants):
    """The unit beside itself with the mutants, in BLIF, with the select as an input."""
    memories = [re.sub(r"\W", "?", name) for name in unit.memories]
    path = unit.folder / f"miter_{mutants[0].number}"
    outside = "".join(f"setattr -mod -set keep_hierarchy 1 {name}\n" for name in memories)
    flat = f"setattr -mod -unset keep_hierarchy *\nsetattr -mod -unset top *\n{outside}flatten\nopt_clean\n"
    changes = "".join(f"mutate -ctrl mutsel {SELECT_BITS} {m.number} {m.options}\n" for m in mutants)
    begin = f"read_rtlil {unit.base}\nhierarchy -top {unit.module}\nproc\n"
    # A case has several selects only with a mutant in it; then the lowest counts, as in the netlist that is simulated.
    first = "techmap -map tb/formal/first_of.v\n"
    yosys(f"{begin}{first}{flat}select {unit.module}\nadd -input mutsel {SELECT_BITS}\nselect -clear\nrename {unit.module} gold\ndesign -stash plain\n"
          f"{begin}{changes}{first}{flat}rename {unit.module} gate\ndesign -stash gate\n"
          "design -copy-from plain gold\ndesign -copy-from gate gate\n"
          + "".join(f"design -copy-from plain {name}\nexpose -evert gold/t:{name} gate/t:{name}\n" for name in memories)
          + f"setattr -mod -unset keep_hierarchy *\nmiter -equiv -flatten gold gate both\nhierarchy -top both\n{GATES}"
          f"write_blif {path}.blif\n", str(path.relative_to(OUT)), NETLIST_S)
    return path.with_suffix(".blif")


def ask(both, number):
    """ABC's verdict on one mutant."""
    text = both.read_text()
    head, _, rest = text.partition("\n.outputs")
    names = [word for word in head.split() if "mutsel[" in word]
    if len(names) != SELECT_BITS:
        raise ToolError(f"{both}: the select has {len(names)} bits of {SELECT_BITS}")
    for name in names:
        head = head.replace(f" {name}", "", 1)
    bits = "".join(f".names {name}\n{number >> int(name.rpartition('[')[2][:-1]) & 1}\n" for name in names)
    tied = both.with_name(f"{both.stem}_{number}.blif")
    tied.write_text(f"{head}\n.outputs{rest.replace('.end', bits + '.end')}")
    steps = "ifraig; dprove; iprove" if "\n.latch" not in text else f"lcorr; scorr; dc2; bmc3 -F {FRAMES} -T {BMC_S}; pdr -T {PDR_S}"
    try:
        said = run(["berkeley-abc", "-c", f"read_blif {tied}; strash; {steps}"], tied.with_suffix(".abc"), 4 * (BMC_S + PDR_S))
    except subprocess.TimeoutExpired:
        return "unknown"
    tied.unlink()
    return answer(said)


def answer(said):
    """What ABC has found."""
    words = said.replace("UNSATISFIABLE", "proved")
    if "was asserted in frame" in words or "SATISFIABLE" in words:
        return "different"
    good = ("proved", "Networks are equivalent", "Property proved", "The miter is proved unreachable")
    return "equivalent" if any(text in words for text in good) else "unknown"
