#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps warpsync.core, which FuseSoC reads, in step with what it repeats: the files of rtl/files.f, the version in cmodel/ws.h, and
of rtl/fpga/boards.toml the options of synthesis, place and route.

  gen_core.py            writes the list of files, the version and those options
  gen_core.py --check    writes nothing; exit 1 and say what differs
"""
import argparse
import difflib
import pathlib
import re
import sys

import boards

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORE = ROOT / "warpsync.core"
BEGIN, END = "      # files:begin\n", "      # files:end\n"


def listed():
    """Files of rtl/files.f, and the headers that lie beside them; an include is found from rtl/ on."""
    lines = [line.split("//")[0].split("#")[0].strip() for line in (ROOT / "rtl/files.f").read_text(encoding="utf-8").splitlines()]
    headers = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "rtl").rglob("*.vh"))
    for name in headers:
        yield f"      - {name}: {{is_include_file: true, include_path: rtl}}\n"
    for name in lines:
        if name and name[0] not in "+-":
            yield f"      - {name}\n"


def wanted(text):
    head, rest = text.split(BEGIN)
    tail = rest.split(END)[1]
    version = re.search(r'#define WS_VERSION "([\d.]+)', (ROOT / "cmodel/ws.h").read_text(encoding="utf-8"))[1]
    head = re.sub(r'^name: .*$', f'name: "::warpsync:{version}"', head, flags=re.M)
    return of_boards(head + BEGIN + "".join(listed()) + END + tail)


def of_boards(text):
    """The text with the options of each board's target from the table of boards. A board without a target ends the program, unless it is
    another image of one that has."""
    for name, board in boards.table().items():
        if "like" in board:
            continue
        target = re.search(rf"^  {name}:\n    description:(?:.*\n)*?(?=^  \w|\Z)", text, re.M)
        if not target:
            sys.exit(f"warpsync.core: there is no target for the board {name} of rtl/fpga/boards.toml")
        new = target[0]
        clock = ["--freq", f"{board['parameters']['CLK_HZ'] / 1e6:g}"]  # nextpnr fails where the PLL's clock is not met
        for key, words in (("yosys_synth_options", board["synth"].split()[1:]), ("nextpnr_options", board["pnr"] + clock)):
            words = ", ".join(f'"{word}"' if re.fullmatch(r"[\d.]+", word) else word for word in words)
            new = re.sub(rf"^( +{key}: )\[.*\]$", rf"\g<1>[{words}]", new, flags=re.M)
        text = text.replace(target[0], new)
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    old = CORE.read_text(encoding="utf-8")
    new, bad = wanted(old), []
    if args.check and new != old:
        bad += ["warpsync.core has drifted from rtl/files.f or rtl/fpga/boards.toml; run scripts/gen_core.py"]
        bad += list(difflib.unified_diff(old.splitlines(), new.splitlines(), "warpsync.core", "what it should be", lineterm=""))[:20]
    if not args.check:
        CORE.write_text(new, encoding="utf-8")
    print("\n".join(bad) if bad else "warpsync.core is up to date", file=sys.stderr if bad else sys.stdout)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
