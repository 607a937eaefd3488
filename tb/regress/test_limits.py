#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A child that hangs, of make bench, test DUT=gate, formal, lint, fourstate. It is ended with all that it started, named
with its limit, what others said is not lost, and the verb fails. Last line: "N passed, N failed"."""
import concurrent.futures
import contextlib
import io
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import test_long  # which knows where the scripts are
import bench  # noqa: E402
import children  # noqa: E402
import formal  # noqa: E402
import fourstate  # noqa: E402
import gate_test  # noqa: E402
import lint  # noqa: E402

LIMIT_S = 3  # also for those that do not hang, on a machine with much to do
HANGS = "sleep 1000 & echo $! >>pids; echo $$ >>pids; exec sleep 1001"  # a child that hangs, and one of its own
RATE = "{} seed 1 1000 operations 2000 cycles 5000 k/s PASS"


def program(path, lines):
    """A shell script in the place of what a verb runs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + lines + "\n")
    path.chmod(0o755)


def runs(pid):
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    return False


def alive(folder):
    """Whether of the processes that hung one still runs; a machine with much to do takes a while to end them."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if not any(map(runs, (folder / "pids").read_text().split())):
            return False
        time.sleep(0.05)
    return True


def said(folder, module, words, root, **change):
    """Exit status and output of a verb in a folder, whose children have LIMIT_S."""
    change = {**change, "ROOT": folder} if root is module else change
    before, old_root, argv = {key: getattr(module, key) for key in change}, root.ROOT, sys.argv
    out = io.StringIO()
    try:
        os.environ["WS_LIMIT_S"] = str(LIMIT_S)
        root.ROOT, sys.argv = folder, ["x", *words]
        for key, value in change.items():
            setattr(module, key, value)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            status = module.main(words) if module is gate_test else module.main()
    finally:
        del os.environ["WS_LIMIT_S"]
        for key, value in before.items():
            setattr(module, key, value)
        root.ROOT, sys.argv = old_root, argv
    return status, out.getvalue()


def named(text, child):
    return re.search(rf"{child}.* did not end within {LIMIT_S} s", text)


def a_measurement_that_hangs(folder):
    program(folder / "scripts/build.sh", "true")
    program(folder / "build/ws_sim_32", f"case $1 in *slow) {HANGS} ;; *none) exit 0 ;; esac; echo '{RATE.format('quick')}'")
    program(folder / "build/ws_bench_model", "printf 'step\\t6000000\\n'")
    change = {"TESTS": (("slow", 1), ("none", 1), ("quick", 1)), "machine": lambda: ["a machine"]}
    before = bench.compare.rows
    try:
        bench.compare.rows = lambda *_: ([], [])
        status, text = said(folder, bench, ["--repetitions=1"], bench, **change)
        assert status == 1 and "| slow | - |" in text and "| quick | 5,000 |" in text and "| `step` | 6,000 |" in text, text
        assert named(text, "ws_sim_32 --test=slow") and "--test=none" in text and not alive(folder), text
        program(folder / "build/ws_sim_32", f"echo '{RATE.format('quick')}'")
        program(folder / "build/ws_bench_model", HANGS)
        status, text = said(folder, bench, ["--repetitions=1"], bench, **change)
        assert status == 1 and "| slow | 5,000 |" in text and named(text, "ws_bench_model") and not alive(folder), text
        program(folder / "build/ws_bench_model", "printf 'step\\t6000000\\n'")
        status, text = said(folder, bench, ["--repetitions=1"], bench, **change)
        assert status == 0 and "error" not in text, text
    finally:
        bench.compare.rows = before


def gate(folder, one, two, listing="true"):
    program(folder / "scripts/sim.sh", f"""case "$*" in *--list*) {listing}; printf 'first\\tx\\nsecond\\tx\\n' ;;
