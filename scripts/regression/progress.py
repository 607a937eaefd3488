# SPDX-License-Identifier: Apache-2.0
"""What a person sees while a regression runs: on a terminal a bar, elsewhere a plain line now and then; failures at once."""
import sys
import time

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

EVERY_S = 20.0  # a plain line
SHOWN, ALIKE = 40, 2  # failures, and failures that look alike; the report has them all


class Counts(ProgressColumn):
    def render(self, task):
        failed = task.fields["failed"]
        return Text.assemble((f"{task.fields['passed']} passed", "green"), "  ", (f"{failed} failed", "bold red" if failed else "dim"))


def label(result):
    words = [f"{result['test']:<26}", f"{result['build']:<8}"]
    return " ".join(words + ([f"seed {result['seed']:<10}"] if result["seed"] else [])).rstrip()


def reason(result):
    block = result.get("block")
    if block:
        field = result["signature"][2]
        return f"cycle {block['cycle']}: {block['what']}" + (f": {field}" if field else "")
    return result["why"] or result["signature"][2]


class Show:
    def __init__(self, total):
        self.total, self.passed, self.failed = total, 0, 0
        self.start = self.spoke = time.monotonic()
        self.live, self.alike, self.told = None, {}, 0
        self.console = Console(highlight=False, soft_wrap=True)
        if self.console.is_terminal:
            self.live = Progress(TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"),
                                 Counts(),
                                 TimeElapsedColumn(),TimeRemainingColumn(), console=self.console, transient=True)
            self.bar = self.live.add_task("regress", total=total, passed=0, failed=0)
            self.live.start()

    def more(self, total):
        self.total = max(self.total, total)

    def result(self, result):
        good = result["state"] == "pass"
        self.passed, self.failed = self.passed + good, self.failed + (not good)
        if not good:
            self.failure(result)
        if self.live:
            self.live.update(self.bar, completed=self.passed + self.failed, total=self.total, passed=self.passed, failed=self.failed)

    def failure(self, result):
        alike = self.alike[tuple(result["signature"])] = self.alike.get(tuple(result["signature"]), 0) + 1
        if alike > ALIKE or self.told > SHOWN:
            return
        self.told += 1
        if self.told > SHOWN:
            self.say("more failures are in the report only", "red")
            return
        more = "  (more of these are counted, not shown)" if alike == ALIKE else ""
        self.say(f"{result['state'].upper():<11} {label(result)}  {reason(result)}{more}", "bold red")

    def tick(self):
        now = time.monotonic()
        if not self.live and now - self.spoke >= EVERY_S:
            self.spoke = now
            done = self.passed + self.failed
            share = 100 * done // max(1, self.total)
            self.say(f"{share:3d} %  {done} of {self.total} jobs, {self.failed} failed, {now - self.start:.0f} s")

    def say(self, text, style=None):
        if self.console.is_terminal:
            first, _, rest = text.partition(" ")
            self.console.print(f"[{style}]{escape(first)}[/] {escape(rest)}" if style else escape(text))
        else:
            print(text, flush=True)

    def stop(self):
        if self.live:
            self.live.stop()
        sys.stdout.flush()
