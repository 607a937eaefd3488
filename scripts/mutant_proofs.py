# SPDX-License-Identifier: Apache-2.0
"""Is a mutant the unit itself, or at least nothing that a run can show? A miter of the unit, or of the whole design, and all
mutants that are asked about goes to ABC, once for each of them, with the select tied to its number. What mutants.py asks when
no test fails."""
import re
import subprocess

import mutant_seen
from mutant_netlists import MEMORY, OUT, ROOT, SELECT_BITS, ToolError, plain_name, run, yosys

ABC_S = 60  # for one question to ABC
QUICK_S = 9  # the same before the tests are run that take longer; about the whole design, beside some seconds to find equal registers
WHOLE_S = 300  # the same about the whole design
EQUAL_S = 1800  # of a question that is asked once, to find equal registers first: ten minutes of ws_mbar with the banks outside
NETLIST_S = 600  # for a miter
CONFLICTS = 100000  # of one question whether two gates are equal
FEW_LATCHES = 256  # of both sides: with so many all states that can be reached may be gone through
ADD_SELECT = f"select {{}}\nadd -input mutsel {SELECT_BITS}\nselect -clear\n"  # which the side without mutants has to have too


def prove(unit, mutants, pool, whole=False, limit=ABC_S):
    """Whether the unit can be told from each mutant at its ports, or in the whole design at what may be read of its outputs, from
    registers at 0, by inputs of any length: {mutant: "different", "equivalent" or "undecided"}. The contents of shared memory are
    unknown, and what goes into them has to be the same. A bank itself cannot be asked about so in the whole design: its mutants
    are left out of the answer."""
    if not mutants or (whole and unit.name == MEMORY[0]):
        return {}
    try:
        both = miter(unit, mutants, whole)
    except subprocess.TimeoutExpired:
        return dict.fromkeys(mutants, "undecided")
    except ToolError:  # mutants of one cell, each inverted by another, can close a loop that no single one has
        if len(mutants) == 1:
            raise
        half = len(mutants) // 2
        return {**prove(unit, mutants[:half], pool, whole, limit), **prove(unit, mutants[half:], pool, whole, limit)}
    question = ask_whole if whole else ask
    return dict(zip(mutants, pool.map(lambda m: question(both, m.number, limit), mutants)))


def miter(unit, mutants, whole):
    """The unit, or the whole design, beside itself with the mutants, as an AIG."""
    path = unit.folder / "proof" / f"{'whole_' * whole}{mutants[0].number}"
    path.parent.mkdir(exist_ok=True)
    source, module, read = unit.base, unit.module, ""
    if whole:
        path.with_suffix(".v").write_text(mutant_seen.module(unit.top, *unit.whole))
        source, module, read = unit.block, "seen", f"read_verilog -Irtl {path}.v\n"
    changes = "".join(f"mutate -ctrl mutsel {SELECT_BITS} {m.number} {m.options}\n" for m in mutants)
    return Aig(both(path, module, memories(unit, source), [(read, "", ADD_SELECT.format(module)), (read, changes, "")]))


# Yosys' commands that make gates of one module, with registers at 0.
GATES = ("memory_map\nasync2sync\nopt -full -nodffe -nosdff\nsetundef -undriven -init -zero\ndffunmap\ntechmap\ndffunmap\n"
         "dfflegalize -cell $_DFF_P_ 0\nabc -g AND -fast\naigmap\n")


LEMMA = "_lemma"


