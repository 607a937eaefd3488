# SPDX-License-Identifier: Apache-2.0
"""From what was asked for to the jobs: rows of the list, the tests that match, the builds that can run them, the seeds."""
import dataclasses
import fnmatch
import hashlib
import re
import shlex

import builds
import families
import testnames
from regression import inventory, listfile
from regression.job import Job

PROOF_S = 1800
DEFAULT_GROUP = "regress"
PLAIN = re.compile(r"\d+(_bfly|_struct)?")


class BadItem(Exception):
    """Its text says which item, and what is near it."""


@dataclasses.dataclass
class Task:
    """A test on a build, of which each seed makes a job."""
    row: listfile.Row
    kind: str
    test: str
    build: str
    n: int = 0  # operations, if not those of the row
    about: str = ""  # the evidence that it is a part of


def make_words(build):
    """The words of `make sim` that ask for this build."""
    return [] if build == "serial" else builds.parse(build).words().split()


def repeat(test, build, seed, n):
    return " ".join([f"make sim TEST={test} SEED={seed} N={n}", *make_words(build)])


def seed_of(base, test, build, k):
    """Seeds look random and are a function of the base seed, so that one number repeats a whole regression."""
    digest = hashlib.sha256(f"{base} {test} {build} {k}".encode()).digest()
    return 1 + int.from_bytes(digest[:4], "little") % (2**31 - 1)


def changed(row, args):
    """A row with what the command line says about all of them."""
    new = {}
    if args.on and row.seeded:
        new |= {"builds": tuple(args.on), "loose": True}
    if args.n:
        new["n"] = args.n
    if args.run_timeout_mins:
        new["minutes"] = args.run_timeout_mins
    if args.reseed:
        new["reseed"] = args.reseed
    return dataclasses.replace(row, **new)


def wanted(items, groups, args):
    """[(item, rows)] of what was asked for. A group is its rows. A test or pattern is what matches it among the rows of
    the default group, so that it runs on the same builds; a row of its own stands last, for when none of them does."""
    found = []
    for item in items:
        if item in groups:
            found.append((item, [changed(row, args) for row in groups[item]]))
            continue
        own = listfile.Row(item, where=f"item {item}")
        if own.seeded and not args.run_only and not fnmatch.filter(names := testnames.names(), item):  # said before anything is built
            raise BadItem(f"item {item}: no test is called '{item}'{testnames.near(item, [*names, *groups]) or '; --list shows them all'}")
        rows = [row for row in groups.get(DEFAULT_GROUP, []) if row.seeded == own.seeded]
        if own.counted:
            rows = [row for group in groups.values() for row in group if row.counted and row.pattern[:5] == item[:5]]
        found.append((item, [dataclasses.replace(changed(row, args), only=item) for row in rows] + [changed(own, args)]))
    return found


def benches(asked, things):
    """Builds that these rows need. Tests of clusters run on no other build, and no other test on those."""
    needed = {}
    for item, rows in asked:
        some = False
        for row in rows:
            if row.where == f"item {item}" and (some or (things.plain is None and len(rows) > 1)):
                continue
            for build in row.builds if row.seeded else ():
                if things.plain is None or on_own(row, build) or any(fits(row, name, shows, build) for name, (shows, _) in things.plain.items()):
                    needed[build] = some = True
            if row.counted:
                needed |= dict.fromkeys(counted_builds(row.only or row.pattern), True)
    return list(needed)


def counted_builds(pattern):
    """Builds that random operations of families, or their hashes, run on."""
    for name in fnmatch.filter(inventory.soaks() + inventory.hashes(), pattern):
        family = families.named(name.split(".")[1])
        if name.startswith("soak."):
            yield from families.random_builds(family)
        else:
            build = family.build if family else "4"
            yield from (build, f"{build}_o0")


def on_own(row, build):
    """Whether this is a build of a bench whose tests no other build lists, and the row may mean some of them."""
    pattern, own = row.only or row.pattern, inventory.own_bench(build)
    return bool(own) and (pattern.startswith(f"{own}_") or pattern[0] in "*?[")


def fits(row, name, shows, build):
    """Whether the row may mean this test on this build, as far as can be told without asking the build."""
    if inventory.own_bench(build):
        return False
    chosen = fnmatch.fnmatchcase(name, row.pattern) and (not row.only or fnmatch.fnmatchcase(name, row.only))
    return chosen and ("CTAS=" in shows[-30:]) == (builds.parse(build).value("CTAS") > 1)


class Things:
    """What there is, asked for when it is needed first."""

    def __init__(self, not_built):
        self.not_built, self.lists, self.rest, self.ctest = not_built, {}, None, {}
        self.ctest_error = ""
        self.plain = None  # the list of a build that names every test

    def ask(self, build):
        """Lets a build list its tests."""
        if build not in self.lists and build not in self.not_built:
            self.lists[build] = inventory.tests_of(build)
            if PLAIN.fullmatch(build):
                self.plain = self.lists[build]

    def error_of(self, task):
        """Why the program of a task could not be built, or nothing."""
        return self.not_built.get(task.build, "") if task.kind == "cosim" else self.ctest_error if task.kind == "ctest" else ""

    def others(self):
        if self.rest is None:
            self.ctest = inventory.ctests()
            self.rest = sorted(self.ctest) + inventory.proofs() + inventory.soaks() + inventory.hashes()
        return self.rest


