#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make fourstate: does anything undefined reach an output? Verilator has two states; Icarus has X.

fourstate.py [TEST='*'] [SEED=1] [N=300] [STRUCT=0|1] [--jobs 2]

What stood at the ports in each test of these benches is played into the RTL under Icarus: registers and memories start at X, and X
stands at each input that means nothing. Every output that counts has to be what the record says.

  one CTA, a cluster of two   the model at 4 lanes     tb/gate/fourstate.v          ws_top, ws_cluster
  the bus                     the model at 4 lanes     tb/gate/fourstate_bus.v      ws_bus
  the serial line             RTL beside the model     tb/gate/fourstate_serial.v   ws_serial, ws_uart_rx, ws_uart_tx

Both structures, of the bus that of STRUCT=0 alone, unless STRUCT chooses one. Last, a reset is taken away in what was played, which has to be noticed.
Exit 0: nothing undefined; 1: something was; 2: wrong call.
"""
import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shutil
import sys
import time

import children
import settings
import testnames

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "fourstate"
LONG = ("redux_exhaustive", "rendezvous_exhaustive", "mbar_exhaustive")  # a million cycles together, whatever N is; by name they run
LIMIT_S = 1800
SHOW_S = 60  # between two lines that say how far it is


@dataclasses.dataclass(frozen=True)
class Bench:
    """Where records come from, and what plays them."""
    what: str
    build: str  # of the bench that records
    tests: str = ""  # how the names of its tests begin, where these have a bench of their own
    top: str = "fourstate"  # tb/gate/<top>.v
    params: dict = dataclasses.field(default_factory=dict)  # with which it is that build
    structs: str = "01"  # "": there is one alone
    words: tuple = ("--dut=model",)
    # A file of the RTL, what is taken away there, what is put in its place, and the test that has to notice; one for all with the same top
    plant: tuple = ()

    def program(self):
        return ROOT / "build" / f"ws_sim_{self.build}"

    def may_have(self, pattern):
        """Whether tests of this bench may be called so."""
        head = re.split(r"[*?]", pattern)[0]
        if self.tests:
            return head.startswith(self.tests) or (self.tests.startswith(head) and head != pattern)
        return not any(bench.tests and head.startswith(bench.tests) for bench in BENCHES.values())


BENCHES = {bench.build: bench for bench in (
    Bench("one CTA", "4", plant=("common/ws_stage.v", r"if \(!rst_ni\) valid_o <= 1'b0;\s*else ", "", "vote_ballot")),
    Bench("a cluster of two", "4_c2", params={"CTAS": 2}),
    Bench("the bus", "4_bus", "bus_", "fourstate_bus", structs="0", plant=("bus/ws_regs.v", r"if \(!rst_ni\) scratch_q <= 32'd0;\s*else ", "", "bus_reset_values")),
    Bench("the serial line", "serial", "serial_", "fourstate_serial", structs="", words=(),
          plant=("serial/ws_serial.v", r"executed_q, (.*) <= 7'd0;", r"\1 <= 6'd0;", "serial_frames")),
)}


def run(command, cwd=ROOT):
    """Exit status and output."""
    try:
        done = children.run_in_thread(command, LIMIT_S, cwd=cwd)
    except FileNotFoundError:
        sys.exit(f"{command[0]} is not installed; make doctor lists what is missing")
    return (1, done.late) if done.late else (done.status, done.said)


def compiled(rtl, struct, out=OUT, top="fourstate", **params):
    """The bench tb/gate/<top>.v in Icarus on the RTL in folder `rtl`; struct: "" where there is one alone."""
    out.mkdir(parents=True, exist_ok=True)
    program = out / f"{'_'.join(map(str, [rtl.parent.name, top, struct, *params.values()]))}.vvp"
    names = [line.strip() for line in (ROOT / "rtl/files.f").read_text().splitlines() if line.strip().endswith(".v")]
    given = {**({} if struct == "" else {"STRUCT": struct}), **params}
    players = ["tb/gate/fourstate.v", "tb/gate/played_cluster.v"] if top == "fourstate" else [f"tb/gate/{top}.v"]
    status, text = run(["iverilog", "-g2005", "-Wall", f"-I{rtl}", "-s", top, *(f"-P{top}.{key}={value}" for key, value in given.items()),
                        "-o", str(program), "-Itb/gate", *players] + [str(rtl.parent / name) for name in names])
    if status:
        sys.exit(f"iverilog failed:\n{text}")
    return program


def programs(bench, rtl, structs):
    """The bench on the RTL in folder `rtl`, with each of these structures."""
    return [compiled(rtl, struct, top=bench.top, **bench.params) for struct in structs or [""]]


def tests(benches, pattern, n, seed):
    """All tests that the pattern names: (name, bench, file of the record)."""
    found = []
    for bench in benches:
        status, text = run([str(bench.program()), "--list"])
        if status:
            sys.exit(text)
        names = [line.split("\t")[0].strip() for line in text.splitlines() if not re.search(r"\((CTAS|SLOTS|WARPS|TICK_NS)=", line)]
        found += [(name, bench) for name in names if re.fullmatch(re.escape(pattern).replace(r"\*", ".*").replace(r"\?", "."), name)]
    if pattern == "*":
        found = [(name, bench) for name, bench in found if name not in LONG]
    if not found:
        print(f"TEST={pattern}: no test of one CTA, of two, of the bus or of the serial line is called so; make list shows them", file=sys.stderr)
        sys.exit(2)
    return [(name, bench, OUT / f"{name}_{bench.build}_{seed}_{n}.txt") for name, bench in found]


def one(test, n, seed, players):
    """What is wrong with a test, "" if nothing; and how many cycles it had. None: it has nothing to play."""
    name, bench, file = test
    status, text = run([str(bench.program()), f"--test={name}", *bench.words, f"--n={n}", f"--seed={seed}", f"--stimulus={file}", "--faildir="])
    if status:
        return f"{' '.join([bench.program().name, *bench.words])} itself fails:\n{text}", 0
    if not file.stat().st_size:
        file.unlink()
        return None, 0
    cycles = 0
    for program in players:
        status, text = run(["vvp", "-n", str(program), f"+stimulus={file}"])
        found = re.search(r"^(\d+) cycles, nothing undefined$", text, re.M)
        if status or not found:
            return f"{program.stem}, exit status {status}:\n{text[-2000:]}", 0
        cycles += int(found.group(1))
    file.unlink()
    return "", cycles


def planted(bench):
    """A reset that is missing has to be noticed."""
    rtl = OUT / f"planted_{bench.build}" / "rtl"
    shutil.rmtree(rtl.parent, ignore_errors=True)
    shutil.copytree(ROOT / "rtl", rtl)
    name, old, new, test = bench.plant
    text = (rtl / name).read_text()
    if not re.search(old, text):
        return f"nothing was planted in rtl/{name}, the text to replace is gone"
    (rtl / name).write_text(re.sub(old, new, text))
    wrong, _ = one((test, bench, OUT / f"planted_{bench.build}.txt"), 50, 1, programs(bench, rtl, bench.structs[:1]))
    return "" if wrong and re.search(r"^  is +\S*[xX]", wrong, re.M) else f"a register of rtl/{name} without a reset was not noticed: {wrong}"


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("words", nargs="*", metavar="TEST=, SEED=, N=, STRUCT=")
    args = parser.parse_args()
    values = settings.take(parser, args.words, {"TEST": "*", "SEED": "1", "N": "300", "STRUCT": ""})
    if testnames.main([values["TEST"]]):
        sys.exit(2)
    if values["STRUCT"] not in ("", "0", "1"):
        parser.error(f"STRUCT={values['STRUCT']}: it is 0 or 1")
    return args, values


def main():
    args, values = options()
    OUT.mkdir(parents=True, exist_ok=True)
    benches = [bench for bench in BENCHES.values() if bench.may_have(values["TEST"])]
    names = [bench.program().name for bench in benches]
    if run(["scripts/build.sh", *names])[0]:
        sys.exit(f"{' '.join(names)} could not be built; scripts/build.sh {' '.join(names)} says why")
    todo = tests(benches, values["TEST"], values["N"], values["SEED"])
    benches = [bench for bench in benches if any(bench is other for _, other, _ in todo)]
    players = {bench.build: programs(bench, ROOT / "rtl", bench.structs and (values["STRUCT"] or bench.structs)) for bench in benches}
    passed = failed = 0
    played = {bench.build: [0, 0] for bench in benches}  # tests, cycles
    shown = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = pool.map(lambda test: one(test, values["N"], values["SEED"], players[test[1].build]), todo)
        for done, ((name, bench, _), (wrong, cycles)) in enumerate(zip(todo, results)):
            if time.monotonic() - shown > SHOW_S:
                print(f"{done} of {len(todo)} tests, {failed} failed, {sum(n for _, n in played.values()):,} cycles", flush=True)
                shown = time.monotonic()
            if wrong:
                print(f"FAIL {name}: {wrong}", flush=True)
                failed += 1
            elif wrong is not None:
                passed += 1
                played[bench.build] = [played[bench.build][0] + 1, played[bench.build][1] + cycles]
    for bench in benches:
        print("{}: {} tests, {:,} cycles".format(bench.what, *played[bench.build]))
    print(f"{sum(n for _, n in played.values()):,} cycles under Icarus, seed {values['SEED']}, {values['N']} operations of each random test")
    tops = {bench.top for bench in benches}
    for bench in (bench for bench in BENCHES.values() if bench.plant and bench.top in tops):
        wrong = planted(bench)
        print(f"FAIL {wrong}" if wrong else f"ok   a register of rtl/{bench.plant[0]} without a reset is noticed", flush=True)
        passed, failed = passed + (not wrong), failed + bool(wrong)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    children.stop_threads_too()
    sys.exit(main())
