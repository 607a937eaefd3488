#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes everything that must agree on operations from scripts/ops.toml.

  gen_ops.py            write the files that FILES lists
  gen_ops.py --check    write nothing; exit 1 and say which file differs from what would be written

scripts/gen_sheet.py makes the tables of rtl/README.md.
"""
import argparse
import difflib
import itertools
import re
import sys
import textwrap

import gen_ops_rtl
import optable
from optable import NOTE, ROOT, UNIT_CLASSES, fail, total

GROUP_KINDS = {"type": "TYPE", "type2": "TYPE2", "sem": "SEM", "scope": "SCOPE", "space": "SPACE", "vec": "VEC"}
KINDS = {"r": "REG", "i": "IMM", "s": "SREG", "!": "NOT", "_": "SINK", "=": "DEST", "v": "VEC", "[": "ADDR", "&": "VAR"}


def gen_h(data, ops):
    lines = ["// SPDX-License-Identifier: Apache-2.0", f"// {NOTE}",
             "// Operation codes ({unit[3:0], fn[7:0]}), status codes ({severity[1:0], code[7:0]}), families, ports, classes of operations, and where",
             "// fields of packed records lie.",
             "// clang-format off", "#ifndef WS_OPS_H", "#define WS_OPS_H", "", "#include <stdbool.h>", "#include <stdint.h>", "", "#ifdef __cplusplus",
             'extern "C" {', "#endif", "#ifdef __GNUC__", "#pragma GCC visibility push(default)", "#endif", "", "enum {"]
    lines += [f"  WS_UNIT_{name} = {unit['code']}," for name, unit in data["units"].items()]
    lines += ["};", "", "enum {"]
    lines += [f"  WS_OP_{op['c']} = 0x{op['code']:03x}, // {op['name']}" for op in ops]
    lines += ["};", "", "enum {"]
    lines += [f"  WS_ST_{name} = 0x{value:03x}," for name, value in optable.statuses()]
    lines += ["};", "", "// What a block is built with: parameter FAMILIES, low bits of the register CAP_UNITS.", "enum {"]
    lines += [f"  WS_FAMILY_{name.upper()} = 1u << {row['bit']}, // {row['about']}" for name, row in optable.families().items()]
    lines += [f"  WS_FAMILY_ALL = {optable.all_families():#x},", f"  WS_FAMILY_ALWAYS = {optable.always():#x}, // no block is without",
              f"  WS_FAMILY_MEMORY = {optable.with_key('memory'):#x} // those that use shared memory", "};", "",
              "// Where groups go to units and results come from, in the order in which the collector gives turns.", "enum {"]
    lines += [f"  WS_PORT_{name}," for name in optable.ports()] + ["  WS_PORTS,",
              f"  WS_PORTS_FLOW = {optable.flows()} // the first ones: each group that goes in comes out there", "};", "",
              "// What an operation reads of a request and writes into a response.", "enum {"]
    lines += [f"  WS_FIELD_{name} = 1u << {k}," for k, name in enumerate(optable.FIELD_BITS)]
    lines += ["};", "", "// Name of an operation (\"shfl.sync.up.b32\"); NULL if the code is not in the table.",
              "const char *ws_op_name(unsigned op);", "",
              "// Name of a status (\"CV_NOT_MEMBER\", \"OK\"); NULL if there is none.",
              "const char *ws_status_name(unsigned status);", "",
              "// Name of a family by its bit (0: \"shfl\"); NULL if there is none.",
              "const char *ws_family_name(unsigned bit);", "",
              "// WS_FIELD_*, one or several, of an operation; 0 if the code is not in the table.",
              "unsigned ws_op_fields(unsigned op);", "",
              "// True if a unit for this operation code is built.", "bool ws_op_built(unsigned op);", "",
              "// The family of an operation code, WS_FAMILY_*; 0 if its unit is none that is built.", "unsigned ws_family_of(unsigned op);", "",
              "// The port that groups of an operation code enter by, WS_PORT_*, in a block of these families; what is not built takes that of refusals.",
              "unsigned ws_op_port(unsigned op, unsigned families);", ""]
    lines += c_classes(data) + c_layouts()
    lines += ["", "#ifdef __GNUC__", "#pragma GCC visibility pop", "#endif", "#ifdef __cplusplus", "}", "#endif", "#endif"]
    return "\n".join(lines) + "\n"


def c_test(terms, x="fn"):
    """The union of a cover, in C."""
    return " || ".join(f"({x} & {mask:#x}) == {value:#x}" for mask, value in terms)


def c_classes(data):
    lines = ["// Classes of operations."]
    for name, unit, covers, about in optable.classes():
        lines += [f"// {about}"] * bool(about)
        if unit:
            lines.append(f"static inline bool ws_is_{unit.lower()}_{name}(unsigned op) {{ return op >> 8 == WS_UNIT_{unit} && ({c_test(covers[0][1], 'op')}); }}")
        else:
            tests = [f"(op >> 8 == WS_UNIT_{of} && ({c_test(terms, 'op')}))" for of, terms in covers]
            lines.append(f"static inline bool ws_op_is_{name}(unsigned op) {{ return {' || '.join(tests)}; }}")
    for key, about in UNIT_CLASSES.items():
        units = " || ".join(f"op >> 8 == WS_UNIT_{unit}" for unit in optable.units_with(key))
        more = "ws_op_is_alone(op) || " if key == "immediate" else ""
        lines += [f"// {about}", f"static inline bool ws_op_{key}(unsigned op) {{ return {more}{units}; }}"]
    return lines


def gen_fn(_data, _ops):
    """The same classes for who knows the unit, with names that a public header does not have."""
    lines = ["// SPDX-License-Identifier: Apache-2.0", f"// {NOTE}",
             "// Classes of operations, as in ws_ops.h. fn: the low eight bits of the code of an operation of the unit. Internal to libwarpsync.",
             "// clang-format off", "#ifndef WS_WHAT_OP_FN_H", "#define WS_WHAT_OP_FN_H", "", "#include <stdbool.h>", ""]
    for name, unit, covers, about in optable.classes():
        if unit:
            lines += [f"// {about}"] * bool(about)
            lines.append(f"static inline bool {unit.lower()}_is_{name}(unsigned fn) {{ return {c_test(covers[0][1])}; }}")
    return "\n".join([*lines, "", "#endif"]) + "\n"


def gen_lists(_data, _ops):
    """Operations of each unit, class and list, for who goes through all of them."""
    lines = ["// SPDX-License-Identifier: Apache-2.0", f"// {NOTE}",
             "// Operations of a unit, of a class and of [lists], in the order of their codes: static const uint16_t op[] = {WS_OPS_SHFL, WS_OPS_VOTE_SYNC};",
             "// WS_OPS_COUNT(WS_OPS_SHFL) is how many, a constant.",
             "// clang-format off", "#ifndef WS_WHAT_OP_LISTS_H", "#define WS_WHAT_OP_LISTS_H", "", '#include "ws_ops.h"', "",
             "#define WS_OPS_COUNT(...) (sizeof((const uint16_t[]){__VA_ARGS__}) / sizeof(uint16_t))", ""]
    for name, found, about in optable.lists():
        lines += [f"// {about}"] * bool(about)
        words = ", ".join(f"WS_OP_{op['c']}" for op in found)
        lines.append(" \\\n  ".join([f"#define WS_OPS_{name}", *textwrap.wrap(words, 140)]))
    return "\n".join([*lines, "", "#endif"]) + "\n"


def c_layouts():
    """Lowest bit of each field, its width if that is a number, and the width of the record."""
    lines = ["", "// Packed records: lowest bit of a field, its width if no parameter decides it, and the width of the record."]
    for name, fields in optable.layouts().items():
        below, params = [], []
        for field, width in reversed(fields):
            lines.append(f"#define WS_{name.upper()}_{field.upper()}_AT{args(params)} {total(below, lambda w: f'({w.lower()})')}")
            if width.isdigit():
                lines.append(f"#define WS_{name.upper()}_{field.upper()}_W {width}")
            below.append(width)
            params += [word for word in re.findall("[A-Z_]+", width) if word not in params]
        lines.append(f"#define WS_{name.upper()}_W{args(params)} {total(below, lambda w: f'({w.lower()})')}")
    return lines


def args(params):
    return f"({', '.join(sorted(p.lower() for p in params))})" if params else ""


def gen_c(data, ops):
    lines = ["// SPDX-License-Identifier: Apache-2.0", f"// {NOTE}", "// Names and properties of operations, names of statuses and families.", "// clang-format off",
             '#include "ws_ops.h"', "", "#include <stddef.h>", "", "const char *ws_op_name(unsigned op) {",
             "  switch (op) {"]
    lines += [f"  case WS_OP_{op['c']}: return \"{op['name']}\";" for op in ops]
    lines += ["  default: return NULL;", "  }", "}", "", "unsigned ws_op_fields(unsigned op) {", "  switch (op) {"]
    for fields, some in itertools.groupby(sorted(ops, key=lambda op: sorted(op["fields"])), key=lambda op: sorted(op["fields"])):
        lines += [f"  case WS_OP_{op['c']}:" for op in some]
        lines.append(f"    return {' | '.join(f'WS_FIELD_{name}' for name in optable.FIELD_BITS if name in fields) or '0'};")
    lines += ["  default: return 0;", "  }", "}", "", "const char *ws_status_name(unsigned status) {", "  switch (status) {"]
    lines += [f"  case WS_ST_{name}: return \"{name}\";" for name, _ in optable.statuses()]
    lines += ["  default: return NULL;", "  }", "}", "", "const char *ws_family_name(unsigned bit) {", "  switch (bit) {"]
    lines += [f"  case {row['bit']}: return \"{name}\";" for name, row in optable.families().items()]
    lines += ["  default: return NULL;", "  }", "}", "", "unsigned ws_family_of(unsigned op) {", "  switch (op >> 8) {"]
    built = {name: unit for name, unit in data["units"].items() if unit["built"]}
    lines += [f"  case WS_UNIT_{name}: return WS_FAMILY_{unit['family'].upper()};" for name, unit in built.items()]
    lines += ["  default: return 0;", "  }", "}", "", "bool ws_op_built(unsigned op) {", "  switch (op) {",
              *(f"  case WS_OP_{op['c']}:" for op in ops if not op["built"] and data["units"][op["row"]["unit"]]["built"]), "    return false;",
              "  default: return ws_family_of(op) && ws_op_name(op) != NULL;", "  }", "}", "",
              "unsigned ws_op_port(unsigned op, unsigned families) {", "  switch (ws_family_of(op) & families ? op >> 8 : 0) {"]
    for name, unit in built.items():
        tests = "".join(f"{c_test(terms, 'op')} ? WS_PORT_{port} : " for port, terms in optable.port_covers(name))
        lines.append(f"  case WS_UNIT_{name}: return {tests}WS_PORT_{unit['ports'][0]};")
    lines += [f"  default: return WS_PORT_{optable.default_port()};", "  }", "}"]
    return "\n".join(lines) + "\n"


def c_type(text):
    return {"T": "WS_T_FROM1", "T2": "WS_T_FROM2", "W": "WS_T_WIDER", "-": "WS_T_NONE"}.get(text, f"WS_T_{text.upper()}")


def c_operand(text, row):
    words = text.split()
    role, optional = words[0].rstrip("?"), words[0].endswith("?")
    kinds, pair, code = [f"WS_K_{KINDS[k]}" for k in words[1]], "NONE", 0
    for option in words[3:]:
        if option.startswith("pair:"):
            pair = option[5:].upper()
        elif option.startswith("code:"):
            code = int(option[5:])
        elif option.startswith("default:"):
            continue
        elif option == "wide":
            kinds.append("WS_K_WIDE")
        elif option in ("wide", "int", "pred"):
            kinds.append(f"WS_K_{option.upper()}")
        else:
            fail(f"{row['name']}: operand option {option}")
    return (f"{{WS_R_{role}, {str(optional).lower()}, {' | '.join(kinds)}, {c_type(words[2])}, WS_PAIR_{pair}, {code}}}")


def gen_table(data):
    lines = ["// SPDX-License-Identifier: Apache-2.0", f"// {NOTE}", "// The front end's table of instructions.",
             "// clang-format off", '#include "table.h"', ""]
    alts, rows = {}, []
    for number, row in enumerate(data["row"]):
        group_texts = []
        for g in row["groups"]:
            key = ", ".join(f'{{"{alt}", {code or 0}, {sm}}}' for alt, code, sm in g["alts"])
            if key not in alts:
                alts[key] = f"a{len(alts)}"
                lines.append(f"static const ws_alt {alts[key]}[] = {{{key}}};")
            kind = GROUP_KINDS.get(g["name"], "OTHER")
            group_texts.append(f'{{"{g["name"]}", WS_G_{kind}, {str(g["optional"]).lower()}, {g["absent"]}, '
                               f'{len(g["alts"])}, {alts[key]}}}')
        if group_texts:
            lines.append(f"static const ws_group g{number}[] = {{{', '.join(group_texts)}}};")
        if row["operands"]:
            operands = ", ".join(c_operand(o, row) for o in row["operands"])
            lines.append(f"static const ws_opspec o{number}[] = {{{operands}}};")
        rules = " | ".join(f"WS_RULE_{r.upper()}" for r in row.get("rules", [])) or "0"
        rows.append(f'  {{"{row["opcode"]}", "{row["name"]}", WS_H_{row.get("helper", "NONE")}, {row.get("base", 0):#x}, '
                    f'{str(row.get("built", True)).lower()}, {row.get("sm", 0)}, {row.get("sm_max", 0)}, {rules}, {row.get("words", 0)}, '
                    f'{len(group_texts)}, {f"g{number}" if group_texts else "NULL"}, '
                    f'{len(row["operands"])}, {f"o{number}" if row["operands"] else "NULL"}}},')
    lines += ["", "const ws_row ws_rows[] = {", *rows, "};", f"const unsigned ws_nrows = {len(rows)};", "",
              "const ws_status_row ws_status_rows[] = {"]
    table = list(optable.statuses())
    lines += [f'  {{"{name}", {value:#05x}}},' for name, value in table]
    lines += ["};", f"const unsigned ws_nstatus = {len(table)};"]
    return "\n".join(lines) + "\n"


def gen_rdl(_data, _ops):
    """The description of the registers, with a field of CAP_UNITS for each family."""
    begin, end = "    // families: from scripts/ops.toml\n", "    // end of families\n"
    text = (ROOT / RDL).read_text(encoding="utf-8")
    rows = optable.families().items()
    lines = [f'    field {{ desc = "{row["about"]}"; }} {name}[{row["bit"]}:{row["bit"]}];\n' for name, row in rows]
    return text[:text.index(begin) + len(begin)] + "".join(lines) + text[text.index(end):]


RDL = "rtl/bus/ws_bus.rdl"
FILES = {  # what is written, and the function that makes it
    "rtl/ws_ops.vh": gen_ops_rtl.gen_ops,
    "rtl/ws_class.vh": gen_ops_rtl.gen_class,
    "rtl/ws_layout.vh": gen_ops_rtl.gen_layout,
    "cmodel/ws_ops.h": gen_h,
    "cmodel/what/op_fn.h": gen_fn,
    "cmodel/what/op_lists.h": gen_lists,
    "cmodel/ops.c": gen_c,
    "tb/script/ops_table.c": lambda data, _: gen_table(data),
    RDL: gen_rdl,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    data = optable.load()
    ops = optable.operations()
    files = {name: make(data, ops) for name, make in FILES.items()}
    drift = 0
    for name, text in files.items():
        path = ROOT / name
        old = path.read_text() if path.exists() else ""
        if args.check:
            if old != text:
                drift += 1
                diff = list(difflib.unified_diff(old.splitlines(), text.splitlines(), name, "scripts/ops.toml says", n=0, lineterm=""))
                print("\n".join(diff[:12]), file=sys.stderr)
                print(f"{name}: differs from scripts/ops.toml; run scripts/gen_ops.py", file=sys.stderr)
        elif old != text:
            path.write_text(text)
            print(f"wrote {name}")
    if args.check and not drift:
        print(f"{len(ops)} operations, {len(files)} files up to date")
    return 1 if drift else 0


if __name__ == "__main__":
    sys.exit(main())
