# SPDX-License-Identifier: Apache-2.0
"""tb/found/: what the long verbs have found, and on which sources, so that it outlives build/ and a clone has it too. What was found on
other sources is never taken for today's. A line a thing, so that a change can be read.

  ladder.jsonl    cells of the ladder: a criterion and a family    scripts/ladder.py --write-readme
  mutants.jsonl   verdicts on the mutants of a unit                scripts/mutants.py --write-readme
  soak.jsonl      seeds that ran without a difference              scripts/soak.py --keep
"""
import json
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "tb/found"


def load(name, folder=None):
    """The rows of NAME.jsonl; none where there is no such file."""
    path = (folder or FOLDER) / f"{name}.jsonl"
    try:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except FileNotFoundError:
        return []
    except ValueError as error:
        raise SystemExit(f"{path}: not lines of JSON: {error}") from None


def save(name, rows, folder=None):
    path = (folder or FOLDER) / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    part.replace(path)
