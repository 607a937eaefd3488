#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make test: a line a step with its time, the end of the log of a step that failed, and last "N passed, N failed", which counts single
tests where a step tells them. Exit status 0 only if nothing failed.

test.py [--jobs N] [--long] [--list] [STEP...]
  --long   the steps that take long instead, which make nightly runs
  --list   runs nothing: names of the steps, a line each
  --lanes  runs nothing: does each test of the block and of the bus stand, as passed, in the logs of short steps of two lane counts?
  STEP...  steps by name, short or long; what they need runs too

The short steps are to take 25 minutes of processor time in an empty clone, and 5 where everything is built. They run each test of each family
at two lane counts or more. Everything else is long.
"""
import argparse
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import builds
import digest
import evidence
import settings
import testnames

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOGS = ROOT / "build" / "test"
TAIL = 30
# What is run in lockstep: tests, parameters of the build (builds.py), operations of a random test.
SIMULATIONS = (
    ("*", "LANES=32", "5000"), ("*", "LANES=4", "20000"),
    ("*", "LANES=4 CTAS=2", "5000"), ("*", "LANES=8 CTAS=2", "5000"),
    ("*", "LANES=4 SLOTS=2", "5000"), ("*", "LANES=8 SLOTS=2", "5000"),
    ("*", "LANES=8 BEAT=4", "1000"), ("mbar_beats*", "LANES=16 BEAT=4 WAITERS=4 FAMILIES=mbar", ""),
    ("*", "LANES=4 ALUS=4 BANKS=4 FAMILIES=mbar,atom", "1000"),
    ("shfl_*", "LANES=32 SHFL_FORM=1 FAMILIES=shfl STRUCT=1", "5000"),  # 32 classes: longer than all else in a unit; the copies for each 8 lanes
    ("bar_1024", "LANES=4 WARPS=32", ""), ("bar_1024", "LANES=32 WARPS=32", ""),  # builds that the warp scripts need too
    ("mbar_*_long", "LANES=4 FAMILIES=mbar TICK_NS=1000", "100"), ("mbar_*_long", "LANES=8 FAMILIES=mbar TICK_NS=1000", "100"),
    ("bus_*", "LANES=4", "5000"), ("bus_*", "LANES=8", "2000"),
)
# What of that the untimed oracles judge too, without the model.
JUDGED = (("*_random", "LANES=4", "5000"), ("*_random", "LANES=8 BEAT=4", "2000"), ("*_random", "LANES=4 CTAS=2", "2000"))
SEED = 1
SANITIZED = "-DWS_SANITIZE=ON -DWS_REPLAY_RTL=OFF"  # options of CMake
LONG = ("core", "core_bar", "core_mbar", "bus")  # tests of tb/unit that run with sanitizers at night alone
MODEL = sorted({path.stem.removeprefix("test_") for path in ROOT.glob("tb/unit/test_*.c")} - {*LONG})  # the others, for every change
TOOLS = ("cc --version", "c++ --version", "verilator --version", "dpkg-query -W -f ${Version} libcmocka-dev")  # of steps with `reads`
BENCH = ("rtl", "cmodel", "tb/cosim", "tb/lib", "tb/verilated", "tb/unit", "CMakeLists.txt")  # what decides a co-simulation
ATOM = ("rtl/atom", "rtl/bus", "cmodel", "tb/atom", "tb/verilated", "CMakeLists.txt")


class Step:
    """One command with its own log. `needs` names steps that must have passed before. `reads`: files and folders that alone decide the outcome,
    with the tools; once it has passed on them it is not run again (FRESH=1 in the environment: it is). `long`: make nightly runs it, make test does not."""

    def __init__(self, name, command, needs=(), limit=1200, reads=()):
        self.name, self.command, self.needs, self.limit, self.reads, self.long = name, command, needs, limit, reads, False
        self.log = LOGS / (re.sub(r"\W+", "_", name) + ".log")
        self.process, self.before = None, {}
        self.state = "waits"  # runs, ok, none, FAIL, not run
        self.start = self.seconds = self.processor = 0.0
        self.status = None
        self.passed = self.failed = 0

    def known(self):
        """True if it has passed on the same files; then the step has ended."""
        self.before = self.reads and not os.environ.get("FRESH") and evidence.Store(here=True).passed(self.what(), self.sources()) or {}
        if self.before:
            self.passed, self.state = self.before["passed"], "ok"
        return bool(self.before)

    def what(self):
        return f"{evidence.CHECK}{self.name}"

    def sources(self):
        return digest.Tree().check(self.reads, TOOLS, *map(str, self.command))

    def begin(self):
        self.state, self.start = "runs", time.monotonic()
        with open(self.log, "w", encoding="utf-8") as log:
            # A session of its own, so that a stop reaches all its children.
            self.process = subprocess.Popen(self.command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log,
                                            stderr=subprocess.STDOUT, start_new_session=True)

    def poll(self):
        """True when the step has ended."""
        late = not self.ended() and time.monotonic() - self.start >= self.limit
        if self.status is None and not late:
            return False
        self.kill()
        self.seconds = time.monotonic() - self.start
        text = self.log.read_text(errors="replace")
        self.passed, self.failed = count(text)
        if late:
            self.log.write_text(text + f"\nstopped after {self.limit} s\n")
        if (late or self.status != 0) and not self.failed:
            self.failed = 1
        nothing = re.search(r"^0 passed, 0 failed$", text, re.M) and not self.passed  # a step that says so had nothing to look at
        if not self.passed and not self.failed and not nothing:
            self.passed = 1
        self.state = "FAIL" if self.failed else "none" if nothing else "ok"
        if self.state == "ok" and self.reads and (sources := self.sources()):
            evidence.record(self.what(), sources, True, seconds=self.seconds, passed=self.passed)
        return True

    def ended(self, options=os.WNOHANG):
        """Whether the command has ended; takes its status, and the processor time of it and of all that it waited for."""
        if self.status is None:
            pid, status, usage = os.wait4(self.process.pid, options)
            if pid:
                self.status = self.process.returncode = os.waitstatus_to_exitcode(status)
                self.processor = usage.ru_utime + usage.ru_stime
        return self.status is not None

    def kill(self):
        """All that is left of it."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.ended(0)

    def report(self):
        counts = f"{self.passed} passed" + (f", {self.failed} failed" if self.failed else "") + (f", on the same files {self.before['date']}" if self.before else "")
        print(f"{self.state:<7} {self.seconds:7.1f} s  {self.processor:7.1f} s of processor  {self.name:<44} {counts}", flush=True)
        if self.state in ("FAIL", "none"):
            print("\n".join("        | " + line[:200] for line in excerpt(self.log.read_text(errors="replace"))))
            print(f"        | whole log: {self.log.relative_to(ROOT)}", flush=True)


