# SPDX-License-Identifier: Apache-2.0
"""What those around a unit read of it: its contract. A mutant that keeps it is one that no run can show, if the whole design looks at
nothing else. Two proofs:

  leaf    the unit beside itself with the mutant: whatever comes in, what the contract names of the outputs is the same, so that the
          mutant is the unit with something else in the bits that are left open
  around  the same of the module around the unit, with the mutant in the unit, and the contract of that module
  whole   the design, or the one module in which all instances are, with a contract of its own, beside itself with anything in those bits,
          of all instances with its parameters and in each clock: what may be read of its outputs is the same

and, for a contract that says what its unit is never asked or always given, that it is so: with the whole, or of the one module around
it, whatever comes into that but for what `outer` says of it, for such a reason may be found there in no time.

A row that is missing proves less; with one too many the proof of the whole fails.
The rows are in mutant_rows.py."""
import hashlib
import json
import pathlib
import re

import mutant_agreed
import mutant_netlists
import mutant_ports
import mutant_proofs
import mutant_rows
import mutant_seen
from mutant_agreed import AGREES, agreements, stands_in
from mutant_netlists import MEMORY, OUT, SELECT_BITS, ToolError, Unit, plain_name
from mutant_ports import ALWAYS, Ports
from mutant_rows import Contract

BROKEN = "*_broken"  # nets that are 1 where what is claimed is not so, and nothing else's


def leaf(unit, ports, mutants):
    """The miter of the first proof, of the unit or of one around that of the mutants; `mutsel` chooses the mutant."""
    path = unit.folder / "proof" / f"leaf_{mutants[0].number}"
    path.parent.mkdir(exist_ok=True)
    source = path.with_suffix(".v")
    read = f"read_verilog -Irtl {source}\nchtype -set {unit.module} t:unit\nchtype -set $anyseq t:anything\n"
    changes = "".join(f"mutate -ctrl mutsel {SELECT_BITS} {m.number} {m.options}\n" for m in mutants)
    agreed = agreements(unit)
    if in_memory(mutants[0]) and any(one.memories and f"-module {one.module} " in mutants[0].options for one in agreed):
        agreed = []  # a memory's ports are gone when its words are registers
    away = {other.module for other, _ in standing(unit, "aside")}  # what stands outside has nothing inside to agree on
    agreed = [one for one in agreed if one.module not in away or f"-module {one.module} " in mutants[0].options]
    steps, content = {name: ports.widths[name] for name in ports.content.split()}, None
    if ports.swept:  # by a net inside
        content = mutant_proofs.Swept(ports.swept, steps) if any(one.module == unit.module for one in agreed) else None
    elif ports.content:
        content = mutant_proofs.Content([f"dut.{path}" for path in banks(unit)], steps)
    source.write_text(ports.leaf(content=content))
    reads = [read + "".join(one.commands(path, changed) for one in agreed) for changed in (False, True)]
    last = AGREES if agreed else ""
    sides = [(reads[0], "", last + mutant_proofs.ADD_SELECT.format("seen")), (reads[1], changes, last)]
    looks = mutant_proofs.CONTENT if ports.content and not ports.swept else mutant_proofs.BANK
    source = outside(unit, path, unit.base, "aside", Ports.dim, re.search(r"-module (\S+)", mutants[0].options)[1], looks)
    miter = mutant_proofs.both(path, "seen", source, sides, content)
    lemma = mutant_proofs.Aig(miter.with_stem(miter.stem + mutant_proofs.LEMMA)) if content else None
    return mutant_proofs.Aig(miter, mutant_rows.CONTRACTS.get(unit.name, Contract()).clocks, lemma)


def banks(unit):
    """Where the banks of shared memory are in a unit: the names of instances, with points between them."""
    modules = json.loads(unit.block.with_suffix(".json").read_text())["modules"]

    def below(module):
        for name, cell in modules[module]["cells"].items():
            if cell["type"] in modules and plain_name(cell["type"]) == MEMORY[0]:
                yield name
            elif cell["type"] in modules:
                yield from (f"{name}.{path}" for path in below(cell["type"]))

    return list(below(unit.module))


def in_memory(mutant):
    """Whether it is of a port of a memory."""
    return mutant.kind.startswith("$mem")


def standing(unit, role):
    """The modules that a unit's contract names as `aside` or `beside`, and their ports."""
    found = []
    for name in getattr(mutant_rows.CONTRACTS.get(unit.name, Contract()), role):
        other = another(unit, name)
        found.append((other, Ports(other)))
    return found


