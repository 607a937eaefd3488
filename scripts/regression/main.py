# SPDX-License-Identifier: Apache-2.0
"""A regression from beginning to end: what to run, running it, what to say about it."""
import datetime
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import threading

from regression import coverage, functional, inventory, listfile, options, plan, testplan
from regression.job import bare
from regression.local import Local
from regression.progress import Show
from regression.run import Run
from regression.slurm import NoCluster, Slurm

EXIT_FAILED, EXIT_WRONG, EXIT_INCOMPLETE = 1, 2, 3


def first_line(*command):
    try:
        done = subprocess.run(command, cwd=inventory.ROOT, capture_output=True, text=True, timeout=20, check=False)
        return done.stdout.splitlines()[0].strip() if done.returncode == 0 and done.stdout else ""
    except (OSError, subprocess.TimeoutExpired):
        return ""


def source():
    commit = first_line("git", "describe", "--always", "--abbrev=10")
    changed = first_line("git", "status", "--porcelain", "--untracked-files=no")
    return (commit + (" with changes" if changed else "")) if commit else "not under git"


def build(asked, args):
    """Builds what the rows need and asks it for its tests. (things, tests that are there by name)"""
    things = plan.Things({})
    benches = plan.benches(asked, things)
    plain = [name for name in benches if plan.PLAIN.fullmatch(name)] or ["4"]  # which knows every test
    first = min(plain, key=lambda name: int(name.split("_")[0]))
    if not args.run_only:
        things.not_built.update(inventory.make_benches([first]))
    things.ask(first)
    benches = [name for name in plan.benches(asked, things) if name != first]
    dotted = [row.only or row.pattern for _, rows in asked for row in rows if not row.seeded]
    dotted = [name for name in dotted if not name.startswith(("proof.", "soak.", "hash."))]
    if not args.run_only:
        things.not_built.update(inventory.make_benches(benches))
        if dotted:
            things.ctest_error = inventory.make(["ws_model" if all(name.startswith("unit.") for name in dotted) else "all"])
    for name in benches:
        things.ask(name)
    return things


def names(things):
    """Every test that a test plan may name."""
    found = set(things.plain or ())
    for tests in things.lists.values():
        found |= tests.keys()
    found |= set(things.others()) | inventory.own_tests()
    for program, functions in inventory.functions().items():  # known also where they are not built
        found |= {program, *(f"{program}/{function}" for function in functions)}
    return sorted(found)


def show_list(groups, things):
    for group, rows in groups.items():
        print(f"[{group}]")
        for row in rows:
            detail = f"  on={','.join(row.builds)}  reseed={row.reseed}  n={row.n}" if row.seeded else ""
            print(f"  {row.pattern:<26}{detail}  minutes={row.minutes:g}")
    print()
    for name, (shows, _) in (things.plain or {}).items():
        print(f"{name:<26}\t{shows}")
    for name in things.others():
        print(name)


class Feed:
    """Hands out jobs until the time is over, and knows which ones it has handed out."""

    def __init__(self, jobs, args, over):
        self.jobs, self.args, self.time_is_over = jobs, args, over
        self.planned = []
        self.finite = not args.endless
        if self.finite:
            self.planned = [job for _, job in jobs]

    def all(self):
        return list(self.planned)

    def __iter__(self):
        if self.finite:
            for job in self.planned:
                if self.time_is_over():
                    return
                yield job
            return
        for k, job in self.jobs:
            over = self.time_is_over()
            if over and k > 0:
                return
            self.planned.append(job)
            if not over:
                yield job


def interrupts(stop):
    """From now on a signal ends the regression in good order. A list with the number of the one that came."""
    came = []

    def handle(number, _frame):
        came.append(number)
        stop.set()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, handle)
    return came


def execute(run, feed, args, stop, show):
    """Runs the jobs; every planned one has a result afterwards."""
    launcher = Slurm(args.jobs, stop, run.folder) if args.launcher == "slurm" else Local(args.jobs, stop)
    try:
        launcher.start(feed if args.launcher == "local" else feed.all())
        while not launcher.over() and not stop.is_set():
            for result in launcher.poll(0.2):
                show.result(run.take(result))
                show.more(len(feed.planned))
            while getattr(launcher, "news", None):
                show.say(launcher.news.pop(0))
            show.tick()
            if args.launcher == "slurm" and feed.time_is_over():
                break
    except NoCluster as error:
        run.trouble.append(str(error))
        show.say(f"slurm: {error}")
    finally:
        launcher.close()
    for result in launcher.poll(0.05) + launcher.poll(0.05):
        show.result(run.take(result))
    why = "the regression was interrupted" if stop.is_set() else "the time was over" if feed.time_is_over() else "the launcher gave up"
    for job in feed.all():
        if (job.test, job.build, job.seed) not in run.seen:
            run.take(bare(job, "not run", why))


