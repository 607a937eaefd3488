#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scripts that silicon has answered, kept beside this file in captured/: replays them on RTL and model. Some are there, compressed. Of more of
them only digests are: the model makes such a script anew, which must have the digest, and is then replayed. SHA256SUMS has all that is there.
Last line: "N passed, N failed"; a folder with nothing to replay fails.

captured.py [--slice] [NAME...]       replays all, or these; --slice: the beginning of each, and of the digests the first one of each family
captured.py --add FOLDER [--replace]  takes the scripts, and probes.txt, that make silicon has left in FOLDER into captured/
captured.py --add-digests FOLDER [--replace]  takes the digests of the scripts alone
captured.py --add-compared FOLDER     takes of each script that the model answers the same only seed and counts, into captured/compared.tsv.
                                      A seed of a family is taken once, of whatever GPU
captured.py --list                    the names, a line each
captured.py --write-readme            the table of them, into README.md
--replace: also what is there already and says something else. Who adds while another does waits for it.
"""
import argparse
import contextlib
import fcntl
import hashlib
import lzma
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = pathlib.Path(__file__).resolve().parent / "captured"
SUMS = "SHA256SUMS"
DIGESTS = "digests.tsv"
PROBES = "probes.txt"
COMPARED = "compared.tsv"  # FAMILY, SEED, STATEMENTS, LANE RESULTS, "same" a line, behind one that says whose answers were compared
COMPARED_HEAD = "scripts answered by {}, all masks, compared byte for byte with the model's: family, seed, statements, lane results, outcome"
README = FOLDER.parent / "README.md"
MARKS = "<!-- captured:begin -->\n", "<!-- captured:end -->"
COLUMNS = ("name", "statements", "lane results", "digest of the statements", "digest of the script", "answered by")
MASKS = "full sparse tiles split exits pieces"  # of a script that a digest is taken of
SILICON = ROOT / "scripts/silicon/silicon.py"
LARGEST = 4 << 20  # bytes of all sets, compressed
SLICE = 4000  # lines of a script
CASE = re.compile(r"// \d+(:.*)?")  # begins a case, or a sequence
HEAD = re.compile(r"// (\w+): (\d+) statements, (\d+) lane results. Seed (\d+).*\n// Answered by (.*)\.\n")
NAME = re.compile(r"([a-z]+)_(sm_\w+|model)_(\d+)")
GPU = re.compile(r"NVIDIA .*, (sm_\w+), driver for CUDA .*, runtime .*, nvcc .*")
LIMIT_S = 900  # of a child


class Bad(Exception):
    """Its text says which file, and what is wrong with it."""


def head(text, name, model_too):
    """Family, statements, lane results, seed, and who answered. A set made by the model is no answer of silicon."""
    found = HEAD.match(text)
    if not found:
        raise Bad(f"{name}: does not begin as a script of make silicon does")
    family, statements, results, seed, who = found.groups()
    if not model_too:
        of_a_gpu(who, name)
    return family, statements, int(results), int(seed), who


def of_a_gpu(who, name):
    if not GPU.fullmatch(who):
        raise Bad(f"{name}: answered by {who}; only what a GPU has answered is kept here")


def name_of(family, who, seed):
    """Of a set or a digest."""
    gpu = GPU.fullmatch(who)
    return f"{family}_{gpu[1] if gpu else 'model'}_{seed}"


def child(command, name):
    """What it printed, and its exit status; raises Bad if it does not end."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LIMIT_S,
                              check=False)
    except subprocess.TimeoutExpired as error:
        raise Bad(f"{name}: {command[0]} did not end within {LIMIT_S} s") from error


# ------------------------------------------------------------------------------------------------ the folder


def sums_of(folder):
    """{file: checksum}, as the list has them."""
    path, found = folder / SUMS, {}
    for line in read(path).splitlines() if path.exists() else ():
        named = re.fullmatch(r"([0-9a-f]{64})  ([\w.]+)", line)
        if not named or named[2] in found:
            raise Bad(f"{SUMS}: '{line}': a line is CHECKSUM, two blanks, NAME, and a name stands there once")
        found[named[2]] = named[1]
    return found


def read(path):
    try:
        return path.read_text(encoding="ascii")
    except UnicodeDecodeError as error:
        raise Bad(f"{path.name}: {error}") from error


