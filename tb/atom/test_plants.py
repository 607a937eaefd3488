#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants bugs in a copy of the model's arithmetic of floats, one at a time: ws_atom_float_check has to find each, and nothing without one.

test_plants.py   from the root of the tree, with build/cmodel/libwarpsync.a built
"""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ATOM = (ROOT / "cmodel/what/atom.c").read_text(encoding="utf-8")
HALF, WIDE = ("half", "8191", "1"), ("wide", "100000")
PLANTS = (  # name, text of atom.c, what stands there instead, runs that have to fail
    ("ties go away from even", "below > 4 || (below == 4 && (frac & 1))", "below >= 4", (HALF, WIDE)),
    ("the sticky bit is lost", "return v >> n | ((v & ((UINT64_C(1) << n) - 1)) != 0);", "return v >> n;", (HALF, WIDE)),
    ("x + -x is -0 for negative x", "return 0; // x + -x is +0", "return x & sign;", (HALF, WIDE)),
    ("a subnormal operand counts as 0", "shift_sticky(((y & (one - 1))", "shift_sticky(((ye ? y & (one - 1) : 0)", (HALF, WIDE)),
    ("f32 never flushes its result", "ftz ? flushed(&f32, add(", "ftz ? (add(", (WIDE,)),
    ("an overflow keeps its fraction", "if (v > inf_of(f))", "if (v > inf_of(f) * 2)", (WIDE,)),
    ("a NaN wins a minimum", "return is_nan(f, y) ? f->nan : y;", "return f->nan;", (HALF,)),
    ("-0 is above +0", "x & sign ? ~x & (2 * sign - 1) : x | sign, y_key", "x & sign ? 2 * sign - x : x | sign, y_key", (HALF,)),
)


def check(folder, text, run):
    """What ws_atom_float_check says of the model with this atom.c."""
    source, program = folder / "atom.c", folder / "check"
    source.write_text(text, encoding="utf-8")
    sources = [ROOT / "tb/atom" / name for name in ("check_float.c", "operands.c", "reference.c")]
    subprocess.run(["cc", "-O2", "-std=c11", "-I", ROOT / "cmodel", source, *sources, ROOT / "build/cmodel/libwarpsync.a", "-lmpfr", "-lgmp", "-lm", "-o", program], check=True)
    return subprocess.run([program, *run], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600, check=False)


def main():
    passed, wrong = 0, []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for run in (HALF, WIDE):
            done = check(folder, ATOM, run)
            passed += done.returncode == 0
            wrong += [f"nothing planted, {' '.join(run)}: {done.stdout}"] if done.returncode else []
        for what, there, instead, runs in PLANTS:
            if ATOM.count(there) != 1:
                wrong.append(f"{what}: atom.c has not this text once: {there}")
                continue
            for run in runs:
                done = check(folder, ATOM.replace(there, instead), run)
                found = done.returncode == 1 and "the model gives" in done.stdout
                passed += found
                wrong += [] if found else [f"{what}: {run[0]} did not find it: {done.stdout}"]
    print("\n".join(f"FAIL {line}" for line in wrong))
    print(f"{passed} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