def regress(args):
    groups = listfile.read(args.list_file)
    points = [] if args.plan == "none" else testplan.read(pathlib.Path(args.plan))
    asked = plan.wanted(args.items, groups, args)
    inventory.count_coverage(args.cov)
    shown_coverage = coverage.read(args.cov_file) if args.cov_file else None
    things = build(asked, args)
    if args.list:
        show_list(groups, things)
        return 0
    tasks = plan.tasks_of(asked, things)
    testplan.resolve(points, names(things), strict=things.plain is not None)
    if things.plain is not None and pathlib.Path(args.plan).is_dir():
        testplan.whole(args.plan, points, things.plain.keys() | inventory.own_tests())
    run = Run(args, points, shown_coverage)
    if args.build_only:
        for what, error in things.not_built.items():
            print(f"not built: ws_sim_{what}\n{error}", file=sys.stderr)
        return EXIT_FAILED if things.not_built else 0
    good = [task for task in tasks if not things.error_of(task)]
    jobs = plan.jobs(good, things, args, run.folder)
    if args.dry_run:
        count = 0
        for k, job in jobs:
            if args.endless and k:
                break
            count += 1
            print(plan.describe(job.command))
        print(f"{count} jobs" + (", then again with other seeds until the time is over" if args.endless else ""))
        return 0

    run.open(tasks, source(), first_line("verilator", "--version"))
    stop = threading.Event()
    came = interrupts(stop)
    feed = Feed(jobs, args, run.late)
    bad = [task for task in tasks if things.error_of(task)]
    total = len(feed.all()) + len(bad)
    print(f"{len({t.test for t in tasks})} tests on {len({t.build for t in tasks if t.build})} builds, "
          + (f"{total} jobs" if feed.finite else "seed after seed") + f", {args.jobs} at a time, base seed {args.base_seed}", flush=True)
    show = Show(total)
    try:
        for task in bad:
            result = bare(plan.job_of(task, 0, run.folder, things, args), "not built", "its program could not be built")
            result["repeat"] = f"scripts/build.sh {'ws_sim_' + task.build if task.build else 'all'}"
            show.result(run.take(result | {"output": things.error_of(task)}))
        execute(run, feed, args, stop, show)
        if args.waves == "fst" and args.max_waves and not stop.is_set():
            run.add_waves(args, stop, show.say)
    finally:
        show.stop()
    run.close(came[0] if came else 0)
    return finish(run, came)


def finish(run, came):
    """The last words, and the exit status."""
    for bucket in run.data["buckets"][:10]:
        first = bucket["results"][0]
        print(f"{len(bucket['results']):5d} x  {bucket['test']}: {bucket['kind']}" + (f": {bucket['field']}" if bucket["field"] else ""))
        print(f"         {first['repeat']}")
    written = run.write()
    for trouble in run.trouble:
        print(f"error: {trouble}", file=sys.stderr)
    print(run.coverage_said, end="")
    for row in run.data["functional_families"]:
        empty = f"; empty: {functional.few(row['empty'], 2)}" if row["empty"] else ""
        print(f"functional coverage: {row['family']:<10} {row['hit']:>6} of {row['bins']:>6} bins{empty}")
    for result in run.data["results"]:
        if result.get("cases") and result["kind"] == "cosim":
            print(f"whole space: {result['test']:<22} on {result['build']:<8} {result['cases']:>12,} cases: {result['space']}")
    counts = run.data["counts"]
    idle = counts.get("not run", 0) + counts.get("interrupted", 0)
    passed = counts.get("pass", 0)
    if run.data["plan"]:
        met = sum(point["share"] == 1.0 for point in run.data["plan"])
        print(f"test plan: {met} of {len(run.data['plan'])} points, {int(100 * run.data['plan_share'])} %")
    if came:
        print(f"interrupted by {signal.Signals(came[0]).name}; what did not run to its end: {idle} jobs")
    elif idle:
        print(f"incomplete: {idle} jobs did not run")
    if written:
        print(f"report: {shlex.quote(os.path.relpath(run.folder / 'index.html'))}")
    print(f"{passed} passed, {run.data['planned'] - passed} failed", flush=True)
    if came:
        return 128 + came[0]
    if run.data["verdict"] == "failed" or run.trouble or not written:
        return EXIT_FAILED
    return EXIT_INCOMPLETE if run.data["verdict"] != "passed" else 0


def main(argv):
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    os.chdir(inventory.ROOT)
    args = options.read(argv)
    args.command = shlex.join(["scripts/regress.py", *argv])
    args.began = datetime.datetime.now(datetime.timezone.utc)
    try:
        status = regress(args)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        if not args.list:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # of a list of which the first lines were wanted
        return 128 + signal.SIGPIPE
    except (listfile.BadList, testplan.BadPlan, plan.BadItem, coverage.BadCoverage, inventory.Missing) as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_WRONG
    except KeyboardInterrupt:
        print("interrupted before any job had begun; there is no report", file=sys.stderr)
        return 130
