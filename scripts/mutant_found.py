# SPDX-License-Identifier: Apache-2.0
"""What is known of the mutants of a unit. build/mutants/UNIT.json: of the last run, a mutant an entry; UNIT.ended.json: of the last one that
went to its end; tb/found/mutants.jsonl, which outlives build/: a letter a mutant. Each says of which sources, and counts for no others:
`source`, the unit's own files; `around`, all files of its bench, for most proofs lean on what is around the unit."""
import collections
import hashlib
import json
import time

import found
from mutant_netlists import unnumbered

VERDICTS = ("killed", "equivalent", "argued", "survived", "undecided", "open")
SETTLED = ("killed", "equivalent")
LETTERS = {verdict[0]: verdict for verdict in VERDICTS if verdict != "argued"}  # mutants.argue() says that of what survived
OF_UNIT = ("unit", "source", "around", "ended", "n", "seed", "lanes", "seconds", "date")


def digest(options):
    """Of a list of mutants: Yosys' choice depends on its version."""
    return hashlib.sha256("\n".join(map(unnumbered, options)).encode()).hexdigest()[:16]


def counts(row):
    """How many mutants of a unit have which verdict."""
    if not row["mutants"]:
        return row["counts"]
    verdicts = collections.Counter(m["verdict"] for m in row["mutants"])
    return {v: verdicts[v] for v in VERDICTS}


def settled(row):
    """How many are killed or proved to be no change."""
    return sum(counts(row)[verdict] for verdict in SETTLED)


def short(row):
    """The line of a unit; of what is left, what it is."""
    letters = "".join(m["verdict"][0] for m in row["mutants"])
    left = {m["number"]: [m["place"], m["what"], m["line"]] for m in row["mutants"] if m["verdict"] not in SETTLED}
    return {**{key: row.get(key) for key in OF_UNIT}, "counts": counts(row), "list": digest(m["options"] for m in row["mutants"]), "verdicts": letters, "left": left}


def long(line):
    """And back: `options` and the tests that killed are not in it, nor single mutants where `verdicts` is empty."""
    mutants = []
    for number, letter in enumerate(line["verdicts"], 1):
        place, what, text = line["left"].get(str(number), ["", "", ""])
        mutants.append({"number": number, "place": place, "what": what, "line": text, "verdict": LETTERS[letter], "by": "found before"})
    return {**line, "mutants": mutants}


def today(row, around):
    """What of a row counts in a design of these files: what was proved in another one is asked anew. None: nothing can be told."""
    if row.get("around") == around:
        return row
    return {**row, "mutants": [{**m, "verdict": "open", "by": ""} if m["verdict"] == "equivalent" else m for m in row["mutants"]]} if row["mutants"] else None


def best(folders, name, source, around, n, seed=1, each=False):
    """Of what was found of a unit of these sources, in `folders` or in tb/found/, the row that counts: where most is settled of today's
    design, but of what is older than the last run of n mutants in it that went to its end, nothing; None: there is none. `each`: only where
    it is known of each mutant."""
    rows = []
    for path in (folder / f"{name}{word}.json" for folder in folders for word in ("", ".ended")):
        if path.exists():  # it is written anew with each verdict
            rows.append({"date": time.strftime("%Y-%m-%d %H:%M", time.gmtime(path.stat().st_mtime)), **json.loads(path.read_text(encoding="utf-8"))})
    rows += [long(line) for line in found.load("mutants") if line["unit"] == name]
    rows = [row for row in rows if (row["source"], row["seed"]) == (source, seed) and (row["mutants"] or not each)]
    last = max((row["date"] for row in rows if row.get("ended") and row["around"] == around and row["n"] >= n), default="")
    rows = [row for row in rows if row["date"] >= last]

    def settles(row):
        now = today(row, around)
        return settled(now) if now else -1

    return max(rows, key=settles, default=None)


def known(folders, name, source, around, n, seed=1, each=False):
    """What is known of a unit as it is today; None: nothing."""
    row = best(folders, name, source, around, n, seed, each)
    return row and today(row, around)


def remember(rows):
    """Into tb/found/: each row that is not from there."""
    found.save("mutants", [{k: v for k, v in row.items() if k != "mutants"} if "verdicts" in row else short(row) for row in rows])


def take_over(row, mutants):
    """{mutant: (verdict, by)}: those of the same list that are settled, and what the others of it were."""
    if "verdicts" in row:
        same = list(zip(mutants, row["mutants"])) if row["list"] == digest(m.options for m in mutants) else []
    else:
        same = [(mutant, m) for mutant, m in zip(mutants, row["mutants"]) if unnumbered(m["options"]) == unnumbered(mutant.options)]
    return ({mutant: (m["verdict"], m["by"]) for mutant, m in same if m["verdict"] in SETTLED},
            {mutant: m["verdict"] for mutant, m in same if m["verdict"] in ("survived", "undecided")})
