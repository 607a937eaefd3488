#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of rtl/README.md that scripts/ops.toml and rtl/ws_top.v know: parameters, instructions, statuses; and whether its table of
ports is that of ws_top.v.

  gen_sheet.py            write them between their markers
  gen_sheet.py --check    write nothing; exit 1 and say what differs
"""
import argparse
import difflib
import re
import sys

import optable
import pages
from optable import ROOT

PAGE, TOP = ROOT / "rtl/README.md", ROOT / "rtl/ws_top.v"
ROLES = {  # the port of a request that has an operand, and what it is there
    "A": "a", "B": "b", "C": "c", "MASK": "mask", "ADDR": "addr", "ADDR2": "a: source", "BAR": "a: number", "CNT": "b: count", "STATE": "a: state",
    "HINT": "c: ns", "SIZE": "b: bytes", "SRC": "c: bytes read"}
WITHOUT = {"POL"}  # roles that travel nowhere
WHO = {"@any": "each instruction", "@mask": "each with a membermask", "@waits": "each with a membermask, `barrier`"}


def code(text):
    """As a table shows it: a bar would end the cell."""
    return f"<code>{text.replace('|', '&#124;')}</code>"


def hexed(number):
    return f"{number:#x}" if number > 9 else str(number)


def title(row):
    """The instruction with its qualifiers, optional ones in brackets."""
    name = row["opcode"]
    for group in row["groups"]:
        words = [alt for alt, _, _ in group["alts"]]
        name += ("[.{}]" if group["optional"] else ".{}").format(words[0] if len(words) == 1 else f"({'|'.join(words)})")
    return name


def sink_only(row):
    """Whether all of it is of another CTA, so that it has no result."""
    spaces = [alt for group in row["groups"] if group["name"] == "space" for alt, _, _ in group["alts"]]
    return "remote_sink" in row.get("rules", []) and spaces == ["shared::cluster"]


def coded(row):
    """Its operation code: the base, and what qualifiers and operands add."""
    base, parts = row["base"], []
    for group in row["groups"]:
        alts = [(alt, number) for alt, number, _ in group["alts"] if number is not None]
        if len(alts) == 1 and not group["optional"]:
            base += alts[0][1]
        elif group["optional"] and not group["default"]:
            parts += [f"[{alt} {hexed(number)}]" for alt, number in alts]
        elif alts:
            parts.append("(" + ", ".join(f"{alt} {hexed(number)}" for alt, number in alts) + ")")
    for number, _, name, role in optable.operand_codes(row):
        if role == "D" and sink_only(row):
            base += number
        else:
            parts.append(f"[{name} {hexed(number)}]")
    return " + ".join([f"{base:#05x}", *parts])


def of_b128(row):
    """Has an element of 128 bits as an operand."""
    return any(alt == "b128" for g in row["groups"] for alt, _, _ in g["alts"] if g["name"] == "type")


def operands(row):
    """Ports of its sources and of its results."""
    sources, results = [], []
    for text in row["operands"]:
        role, _, kind, *options = text.split()
        optional, role = role.endswith("?"), role.rstrip("?")
        if role in WITHOUT or role == "D" and sink_only(row):
            continue
        if role == "D":
            pair = any(option.startswith("pair:") for option in options)
            quad = of_b128(row)
            wide = kind.endswith("64") or kind == "T" and any(alt.endswith("64") for g in row["groups"] for alt, _, _ in g["alts"])
            results += ["p"] if kind == "pred" else ["d_hi, d" if wide else "d_hi, d, p: more follows" if quad else "d", *["p"] * pair]
            continue
        carried = optable.load()["units"][row["unit"]].get("carried_b128" if of_b128(row) else "carried", {}).get(role)
        where = (carried[0].lower() if len(carried) == 1 else "{" + ", ".join(carried[::-1]).lower() + "}") + f": {role.lower()}" if carried else "pred" if kind == "pred" else "a: parity" if role == "STATE" and kind == "u32" else ROLES[role]
        default = [option.partition(":")[2] for option in options if option.startswith("default:")]
        if default:
            where += f" (left out: {default[0]})"
        elif optional:
            where += " (code)" if any(option.startswith("code:") for option in options) else " (optional)"
        sources.append(where)
    return ", ".join(sources) + (" → " + ", ".join(results) if results else "")


def instructions():
    lines = ["| instruction | code | operands → results | result | latency, clocks | throughput | PTX |", "|---|---|---|---|---|---|---|"]
    carried, later = [], []
    for row in optable.load()["row"]:
        if "unit" not in row:
            continue
        if row["built"]:
            lines.append(f"| {code(title(row))} | {coded(row)} | {operands(row)} | {row['formula']} | {row['latency']} | {row['throughput']} | {row['section']} |")
            continue
        known, name = carried if "helper" in row else later, "red.async" if row["unit"] == "RED_ASYNC" else row["opcode"]
        known += [name] * (name not in known)
    if carried:
        lines.append(f"| {', '.join(f'`{n}`' for n in carried)} | | | of other types and spaces: the model's function, which scripts run; no unit yet | | | 9.7.13.5, .6 |")
    if later:
        lines.append(f"| {', '.join(f'`{n}`' for n in later)} | | | syntax is checked, no unit yet | | | 9.7.13 |")
    return lines


def reporter(row):
    """Whose responses say it, and what else brings it to the error port."""
    who = [WHO.get(pattern) or f"`{re.sub('([.]b64)?[.]?[*].*', '', pattern.removesuffix('.b64'))}`" + " with a count" * pattern.endswith("*count")
           for pattern in row["by"]]
    port = f"at `err`, in no response: {row['port']}" if "port" in row else ""
    return "; ".join(filter(None, [", ".join(who), port]))


def statuses():
    lines = ["| status | code | cause | lanes | d, p | reported by |", "|---|---|---|---|---|---|"]
    silent = []
    for (name, value), row in zip(optable.statuses(), optable.load()["status"].values(), strict=True):
        if "by" not in row:
            silent.append(f"{name} {value:#05x}")
            continue
        severity = row["is"].split()[0]
        gives = row.get("gives") or ("" if not row["by"] else "0, 0" if severity in "ET" else "the operation's")
        lines.append(f"| {name} | {severity} {value:#05x} | {row['cause']} | {row.get('lanes', '')} | {gives} | {reporter(row)} |")
    return [*lines, "", f"Not reported by any unit that is built: {', '.join(silent)}."]


def parameters():
    lines = ["| parameter | default | range, meaning |", "|---|---|---|"]
    found = re.findall(r"^    parameter (\w+) += (\w+), +// (.*)$", TOP.read_text(encoding="utf-8"), re.M)
    return [*lines, *(f"| `{name}` | {value} | {text} |" for name, value, text in found)]


TABLES = {"parameters": parameters, "ops": instructions, "statuses": statuses}


def ports():
    """{port of ws_top: its width as the page has it}"""
    found = re.findall(r"^    (?:input  wire|output wire) +(?:\[ *(.+?)-1:0\]|\[ *(\d+):0\])? *(\w+),?$", TOP.read_text(encoding="utf-8"), re.M)
    return {name: (wide or str(int(number) + 1) if wide or number else "1").replace("*", "·").replace("`WS_", "") for wide, number, name in found}


def wrong_ports(text):
    """Rows of the tables of ports that differ from ws_top.v."""
    told = {}
    for names, widths in re.findall(r"^\| ((?:`\w+_(?:i|o|ni)` ?)+) \| ([^|]+?) \|", text, re.M):
        names, widths = re.findall(r"`(\w+)`", names), widths.split(", ")
        told |= dict(zip(names, widths * len(names) if len(widths) == 1 else widths, strict=True))
    have = ports()
    for name in sorted(have.keys() | told.keys()):
        if told.get(name) != have.get(name):
            yield f"port {name}: {have.get(name, 'none')} in {TOP.relative_to(ROOT)}, {told.get(name, 'none')} in the page"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    text = old = PAGE.read_text(encoding="utf-8")
    for name, make in TABLES.items():
        text = pages.filled(text, name, make(), PAGE.relative_to(ROOT))
    wrong = list(wrong_ports(text))
    if args.check and text != old:
        wrong += list(difflib.unified_diff(old.splitlines(), text.splitlines(), "rtl/README.md", "scripts/ops.toml and rtl/ws_top.v say", n=0, lineterm=""))[:12]
        wrong.append("rtl/README.md differs from scripts/ops.toml or rtl/ws_top.v; run scripts/gen_sheet.py")
    elif text != old:
        PAGE.write_text(text, encoding="utf-8")
        print("wrote rtl/README.md")
    print("\n".join(wrong), file=sys.stderr, end="\n" * bool(wrong))
    if not wrong and args.check:
        print(f"{len(TABLES)} tables and {len(ports())} ports up to date")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