def both(path, module, source, sides, content=None):
    """The miter of two sides of a netlist as an AIG: of each what is read beside it, what is done to it, and at last to the one module that
    is left of it. With a Content its lemma is in a file of its own, with the name's end LEMMA."""
    commands, patterns = source
    made = ""
    if content:
        made = (f"flatten\n{content.links()}design -save linked\nexpose w:gate.content_wrong\ndelete -output both/o:trigger\n"
                f"opt_clean -purge\n{GATES}write_aiger -zinit -symbols {path}{LEMMA}.aig\ndesign -load linked\n"
                "expose w:gold.content_step w:gate.content_step\n")
    scripts = [f"{commands}{read}hierarchy -top {module}\nproc\n{changes}techmap -map tb/formal/first_of.v\n{flat(patterns)}{last}" for read, changes, last in sides]
    yosys(scripts[0] + "design -stash plain\n" + scripts[1] + f"rename {module} gate\ndesign -stash gate\ndesign -copy-from plain {module}\n"
          "design -copy-from gate gate\n"
          + "".join(f"design -copy-from plain {name}\nexpose -evert {module}/t:{name} gate/t:{name}\n" for name in patterns)
          + "setattr -mod -unset keep_hierarchy *\n"
          f"miter -equiv {'' if content else '-flatten '}{module} gate both\nhierarchy -top both\n{made}{GATES}write_aiger -zinit -symbols {path}.aig\n",
          str(path.relative_to(OUT)), NETLIST_S)
    return path.with_suffix(".aig")


def alone(path, module, source, read, nets):
    """One netlist as an AIG with nothing but these nets of it as outputs; what is read beside it. Its memories answer anything."""
    commands, patterns = source
    yosys(f"{commands}{read}hierarchy -top {module}\nproc\ntechmap -map tb/formal/first_of.v\n{flat(patterns)}"
          + "".join(f"expose -evert {module}/t:{name}\n" for name in patterns)
          + f"cd {module}\nselect -assert-min 1 w:{nets}\nexpose w:{nets}\ndelete -output o:* w:{nets} %d\ncd ..\nhierarchy -top {module}\n"
          f"setattr -mod -unset keep_hierarchy *\nopt_clean\n{GATES}write_aiger -zinit -symbols {path}.aig\n", str(path.relative_to(OUT)), NETLIST_S)
    return path.with_suffix(".aig")


# What a bank of shared memory looks at (rtl/smem/ws_smem_bank.v), all other bits 0. test_mutant_proofs.py proves that it is so.
BANK = """
  assign of_ls_row_i = ls_row_i & {ROW_W{ls_read_i || ls_write_i}};
  assign of_ls_be_i = ls_be_i & {4{ls_write_i}};
  assign of_ls_wdata_i = ls_wdata_i & {{8{of_ls_be_i[3]}}, {8{of_ls_be_i[2]}}, {8{of_ls_be_i[1]}}, {8{of_ls_be_i[0]}}};
  assign of_bus_read_row_i = bus_read_row_i & {ROW_W{bus_read_i && !ls_read_i}};
  assign of_bus_write_row_i = bus_write_row_i & {ROW_W{(bus_write_i || bus_side_i) && !ls_write_i}};
  assign of_bus_wdata_i = bus_wdata_i & {32{bus_write_i && !ls_write_i}};
  assign of_bus_wside_i = bus_wside_i & {2{bus_side_i}};"""


ENDED = BANK.replace("bus_wside_i & {2", "bus_wside_i & {bus_wside_i[0], 1'b1} & {2")  # the same, and seen only where vld is 1