def listed(folder):
    """{file: checksum}; what lies there is listed, and what is listed lies there."""
    found = sums_of(folder)
    there = {path.name for path in folder.iterdir()} - {SUMS} if folder.exists() else set()
    for name in sorted(there ^ found.keys()):
        raise Bad(f"{name}: {'not in' if name in there else 'missing, but in'} {SUMS}")
    return found


def sets_of(sums):
    return sorted(name for name in sums if name.endswith(".xz"))


def content(folder, name, sums):
    data = (folder / name).read_bytes()
    if hashlib.sha256(data).hexdigest() != sums[name]:
        raise Bad(f"{name}: not the file whose checksum stands in {SUMS}")
    return data


@contextlib.contextmanager
def alone(folder):
    """The only one that adds to the folder: what it has read of it is so until it has written."""
    folder.mkdir(exist_ok=True)
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def put(folder, files, replace=False):
    """Writes {name: bytes} and lists them. Where there is no room for all of it nothing changes."""
    folder.mkdir(exist_ok=True)
    sums = sums_of(folder)
    for name, data in files.items():
        if not replace and (folder / name).exists() and (folder / name).read_bytes() != data:
            raise Bad(f"{name}: is there already and says something else; --replace takes this")
        sums[name] = hashlib.sha256(data).hexdigest()
    list_of_them = "".join(f"{sums[name]}  {name}\n" for name in sorted(sums)).encode("ascii")
    new = []
    try:
        for name, data in (*files.items(), (SUMS, list_of_them)):
            new.append((folder / f"{name}.new", folder / name))
            new[-1][0].write_bytes(data)
        for path, name in new:
            os.replace(path, name)
    finally:
        for path, _ in new:
            path.unlink(missing_ok=True)


# ------------------------------------------------------------------------------------------------ digests


def digests_of(text):
    """Of what was asked, and of that with the answers. The two lines of the head, which say who answered, are in neither."""
    body = text.split("\n", 2)[2]
    asked = "".join(line for line in body.splitlines(keepends=True) if not line.startswith(".expect"))
    return [hashlib.sha256(part.encode("ascii")).hexdigest() for part in (asked, body)]


def digests(folder, sums):
    """{name: row}; a row has COLUMNS."""
    if DIGESTS not in sums:
        return {}
    first, *lines = content(folder, DIGESTS, sums).decode("ascii", "replace").splitlines() or [""]
    if tuple(first.split("\t")) != COLUMNS:
        raise Bad(f"{DIGESTS}: its first line names other columns than {', '.join(COLUMNS)}")
    found = {}
    for line in lines:
        row = line.split("\t")
        if len(row) != len(COLUMNS) or not NAME.fullmatch(row[0]) or row[0] in found or not all(text.isdecimal() for text in row[1:3]):
            raise Bad(f"{DIGESTS}: '{line}': a line is {', '.join(COLUMNS)}, and a name stands there once")
        found[row[0]] = row
    return found


def model_program():
    """The capture with the model in the GPU's place, compiled when it is older than what it is made of."""
    program = ROOT / "build/silicon/capture_model"
    sources = [SILICON, *SILICON.parent.glob("*.[ch]*"), *(ROOT / "cmodel").rglob("*.[ch]")]
    if not program.exists() or max(path.stat().st_mtime for path in sources) > program.stat().st_mtime:
        done = subprocess.run([sys.executable, SILICON, "--answers=model", "--compile-only"], check=False)
        if done.returncode:
            raise Bad("the capture with the model in the GPU's place does not compile")
    return program


def by_the_model(name, statements):
    """The script of this name, as the model answers it."""
    family, target, seed = NAME.fullmatch(name).groups()
    with tempfile.TemporaryDirectory() as folder:
        words = [f"--out={folder}", f"--family={family}", f"--seed={seed}", f"--cases={statements}"]
        words += [] if target.startswith(("sm_100", "model")) else ["--without-f32"]
        done = child([model_program(), *words], name)
        if done.returncode:
            raise Bad(f"{name}: exit status {done.returncode}, {done.stderr[-300:]}")
        return read(pathlib.Path(folder) / f"{family}.wsv")


