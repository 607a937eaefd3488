# SPDX-License-Identifier: Apache-2.0
"""What the verbs leave behind for scripts/ladder.py: build/results/NAME.json, with the time, and digests of the RTL and of the bench that
it is true of."""
import contextlib
import datetime
import fcntl
import functools
import hashlib
import json
import pathlib
import re

import families

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "results"


def rtl_digest(root=ROOT):
    """Of the Verilog of all families."""
    folders = sorted({folder for family in families.FAMILIES for folder in family.rtl})
    files = [p for folder in folders for p in sorted((root / "rtl" / folder).glob("*.v*")) if p.suffix in (".v", ".vh")]
    whole = hashlib.sha256()
    for path in files:
        whole.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes() + b"\0")
    return whole.hexdigest()[:16]


def model_digest(root=ROOT):
    """Of the model of all families: what rtl/bus and rtl/serial, which rtl_digest() leaves out, have their model in is left out too, and that
    of atom and red, which have no unit."""
    others = ("what/atom.c", "bus/*", "line/*", "example.c")
    whole = hashlib.sha256()
    for path in sorted((root / "cmodel").rglob("*.[ch]")):
        if not any(path.match(other) for other in others):
            whole.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes() + b"\0")
    return whole.hexdigest()[:16]


COMMENT = re.compile(r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|//[^\n]*|/\*.*?\*/""", re.S)


@functools.lru_cache(None)
def bench_digest(root=ROOT):
    """Of the bench that runs RTL against model, tests, stimulus, comparator and bins, but for comments and white space."""
    whole = hashlib.sha256()
    for path in sorted(p for folder in ("tb/cosim", "tb/lib", "tb/verilated") for p in (root / folder).rglob("*") if p.suffix in (".c", ".h", ".cpp")):
        text = COMMENT.sub(lambda found: found.group(1) or " ", path.read_text(encoding="utf-8"))
        whole.update(f"{path.relative_to(root)}\0{' '.join(text.split())}\0".encode())
    return whole.hexdigest()[:16]


def proof_digest(script):
    """Of a proof's program, the files beside it that it names, those in tb/ that it names with their path, and what these name in turn."""
    beside = {p.name: p for p in script.parent.iterdir() if p.is_file() and p.suffix != ".md"}
    seen, todo = {}, [script]
    while todo:
        path = todo.pop()
        if path not in seen:
            seen[path] = text = path.read_text(encoding="utf-8")
            todo += [beside[name] for name in re.findall(r"[\w.]+", text) if name in beside]
            todo += [ROOT / name for name in re.findall(r"\btb/[\w/]+\.\w+", text) if (ROOT / name).is_file()]
    return hashlib.sha256(b"\0".join(f"{path.relative_to(ROOT)}\0{seen[path]}".encode() for path in sorted(seen))).hexdigest()[:16]


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M")


def write(path, data):
    """A file that is whole or not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    part.replace(path)


def save(name, data, rtl=None, bench=None):
    """`rtl`, `bench`: the digests as they were when the run began, if that took a while."""
    write(FOLDER / f"{name}.json", {"date": now(), "rtl": rtl or rtl_digest(), "bench": bench or bench_digest(), **data})


def outdone(row, other):
    """Whether the row of a family that hashes.py or soak.py left tells less than another: both found nothing wrong, in fewer operations."""
    def good(one):
        return not one.get("failed") and one.get("same", True)
    return bool(other) and good(row) and good(other) and row["ops"] < other["ops"]


@contextlib.contextmanager
def only_one(name):
    """Others that change the same result wait: `with only_one(NAME): save(NAME, changed(load(NAME)))`."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with open(FOLDER / f"{name}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def load(name, folder=FOLDER):
    """What save() wrote, None where nothing was or what is there cannot be read."""
    try:
        data = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return data if isinstance(data, dict) and {"date", "rtl"} <= data.keys() else None
