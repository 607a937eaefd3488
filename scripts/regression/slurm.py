# SPDX-License-Identifier: Apache-2.0
"""Launcher "slurm": the same jobs as one job array of a Slurm cluster whose nodes see this folder. Each task of the array takes
every n-th job and puts each result into a file of its own; jobs of a task that ended without their results, as when a node
is lost, are handed over again."""
import dataclasses
import json
import pathlib
import shlex
import subprocess
import sys
import time

from regression import job as jobs_module

TASKS = 1000  # of an array; Slurm's own limit is 1001 unless its administrator chose another
SHARE = 16  # tasks for each one that runs at a time, so that none is left alone with much at the end
TRIES = 3
MARGIN_MIN = 2
POLL_S = 1.0


class NoCluster(Exception):
    """Its text says what Slurm said."""


def ask(*command):
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=60, check=False)
    except FileNotFoundError:
        raise NoCluster(f"{command[0]} is not installed; on Debian it is in slurm-wlm") from None
    except subprocess.TimeoutExpired:
        raise NoCluster(f"{command[0]} did not answer in 60 s") from None
    if done.returncode != 0:
        raise NoCluster(f"{shlex.join(command)}: {done.stderr.strip() or done.returncode}")
    return done.stdout


class Slurm:
    def __init__(self, workers, stop, folder, options=()):
        """At most `workers` tasks at a time; `options` go to sbatch as they are."""
        self.workers, self.stop, self.folder, self.options = workers, stop, pathlib.Path(folder), list(options)
        self.jobs, self.array, self.tries = [], None, 0
        self.told = set()
        self.news = []  # for a person

    def start(self, jobs):
        self.jobs = list(jobs)
        (self.folder / "done").mkdir(exist_ok=True)
        (self.folder / "jobs.json").write_text(json.dumps([dataclasses.asdict(job) for job in self.jobs]), encoding="utf-8")
        self.submit()

    def submit(self):
        """One array for all jobs; those that have a result are passed over."""
        self.tries += 1
        tasks = min(TASKS, len(self.jobs), SHARE * self.workers)
        longest = sum(sorted((job.limit for job in self.jobs), reverse=True)[:-(-len(self.jobs) // tasks)])
        words = shlex.join([sys.executable, jobs_module.__file__, str(self.folder)])
        path = self.folder / "slurm.sh"
        path.write_text(f"#!/bin/sh\nexec {words} $SLURM_ARRAY_TASK_ID {tasks}\n", encoding="utf-8")
        said = ask("sbatch", "--parsable", "--job-name=ws_regress", f"--array=0-{tasks - 1}%{self.workers}", "--no-requeue",
                   f"--time={int(longest // 60) + MARGIN_MIN}", "--cpus-per-task=1", f"--output={self.folder}/slurm-%A_%a.log",
                   *self.options, str(path))
        self.array = said.strip().split(";")[0]

    def poll(self, seconds):
        time.sleep(min(seconds, POLL_S))
        return self.gather()

    def gather(self):
        results = []
        for path in (self.folder / "done").glob("*.json"):
            index = int(path.stem)
            if index not in self.told:
                self.told.add(index)
                results.append(json.loads(path.read_text(encoding="utf-8")))
        return results

    def waiting(self):
        """Tasks of the array that Slurm still has to do. A controller that does not answer for a while is no end of them."""
        for _ in range(10):
            try:
                return len(ask("squeue", "--noheader", "--jobs", self.array, "--states=PD,R,CG,CF,S,RQ,RS,SO,RD,RF", "--format=%i").split())
            except NoCluster as error:
                if "Invalid job id" in str(error):  # so long ago that Slurm has forgotten it
                    return 0
                if self.stop.is_set():
                    raise
                last = error
                time.sleep(3 * POLL_S)
        raise last

    def over(self):
        if len(self.told) == len(self.jobs):
            return True
        if self.waiting():
            return False
        time.sleep(POLL_S)  # for files that are still on their way
        if any(int(path.stem) not in self.told for path in (self.folder / "done").glob("*.json")):
            return False
        if self.tries >= TRIES:
            self.give_up()
        else:
            self.news.append(f"slurm: {len(self.jobs) - len(self.told)} jobs without a result are handed over again")
            self.submit()
        return False

    def give_up(self):
        why = f"no result in {TRIES} tries; slurm-{self.array}_*.log may say why"
        for index, job in enumerate(self.jobs):
            if index not in self.told:
                jobs_module.store(self.folder / "done" / f"{index}.json", jobs_module.bare(job, "lost", why))

    def close(self):
        if self.array:
            try:
                ask("scancel", self.array)
            except NoCluster:
                pass
