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
    """Adds result["waves"]: file and save file relative to `folder`, and what the second run said."""
    build = result["build"]
    program = inventory.bench(f"{build}_waves")
    file = pathlib.Path(folder) / "waves" / f"{result['key']}.fst"
    file.parent.mkdir(parents=True, exist_ok=True)
    fields = {field.name: result[field.name] for field in dataclasses.fields(Job)}
    fields["command"] = [str(program), f"--test={result['test']}", f"--seed={result['seed']}", f"--n={result['n']}",
                         f"--faildir={folder}/waves", f"--waves={file}"]
    second = run(Job(**fields), stop)
    same = second["state"] == result["state"]
    found = sorted(path for path in file.parent.glob(f"{result['key']}*") if path.suffix in (".fst", ".gtkw"))
    files = [path.relative_to(folder).as_posix() for path in found]
    said = "the same again" if same else f"another end this time: {second['state']} {second['why']}".strip()
    result["waves"] = {"files": files, "said": said, "same": same}


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
            result["waves"] = {"files": [], "said": "there is no such bench with waves", "same": False}
            continue
        again(result, folder, stop)
        count += bool(result["waves"]["files"])
        say(f"waves       {result['test']} {result['build']} seed {result['seed']}: {result['waves']['said']}")
    return count