# In place of that, what is read of a bank, whatever is written in what order: which row, and of a bit of word and side that is chosen once, in a
# row that is too, what stands there. If that is the same on both sides, whatever is chosen, so is what is read: the first that is not would be of
# a bit that could have been chosen. While memory is not free it is 0, for after that it is. `content_missed` says when that would not be so; all
# other content_* come from CHOICE.
CONTENT = """
  (* keep *) wire [5:0] content_at;
  (* keep *) wire [ROW_W-1:0] content_row;
  (* keep *) wire content_begun, content_old, content_free, content_clear, content_first, content_last;
  reg kept_q, hit_q;
  wire kept = content_begun ? kept_q : content_old;
  wire [ROW_W-1:0] read_row = ls_read_i ? ls_row_i : bus_read_row_i, write_row = ls_write_i ? ls_row_i : bus_write_row_i;
  wire [3:0] write = ls_write_i ? ls_be_i : {4{bus_write_i}};
  wire [31:0] wdata = ls_write_i ? ls_wdata_i : bus_wdata_i;
  wire reads = ls_read_i || bus_read_i, same_row = read_row == write_row;
  wire [1:0] read = {2{reads && content_free}} & ~({2{same_row}} & {bus_side_i, write != 4'd0});  // side, word
  wire written = write_row == content_row && (write != 4'd0 || bus_side_i);
  wire zero = write == 4'hf && wdata == 32'd0 && bus_side_i && bus_wside_i == 2'd0;
  wire chosen = content_at[5] ? bus_side_i : write[content_at[4:3]];
  wire hit = (hit_q && !content_first) || (content_clear && written && zero);
  always @(posedge clk_i) hit_q <= hit;
  always @(posedge clk_i)
    kept_q <= content_free && (write_row != content_row || !chosen ? kept : content_at[5] ? bus_wside_i[content_at[0]] : wdata[content_at[4:0]]);
  (* keep *) wire content_missed = (content_clear && ((content_last && !hit) || (written && !zero))) || (!content_free && reads);
"""
# What is chosen, of the side without mutant, for both; and the lemma, which is proved first: both sides are in step, and once memory is not free
# it is so again only after a sweep, in which each row was cleared, whatever had been there. Of 128 rows; STEPS are outputs, `free`, `clear`,
# `first`, `last` nets of the contract.
CHOICE = """
  wire [13:0] any;
  anything #(.WIDTH(14)) choice (.Y(any));
  reg content_begun_q = 1'b0, content_wrong_q = 1'b0, content_dirty_q = 1'b0;
  reg [12:0] content_q;
  (* keep *) wire [6:0] content_row;
  (* keep *) wire [5:0] content_at;
  assign {content_row, content_at} = content_begun_q ? content_q : any[12:0];
  (* keep *) wire content_old = any[13], content_begun = content_begun_q;
  (* keep *) wire content_free = free, content_clear = clear, content_first = first, content_last = last;
  (* keep *) wire [WIDTH-1:0] content_step = {STEPS, free, clear, first, last}, content_other;
  (* keep *) wire [2*BANKS-1:0] content_missed;
  (* keep *) wire content_wrong = content_wrong_q || |content_missed || content_other != content_step || (content_dirty_q && free);
  always @(posedge clk_i) {content_begun_q, content_wrong_q, content_q} <= {1'b1, content_wrong, content_row, content_at};
  always @(posedge clk_i) content_dirty_q <= !(clear && last) && (!free || content_dirty_q);
"""


class Content:
    """Banks with CONTENT at paths in both sides of a miter, and CHOICE beside them; `steps`: the outputs that are in step, {name: width}."""

    fine = ""  # a net, 1 where what comes out counts

    def __init__(self, paths, steps):
        self.paths, self.steps = paths, steps

    def choice(self):
        return CHOICE.replace("BANKS", str(len(self.paths))).replace("WIDTH-1", str(3 + sum(self.steps.values()))).replace("STEPS", ", ".join(f"of_{name}" for name in self.steps))

    def links(self):
        """Yosys' commands for the miter of both: what of one goes to the other. No bank is without."""
        links = [("gate.content_other", "gold.content_step"),
                 ("gate.content_missed", ",".join(f"{side}.{path}.content_missed" for side in ("gold", "gate") for path in self.paths))]
        links += [(f"{side}.{path}.content_{net}", f"{by}.content_{net}") for side in ("gold", "gate") for path in self.paths
                  for by, nets in (("gold", ("at", "row", "begun", "old")), (side, ("free", "clear", "first", "last"))) for net in nets]
        return (f"select -assert-count {2 * len(self.paths) + 2} w:*content_free\n"
                "cd both\n" + "".join(f"connect -set {to} {by}\n" for to, by in links) + "cd ..\n")


# What is swept inside a unit, on both sides in an order of its own: whether all of it is by the end of a sweep, of this side and of the other, which is
# proved first, with the outputs that are in step. As it always is, what comes out counts only where it is on both sides.
SWEPT = """
  (* keep *) wire content_own, content_others;
  (* keep *) wire [WIDTH-1:0] content_step = {STEPS}, content_other;
  (* keep *) wire content_fine = content_own && content_others;
  (* keep *) wire content_wrong = !content_fine || content_other != content_step;
"""