def outside(unit, path, source, role, wrapped, inside="", looks=mutant_proofs.BANK):
    """Of a netlist in a file: Yosys' commands to read it, and patterns of what in it stays outside: memories, and the modules of a role, each
    in a module that `wrapped` makes of its ports, but for the one that is asked about."""
    commands, patterns = mutant_proofs.memories(unit, source, looks)
    for k, (other, its) in enumerate(standing(unit, role)):
        if other.module == inside:
            continue
        if stands_in(unit.module, other.base.read_text()):
            raise ToolError(f"mutant_rows.py: {unit.name} is in {other.name}, which cannot stand {role}")
        inner, outer = f"{role}_{k}", f"around_{role}_{k}"
        path.with_suffix(f".{inner}.v").write_text(wrapped(its, outer, inner))
        commands += f"rename {other.module} {inner}\nread_verilog -Irtl {path.with_suffix(f'.{inner}.v')}\nrename {outer} {other.module}\n"
        patterns.append(inner)
    return commands, patterns


def settled(aig):
    """What ABC says of a miter that is asked about once, with time."""
    steps = f"read_aiger {aig}; strash; lcorr; scorr -C {mutant_proofs.CONFLICTS}; dc2; pdr -T {mutant_proofs.WHOLE_S}"
    return mutant_proofs.answer(mutant_proofs.abc(steps, aig, mutant_proofs.EQUAL_S + mutant_proofs.WHOLE_S))


def dims(unit, ports):
    """Whether a unit never shows what its contract says that it does not: equivalent, different or undecided."""
    path = unit.folder / "proof" / "dims"
    path.parent.mkdir(exist_ok=True)
    source = path.with_suffix(".v")
    if ports.along:
        source.write_text(ports.bright())
        read = f"read_verilog -Irtl {source}\nchtype -set {unit.module} t:unit\n" + "".join(one.commands(path, False, True) for one in along(unit, ports))
        aig = mutant_proofs.alone(path, "seen", mutant_proofs.memories(unit, unit.base), read, BROKEN)
        return mutant_proofs.never_any(aig, 1, mutant_proofs.WHOLE_S)
    source.write_text(ports.dim("seen", "unit"))
    plain = path.with_suffix(".plain.v")
    plain.write_text(ports.around("seen", [], []))
    sides = [(f"read_verilog -Irtl {name}\nchtype -set {unit.module} t:unit\n", "", "") for name in (plain, source)]
    aig = mutant_proofs.both(path, "seen", mutant_proofs.memories(unit, unit.base), sides)
    return settled(aig)


def along(unit, ports):
    """What is proved along with what a unit never shows."""
    found = agreements(unit, rows=ports.along) if ports.along else []
    if ports.along and not found and all(unit.params.get(size, 4) == 4 for size in ("LANES", "WARPS")):
        raise ToolError(f"mutant_rows.py: {unit.name} is to be proved along with {ports.along}, and none of that is in it")
    return found


def around(unit):
    """The module around a unit, with the same parameters; None if there is no row for it, or it is not in there."""
    name = mutant_rows.AROUND.get(unit.name) or mutant_rows.AROUND.get(pathlib.Path(unit.file).parts[1], unit.name)
    if name == unit.name:
        return None
    outer = Unit(name, unit.params, f"_around_{unit.label}", unit.bench)
    outer.read()
    return outer if stands_in(unit.module, outer.base.read_text()) else None


def looks(unit, ports):
    """Whether a unit that is given what its contract says looks only at what that names: equivalent, different or undecided."""
    path = unit.folder / "proof" / "looks"
    path.parent.mkdir(exist_ok=True)
    away = beside_in(unit)
    if (found := all_look(away)) != "equivalent":
        return found
    agreed, sides = agreements(unit), []
    for name, changed in (("plain", False), ("changed", True)):
        source = path.with_suffix(f".{name}.v")
        source.write_text(ports.looks(changed))
        sides.append((f"read_verilog -Irtl {source}\nchtype -set {unit.module} t:unit\nchtype -set $anyseq t:anything\n"
                      + "".join(one.commands(path, changed) for one in agreed), "", AGREES if agreed else ""))
    kept = outside(unit, path, unit.base, "beside", Ports.blind) if away else mutant_proofs.memories(unit, unit.base)
    return settled(mutant_proofs.both(path, "seen", kept, sides))


def beside_in(unit):
    """What stands beside a unit's second proof and is in the unit itself: that it looks only at its reads leans on the same of those."""
    found = [(other, its) for other, its in standing(unit, "beside") if stands_in(other.module, unit.base.read_text())]
    for other, its in found:
        if its.given:
            raise ToolError(f"mutant_rows.py: {other.name}, which stands beside in {unit.name}, is given what would have to be proved there")
    return found


def all_look(away):
    """Whether each of what stands beside looks at its reads alone."""
    for other, its in away:
        if its.reads:
            texts = [its.looks(True), *(one.around(True, "") for one in agreements(other))]
            texts += [text for name, inner in beside_in(other) for text in (inner.blind(name.name, ""), inner.looks(True))]
            if (found := once("looks", other, texts, lambda other=other, its=its: looks(other, its))) != "equivalent":
                return found
    return "equivalent"