def count(text):
    """Single tests in a step's log: from its last line "N passed, N failed", or from what ctest -V shows."""
    last = re.findall(r"^(\d+) passed, (\d+) failed", text, re.M)
    if last:
        return int(last[-1][0]), int(last[-1][1])
    passed = failed = 0
    for number, verdict in re.findall(r"^ *\d+/\d+ Test +#(\d+): \S+ \.+\s*(\**\w+)", text, re.M):
        inside = set(re.findall(rf"^{number}: \[ *(OK|FAILED) *\] (\w+)$", text, re.M))  # cmocka's lines, one a test
        good = sum(word == "OK" for word, _ in inside)
        bad = len(inside) - good or int(verdict != "Passed")
        passed, failed = passed + (good or (not bad)), failed + bad
    return passed, failed


def excerpt(text):
    """The lines of a log that tell what failed: of ctest those of the failed tests, else the last ones."""
    shown = []
    for number, name in re.findall(r"^ *\d+/\d+ Test +#(\d+): (\S+) \.+\s*\*", text, re.M):
        lines = [line for line in re.findall(rf"^{number}: (.*)$", text, re.M) if not re.match(r"\[ *(RUN|OK) |Test timeout", line)]
        shown += [f"{name}:"] + ["  " + line for line in lines[-TAIL:]]
    return shown or [line for line in text.splitlines() if line.strip()][-TAIL:]


def bench(tests, words):
    """The program that runs these tests with these parameters."""
    return f"ws_sim_{builds.asked(builds.ON_BUS if tests.startswith('bus_') else builds.ON_BLOCK, words.split()).name()}"


def simulation(tests, words, n, reads=()):
    return Step(f"co-simulation {tests} {words}", ["make", "-s", "sim", f"TEST={tests}", f"SEED={SEED}", f"N={n}", *words.split()], ["build benches"], reads=reads)


def python(verb, *command):
    """A command under the private Python of a verb, which is installed first."""
    return ["sh", "-c", f'scripts/setup.sh {verb} && exec build/python/{verb}/bin/python "$@"', "sh", *command]