class Swept:
    """The same of a unit itself: `net` inside it is 1 on both sides in each clock. Inside too it is `content_others` of the other side."""

    fine = "content_fine"

    def __init__(self, net, steps):
        self.net, self.steps = net, steps

    def choice(self):
        return SWEPT.replace("WIDTH-1", str(sum(self.steps.values()) - 1)).replace("STEPS", ", ".join(f"of_{name}" for name in self.steps))

    def links(self):
        """Yosys' commands for the miter of both: what of one goes to the other."""
        links = [(f"{side}.{to}", f"{by}.{net}") for side, other in (("gold", "gate"), ("gate", "gold")) for to, by, net in (
            ("content_own", side, f"dut.{self.net}"), ("content_others", other, f"dut.{self.net}"), ("dut.content_others", other, f"dut.{self.net}"),
            ("content_other", other, "content_step"))]
        return ("select -assert-count 4 w:*content_others\ncd both\n" + "".join(f"connect -set {to} {by}\n" for to, by in links) + "cd ..\n")


def bank_ports():
    """Verilog of a bank's ports, and their names."""
    ports = re.search(r"\) \((.*?)^\);", (ROOT / "rtl/smem/ws_smem_bank.v").read_text(), re.M | re.S)[1]
    names = re.findall(r"(\w+),?\s*(?://.*)?$", ports, re.M)
    return ports, [name for name in names if name.endswith(("_i", "_o"))]


def bank_content(module, inside, rows_w):
    """Verilog of what stands in a bank's place and asks `inside`, of which nothing is known, what is read."""
    ports, _ = bank_ports()
    pins = (".read(read), .row(read_row & {ROW_W{|read}}), .kept(kept && content_row == read_row && read[content_at[5]]), "
            ".rdata_o(rdata_o), .rside_o(rside_o)")
    return (f"(* keep_hierarchy *) module {inside} (input wire [1:0] read, input wire [{rows_w - 1}:0] row, input wire kept,\n"
            f"  output wire [31:0] rdata_o, output wire [1:0] rside_o);\n"
            "  assign {rdata_o, rside_o} = {read, row, kept};  // which nobody sees: it stays outside, and an empty module would not be one\nendmodule\n"
            f"module {module} #(parameter ROW_W = {rows_w}) ({ports});\n{CONTENT}  {inside} bank ({pins});\nendmodule\n")


def bank_reads(module, inside, rows_w, looks=BANK):
    """Verilog of a bank that gives `inside`, a bank, only what that looks at."""
    ports, names = bank_ports()
    masked = re.findall(r"assign of_(\w+)", looks)
    nets = "".join(re.sub(r"input +wire", "wire", line).replace(f" {name}", f" of_{name}").rstrip(",") + ";\n"
                   for name in masked for line in [re.search(rf"input +wire [^\n]*\b{name}\b", ports)[0]])
    pins = ", ".join(f".{name}({'of_' * (name in masked)}{name})" for name in names)
    return f"module {module} #(parameter ROW_W = {rows_w}) ({ports});\n{nets}{looks}\n  {inside} bank ({pins});\nendmodule\n"


def memories(unit, source, looks=BANK):
    """Of what a netlist has: Yosys' commands to read it, and patterns of the memories in it that stay outside; `looks`: what banks of shared
    memory look at, or CONTENT."""
    text, commands, patterns = source.read_text(), f"read_rtlil {source}\n", []
    around = [unit.module] if unit.name == MEMORY[0] and source == unit.block else []  # then it is in the netlist too
    for k, name in enumerate([*unit.memories, *around]):
        if f"\nmodule {name}\n" not in text:
            continue
        patterns.append(re.sub(r"\W", "?", name))
        if plain_name(name) == MEMORY[0]:
            rows_w = (int(re.search(r"ROWS=s32'([01]+)", name)[1], 2) - 1).bit_length()
            patterns[-1] = f"bank_{k}"
            if looks is CONTENT:  # the bank itself is not asked then
                path, verilog, itself = OUT / f"bank_{unit.label}_{k}_content.v", bank_content("bank_reads", patterns[-1], rows_w), "bank_itself"
            else:
                path, verilog, itself = OUT / f"bank_{unit.label}_{k}.v", bank_reads("bank_reads", patterns[-1], rows_w, looks), patterns[-1]
            path.write_text(verilog)
            commands += f"rename {name} {itself}\nread_verilog -Irtl {path}\nrename bank_reads {name}\n"
    return commands, patterns


