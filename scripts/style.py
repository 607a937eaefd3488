#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Style rules of this tree that a program can check: prints FILE:LINE: what to do, one line each; exit 1 if any."""
import ast
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = {".v", ".sv", ".vh", ".c", ".h", ".cpp", ".py", ".sh", ".cmake"}
MAX_LINES = 500
PAGE_LINES, PAGE_COLUMNS = 150, 110  # README.md
SKIP = {"build", ".git", "__pycache__"}


def tree_files():
    """All files of the project, as paths relative to its root."""
    found = []
    for folder, inside, files in os.walk(ROOT):
        inside[:] = [name for name in inside if name not in SKIP]
        found += [pathlib.Path(folder, name).relative_to(ROOT) for name in files if name not in SKIP]
    return sorted(found)


def generated(lines):
    return any("generated" in line.lower() for line in lines[:3])


def check_any(lines):
    """SPDX line at the head, no file that nobody likes to open, nothing left to do."""
    if not any("SPDX-License-Identifier: Apache-2.0" in line for line in lines[:2]):
        yield 1, "first line must be the comment SPDX-License-Identifier: Apache-2.0"
    if len(lines) > MAX_LINES and not generated(lines):
        yield MAX_LINES, f"{len(lines)} lines; split the file, {MAX_LINES} is the limit"
    for number, line in enumerate(lines, 1):
        if re.search(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b", line):
            yield number, "do it, or state it under Limitations"
        if line.rstrip("\n") != line.rstrip():
            yield number, "trailing blanks; remove them"


def check_python(lines):
    """A key that stands twice: the first one says nothing."""
    for node in ast.walk(ast.parse("".join(lines))):
        if isinstance(node, ast.Dict):
            seen = set()
            for key in node.keys:
                if isinstance(key, ast.Constant) and key.value in seen:
                    yield key.lineno, f"the key {key.value!r} stands twice; the first one is lost"
                seen.add(key.value if isinstance(key, ast.Constant) else None)


def check_rtl(path, lines):
    """Rules for rtl/: default_nettype frame, one module named as the file, no pragma."""
    code = [(n, line) for n, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("//")]
    if path.suffix == ".v" and code:
        if code[0][1].strip() != "`default_nettype none":
            yield code[0][0], "`default_nettype none must stand before any code"
        if code[-1][1].strip() != "`default_nettype wire":
            yield code[-1][0], "`default_nettype wire must be the last line"
        modules = [(n, m.group(1)) for n, line in code if (m := re.match(r"\s*module\s+(\w+)", line))]
        if [name for _, name in modules] != [path.stem]:
            yield (modules[-1][0] if modules else 1), f"one module a file, and it must be named {path.stem}"
        if not path.stem.startswith("ws_"):
            yield 1, "RTL files and modules begin with ws_"
    for number, line in enumerate(lines, 1):
        if re.search(r"verilator\s+(lint_|public|tracing|coverage)|synopsys|synthesis\s+translate|pragma", line):
            yield number, "no pragma in rtl/; a waiver goes into rtl/lint.vlt with its reason"
        if re.search(r"\bassert\b\s*\(", line):
            yield number, "properties stand in tb/formal/, not in rtl/"


def check_waivers(lines):
    """Each waiver has a rule, a file, a match and a sentence of reason above it; line numbers drift."""
    reason = False
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text.startswith("lint_off"):
            if not all(word in text for word in ("-rule", "-file", "-match")) or "-lines" in text:
                yield number, "a waiver names -rule, -file and -match, never -lines"
            if not reason:
                yield number, "a waiver has its reason as a comment on the line above"
        elif text:
            reason = text.startswith("//") and "SPDX" not in text and len(text.split()) > 5


def check_verilate(path, lines):
    """Verilator 5.006 computes wrong values without these flags; so each command and verilate() call has to carry them."""
    text = "".join(lines)
    patterns = (r"\bverilate\s*\((?!\))[^)]*\)", r"^(?!\s*(?://|#))[^\n]*\bverilator[\"',]*\s+[\"']*--(?:cc|binary|lint-only|sc)\b(?:[^\n]*\\\n)*[^\n]*")
    for pattern in patterns if path.name != "style.py" else ():
        for match in re.finditer(pattern, text, re.M):
            for flag in ("-fno-const-bit-op-tree", "-fno-dfg"):
                if flag not in match.group(0) and "WS_VERILATOR_FLAGS" not in match.group(0):
                    yield text.count("\n", 0, match.start()) + 1, f"add {flag} to this Verilator command"


def check_page(lines):
    """README.md and CHANGELOG.md of the root are read in a terminal; the README is a page."""
    for number, line in enumerate(lines, 1):
        if len(line.rstrip("\n")) > PAGE_COLUMNS:
            yield number, f"{len(line) - 1} columns; {PAGE_COLUMNS} is the limit of this page"
    if lines and lines[0].startswith("# warpsync") and len(lines) > PAGE_LINES:
        yield PAGE_LINES, f"{len(lines)} lines; {PAGE_LINES} is the limit: move the rest to the README of the folder that it is about"


def problems():
    for path in tree_files():
        if str(path) in ("README.md", "CHANGELOG.md"):
            for number, what in check_page((ROOT / path).read_text(encoding="utf-8").splitlines(keepends=True)):
                yield f"{path}:{number}: {what}"
        if path.suffix not in SOURCES | {".vlt"} and path.name not in ("CMakeLists.txt", "Makefile"):
            continue
        lines = (ROOT / path).read_text(errors="replace").splitlines(keepends=True)
        found = list(check_any(lines)) + list(check_verilate(path, lines))
        if path.parts[0] == "rtl" and path.suffix in (".v", ".vh"):
            found += check_rtl(path, lines)
        if path.suffix == ".py":
            found += check_python(lines)
        if path.suffix == ".vlt":
            found += check_waivers(lines)
        for number, what in sorted(found):
            yield f"{path}:{number}: {what}"


if __name__ == "__main__":
    bad = list(problems())
    print("\n".join(bad))
    sys.exit(1 if bad else 0)
