# SPDX-License-Identifier: Apache-2.0
"""What a regression has come to: takes results as they come, keeps them on disk, and knows everything that the reports say."""
import collections
import json
import pathlib
import subprocess
import time

from regression import block, coverage, functional, history, inventory, junit, leaves, report, testplan, waves

SHORT = 20000  # bytes of an output that are kept in memory; its file has the whole
STORED = ("kind", "test", "build", "seed", "n", "state", "why", "seconds", "ops", "cycles", "rate", "inside", "repeat", "node",
          "signature", "log", "stream", "about", "cases", "space")
SCRIPT = 4000  # bytes of a script that stand in the report itself


class Run:
    def __init__(self, args, points, shown_coverage):
        self.args, self.points = args, points
        self.coverage = shown_coverage
        self.coverage_from = str(args.cov_file) if args.cov_file else ""
        self.coverage_more, self.coverage_said = coverage.read_more(args.cov_file) if args.cov_file else ({}, {}), ""
        self.coverage_pages = ""
        out = pathlib.Path(args.out)
        self.out = out if out.is_absolute() else inventory.ROOT / out
        self.name = args.began.strftime("%Y%m%d-%H%M%S")
        k = 1
        while (self.out / self.name).exists():
            k += 1
            self.name = args.began.strftime("%Y%m%d-%H%M%S") + f"-{k}"
        self.folder = self.out / self.name
        self.functional, self.clusters = [], []
        self.leaves = leaves.Leaves()
        self.results, self.seen, self.trouble = [], set(), []
        self.file = None
        self.start = time.monotonic()
        self.data = {}

    def open(self, tasks, commit, tools):
        self.folder.mkdir(parents=True)
        for build in {task.build for task in tasks}:
            (self.folder / "streams" / build).mkdir(parents=True, exist_ok=True)
        for name in ["logs"] + ["coverage"] * self.args.cov + ["functional"] * self.args.functional:
            (self.folder / name).mkdir()
        self.file = open(self.folder / "results.jsonl", "w", encoding="utf-8")
        self.start = time.monotonic()
        again = self.args.command
        if not (self.args.given_base is not None or self.args.seeds or self.args.fixed_seed is not None):
            again += f" --base-seed {self.args.base_seed}"
        self.data = {"name": self.name, "items": self.args.items, "started": self.args.began.strftime("%Y-%m-%d %H:%M:%S UTC"),
                     "commit": commit, "tools": tools, "base_seed": self.args.base_seed, "again": again, "command": self.args.command,
                     "launcher": self.args.launcher, "workers": self.args.jobs}

    def late(self):
        return bool(self.args.minutes) and time.monotonic() - self.start > 60 * self.args.minutes

    def take(self, result):
        """Adds a result: its signature, its block, its output in a file."""
        self.seen.add((result["test"], result["build"], result["seed"]))
        result["signature"], result["block"] = ("", "", ""), None
        if result["state"] != "pass":
            result["signature"], result["block"] = block.signature(result)
        try:
            if result["output"]:
                log = self.folder / "logs" / f"{result['key']}.log"
                log.write_text(f"$ {result['repeat']}\n{result['output']}", encoding="utf-8")
                result["log"] = log.relative_to(self.folder).as_posix()
            stream = self.folder / "streams" / result["build"] / f"fail_{result['test']}_{result['seed']}.wsv"
            if result["state"] != "pass" and result["kind"] == "cosim" and stream.exists():
                result["stream"] = stream.relative_to(self.folder).as_posix()
                result["script"] = stream.read_text(errors="replace")[:SCRIPT]
            self.file.write(json.dumps({key: result[key] for key in STORED if key in result}) + "\n")
            self.file.flush()
        except OSError as error:
            self.say_once(f"{self.folder}: {error.strerror}; results are missing there")
        result["output"] = result["output"][-SHORT:]
        for key in ("log", "stream", "script", "waves", "inside"):
            result.setdefault(key, None if key != "inside" else {})
        self.results.append(result)
        return result

    def say_once(self, text):
        if text not in self.trouble:
            self.trouble.append(text)

    def buckets(self):
        return block.buckets(self.results)

    def add_waves(self, args, stop, say):
        try:
            waves.collect(self.buckets(), args.max_waves, not args.run_only, self.folder, stop, say)
        except OSError as error:
            self.say_once(f"waves: {error}")

    def collect_coverage(self):
        """Lets the collector merge what the jobs have left."""
        merged = self.folder / "coverage.json"
        command = [self.args.cov_merge.absolute(), self.folder / "coverage", merged]
        done = subprocess.run(command, cwd=inventory.ROOT, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode != 0:
            self.say_once(f"{self.args.cov_merge}: {done.stderr.strip() or done.returncode}")
            return
        try:
            self.coverage, self.coverage_from = coverage.read(merged), merged.name
            self.coverage_more, self.coverage_said = coverage.read_more(merged), done.stdout
            pages = f"{merged.stem}_html/index.html"
            self.coverage_pages = pages if (self.folder / pages).exists() else ""
        except coverage.BadCoverage as error:
            self.say_once(str(error))

    def collect_functional(self):
        try:
            self.functional, self.clusters, wrong = functional.collect(self.folder / "functional", self.folder / "functional.json")
        except OSError as error:
            wrong = [f"functional coverage: {error}"]
        for text in wrong[:10]:
            self.say_once(text)

    def close(self, signal_number):
        """Everything that follows from the results."""
        if self.args.cov:
            self.collect_coverage()
        if self.args.functional:
            self.collect_functional()
        counts = collections.Counter(result["state"] for result in self.results)
        idle = counts["not run"] + counts["interrupted"]
        wrong = len(self.results) - counts["pass"] - idle
        unsure = idle or not self.results or self.trouble
        verdict = "interrupted" if signal_number else "failed" if wrong else "incomplete" if unsure else "passed"
        testplan.score(self.points, self.results)
        rows = coverage.table(self.coverage, inventory.ROOT, *self.coverage_more) if self.coverage else []
        self.data |= {
            "seconds": round(time.monotonic() - self.start, 1), "results": self.results, "buckets": self.buckets(), "counts": dict(counts),
            "planned": len(self.results), "verdict": verdict, "plan": self.points,
            "plan_share": sum(p["share"] for p in self.points) / len(self.points) if self.points else None,
            "coverage": rows, "coverage_share": coverage.total(rows) if rows else None, "coverage_from": self.coverage_from,
            "coverage_pages": self.coverage_pages,
            "functional": self.functional, "functional_families": functional.families(self.functional),
            "functional_share": functional.total(self.functional),
        }
        self.leaves.record(self, not idle and not signal_number)
        before = history.earlier(self.out, self.name)
        summary = history.summary(self.data)
        trend = history.compare(summary, before)
        fresh = {tuple(b[:3]) for b in trend["new_buckets"]}
        for bucket in self.data["buckets"]:
            bucket["fresh"] = (bucket["test"], bucket["kind"], bucket["field"]) in fresh
        self.data |= {"history": before, "summary": summary, "trend": trend}

    def write(self):
        """The reports. False, with the reason in `trouble`, when one could not be written."""
        good = True
        for file, writer in (("results.xml", junit.write), ("index.html", report.write)):
            try:
                writer(self.data, self.folder / file)
            except OSError as error:
                self.trouble.append(f"{self.folder / file}: {error.strerror}")
                good = False
        try:
            self.file.close()
            (self.folder / "summary.json").write_text(json.dumps(self.data["summary"]), encoding="utf-8")
            history.prune(self.out, self.name)
            history.point_latest(self.out, self.name)
        except OSError as error:
            self.trouble.append(f"{self.folder}: {error.strerror}")
            good = False
        return good