def short_steps():
    ctest = ["ctest", "-V", "--test-dir"]
    benches = [bench(tests, words) for tests, words, _ in SIMULATIONS] + ["ws_sim_serial"]
    yield Step("tools", ["scripts/setup.sh", "test"])
    yield Step("operation table", ["python3", "scripts/gen_ops.py", "--check"], ["tools"])
    yield Step("data sheet", ["python3", "scripts/gen_sheet.py", "--check"], ["tools"])
    yield Step("register map", python("regs", "scripts/gen_regs.py", "--check"), ["tools"])
    yield Step("names of builds", ["python3", "tb/cosim/test_builds.py"], ["tools"])
    yield Step("words of make", ["python3", "tb/cosim/test_words.py"], ["regression tools"])
    yield Step("build model", ["scripts/build.sh", "ws_model"], ["tools"])
    # Long and on one core: beside the builds.
    yield Step("lint", ["python3", "scripts/lint.py", "--jobs", "1", "--new", "--short"], ["tools"])
    yield Step("combinational paths", ["python3", "scripts/comb.py"], ["tools"], reads=("rtl", "scripts/comb.py"))
    yield Step("proofs", ["python3", "scripts/formal.py", "--when", "test", "--new", "--jobs", "1"], ["tools"])
    yield Step("unit tests", ctest + ["build", "-L", "unit"], ["build model"])
    yield Step("build benches", ["scripts/build.sh", "all", *benches], ["build model"], 3600)
    yield Step("installed model", ["python3", "tb/package/test_install.py"], ["tools"], reads=("cmodel", "tb/package/test_install.py", "CMakeLists.txt"))
    yield Step("Python package", python("pytest", "tb/package/python/run.py"), ["tools"])
    yield Step("firmware", ["make", "fw"], ["build benches"])  # it builds in build/ too, where one build waits for the other
    yield Step("model with sanitizers", ["sh", "-c", f"WS_BUILD_DIR=build/asan scripts/build.sh {' '.join(f'test_{name}' for name in MODEL)} -- {SANITIZED} && "
                                         f"exec ctest -V --test-dir build/asan -R '^unit[.]({'|'.join(MODEL)})$'"],
               ["build benches"], reads=("cmodel", "tb/unit", "CMakeLists.txt"))
    yield Step("warp scripts, examples, checkers", ctest + ["build", "-LE", "unit|silicon"], ["build benches"],
               reads=(*BENCH, "tb/script", "tb/example", "tb/formal", "fw", "scripts/ops.toml", "scripts/helpers.toml"))
    yield Step("statuses and latencies", ["python3", "tb/cosim/test_sheet.py"], ["build benches"], reads=(*BENCH, "scripts"))
    yield Step("scripts from silicon", ["python3", "scripts/silicon/captured.py", "--slice"], ["build benches"])
    for tests, words, n in SIMULATIONS:
        yield simulation(tests, words, n, BENCH if "long" in tests else ())  # these simulate minutes of a limit
    for tests, words, n in JUDGED:
        yield simulation(tests, f"{words} JUDGE=oracle", n)
    yield Step("co-simulation on the serial line", ["make", "-s", "sim", "TEST=serial_*", f"SEED={SEED}", "N=5000"], ["build benches"])
    yield Step("each test at two lane counts", ["python3", "scripts/test.py", "--lanes"], [simulation(*row).name for row in SIMULATIONS])
    yield Step("arithmetic of atom", ["sh", "-c", "scripts/build.sh ws_atom_alu_check ws_atom_float_check ws_gmem_check && build/ws_atom_float_check half 4093 && "
                                      "build/ws_atom_float_check wide 3000000 && build/ws_gmem_check 20000 && exec build/ws_atom_alu_check 20000"], ["build benches"], reads=ATOM)
    yield Step("boards", ["python3", "tb/board/test_board.py"], ["tools"])
    yield Step("placement", ["sh", "-c", "scripts/build.sh ecp5_refine && exec python3 tb/board/test_refine.py"], ["build benches"])
    yield Step("regression tools", ["scripts/setup.sh", "regress"], ["tools"])
    yield Step("test plan", ["python3", "scripts/regress.py", "--items", "smoke", "--on", "4", "--run-only", "--dry-run"], ["regression tools", "build benches"])
    yield Step("platform", ["sh", "-c", "scripts/build.sh ws_vp ws_vp_4 ws_vp_broken ws_target_test ws_target_test_4 ws_target_example ws_vp_programs && exec python3 tb/sysc/test_vp.py"],
               ["build benches", "firmware"], 3600, reads=("rtl", "cmodel", "fw", "tb/sysc", "tb/verilated", "CMakeLists.txt"))
    yield Step("board simulation", ["sh", "-c", "scripts/build.sh wsctl && exec python3 tb/board/test_sim.py"], ["build benches"],
               reads=("rtl", "cmodel", "fw", "tb/board", "tb/script", "tb/verilated", "scripts/board_sim.py", "CMakeLists.txt"))
    yield Step("evidence", ["python3", "tb/regress/test_evidence.py"], ["tools"])
    yield Step("ladder", ["python3", "tb/regress/test_ladder.py"], ["regression tools"])
    yield Step("coverage", ["python3", "tb/coverage/test_merge.py"], ["tools"])
    yield Step("functional coverage", ["python3", "tb/coverage/test_functional.py"], ["tools"])