def holds(unit, ports):
    """The second proof: equivalent, different or undecided."""
    path = unit.folder / "proof" / "contract"
    path.parent.mkdir(exist_ok=True)
    if (found := shown(unit)) != "equivalent":
        return found
    away = standing(unit, "beside")
    if (found := all_look(away)) != "equivalent":
        return found
    for other, its in away:
        if its.given and (found := holds(other, its)) != "equivalent":
            return found
    texts = [ports.whole(changed, always) for changed in (False, True) for always in (False, True)]
    texts += [mutant_seen.module(unit.top, *unit.whole), ports.within, *(its.blind(other.name, "") for other, its in away)]
    around = inside(unit, ports)
    texts += [its.dim(other.name, "") for other, its in (standing(around, "aside") if around else ())]
    for other, its in leans(unit, ports):
        texts.append(its.leaf())
        if (found := holds(other, its)) != "equivalent":
            return found
    if ports.claim and ports.outer:
        other = another(unit, ports.within)
        its = Ports(other, ports.outer)
        if its.outer:
            raise ToolError(f"mutant_rows.py: what is always given to {other.name} around {unit.name} cannot lean on another such row")
        more = [its.claims(), its.within, ports.opened(), mutant_seen.module(other.top, *other.whole)]
        texts += more
        if (found := once("never", other, more, lambda: never(other, its, below=(unit, ports)))) != "equivalent":
            return found
    texts += [one.around(True, "") for one in agreements(unit, True)] if ports.inner else []
    texts += [mutant_proofs.ENDED] if ports.ended else []

    def prove():
        found = same(unit, ports, path)
        return never(unit, ports) if ports.claim and ports.within and found == "equivalent" else found

    return once("contract", unit, texts, prove)


def leans(unit, ports):
    """What the second proof takes for granted, units and their contracts: the one module around all instances, and the banks of shared memory."""
    names = ([(ports.inner, ports.outer)] if ports.inner else []) + ([(MEMORY[0], None)] if ports.ended else [])
    return [(other, Ports(other, contract)) for other, contract in ((another(unit, name), contract) for name, contract in names)]


def another(unit, name):
    """Another unit of the same design."""
    other = Unit(name, unit.params, f"_another_{unit.label}", unit.bench)
    other.read()
    return other


def around_all(unit, ports):
    """The module `within`, as the netlist calls it, in which all instances of the unit have to be."""
    modules = json.loads(unit.block.with_suffix(".json").read_text())["modules"]
    left, seen = [unit.whole[0]], set()
    while left:
        name = left.pop()
        if name == unit.module:
            raise ToolError(f"mutant_rows.py: {unit.name} is not in {ports.within} alone")
        if name not in seen and plain_name(name) != ports.within:
            seen.add(name)
            left += [cell["type"] for cell in modules[name]["cells"].values() if cell["type"] in modules]
    found = [name for name in modules if plain_name(name) == ports.within]
    if len(found) != 1:
        raise ToolError(f"mutant_rows.py: {unit.name} is to be in {ports.within}, of which there are {len(found)} with other parameters")
    return found[0]


def shown(unit):
    """Whether what stands aside in a unit is what it is taken for."""
    for other, its in standing(unit, "aside"):
        texts = [its.dim("", ""), *(one.around(False, "", True) for one in along(other, its))]
        if its.shows and (found := once("shows", other, texts, lambda other=other, its=its: dims(other, its))) != "equivalent":
            return found
    return "equivalent"


def inside(unit, ports):
    """The module that is asked about what a unit is never asked, if something in that stands aside."""
    if not mutant_rows.CONTRACTS.get(ports.within, Contract()).aside:
        return None
    return another(unit, ports.within)


def once(what, unit, texts, prove):
    """What comes out of a proof that is made once for the same design and texts."""
    scripts = [pathlib.Path(script.__file__) for script in (mutant_proofs, mutant_seen, mutant_agreed, mutant_netlists, mutant_ports)]
    how = [path.read_text() for path in (*scripts, pathlib.Path(__file__), mutant_netlists.ROOT / "tb/formal/first_of.v")]
    digest = hashlib.sha256("\0".join([unit.block.name, unit.module, *texts, *how]).encode()).hexdigest()
    known = OUT / f"{what}_{unit.name}_{digest[:16]}.json"  # the same for all units in a module
    if known.exists():
        return json.loads(known.read_text())["found"]
    found = prove()
    if found != "undecided":  # another time there may be more of it
        known.with_suffix(".new").write_text(json.dumps({"found": found}) + "\n")
        known.with_suffix(".new").rename(known)
    return found