def flat(patterns):
    """Yosys' commands that leave one module, and the memories, in which there is no mutant: it would be lost."""
    return ("".join(f"select -assert-none {name}/w:mutsel\n" for name in patterns) + "setattr -mod -unset keep_hierarchy *\nsetattr -mod -unset top *\n"
            + "".join(f"setattr -mod -set keep_hierarchy 1 {name}\n" for name in patterns) + "flatten\nopt_clean\n")


def ask(both, number, limit):
    """ABC's verdict on one mutant of a unit."""
    if both.lemma and swept(both.lemma, number, limit) != "equivalent":
        return "undecided"
    aig, read = one(both, number)
    if not both.latches:
        verdict = answer(abc(read + "ifraig; dprove; iprove", aig, limit))
    else:  # a difference within some clocks is found fast; else an invariant
        less = aig.with_suffix(".less.aig")
        less.unlink(missing_ok=True)  # of a run that was killed
        verdict, text = "undecided", abc(read + f"lcorr; scorr -C {CONFLICTS}; dc2; write_aiger {less}; bmc3 -F 40 -T {limit // 6}", aig, 2 * limit)
        if text:
            verdict = answer(text)
        if text and verdict != "different":
            verdict = answer(abc(f"read_aiger {less}; strash; pdr -T {limit * 11 // 12}", aig, limit))
        if text and verdict == "undecided" and both.latches <= FEW_LATCHES:  # a counter that counts to a thousand in another order
            verdict = answer(abc(f"read_aiger {less}; strash; reach -F 100000 -B 1000000 -T {limit // 3}", aig, limit))
        less.unlink(missing_ok=True)
        if verdict == "undecided" and both.clocks > 1:
            verdict = answer(abc(read + f"lcorr; scorr -C {CONFLICTS} -F {both.clocks}; pdr -T {limit // 6}", aig, 2 * limit))
    aig.unlink()
    return verdict


def swept(lemma, number, limit):
    """The same about the lemma of a Content. A sweep takes 128 clocks, in any order: all states that can be reached are gone through."""
    aig, read = one(lemma, number)
    verdict = answer(abc(read + f"lcorr; scorr -C {CONFLICTS}; scleanup; dc2; reach -F 100000 -B 1000000 -T {limit}; sat", aig, 3 * limit))
    aig.unlink()
    return verdict


def ask_whole(both, number, limit):
    """The same in the whole design, never "different". Most of both sides is the same: equal registers are found first, and with
    more time equal gates."""
    aig, read = one(both, number)
    steps = f"lcorr; pdr -T {limit // 2}" if limit < ABC_S else f"lcorr; scorr; dc2; pdr -T {limit // 5}"
    verdict = answer(abc(read + steps, aig, ABC_S + limit))
    aig.unlink()
    return "equivalent" if verdict == "equivalent" else "undecided"


def never_any(aig, claims, limit):
    """ABC's verdict on the outputs of a netlist that say when a claim is broken, which so many claims have."""
    outputs = re.findall(rb"^o(\d+) .*contract_(\d+)_broken", aig.read_bytes(), re.M)
    if {int(claim) for _, claim in outputs} != set(range(claims)):
        raise ToolError(f"{aig}: of {claims} claims some are missing")
    return next((found for k, _ in outputs if (found := never_one(aig, int(k), limit)) != "equivalent"), "equivalent")