def made_anew(row, model_too):
    """The script of a digest, as the model answers it; raises Bad if it is not what the GPU answered."""
    name, statements, results, asked, answered, who = row
    family, _, seed = NAME.fullmatch(name).groups()
    if not model_too:
        of_a_gpu(who, name)
    if name_of(family, who, seed) != name:
        raise Bad(f"{DIGESTS}: {name} answered by {who}: not what the name says")
    text = by_the_model(name, statements)
    found = digests_of(text)
    if found[0] != asked or head(text, name, True)[1:3] != (statements, int(results)):
        raise Bad(f"{name}: not the statements that {who} was asked: they are made otherwise since; capture them anew")
    if found[1] != answered:
        raise Bad(f"{name}: the model answers otherwise than {who}; make silicon ARGS='--family={family} --seed={seed} --cases={statements}' shows what it does")
    return text


# ------------------------------------------------------------------------------------------------ replays


def cut(text):
    """The first cases of a script, some SLICE lines."""
    lines = text.splitlines(keepends=True)
    ends = (i for i in range(SLICE, len(lines)) if CASE.fullmatch(lines[i].rstrip("\n")))
    return "".join(lines[:next(ends, len(lines))])


def replay(name, text, program):
    """What the replayer counted; raises Bad with the first differences."""
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder) / f"{name.removesuffix('.xz').removesuffix('.wsv')}.wsv"
        script.write_text(text, encoding="ascii")
        done = child([program, script], name)
    counts = done.stdout.splitlines()[-1] if done.stdout else ""
    if done.returncode or not re.search(r" [1-9]\d* checks, 0 failed$", counts):
        said = done.stderr.replace(f"{folder}/", "").splitlines()[:10]
        raise Bad("\n".join([f"{name}: exit status {done.returncode}, {counts or 'no counts'}", *said]))
    return counts


def one_of_each_family(rows):
    found = {}
    for name in sorted(rows):
        found.setdefault(name.split("_")[0], name)
    return sorted(found.values())


def one_set(name, sums, rows, folder, part, program, model_too):
    """Replays a set or what a digest stands for; the line that says so."""
    if name in rows:
        text = made_anew(rows[name], model_too)
        results, who = rows[name][2], f"{rows[name][-1]}; made anew, the same"
    else:
        text = lzma.decompress(content(folder, name, sums)).decode("ascii")
        family, _, results, seed, who = head(text, name, model_too)
        if name != f"{name_of(family, who, seed)}.wsv.xz":
            raise Bad(f"{name}: in it is {family}, seed {seed}, by {who}")
    counts = replay(name, cut(text) if part else text, program)
    return f"ok   {name}: {results} lane results in all, by {who}; replayed {'the beginning' if part else 'all'}: {counts}"


def replay_all(folder=FOLDER, names=(), part=False, program=ROOT / "build/ws_replay", model_too=False):
    """(passed, failed), a line each."""
    passed = failed = 0
    try:
        sums = listed(folder)
        rows, sets = digests(folder, sums), sets_of(sums)
        for name in sorted(sums.keys() - set(sets)):
            content(folder, name, sums)
        for name in names:
            if name not in sets and name not in rows:
                raise Bad(f"{name}: there is no such set")
        if not sets and not rows:
            raise Bad(f"{folder.name}: nothing that silicon has answered is in it")
    except (Bad, OSError) as error:
        print(f"FAIL {error}")
        return 0, 1
    for name in names or [*sets, *(one_of_each_family(rows) if part else sorted(rows))]:
        try:
            print(one_set(name, sums, rows, folder, part, program, model_too), flush=True)
            passed += 1
        except (Bad, OSError, lzma.LZMAError, UnicodeDecodeError) as error:
            print(f"FAIL {error if isinstance(error, Bad) else f'{name}: {error}'}", flush=True)
            failed += 1
    return passed, failed


# ------------------------------------------------------------------------------------------------ what is kept


def scripts_of(source, model_too):
    """{name: text} of each script of runs of make silicon."""
    found, answered = {}, set()
    for script in sorted(source.glob("**/*.wsv")):
        text = read(script)
        family, _, _, seed, who = head(text, script.name, model_too)
        name = name_of(family, who, seed)
        if name in found:
            raise Bad(f"{source}: two scripts that are {name}")
        found[name] = text
        answered.add(who)
    if len(answered) > 1:
        raise Bad(f"{source}: answered by {' and by '.join(sorted(answered))}: not one run")
    if not found:
        raise Bad(f"{source}: there are no scripts (*.wsv) in it")
    return found


