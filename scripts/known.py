# SPDX-License-Identifier: Apache-2.0
"""What passed before on the same inputs, for `make test`: a check that only depends on files, tools and words need not be run
again while none of them has changed. build/known/DIGEST holds what was printed. FRESH=1 in the environment forgets it all."""
import functools
import hashlib
import os
import pathlib
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "known"


@functools.lru_cache(None)
def files_digest(*folders):
    """Of names and contents of all files below folders of the project, and of files."""
    whole = hashlib.sha256()
    for folder in folders:
        path = ROOT / folder
        for file in sorted(p for p in (path.rglob("*") if path.is_dir() else [path]) if p.is_file() and "__pycache__" not in p.parts):
            whole.update(f"{file.relative_to(ROOT)}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()


@functools.lru_cache(None)
def tool_version(command):
    """What a tool says of itself; nothing, and so never known, where it is not there."""
    try:
        done = subprocess.run(command.split(), stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=60, check=False)
        return done.stdout if done.returncode == 0 else ""
    except (OSError, subprocess.TimeoutExpired):
        return ""


def place(inputs, tools, words):
    """Where the result of a check stands that reads `inputs`, folders and files, with `tools`, commands that print a version; None: nowhere."""
    versions = [tool_version(tool) for tool in tools]
    if not all(versions):
        return None
    text = "\0".join([files_digest(*inputs), *versions, *map(str, words)])
    return FOLDER / hashlib.sha256(text.encode()).hexdigest()[:32]


def recall(at):
    """What a check printed when it passed, and when that was; None if it has to run."""
    try:
        return None if at is None or os.environ.get("FRESH") else (at.read_text(encoding="utf-8"), time.strftime("%Y-%m-%d %H:%M", time.gmtime(at.stat().st_mtime)))
    except OSError:
        return None


def keep(at, text):
    """Of a check that passed."""
    if at is not None:
        FOLDER.mkdir(parents=True, exist_ok=True)
        part = at.with_name(f"{at.name}.{os.getpid()}")
        part.write_text(text, encoding="utf-8")
        part.replace(at)
