# SPDX-License-Identifier: Apache-2.0
"""The store of evidence. A row is a line of JSON: `what` was looked at, `part` of it (a seed, say), the `digest` of the sources that the
verdict is about (digest.py), `date`, `seconds`, `ok`, and what was found. build/found.jsonl has what was found here, tb/found/found.jsonl
what was committed.

evidence.py --keep    adds the rows of build/found.jsonl to tb/found/found.jsonl
"""
import collections
import dataclasses
import datetime
import fcntl
import json
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HERE, KEPT = ROOT / os.environ.get("WS_BUILD_DIR", "build") / "found.jsonl", ROOT / "tb/found/found.jsonl"
PARTS = 10  # of one `what`, that are kept
CHECK = "check "  # begins `what` of a check of make test, which says nothing to others


@dataclasses.dataclass(frozen=True)
class Known:
    """What is known of one `what`: its rows of today's sources, or if there are none of earlier ones."""
    state: str  # fresh, stale, missing
    rows: tuple = ()

    @property
    def row(self):
        return self.rows[-1] if self.rows else {}

    @property
    def date(self):
        return max((row["date"] for row in self.rows), default="")

    @property
    def failed(self):
        return [row for row in self.rows if not row["ok"]] if self.state == "fresh" else []


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M")


def read(path):
    """The rows of a file; a last line that was cut off is none."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    rows = []
    for number, line in enumerate(lines, 1):
        try:
            rows.append(json.loads(line))
        except ValueError:
            if number < len(lines):
                raise SystemExit(f"{path}:{number}: not a line of JSON") from None
    return rows


def write(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    part.replace(path)


def newest(rows):
    """Of each `what` the rows of the sources that were looked at last, a row a part, and the last one of other sources."""
    by_what = collections.defaultdict(dict)
    for row in sorted(rows, key=lambda row: row["date"]):
        found = by_what[row["what"]]
        found.pop((row["digest"], row["part"]), None)
        found[row["digest"], row["part"]] = row
    for found in by_what.values():
        *_, last = found.values()
        other = [row for row in found.values() if row["digest"] != last["digest"]]
        yield from other[-1:]
        yield from (row for row in found.values() if row["digest"] == last["digest"])


def record(what, digest, ok, part="", seconds=0, **found):
    """Adds a row to what was found here."""
    HERE.parent.mkdir(parents=True, exist_ok=True)
    row = {"what": what, "part": str(part), "digest": digest, "date": now(), "seconds": round(seconds), "ok": bool(ok), **found}
    with open(HERE.with_suffix(".lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        write(HERE, newest([*read(HERE), row]))
    return row


class Store:
    """All rows as they are now; `here`: only those that were found on this machine."""

    def __init__(self, here=False):
        self.rows = collections.defaultdict(list)
        for row in newest([*([] if here else read(KEPT)), *read(HERE)]):
            self.rows[row["what"]].append(row)

    def look(self, what, digest):
        rows = self.rows.get(what, [])
        fresh = tuple(row for row in rows if row["digest"] == digest)
        return Known("fresh", fresh) if fresh else Known("stale", tuple(rows)) if rows else Known("missing")

    def passed(self, what, digest):
        """The row of a check that passed on the same sources, None if it has to run."""
        return next((row for row in self.look(what, digest).rows if row["ok"] and row["digest"] == digest), None)


def keep():
    """Into the committed file: the newest rows, of many good parts of one `what` the last ones."""
    count = collections.Counter()
    rows = []
    for row in reversed(list(newest([*read(KEPT), *read(HERE)]))):
        count[row["what"]] += row["ok"]
        if not row["what"].startswith(CHECK) and (not row["ok"] or count[row["what"]] <= PARTS):
            rows.append(row)
    write(KEPT, sorted(rows, key=lambda row: (row["what"], row["part"], row["date"])))
    return rows


if __name__ == "__main__":
    if sys.argv[1:] != ["--keep"]:
        sys.exit(__doc__)
    print(f"{len(keep())} rows in {KEPT.relative_to(ROOT)}")