def tasks_of_row(row, things):
    if not row.seeded:
        for name in fnmatch.filter(things.others(), row.pattern):
            if not row.only or fnmatch.fnmatchcase(name, row.only):
                yield from once(row, name, things)
        return
    for build in row.builds:
        if build in things.not_built:
            yield Task(row, "cosim", row.only or row.pattern, build)
        elif build in things.lists:
            for name, (_, runs) in things.lists[build].items():
                if runs and fnmatch.fnmatchcase(name, row.pattern) and (not row.only or fnmatch.fnmatchcase(name, row.only)):
                    yield Task(row, "cosim", name, build)


def once(row, name, things):
    """The tasks of a name with a dot in it."""
    kind, _, rest = name.partition(".")
    family = families.named(rest.partition(".")[0])
    if kind == "soak":
        for test in family.random:
            for build, share in families.random_builds(family).items():
                if build in things.not_built or things.lists.get(build, {}).get(test, ("", False))[1]:
                    yield Task(row, "cosim", test, build, max(1000, int(row.n * share / len(family.random))), f"soak {family.name}")
    elif kind == "hash":
        yield Task(row, "hash", name, "", -(-row.n // len(family.random)) if family else 500, f"hashes {family.name}" if family else "")
    else:
        yield Task(row, kind if kind == "proof" else "ctest", name, "")


def tasks_of(asked, things):
    """Tasks without doubles, in the order of the rows. A row of a group, or an item, that matches nothing is an error."""
    tasks = {}
    for item, rows in asked:
        before = len(tasks)
        some = False
        for row in rows:
            own = row.where == f"item {item}"
            if own and some:
                break
            found = list(tasks_of_row(row, things))
            some = some or bool(found)
            for task in found:
                tasks.setdefault((task.test, task.build, task.about), task)
            if not found and not row.only and not row.loose:
                raise BadItem(f"{row.where}: no test is called '{row.pattern}'" + near(row, things))
        if not some and len(tasks) == before:
            raise BadItem(f"item {item}: no test is called '{item}'" + near(rows[-1], things))
    return list(tasks.values())


def near(row, things):
    names = things.others() if not row.seeded else things.plain or ()
    stem = re.sub(r"[*?\[].*", "", row.pattern)[:4] or row.pattern[:4]
    close = sorted({name for name in names if stem and stem.lower() in name.lower()})[:5]
    there = f" on {', '.join(row.builds)}" if row.seeded else ""
    return there + (f"; near it: {', '.join(close)}" if close else "; --list shows them all")


def job_of(task, seed, folder, things, args):
    limit, disk = task.row.minutes * 60, args.disk
    if task.kind == "cosim":
        n = task.n or task.row.n
        command = [str(inventory.bench(task.build)), f"--test={task.test}", f"--seed={seed}", f"--n={n}",
                   f"--faildir={folder}/streams/{task.build}"]
        again = repeat(task.test, task.build, seed, n)
        job = Job("cosim", task.test, task.build, seed, n, command, limit, again, str(folder), str(inventory.ROOT), disk=disk, about=task.about)
        if args.cov:
            job.env["WS_COVERAGE"] = f"{folder}/coverage/{job.key}.dat"
        if args.functional:
            job.env["WS_COVER"] = f"{folder}/functional/{job.key}.json"
        return job
    if task.kind == "proof":
        name = task.test.removeprefix("proof.")
        return Job("proof", task.test, "", 0, 0, ["python3", "scripts/formal.py", "--jobs", "1", name], max(limit, PROOF_S),
                   f"scripts/formal.py {name}", str(folder), str(inventory.ROOT), disk=disk)
    if task.kind == "hash":
        again = ["scripts/regression/hashes.py", task.test.removeprefix("hash."), f"N={task.n}", f"SEED={seed}"]
        return Job("hash", task.test, "", seed, task.n, ["python3", *again], limit, " ".join(again), str(folder), str(inventory.ROOT), disk=disk, about=task.about)
    command, cwd, seconds = things.ctest[task.test]
    again = f"ctest --test-dir build -V -R '^{re.escape(task.test)}$'"
    return Job("ctest", task.test, "", 0, 0, command, min(limit, seconds), again, str(folder), cwd, disk=disk)


def jobs(tasks, things, args, folder):
    """(round, job): the first seed of everything, then the second one. With --minutes alone the rounds go on for ever."""
    k = 0
    while True:
        some = False
        for task in tasks:
            if task.kind != "cosim":
                if k == 0:
                    some = True
                    yield k, job_of(task, seed_of(args.base_seed, task.test, "", 0) if task.kind == "hash" else 0, folder, things, args)
                continue
            seeds = args.seeds or ([args.fixed_seed] if args.fixed_seed is not None else None)
            count = len(seeds) if seeds else task.row.reseed * args.reseed_multiplier
            if seeds is None and args.minutes and not args.reseed:
                count = k + 1
            if k < count:
                some = True
                seed = seeds[k] if seeds else seed_of(args.base_seed, task.test, task.build, k)
                yield k, job_of(task, seed, folder, things, args)
        if not some:
            return
        k += 1


def describe(command):
    return shlex.join(str(word) for word in command)
