# SPDX-License-Identifier: Apache-2.0
"""What there is to run: the tests of each build of the bench as the bench itself lists them, the tests of CTest, the proofs."""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import families

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NEEDS = re.compile(r" \((?:(?:CTAS|SLOTS|WARPS|WAITERS|TICK_NS)=\d+ ?)+\)$")  # a test that this build only lists
LIST_S = 60
SAYS_S = (5, 60)  # what is built is said after so long, then again and again
OPTIONS = {"suffix": ""}


class Missing(Exception):
    """Its text says what could not be built or asked."""


def build_dir():
    return ROOT / os.environ.get("WS_BUILD_DIR", "build")


def count_coverage(wanted):
    """From now on a build's program is the one that counts coverage."""
    OPTIONS["suffix"] = "_cov" if wanted else ""


def bench(build):
    suffix = "" if build.endswith("_waves") else OPTIONS["suffix"]  # a failure is shown on the build for that
    return build_dir() / f"ws_sim_{build}{suffix}"


def make(targets):
    """Builds; what the build script says on failure, else nothing."""
    command = [ROOT / "scripts/build.sh", *targets]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", start_new_session=True) as process:
        start, said, wait = time.time(), None, SAYS_S[0]
        try:
            while said is None:
                try:
                    said = process.communicate(timeout=wait)[0]
                except subprocess.TimeoutExpired:
                    print(underway(targets, start), file=sys.stderr, flush=True)
                    wait = SAYS_S[1]
        except BaseException:
            os.killpg(process.pid, signal.SIGTERM)  # an interruption reaches the compilers too
            raise
    return "" if process.returncode == 0 else said.strip() or f"exit status {process.returncode}"


def underway(targets, start):
    """How far a build is that began then: a bench that was there and needs nothing is not written."""
    paths = [build_dir() / target for target in targets if target.startswith("ws_sim_")]
    if not paths:
        return f"building {' '.join(targets)}, {time.time() - start:.0f} s"
    written = sum(path.exists() and path.stat().st_mtime >= start for path in paths)
    return f"building {len(paths)} bench{'es' * (len(paths) > 1)}, {time.time() - start:.0f} s, {written} written"


def make_benches(builds):
    """{build: why it could not be built}: all at once, and one by one only if that fails."""
    if not builds or not make([bench(build).name for build in builds]):
        return {}
    errors = {build: make([bench(build).name]) for build in builds}
    return {build: text for build, text in errors.items() if text}


def tests_of(build):
    """{test: (what it shows, whether it runs on this build)}."""
    program = bench(build)
    try:
        done = subprocess.run([program, "--list"], stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                              timeout=LIST_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Missing(f"{program} --list: {error}") from None
    found = {}
    for line in done.stdout.splitlines():
        name, tab, shows = line.partition("\t")
        if tab:
            found[name.strip()] = (shows, not NEEDS.search(shows))
    if done.returncode != 0 or not found:
        raise Missing(f"{program} --list: exit status {done.returncode} and {len(found)} tests")
    return found


def ctests():
    """{name: (command, folder, seconds)} of CTest; empty where nothing is configured."""
    folder = build_dir()
    if not (folder / "CTestTestfile.cmake").exists():
        return {}
    done = subprocess.run(["ctest", "--test-dir", folder, "--show-only=json-v1"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          errors="replace", timeout=LIST_S, check=False)
    try:
        entries = json.loads(done.stdout)["tests"]
    except (ValueError, KeyError):
        raise Missing(f"ctest --test-dir {folder}: {done.stderr.strip() or 'no list'}") from None
    found = {}
    for entry in entries:
        properties = {p["name"]: p["value"] for p in entry.get("properties", [])}
        if entry.get("command"):
            cwd, seconds = properties.get("WORKING_DIRECTORY", str(folder)), float(properties.get("TIMEOUT", 600))
            found[entry["name"]] = (entry["command"], cwd, seconds)
    return found


def own_bench(build):
    """bus or serial where this is a build of the bench of the bus or of the serial line, else nothing."""
    return "bus" if "_bus" in build else "serial" if build == "serial" else ""


def own_tests():
    """Tests of the benches of the bus and of the serial line, as their sources list them: known also where those are not built."""
    return {name for own in ("bus", "serial") for source in ROOT.glob(f"tb/{own}/{own}_tests_*.c")
            for name in re.findall(rf'^\s*\{{"({own}_\w+)"', source.read_text(errors="replace"), re.M)}


def functions():
    """{ctest: [function]} of the unit tests, as their sources list them."""
    found = {}
    for source in sorted([*ROOT.glob("tb/unit/test_*.c"), *ROOT.glob("tb/serial/test_*.c"), *ROOT.glob("tb/lib/test_*.c"), ROOT / "tb/cosim/test_faults.c"]):
        if source.exists():
            text = re.sub(r"^#define.*", "", source.read_text(errors="replace"), flags=re.M)
            names = re.findall(r"\b(?:cmocka_unit_test\w*|TEST)\(\s*(\w+)", text)
            found["unit." + source.stem.removeprefix("test_")] = names
    return found


def proofs():
    return ["proof." + p.stem.removeprefix("prove_") for p in sorted((ROOT / "tb/formal").glob("prove_*")) if p.suffix in (".sh", ".py")]


def soaks():
    return [f"soak.{family.name}" for family in families.FAMILIES]


def hashes():
    """A test each; and that a line of the RTL that one simulator alone has is noticed."""
    return [f"hash.{family.name}.{test}" for family in families.FAMILIES for test in family.random] + ["hash.planted"]