def never(unit, ports, limit=mutant_proofs.WHOLE_S, below=None):
    """Whether the module around the unit never asks it what the contract says that it is never asked, whatever is in the bits that are left open
    and whatever comes in, but for what that is always given; or the whole design, whatever may come in there. `below`: a unit in this one, and
    its ports, of which bits are left open too."""
    module, seen, more = "seen", "", ""
    if ports.within == unit.top:
        seen = mutant_seen.module(unit.top, *unit.whole)
    elif ports.outer:
        seen, more = Ports(another(unit, ports.within), ports.outer).leaf("inner"), f"chtype -set {around_all(unit, ports)} t:inner\n"
    else:
        module = around_all(unit, ports)
    path = unit.folder / "proof" / "never"
    path.parent.mkdir(exist_ok=True)
    source = path.with_suffix(".v")
    source.write_text(ports.claims() + seen + (below[1].opened() if below else ""))
    names = [(unit.module, "unit", "outer")] + ([(below[0].module, "below", "opened")] if below else [])
    read = ("".join(f"rename {module} {inner}\n" for module, inner, _ in names) + f"read_verilog -Irtl {source}\n"
            + "".join(f"rename {outer} {module}\n" for module, _, outer in names) + f"chtype -set $anyseq t:anything\n{more}")
    agreed, around = agreements(unit, True), inside(unit, ports)
    if around and (found := shown(around)) != "equivalent":
        return found
    kept = outside(around, path, unit.block, "aside", Ports.dim, unit.module) if around else mutant_proofs.memories(unit, unit.block)
    if not around and all(one.module != unit.module for one in agreed):  # whose nets are now inside a module of its name
        read += "".join(one.commands(path, False, True) for one in agreed)
    aig = mutant_proofs.alone(path, module, kept, read, BROKEN)
    return mutant_proofs.never_any(aig, len(ports.asked), limit)


def same(unit, ports, path):
    """Whether the whole design, or the module that the contract names, beside itself, with anything in the bits that are left open, does the
    same in what may be read of its outputs. What stands beside it does the same on both sides as long as what it looks at is the same."""
    always, agreed = ports.claim and not ports.within, []
    seen, more = mutant_seen.module(unit.top, *unit.whole), ""
    if ports.inner:
        seen, more = Ports(another(unit, ports.inner), ports.outer).leaf("inner"), f"chtype -set {around_all(unit, ports)} t:inner\n"
        agreed = [one for one in agreements(unit, True) if one.module != unit.module]
    show = f"select -assert-min 1 w:*.{ALWAYS}\nexpose w:*.{ALWAYS}\n" if always else ""
    sides = []
    for name, changed in (("plain", False), ("changed", True)):
        source = path.with_suffix(f".{name}.v")
        source.write_text(ports.whole(changed, always) + seen)
        sides.append((f"rename {unit.module} unit\nread_verilog -Irtl {source}\nrename outer {unit.module}\n"
                      f"chtype -set $anyseq t:anything\n{more}" + "".join(one.commands(path, name == "changed") for one in agreed), "",
                      f"{show}opt_clean\n" * bool(always) + AGREES * bool(agreed)))
    commands, patterns = outside(unit, path, unit.block, "beside", Ports.blind, looks=mutant_proofs.ENDED if ports.ended else mutant_proofs.BANK)
    if unit.name == unit.top:  # then all that is asked is whether nobody looks at more of it
        patterns = ["unit"]
    aig = mutant_proofs.both(path, "seen", (commands, patterns), sides)
    if agreed:
        return settled(aig)
    return mutant_proofs.answer(mutant_proofs.abc(f"read_aiger {aig}; strash; lcorr; pdr -T {mutant_proofs.WHOLE_S}", aig, 2 * mutant_proofs.WHOLE_S))


def prove(unit, mutants, pool, limit, outer=None):
    """Which mutants nobody can tell from the unit by what the contract lets him read, or, with `outer`, by that of the module around it:
    {mutant: "equivalent" or "undecided"}, and what came out about the contract itself, "" if there is none. Where that does not hold
    nothing is said of any mutant."""
    keeper = outer or unit
    ports = Ports(keeper)
    if not mutants or not ports.by:
        return {}, ""
    found = {}
    for some in filter(None, ([m for m in mutants if in_memory(m)], [m for m in mutants if not in_memory(m)])):
        asked = leaf(keeper, ports, some)
        found.update(zip(some, pool.map(lambda m, asked=asked: mutant_proofs.ask(asked, m.number, limit), some)))
    if "equivalent" not in found.values():
        return {}, ""
    contract = holds(keeper, ports)
    good = contract == "equivalent"
    return {m: "equivalent" for m, verdict in found.items() if good and verdict == "equivalent"}, contract
