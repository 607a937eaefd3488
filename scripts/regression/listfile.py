# SPDX-License-Identifier: Apache-2.0
"""The list of a regression: groups of rows, each a pattern of tests with how often and on what it runs.

[group]                                  begins a group
@other                                   everything of a group above
PATTERN  on=32,4_bfly  reseed=5  n=20000  minutes=2

on: builds of a bench, as in build/ws_sim_<build>; reseed: seeds of each test on each build; n: operations of a random test;
minutes: limit of a job. Tests with a dot in their name (unit.*, script.*, proof.*) run once and take minutes= only; soak.FAMILY (random
operations of a family on its builds) and hash.FAMILY.TEST (the same hash from each simulator) take n= too, the operations of the family.
"""
import dataclasses
import re

import builds

DEFAULT_RESEED, DEFAULT_N, DEFAULT_MINUTES = 1, 20000, 5.0
DEFAULT_BUILDS = ("32",)


def no_build(name):
    """Why there is no such build that a job can run on, or nothing."""
    try:
        made = None if name == "serial" else builds.parse(name)
    except builds.NoBuild as why:
        return str(why)
    return f"{name}: say it without _{made.end[0]}; what a job runs on is built so where it is needed" if made and made.end else ""


class BadList(Exception):
    """Its text says FILE:LINE: what is wrong."""


@dataclasses.dataclass
class Row:
    pattern: str
    builds: tuple = DEFAULT_BUILDS
    reseed: int = DEFAULT_RESEED
    n: int = DEFAULT_N
    minutes: float = DEFAULT_MINUTES
    where: str = ""  # FILE:LINE
    only: str = ""  # of the tests that match, those that match this too
    loose: bool = False  # it may match nothing

    @property
    def seeded(self):
        return "." not in self.pattern

    @property
    def counted(self):
        """Whether it is of a family, and n= are the family's operations."""
        return self.pattern.startswith(("soak.", "hash."))


def number(where, key, text, whole, largest):
    try:
        value = int(text, 0) if whole else float(text)
    except ValueError:
        raise BadList(f"{where}: {key}={text}: it is a number") from None
    if not 0 < value <= largest:
        raise BadList(f"{where}: {key}={text}: it is above 0 and at most {largest}")
    return value


def read_row(words, where):
    row = Row(words[0], where=where)
    if not re.fullmatch(r"[\w.*?\[\]!/-]+", row.pattern):
        raise BadList(f"{where}: '{row.pattern}' is no name or pattern of tests")
    seen = set()
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or key not in ("on", "reseed", "n", "minutes"):
            raise BadList(f"{where}: '{word}': on=, reseed=, n= and minutes= are known")
        if key in seen:
            raise BadList(f"{where}: {key}= stands twice")
        seen.add(key)
        if key not in ("minutes", "n") and row.counted:
            raise BadList(f"{where}: {row.pattern}: its family says on which builds it runs: only n= and minutes= are for it")
        if key != "minutes" and not row.seeded and not row.counted:
            raise BadList(f"{where}: {row.pattern} runs once, without a seed and on no build: only minutes= is for it")
        if key == "on":
            row.builds = tuple(value.split(","))
            for build in row.builds:
                if wrong := no_build(build):
                    raise BadList(f"{where}: {wrong}")
        elif key == "reseed":
            row.reseed = number(where, key, value, True, 1000000)
        elif key == "n":
            row.n = number(where, key, value, True, 10**9)
        else:
            row.minutes = number(where, key, value, False, 24 * 60)
    return row


def read(path):
    """{group: [Row]}, in the order of the file."""
    try:
        lines = path.read_bytes().decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        line = path.read_bytes()[:error.start].count(b"\n") + 1
        raise BadList(f"{path}:{line}: this is no text: byte {error.start} is not UTF-8") from None
    except OSError as error:
        raise BadList(f"{path}: {error.strerror}") from None
    groups, rows = {}, None
    for count, line in enumerate(lines, 1):
        where = f"{path}:{count}"
        words = line.split("#")[0].split()
        if not words:
            continue
        if words[0].startswith("["):
            heading = re.fullmatch(r"\[(\w+)\]", " ".join(words))
            if not heading:
                raise BadList(f"{where}: '{line.strip()}' is no heading; one is [name]")
            if heading.group(1) in groups:
                raise BadList(f"{where}: the group [{heading.group(1)}] stands twice")
            rows = groups[heading.group(1)] = []
        elif rows is None:
            raise BadList(f"{where}: the first row needs a heading [name] above it")
        elif words[0].startswith("@"):
            other = groups.get(words[0][1:])
            if other is None or other is rows or len(words) > 1:
                raise BadList(f"{where}: '{line.strip()}': @name takes in a group that stands above")
            rows += other
        else:
            rows.append(read_row(words, where))
    for group, content in groups.items():
        if not content:
            raise BadList(f"{path}: the group [{group}] is empty")
    if not groups:
        raise BadList(f"{path}: no group in it")
    return groups