*CTAS=1*) {one} ;; *CTAS=2*) {two} ;; esac""")
    return said(folder, gate_test, [], gate_test)


def a_netlist_that_hangs(folder):
    good = "; ".join(f"echo '{RATE.format(name)}'" for name in ("first", "second"))
    status, text = gate(folder, f"echo '{RATE.format('first')}'; {HANGS}", good)
    assert status == 1 and text.splitlines()[-1] == "2 passed, 1 failed", text
    assert named(text, "FAIL scripts/sim.sh TEST=.* CTAS=1") and "without a result: second" in text and not alive(folder), text
    status, text = gate(folder, good, good, listing=HANGS.replace("exec ", ""))
    assert status == 1 and text.count(f"did not end within {LIMIT_S} s") == 2 and not alive(folder), text
    status, text = gate(folder, good, good, listing="exit 1")
    assert status == 1 and text.count("exit status 1") == 2, text


ORPHAN = "(sleep 1002 & echo $! >>pids)\n"  # one that has lost its parent and holds the output


def those_that_run_side_by_side(folder):
    """A proof, a tool of lint, a simulation in four states."""
    program(folder / "hangs", ORPHAN + HANGS)
    path = folder / "hangs"
    for name, runs_it in (("formal", lambda: formal.prove(path, False)), ("lint", lambda: lint.run([str(path)])),
                          ("fourstate", lambda: fourstate.run([str(path)], folder))):
        (folder / "pids").unlink(missing_ok=True)
        os.environ["WS_LIMIT_S"] = str(LIMIT_S)
        here = os.getcwd()
        pool = concurrent.futures.ThreadPoolExecutor(1)
        try:
            os.chdir(folder)
            formal.ROOT = folder
            status, text, *_ = pool.submit(runs_it).result(60)
        finally:
            pool.shutdown(wait=False)
            os.chdir(here)
            formal.ROOT = test_long.ROOT
            del os.environ["WS_LIMIT_S"]
        assert named(text, "hangs") and (status is False if name == "formal" else status != 0), (name, status, text)
        assert len((folder / "pids").read_text().split()) == 3 and not alive(folder), name


def stopped(folder, hangs, processes, code):
    """A verb, as code behind `import children`, whose child hangs as so many processes, gets each signal that stops one."""
    program(folder / "hangs", hangs)
    code = f"import sys; sys.path.insert(0, {str(test_long.ROOT / 'scripts')!r}); import children\n{code}"
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        (folder / "pids").unlink(missing_ok=True)
        with subprocess.Popen([sys.executable, "-c", code], cwd=folder, stderr=subprocess.DEVNULL) as process:
            while not (folder / "pids").exists() or len((folder / "pids").read_text().split()) < processes:
                time.sleep(0.01)
            process.send_signal(number)
            assert process.wait(20) != 0, number
        assert len((folder / "pids").read_text().split()) == processes and not alive(folder), number


def a_stop_reaches_the_child(folder):
    stopped(folder, HANGS, 2, "children.run(['./hangs'], 60, cwd='.')")


def a_stop_reaches_those_side_by_side(folder):
    """And none begins behind it."""
    stopped(folder, ORPHAN + HANGS, 3, """import concurrent.futures
children.stop_threads_too()
with concurrent.futures.ThreadPoolExecutor(1) as pool:
    list(pool.map(lambda _: children.run_in_thread(['./hangs'], 60), range(3)))""")


def what_ends_in_time_is_left_alone(_folder):
    assert children.run(["sh", "-c", "echo a; echo b >&2; exit 3"], 60) == children.Ended(3, "a\nb\n", "")
    seen = []
    assert not children.run(["printf", "a\\nb\\n"], 60, seen.append).why and seen == ["a\n", "b\n"]


def a_limit_that_is_none_is_refused(_folder):
    for text in ("soon", "0", "-1", "nan"):
        os.environ["WS_LIMIT_S"] = text
        try:
            children.run(["true"], 60)
            raise AssertionError(f"WS_LIMIT_S={text} was taken")
        except SystemExit as refused:
            assert str(refused) == f"WS_LIMIT_S={text}: it is a number of seconds", refused
        finally:
            del os.environ["WS_LIMIT_S"]


TESTS = (a_measurement_that_hangs,
         a_netlist_that_hangs,
         those_that_run_side_by_side,
         a_stop_reaches_those_side_by_side,
         a_stop_reaches_the_child,
         what_ends_in_time_is_left_alone,
         a_limit_that_is_none_is_refused)

if __name__ == "__main__":
    sys.exit(test_long.run(TESTS))