def probes_of(source, who):
    """{file: bytes} of what the probes printed, if it is there."""
    path = source / PROBES
    if not path.exists():
        return {}
    if not read(path).startswith(f"answered by {who}\n"):
        raise Bad(f"{path}: its first line is not that {who} answered, as the scripts were")
    return {PROBES: path.read_bytes()}


def add(source, folder=FOLDER, model_too=False, replace=False):
    """Compresses the scripts of a run of make silicon and lists them."""
    scripts = scripts_of(source, model_too)
    made = {f"{name}.wsv.xz": lzma.compress(text.encode("ascii"), preset=9) for name, text in scripts.items()}
    sums = sums_of(folder)
    both = sorted(scripts.keys() & digests(folder, sums).keys())
    if both:
        raise Bad(f"{both[0]}: its digest is there; take another --seed")
    not_compared(scripts, folder, sums)
    size = sum((folder / name).stat().st_size for name in sets_of(sums) if name not in made) + sum(map(len, made.values()))
    if size > LARGEST:
        raise Bad(f"{source}: with it the sets take {size} bytes, and {LARGEST} are the most")
    last = next(reversed(scripts.values()))
    put(folder, {**made, **probes_of(source, head(last, "", model_too)[4])}, replace)
    return sorted(made)


def with_all_masks(text, name):
    first = text.split("\n", 1)[0]
    if " masks " in first and not first.endswith(f" masks {MASKS}."):
        raise Bad(f"{name}: '{first}': a digest is taken of a script with all masks")


def add_digests(source, folder=FOLDER, model_too=False, replace=False):
    """Takes the digests of the scripts of a run of make silicon."""
    sums = sums_of(folder)
    rows = digests(folder, sums)
    scripts = scripts_of(source, model_too)
    not_compared(scripts, folder, sums)
    for name, text in scripts.items():
        with_all_masks(text, name)
        _, statements, results, _, who = head(text, name, model_too)
        row = [name, statements, str(results), *digests_of(text), who]
        if f"{name}.wsv.xz" in sums or rows.get(name, row) != row and not replace:
            raise Bad(f"{name}: is there already{'' if f'{name}.wsv.xz' in sums else ' and says something else'}; take another --seed")
        rows[name] = row
    lines = ["\t".join(row) + "\n" for row in (COLUMNS, *(rows[name] for name in sorted(rows)))]
    put(folder, {DIGESTS: "".join(lines).encode("ascii")}, replace=True)
    return sorted(scripts)


def compared(folder, sums):
    """[[family, seed, statements, lane results], ...] of the scripts that were compared and are not kept, and the lines of the list."""
    lines = content(folder, COMPARED, sums).decode("ascii", "replace").splitlines() if COMPARED in sums else []
    kinds, found, seen = COMPARED_HEAD.split("{}"), [], kept_here(folder, sums)
    for number, line in enumerate(lines):
        if line.startswith(kinds[0]) and line.endswith(kinds[1]):
            continue
        row = line.split("\t")
        if number == 0 or len(row) != 5 or row[4] != "same" or not all(text.isdecimal() for text in row[1:4]) or (row[0], row[1]) in seen:
            raise Bad(f"{COMPARED}: '{line}': not FAMILY, SEED, STATEMENTS, LANE RESULTS, same, behind a line of who answered; or there twice, or kept too")
        seen.add((row[0], row[1]))
        found.append(row[:4])
    return found, lines


def family_and_seed(name):
    found = NAME.fullmatch(name.removesuffix(".wsv.xz"))
    if not found:
        raise Bad(f"{name}: its name is not FAMILY_TARGET_SEED")
    return found.group(1, 3)


def kept_here(folder, sums):
    """{(family, seed)} of sets and digests."""
    return {family_and_seed(name) for name in (*sets_of(sums), *digests(folder, sums))}


def not_compared(scripts, folder, sums):
    """Raises Bad if one of them is among those that were compared: it would be counted twice."""
    seen = {tuple(row[:2]) for row in compared(folder, sums)[0]}
    for name in scripts:
        if family_and_seed(name) in seen:
            raise Bad(f"{name}: {COMPARED} has a script of this family and seed; take another --seed")


