# SPDX-License-Identifier: Apache-2.0
"""Runs some failures again on a bench that writes waves: the shortest failure of each bucket first."""
import dataclasses
import pathlib

from regression import inventory
from regression.job import Job, run


def choose(buckets, most):
    """One failure of each bucket in turn, of those that a bench with waves can show."""
    rows = [[r for r in bucket["results"] if r["kind"] == "cosim" and r["state"] in ("fail", "crash", "hang")] for bucket in buckets]
    chosen = []
    while any(rows) and len(chosen) < most:
        for row in rows:
            if row and len(chosen) < most:
                chosen.append(row.pop(0))
    return chosen


def again(result, folder, stop):
    """Adds result["waves"]: file and save file relative to `folder`, of what they are, and what the second run said. They are of the
    minimal script; where that shows nothing, or the bench makes none, of the whole run."""
    file = pathlib.Path(folder) / "waves" / f"{result['key']}.fst"
    file.parent.mkdir(parents=True, exist_ok=True)
    of, second = "the minimal script", None
    if not inventory.own_bench(result["build"]):
        second = repeat(result, folder, f"--short-waves={file}", stop)
    if not file.exists() and not stop.is_set() and (second is None or second["state"] == result["state"]):
        of, second = "the whole run", repeat(result, folder, f"--waves={file}", stop)
    if second is None:  # stopped before it began
        result["waves"] = {"files": [], "of": "", "said": "stopped", "same": False}
        return
    same = second["state"] == result["state"]
    found = sorted(path for path in file.parent.glob(f"{result['key']}*") if path.suffix in (".fst", ".gtkw"))
    files = [path.relative_to(folder).as_posix() for path in found]
    said = "the same again" if same else f"another end this time: {second['state']} {second['why']}".strip()
    result["waves"] = {"files": files, "of": of if files else "", "said": said, "same": same}


def repeat(result, folder, option, stop):
    """The failure again, on the bench that can write waves."""
    fields = {field.name: result[field.name] for field in dataclasses.fields(Job)}
    fields["command"] = [str(inventory.bench(f"{result['build']}_waves")), f"--test={result['test']}", f"--seed={result['seed']}",
                         f"--n={result['n']}", f"--faildir={folder}/waves", option]
    return run(Job(**fields), stop)


def collect(buckets, most, build, folder, stop, say):
    """Builds what is needed, if it may, then repeats up to `most` failures. How many have waves now."""
    chosen = choose(buckets, most)
    wanted = sorted({f"{result['build']}_waves" for result in chosen})
    errors = inventory.make_benches(wanted) if build else [name for name in wanted if not inventory.bench(name).exists()]
    count = 0
    for result in chosen:
        if stop.is_set():
            break
        if f"{result['build']}_waves" in errors:
            result["waves"] = {"files": [], "of": "", "said": "there is no such bench with waves", "same": False}
            continue
        again(result, folder, stop)
        count += bool(result["waves"]["files"])
        say(f"waves       {result['test']} {result['build']} seed {result['seed']}: {result['waves']['said']}"
            + (f", waves of {result['waves']['of']}" if result["waves"]["of"] else ""))
    return count
