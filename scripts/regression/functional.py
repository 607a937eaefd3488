# SPDX-License-Identifier: Apache-2.0
"""Functional coverage of many jobs: what ws_sim_* --cover=FILE wrote (tb/cosim/cover.h), added up. A bin is asked for if one of the
builds that ran asks for it. A hit on a bin that its own build says cannot be hit is an error."""
import collections
import json
import math
import pathlib
import shutil

SHOWN = 8  # empty bins that a line of a table names


class BadFunctional(Exception):
    """Its text says FILE: what is wrong."""


def read(path):
    try:
        data = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        if data["functional"] != 1:
            raise KeyError("functional")
        for group in data["groups"]:
            bins = math.prod(len(axis["values"]) for axis in group["axes"])
            if bins != len(group["hits"]) or not all(isinstance(hits, int) for hits in group["hits"]):
                raise ValueError(f"{group['family']}, {group['name']}: {len(group['hits'])} counters for {bins} bins")
            for kind in ("never", "beyond"):
                if any(not 0 <= bin_ < bins for places in group[kind].values() for bin_ in places):
                    raise ValueError(f"{group['family']}, {group['name']}: '{kind}' names a bin that is not there")
    except OSError as error:
        raise BadFunctional(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadFunctional(f"{path}: this is not what --cover=FILE writes: {error}") from None
    return data


def name(axes, place):
    """(axes, place of a bin) as "up x full"."""
    parts = []
    for axis in reversed(axes):
        place, k = divmod(place, len(axis["values"]))
        parts.append(axis["values"][k])
    return " x ".join(reversed(parts))


class Group:
    def __init__(self, family, title, axes):
        self.family, self.name, self.axes = family, title, axes
        bins = math.prod(len(axis["values"]) for axis in axes)
        self.hits, self.wanted, self.why = [0] * bins, [False] * bins, [""] * bins

    def add(self, path, group):
        """The errors."""
        if group["axes"] != self.axes:
            raise BadFunctional(f"{path}: {self.family}, {self.name}: other bins than in the files before; one of them is of an older bench")
        reason = {place: why for kind in ("beyond", "never") for why, places in group[kind].items() for place in places}
        never = {place for places in group["never"].values() for place in places}
        wrong = []
        for place, hits in enumerate(group["hits"]):
            self.hits[place] += hits
            self.wanted[place] |= place not in reason
            self.why[place] = reason.get(place, "")
            if hits and place in never:
                wrong.append(f"{path}: {self.family}, {self.name}: {name(self.axes, place)}: was hit and cannot be: {reason[place]}")
        return wrong

    def empty(self):
        return [name(self.axes, place) for place, wanted in enumerate(self.wanted) if wanted and not self.hits[place]]

    def reasons(self):
        """Of bins that no build asks for, how many there are for each reason."""
        return collections.Counter(why for why, wanted in zip(self.why, self.wanted) if not wanted)

    def row(self):
        bins = sum(self.wanted)
        empty = self.empty()
        return {"family": self.family, "group": self.name, "bins": bins, "hit": bins - len(empty), "empty": empty,
                "left_out": sum(not wanted for wanted in self.wanted), "reasons": dict(self.reasons())}


def merge(paths):
    """(rows, one a group, in the order of the bench; what was hit and cannot be)"""
    groups, wrong = {}, []
    for path in paths:
        for group in read(path)["groups"]:
            key = group["family"], group["name"]
            groups.setdefault(key, Group(*key, group["axes"]))
            wrong += groups[key].add(path, group)
    return [group.row() for group in groups.values()], wrong


def families(rows):
    """Rows added up, one a family."""
    found = {}
    for row in rows:
        one = found.setdefault(row["family"], {"family": row["family"], "groups": 0, "bins": 0, "hit": 0, "left_out": 0, "empty": []})
        one["groups"] += 1
        for key in ("bins", "hit", "left_out"):
            one[key] += row[key]
        one["empty"] += [f"{row['group']}: {bin_}" for bin_ in row["empty"]]
    return list(found.values())


def ladder(rows, cluster):
    """What scripts/ladder.py asks for; cluster: rows of builds of several CTAs."""
    found = {row["family"]: {"hit": row["hit"], "bins": row["bins"]} for row in families(rows)}
    shared = [row for row in cluster if row["family"] in ("mbarrier", "barrier")]
    if shared:
        found["cluster"] = {key: sum(row[key] for row in shared) for key in ("hit", "bins")}
    return {"families": found}


def total(rows):
    bins = sum(row["bins"] for row in rows)
    return sum(row["hit"] for row in rows) / bins if bins else None


def few(names, shown=SHOWN):
    return "; ".join(names[:shown]) + (f"; and {len(names) - shown} more" if len(names) > shown else "")


def collect(folder, target):
    """What the jobs of a regression left in `folder`, which goes, into `target`. (rows, those of clusters alone, what is wrong)"""
    paths = sorted(folder.glob("*.json"))
    if not paths:
        return [], [], [f"{folder}: no job has left functional coverage there"]
    try:
        rows, wrong = merge(paths)
        cluster, _ = merge(path for path in paths if read(path).get("ctas", 1) > 1)
    except BadFunctional as error:
        return [], [], [str(error)]
    target.write_text(json.dumps({"rows": rows}), encoding="utf-8")
    shutil.rmtree(folder)  # with what jobs were writing when they were stopped
    return rows, cluster, wrong
