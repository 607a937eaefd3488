#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a person may mistype behind make is told before anything is built: verbs, words, numbers (scripts/words.py), names of tests
(scripts/testnames.py). Last the line "N passed, N failed"."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import style  # noqa: E402
import testnames  # noqa: E402
import words  # noqa: E402

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
NONE = {"setup", "SIM", "MAKE", "PARAMETERS", "verbs"}  # of the Makefile itself
TOLD = (  # what is typed, what is said
    (["sim", "TEST=shfl_bfly", "LANE=8"], "LANE=8: make sim does not know LANE; near it: LANES"),
    (["lint", "SEED=3"], "SEED=3: make lint does not know SEED (make sim does)"),
    (["simm"], "make: there is no verb 'simm'; near it: sim"),
    (["xyzzy"], "make: there is no verb 'xyzzy'; make help lists them"),
    (["help", "repaly"], "make: there is no verb 'repaly'; near it: replay"),
    (["LANES"], "make: LANES is a word with a value: LANES=..."),
    (["LANES=8"], "make: say which verb LANES=8 is for; make help lists them"),
    (["sim", "TEST=shfl_bfly", "SEED=abc"], "SEED must be a number, not 'abc'"),
    (["sim", "TEST=shfl_bfly", "N=-1"], "N must be at least 1, not -1"),
    (["soak", "OPS=0"], "OPS must be at least 1, not 0"),
    (["sim", "TEST=shfl_bfly", "N=1e99"], "N must be below 2^64, not 1e99"),
    (["sim", "TEST=shfl_bfly", "N=15e-1"], "N must be a number, not '15e-1'"),
    (["sim", "TEST=shfl_bfy"], "no test is called 'shfl_bfy'; near it: shfl_bfly"),
    (["sim", "TEST=bus_shlf"], "no test is called 'bus_shlf'; near it: bus_shfl"),
    (["sim", "TEST=quux_*"], "no test is called 'quux_*'; make list shows them all"),
    (["fourstate", "TEST=shfl_bfy"], "no test is called 'shfl_bfy'; near it: shfl_bfly"),
    (["test", "DUT=gate", "TEST=vote_al"], "no test is called 'vote_al'; near it: vote_all"),
    (["regress", "TEST=shfl_bfy"], "error: item shfl_bfy: no test is called 'shfl_bfy'; near it: shfl_bfly"),
    (["regress", "TEST=smok"], "error: item smok: no test is called 'smok'; near it: smoke"),
    (["sim", "test=shfl_bfly"], "test=shfl_bfly: make sim does not know test; near it: TEST"),
    (["fpga", "BOARD=icebreakr"], "BOARD=icebreakr: it is ulx3s, ulx3s32, hx8k or icebreaker; near it: icebreaker"),
    (["replay", "SCRIPT=x.wsv", "DUT=modl"], "DUT=modl: it is both, rtl or cmodel; near it: cmodel"),
    (["board-sim"], "which board? Say BOARD=ulx3s|ulx3s32|hx8k|icebreaker"),
    (["replay", "SCRIPT=tb/script/check/errors.wsv"], "tb/script/check/errors.wsv:9:13: error: 3 values, but there are 8 lanes"),
    (["check", "SCRIPT=no_such.wsv"], "no_such.wsv: no such file"),
)


