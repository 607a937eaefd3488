#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the Python package from this tree into build/python/installed, as pip does it, and runs its tests on that.

run.py [arguments of pytest]   under the Python of build/python/pytest (scripts/setup.sh pytest); last line "N passed, N failed"
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
INSTALLED = ROOT / "build/python/installed"


def main():
    env = {**os.environ, "PYTHONPATH": str(INSTALLED), "PYTHONDONTWRITEBYTECODE": "1"}
    if shutil.which("ccache"):
        env.setdefault("CMAKE_C_COMPILER_LAUNCHER", "ccache")
    shutil.rmtree(INSTALLED, ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation", "--target", INSTALLED, ROOT]
    done = subprocess.run(pip, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{done.stdout}{done.stderr}pip install . failed; under scripts/setup.sh pytest it has what it needs but CMake and a C compiler\n0 passed, 1 failed")
        return 1
    tests = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *(sys.argv[1:] or [ROOT / "tb/package/python"])],
                           env=env, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    print(tests.stdout, end="")
    summary = tests.stdout.rstrip().rpartition("\n")[2]
    number = {word: int(count) for count, word in re.findall(r"(\d+) (passed|failed|error)", summary)}
    print(f"{number.get('passed', 0)} passed, {number.get('failed', 0) + number.get('error', 0) or int(tests.returncode != 0)} failed")
    return tests.returncode


if __name__ == "__main__":
    sys.exit(main())