def add_compared(source, folder=FOLDER, model_too=False):
    """Compares the scripts of a run of make silicon with the model's, and takes seed and counts if all of them are the same."""
    sums = sums_of(folder)
    lines = compared(folder, sums)[1]
    kept = kept_here(folder, sums)
    scripts = scripts_of(source, model_too)
    not_compared(scripts, folder, sums)
    for name, text in scripts.items():
        with_all_masks(text, name)
        family, statements, results, seed, who = head(text, name, model_too)
        if family_and_seed(name) in kept:
            raise Bad(f"{name}: it, or its digest, is kept already; take another --seed")
        if digests_of(by_the_model(name, statements)) != digests_of(text):
            raise Bad(f"{name}: the model makes, or answers, it otherwise than {who}; make replay shows what differs")
        said = COMPARED_HEAD.format(who)
        if said != next((line for line in reversed(lines) if "\t" not in line), None):
            lines.append(said)
        lines.append(f"{family}\t{seed}\t{statements}\t{results}\tsame")
    put(folder, {COMPARED: "".join(line + "\n" for line in lines).encode("ascii")}, replace=True)
    return sorted(scripts)


# ------------------------------------------------------------------------------------------------ table


def of_families(folder):
    """{family: [sets, lane results of them and of digests, digests, lane results compared with the model and not kept]}"""
    sums = listed(folder)
    found = {}
    for name in sets_of(sums):
        family, _, results, _, _ = head(lzma.decompress(content(folder, name, sums)).decode("ascii"), name, False)
        row = found.setdefault(family, [0, 0, 0, 0])
        row[0], row[1] = row[0] + 1, row[1] + results
    for name, row in digests(folder, sums).items():
        of = found.setdefault(name.split("_")[0], [0, 0, 0, 0])
        of[1], of[2] = of[1] + int(row[2]), of[2] + 1
    for family, _, _, results in compared(folder, sums)[0]:
        found.setdefault(family, [0, 0, 0, 0])[3] += int(results)
    return found


def table(folder=FOLDER):
    lines = ["| family | scripts kept | digests | lane results in these | in others, compared with the model and not kept |", "|---|---|---|---|---|"]
    for family, (sets, results, more, others) in sorted(of_families(folder).items()):
        lines.append(f"| {family} | {sets} | {more} | {results:,} | {others:,} |")
    return "\n".join(lines) + "\n"


def with_table(readme, made, marks):
    begin, rest = readme.split(marks[0])
    return begin + marks[0] + made + marks[1] + rest.split(marks[1])[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    does = parser.add_mutually_exclusive_group()
    does.add_argument("--add", metavar="FOLDER", type=pathlib.Path)
    does.add_argument("--add-digests", metavar="FOLDER", type=pathlib.Path)
    does.add_argument("--add-compared", metavar="FOLDER", type=pathlib.Path)
    does.add_argument("--list", action="store_true")
    does.add_argument("--write-readme", action="store_true")
    does.add_argument("--slice", action="store_true")
    parser.add_argument("--replace", action="store_true")
    parser.add_argument("--replay", default=ROOT / "build/ws_replay", help="the replayer")
    parser.add_argument("names", nargs="*", metavar="NAME")
    args = parser.parse_args()
    if args.replace and not (args.add or args.add_digests):
        parser.error("--replace is of --add and --add-digests")
    try:
        replace = {"replace": args.replace}
        for take, source, how in ((add, args.add, replace), (add_digests, args.add_digests, replace), (add_compared, args.add_compared, {})):
            if source:
                with alone(FOLDER):
                    print("\n".join(take(source, **how)))
                return
        if args.write_readme:
            README.write_text(with_table(README.read_text(encoding="utf-8"), table(), MARKS), encoding="utf-8")
            return
        if args.list:
            sums = listed(FOLDER)
            print("\n".join([*sets_of(sums), *sorted(digests(FOLDER, sums))]))
            return
    except (Bad, OSError, lzma.LZMAError) as error:
        sys.exit(f"captured.py: {error}")
    passed, failed = replay_all(names=args.names, part=args.slice, program=args.replay)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