def make(typed, path=os.environ["PATH"]):
    """Exit status and output of make as a person calls it."""
    plain = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")} | {"PATH": path}
    done = subprocess.run(["make", *typed], cwd=ROOT, env=plain, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, re.sub("^building ws_check .*\n", "", done.stdout + done.stderr)


def told(typed, wanted):
    status, text = make(typed)
    assert status == 2 and text.startswith(wanted), f"exit status {status}, and it says:\n{text}instead of:\n{wanted}"


def without_python():
    with tempfile.TemporaryDirectory() as folder:
        for tool in ("make", "cmake", "gcc", "dirname", "cat"):
            os.symlink(shutil.which(tool), pathlib.Path(folder) / tool)
        status, text = make(["check", "SCRIPT=x.wsv"], folder)
    assert status == 2 and "make check needs tools that are missing: python3" in text, f"exit status {status}, and it says:\n{text}"


def all_words():
    """A word that a recipe reads is in the brackets of its verb."""
    known = words.verbs(MAKEFILE)
    for verb, recipe in re.findall(r"^([a-z-]+): ## .*\n((?:\t.*\n| .*\n)*)", MAKEFILE, re.M):
        used = set(re.findall(r"\$\(+(?:if |or |filter[a-z-]* [a-z0-9]+,|if \$\(|,)*\$?\(?([A-Z_]+)\b", recipe)) - NONE
        assert used <= set(known[verb]), f"make {verb} reads {sorted(used - set(known[verb]))}, which its line in the Makefile does not name"


def help_lines():
    status, text = make(["help"])
    assert status == 0 and text.startswith("Start here\n  make sim "), text
    every = make(["help", *words.verbs(MAKEFILE)])[1]
    long = [line for line in (text + every).splitlines() if len(line) > 100]
    assert not long, f"more than 100 characters: {long[0]}"
    missing = [verb for verb in words.verbs(MAKEFILE) if f"make {verb} " not in text]
    assert not missing, f"make help does not name {missing}"
    declared = re.search(r"^verbs = (.*)$", MAKEFILE, re.M)[1].split()
    assert sorted(declared) == sorted(words.verbs(MAKEFILE)), f"`verbs` of the Makefile and its rules differ: {set(declared) ^ set(words.verbs(MAKEFILE))}"


def numbers():
    said = subprocess.run([ROOT / "scripts/settings.py", "N=1e5", "SEED=0x10", "OPS=2.5e3", "N="], capture_output=True, text=True, check=True).stdout
    assert said == "100000\n16\n2500\n\n", said


def pages():
    """What a page tells people to type, make takes."""
    known, values = words.verbs(MAKEFILE), words.choices(MAKEFILE)
    for page in (path for path in style.tree_files() if path.suffix == ".md" and path.name != "CHANGELOG.md"):
        for verb, given in re.findall(r"make ([a-z-]+)((?: +[A-Z_]+=(?:'[^']*'|[^\s`|;,)]+))+)", (ROOT / page).read_text(encoding="utf-8")):
            said = words.wrong(known, values, [verb], shlex.split(given.rstrip(":.")))
            assert not said, f"{page} says make {verb}{given}, and that says: {said}"


def pipes():
    """A list whose reader has gone ends without a traceback."""
    for command in (["scripts/test.py", "--list"], ["scripts/nightly.py", "--list"], ["scripts/testnames.py"]):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([str(ROOT / command[0]), *command[1:]], stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
        os.close(writer)
        assert not done.stderr, f"{' '.join(command)} | true says:\n{done.stderr}"


def sources():
    found = testnames.names()
    assert len(found) > 150 and len(set(found)) == len(found), f"{len(found)} names, {len(set(found))} of them different"
    for name in ("shfl_bfly", "block_random", "bus_random", "serial_frames", "mbar_timeout_bits"):
        assert name in found, f"{name} is not among the names of tests that scripts/testnames.py finds"


def checks():
    yield "no Python", without_python
    yield "words of the recipes", all_words
    yield "make help", help_lines
    yield "numbers", numbers
    yield "names of tests", sources
    yield "calls that pages name", pages
    yield "lists in a pipe", pipes
    for typed, wanted in TOLD:
        yield f"make {' '.join(typed)}", lambda typed=typed, wanted=wanted: told(typed, wanted)


def main():
    passed = failed = 0
    for name, check in checks():
        try:
            check()
            passed += 1
        except (AssertionError, subprocess.SubprocessError) as why:
            failed += 1
            print(f"FAIL {name}: {why}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