def long_steps():
    """Steps that make nightly runs and make test does not."""
    for step in slow_steps():
        step.long = True
        yield step


def slow_steps():
    after = ["build long benches"]
    yield Step("build long benches", ["scripts/build.sh", "ws_sim_4_c8", "ws_sim_4_waves"], ["build benches"], 3600)
    yield Step("hashes of model and RTL", ["tb/cosim/test_hash.sh", "build/ws_sim_4:warp_random", "build/ws_sim_4:block_random", "build/ws_sim_4_s2:block_random",
                                           "build/ws_sim_4_c8:cluster_random", "build/ws_sim_4_c8:mbar_remote_random"], after)
    yield Step("units of the proofs", ["python3", "scripts/formal_units.py"], ["tools"], 3600, reads=("rtl", "tb/formal", "tb/gate", "scripts/families.py", "scripts/formal_units.py"))
    yield Step("mutants", ["python3", "tb/regress/test_mutants.py"], ["build benches"])
    # All pairs of f16 and of bf16, 10^9 sums of f32, of f32 with subnormals as 0, and of f64; the RTL on 50 times as many as every test.
    yield Step("halves of atom, all pairs", ["sh", "-c", "scripts/build.sh ws_atom_float_check && exec build/ws_atom_float_check half 1"], ["build benches"], 7200, reads=ATOM)
    yield Step("floats of atom, 10^9", ["sh", "-c", "scripts/build.sh ws_atom_float_check && exec build/ws_atom_float_check wide 1000000000"], ["build benches"], 14400, reads=ATOM)
    yield Step("arithmetic of atom, long", ["sh", "-c", "scripts/build.sh ws_atom_alu_check && exec build/ws_atom_alu_check 1000000 2"], ["build benches"], 3600, reads=ATOM)
    yield Step("bugs in the floats of atom", ["python3", "tb/atom/test_plants.py"], ["build model"])
    yield Step("FuseSoC", ["scripts/fusesoc.sh"], ["tools"])
    yield Step("uartbone of LiteX", python("uartbone", "fw/host/test_uartbone.py", "build"), ["build model"])
    yield Step("unit tests with sanitizers", ["sh", "-c", f"WS_BUILD_DIR=build/asan scripts/build.sh ws_model -- {SANITIZED} && exec ctest -V --test-dir build/asan -L unit"], ["build benches"],
               reads=("cmodel", "fw", "tb/cosim", "tb/lib", "tb/bus", "tb/serial", "tb/unit", "CMakeLists.txt"))
    yield Step("warp scripts with sanitizers", ["sh", "-c", f"WS_BUILD_DIR=build/asan scripts/build.sh ws_model ws_replay ws_replay_broken ws_make_stream ws_sim_4 -- {SANITIZED} && "
                                                "exec ctest -V --test-dir build/asan -L script"], ["build benches"], 3600)
    yield Step("co-simulation with sanitizers", ["build/asan/ws_sim_4", "--test=*", f"--seed={SEED}", "--n=2000"], ["warp scripts with sanitizers"])
    yield Step("mutated PTX statements", ["python3", "tb/script/test_check.py", "cases", "--check", "build/tb/script/ws_check", "-n", "100000", "--seed", f"{SEED + 1}"],
               ["build benches"], 3600)
    yield Step("capture without a GPU", ["python3", "scripts/silicon/test_captured.py"], ["build benches"])
    yield Step("unknowns on the bus", ["python3", "scripts/fourstate.py", "--jobs", "1", "TEST=bus_*reset*", "N=100"], ["build benches"])
    yield Step("unknowns on the serial line", ["python3", "scripts/fourstate.py", "--jobs", "1", "TEST=serial_*frames", "N=100"], ["build benches"])
    yield Step("image of a board", ["python3", "scripts/fpga.py", "BOARD=hx8k"], ["tools"])
    yield Step("regression", ["python3", "tb/regress/test_regress.py"], ["regression tools"])
    yield Step("long verbs", ["python3", "tb/regress/test_long.py"], ["regression tools"])
    yield Step("limits of long verbs", ["python3", "tb/regress/test_limits.py"], ["tools"])
    yield Step("leaves of a regression", ["python3", "tb/regress/test_leaves.py"], ["regression tools"])
    # They take part where Slurm and Chromium are: a lot to put on a person's machine. scripts/setup.sh slurm, browser install them.
    yield Step("regression on Slurm", ["tb/regress/test_slurm.py"], ["regression tools"])
    yield Step("report of a regression", ["tb/regress/test_report.py"], ["regression tools"])
    yield Step("waves", ["scripts/sim.sh", "TEST=shfl_bfly", "LANES=4", "N=100", "WAVES=1"], after)


