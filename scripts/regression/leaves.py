# SPDX-License-Identifier: Apache-2.0
"""The rows of evidence that a regression leaves: planned points, random operations, hashes, whole spaces, coverage, bins. Nothing is left
of what did not run to its end, or of sources that changed meanwhile."""
import collections
import fnmatch
import json

import digest
import evidence
import families
from regression import functional

KINDS = ("line", "branch", "toggle")
FINDINGS = ("pass", "fail", "hang", "crash", "unfinished")  # states of a job that say something about the sources


def areas():
    """{name: its files of tb/testplan/}: the families, and each file that belongs to none."""
    return {family.name: family.plan for family in families.FAMILIES} | {name: (name,) for name in ("bus", "serial", "atom")}


def asked(area, points):
    """The planned points of an area that something else than proofs shows."""
    return [point for point in points if point["family"] in areas()[area] and not all(test.startswith("proof.") for test in point["tests"])]


def of_points(tree, area, points):
    """Digest of the tests of an area, and of what the plan asks of them."""
    return tree.tests(area, json.dumps([[point["id"], point["stage"], point["tests"]] for point in asked(area, points)]))


def of_space(tree, test):
    """Digest of a run that tries a whole space: of the family that its name begins with."""
    word = test.removeprefix("unit.").split("_")[0]
    family = next((family.name for family in families.FAMILIES if word == family.name or word in family.words), "block")
    return tree.tests(family)


class Leaves:
    """Made before the first job runs, so that it knows of sources that have changed since."""

    def __init__(self):
        self.before = digest.Tree().signature()

    def record(self, run, over):
        """`over`: every job ran."""
        self.tree = digest.Tree()
        if self.tree.signature() != self.before:
            return
        self.jobs(run)
        if all(result["state"] in (*FINDINGS, "not run", "interrupted") for result in run.results):
            self.planned(run)
        seconds = run.data["seconds"]
        if over and "functional" in run.args.items:
            found = functional.ladder(run.functional, run.clusters)["families"]
            for family in families.FAMILIES:
                if row := next((found[name] for name in (family.name, *family.rtl) if name in found), None):
                    evidence.record(f"functional {family.name}", self.tree.tests(family.name), True, seconds=seconds, **row)
        if over and run.args.cov and "coverage" in run.args.items and run.coverage_more[0] and not run.trouble:
            self.covered(run.coverage_more[0], seconds)

    def jobs(self, run):
        """Random operations, hashes and whole spaces."""
        about = collections.defaultdict(list)
        for result in run.results:
            if result["state"] in FINDINGS:
                about[result.get("about", "")].append(result)
            if result.get("cases") and (result["test"].endswith("_exhaustive") or "exhaustive" in run.args.items):
                evidence.record(f"space {result['test']} {result['build']}".strip(), of_space(self.tree, result["test"]), result["state"] == "pass",
                                cases=result["cases"], space=result["space"])
        for what, results in ((what, results) for what, results in about.items() if what):
            kind, _, name = what.partition(" ")
            good = [result for result in results if result["state"] == "pass"]
            wrong = [result["repeat"] for result in results if result["state"] != "pass"]
            tests = sorted({result["test"] for result in good})
            row = {"ops": sum(result.get("ops", 0) for result in good), "seconds": sum(result["seconds"] for result in results), "wrong": wrong}
            if kind == "soak" or wrong or (kind == "hashes" and len(tests) == len(families.named(name).random)):
                evidence.record(what, self.tree.run(name), not wrong, f"seed {run.args.base_seed}", tests=tests, **row)

    def planned(self, run):
        """Points of each area all of whose tests ran, or one of whose failed."""
        for area in areas():
            points = asked(area, run.points)
            met = [point["id"] for point in points if point["found"] and point["share"] == 1.0]
            wrong = [point["id"] for point in points if point["ran"] and round(point["share"] * len(point["found"]), 6) < point["ran"]]
            if points and (wrong or all(point["ran"] == len(point["found"]) for point in points)):
                evidence.record(f"points {area}", of_points(self.tree, area, run.points), not wrong, f"seed {run.args.base_seed}", seconds=run.data["seconds"], met=met, wrong=wrong, points=len(points))

    def covered(self, files, seconds):
        """{file: {kind: [reached, all]}} by family."""
        for name, folders in [*((family.name, family.rtl) for family in families.FAMILIES), ("bus", ("bus",)), ("serial", ("serial",))]:
            sums = {kind: [0, 0] for kind in KINDS}
            for file, row in files.items():
                if fnmatch.fnmatch(file, "rtl/*") and "/".join(file.split("/")[1:-1]) in folders:
                    sums = {kind: [a + b for a, b in zip(sums[kind], row[kind])] for kind in KINDS}
            if sums["line"][1]:
                evidence.record(f"coverage {name}", self.tree.tests(name), True, seconds=seconds, **sums)