def never_one(aig, k, limit):
    """ABC's verdict on one output of a netlist: with all others, for what is known of other modules is of use, or alone, of what it depends on, made
    small. Which of both has an end is luck: each for a short while, then each for longer."""
    for time in (max(1, limit // 5), limit):  # 0 would be without an end
        for steps in (f"lcorr; scorr -C {CONFLICTS}; cone -s -O {k}", f"cone -s -O {k}; scleanup; lcorr; scorr -C 1000; dc2; dc2"):
            text = abc(f"read_aiger {aig}; strash; {steps}; pdr -T {time}", aig, WHOLE_S + time)
            if (verdict := answer(text)) != "undecided":
                return verdict
    return "undecided"


def one(both, number):
    """The miter with the select tied: its file, and the command that reads it."""
    aig = both.path.with_name(f"{both.path.stem}_{number}.aig")
    aig.write_bytes(both.tied("in_mutsel", number))
    return aig, f"read_aiger {aig}; strash; "


def abc(commands, aig, limit):
    try:
        return run(["berkeley-abc", "-c", commands], aig.with_suffix(".abc"), limit)
    except subprocess.TimeoutExpired:
        return ""


def answer(text):
    """What ABC said. Without an answer in it: undecided."""
    if re.search(r"was asserted in frame|(?<!UN)SATISFIABLE", text):
        return "different"
    return "equivalent" if re.search(r"UNSATISFIABLE|Networks are equivalent|Property proved|The miter is proved unreachable", text) else "undecided"


class Aig:
    """A file in AIGER's binary format, in which inputs can be tied; over how many clocks induction goes where one is not enough; and what is
    to be proved before it, an Aig too."""

    def __init__(self, path, clocks=1, lemma=None):
        self.path, self.clocks, self.lemma = path, clocks, lemma
        data = path.read_bytes()
        self.header, _, rest = data.partition(b"\n")
        fields = [int(n) for n in self.header.split()[1:]]
        self.inputs, self.latches, outputs, ands = fields[1:5]
        if any(fields[5:]):
            raise ToolError(f"{path}: only latches and outputs are expected, not {self.header.decode()}")
        *lines, rest = rest.split(b"\n", self.latches + outputs)
        self.lines = [[int(n) for n in line.split()] for line in lines]
        self.ands = []  # pairs of literals
        at = 0

        def delta():
            nonlocal at
            value = shift = 0
            while True:
                byte = rest[at]
                at += 1
                value |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    return value

        for k in range(ands):
            first = 2 * (self.inputs + self.latches + 1 + k) - delta()
            self.ands.append((first, first - delta()))
        names = re.findall(rb"^([io])(\d+) (.*)$", rest[at:], re.M)
        self.names = {name.decode().lstrip("\\"): int(k) for way, k, name in names if way == b"i"}
        self.equal = self.in_step({name.decode().lstrip("\\"): self.lines[self.latches + int(k)][0] for way, k, name in names if way == b"o"})

    def in_step(self, outputs):
        """The registers that a lemma says are in step, {variable of one side: literal of the other}: they are the same in all states that can be
        reached. They are outputs of the file, of which only the miter's own is left; a net that is no register does not count."""
        if not self.lemma:
            return {}
        ends = 1 + self.inputs, 1 + self.inputs + self.latches
        pairs = [(outputs[name], outputs[name.replace("gate.", "gold.", 1)]) for name in outputs if re.search(r"\bgate\.content_step\b", name)]
        trigger = [literal for name, literal in outputs.items() if "content_step" not in name]
        self.lines[self.latches:] = [trigger]
        self.header = b" ".join([b"aig", *self.header.split()[1:4], b"1", self.header.split()[5]])
        return {gate >> 1: gold ^ (gate & 1) for gate, gold in pairs if gate >> 1 in range(*ends) and gold >> 1 in range(*ends)}

    def tied(self, name, value):
        """The file with the bits of an input held at a value, and one register for two that are in step; the input stays, and nothing looks at it."""
        bits = {int(re.search(r"\[(\d+)\]$", text).group(1)): k for text, k in self.names.items() if text.startswith(name + "[")}
        if len(bits) != SELECT_BITS:
            raise ToolError(f"{self.path}: {name} has {len(bits)} bits of {SELECT_BITS}")
        constant = self.equal | {1 + k: value >> bit & 1 for bit, k in bits.items()}

        def literal(n):
            return constant[n >> 1] ^ (n & 1) if n >> 1 in constant else n

        out = bytearray(self.header + b"\n")
        for first, *init in self.lines:
            out += " ".join(str(n) for n in (literal(first), *init)).encode() + b"\n"
        for k, pair in enumerate(self.ands):
            high, low = sorted((literal(n) for n in pair), reverse=True)
            for step in (2 * (self.inputs + self.latches + 1 + k) - high, high - low):
                while step > 127:
                    out.append(step & 127 | 128)
                    step >>= 7
                out.append(step)
        return bytes(out)