def steps():
    found = [*short_steps(), *long_steps()]
    names = [step.name for step in found]
    assert len(set(names)) == len(names), f"two steps have one name: {max(names, key=names.count)}"
    return found


def chosen(all_steps, names, long):
    """The steps named, or the short or the long ones, and what they need, in order."""
    by_name = {step.name: step for step in all_steps}
    unknown = [name for name in names if name not in by_name]
    if unknown:
        sys.exit(f"no step {unknown[0]!r}; steps: " + ", ".join(repr(name) for name in by_name))
    wanted, queue = set(), list(names) or [step.name for step in all_steps if step.long == long]
    while queue:
        name = queue.pop()
        wanted.add(name)
        queue += by_name[name].needs
    return [step for step in all_steps if step.name in wanted]


def run(plan, jobs):
    """Runs all steps, at most `jobs` at a time; a step whose need failed is not run and counts as failed."""
    by_name = {step.name: step for step in plan}
    while any(step.state in ("waits", "runs") for step in plan):
        for step in plan:
            if step.state == "waits":
                needs = [by_name[name] for name in step.needs]
                if any(need.state in ("FAIL", "not run") for need in needs):
                    step.state, step.failed = "not run", 1
                    step.report()
                elif all(need.state == "ok" for need in needs) and sum(s.state == "runs" for s in plan) < jobs:
                    if step.known():
                        step.report()
                    else:
                        step.begin()
            elif step.state == "runs" and step.poll():
                step.report()
        time.sleep(0.05)


def lane_counts():
    """Of each test that `make list` names, the lane counts at which it passed in the short steps."""
    at = {}
    for program in ("ws_sim_4", "ws_sim_4_bus"):
        listed = subprocess.run([ROOT / "build" / program, "--list"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
        at |= {line.split()[0]: set() for line in listed.stdout.splitlines()}
    for row in SIMULATIONS:
        text = simulation(*row).log.read_text(errors="replace")
        lanes = re.search(r"^seed \d+, (\d+) lanes", text, re.M)[1]
        for name in re.findall(r"^(\w+) +seed \d+ .* PASS\b", text, re.M):
            at[name].add(lanes)
    return at


def check_lanes():
    at = lane_counts()
    known = {name for name in testnames.names() if not name.startswith("serial_")}
    for name in sorted(known ^ at.keys()):
        print(f"FAIL {name}: " + ("scripts/testnames.py does not find it in its source" if name in at else "no bench lists it, and scripts/testnames.py does"))
    few = sorted(name for name, lanes in at.items() if len(lanes) < 2)
    for name in few:
        print(f"FAIL {name}: it passed at {' '.join(at[name]) or 'no'} lanes; SIMULATIONS in scripts/test.py has to run it at two lane counts")
    failed = len(few) + len(known ^ at.keys())
    print(f"{len(at) - len(few)} passed, {failed} failed")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="steps at a time")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--lanes", action="store_true")
    parser.add_argument("steps", nargs="*", metavar="STEP")
    args = parser.parse_args()
    if args.lanes:
        return check_lanes()
    if args.list:
        settings.only_lists()
        print(*(step.name for step in steps() if step.long == args.long), sep="\n")
        return 0
    LOGS.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    plan = chosen(list(steps()), args.steps, args.long)
    start, stopped = time.monotonic(), False
    try:
        run(plan, max(1, args.jobs))
    except KeyboardInterrupt:
        stopped = True
        for step in plan:
            if step.state == "runs":
                step.kill()
            if step.state in ("runs", "waits"):
                step.state, step.failed = "stopped", 1
                step.report()
    print(f"{'interrupted' if stopped else 'done'} after {time.monotonic() - start:.0f} s, {sum(s.processor for s in plan):.0f} s of processor time")
    passed, failed = sum(s.passed for s in plan), sum(s.failed for s in plan)
    print(f"{passed} passed, {failed} failed")
    return 130 if stopped else 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
