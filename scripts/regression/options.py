# SPDX-License-Identifier: Apache-2.0
"""The command line, with the option names that OpenTitan's dvsim has made familiar."""
import argparse
import os
import pathlib
import random
import re

from regression import listfile
from regression.plan import DEFAULT_GROUP

HELP = """Runs co-simulation tests with many seeds, unit tests, scripts and proofs, and writes a report.
Exit status: 0 everything that was planned ran and passed; 1 something failed; 2 wrong call; 3 nothing failed, but not everything
ran; 130, 143 interrupted, with a report all the same."""


def positive(text):
    value = int(float(text)) if re.fullmatch(r"\d+(\.\d+)?e\d+", text) else int(text, 0)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text}: at least 1")
    return value


def seed(text):
    value = int(text, 0)
    if not 0 <= value < 2**64:
        raise argparse.ArgumentTypeError(f"{text}: a seed is from 0 to 2^64 - 1")
    return value


def minutes(text):
    value = float(text)
    if not 0 < value <= 60 * 24 * 7:
        raise argparse.ArgumentTypeError(f"{text}: above 0 and at most a week")
    return value


def count(text):
    value = int(text, 0)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text}: at least 0")
    return value


def build(text):
    if wrong := listfile.no_build(text):
        raise argparse.ArgumentTypeError(wrong)
    return text


def parser():
    p = argparse.ArgumentParser(prog="regress.py", description=HELP, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = p.add_argument_group("what runs")
    what.add_argument("-i", "--items", nargs="+", default=[DEFAULT_GROUP], metavar="ITEM",
                      help=f"groups of the list, tests or patterns; default: {DEFAULT_GROUP}")
    what.add_argument("--list", action="store_true", help="groups and tests, then nothing")
    what.add_argument("--list-file", type=pathlib.Path, default=pathlib.Path("tb/regress/regress.list"), metavar="FILE",
                      help="default: %(default)s")
    what.add_argument("--plan", default="tb/testplan", metavar="PATH",
                      help="test plan, a file or a folder; none: without; default: %(default)s")
    what.add_argument("--on", nargs="+", type=build, metavar="BUILD", help="these builds in place of the list's")
    what.add_argument("--ops", dest="n", type=positive, metavar="N", help="operations of each random test, of each family in soak.* and hash.*, in place of the list's")
    seeds = p.add_argument_group("seeds")
    seeds.add_argument("-r", "--reseed", type=positive, metavar="N", help="so many seeds of each test, in place of the list's")
    seeds.add_argument("-rx", "--reseed-multiplier", type=positive, default=1, metavar="N", help="so many times the list's seeds")
    seeds.add_argument("-s", "--seeds", nargs="+", type=seed, metavar="S", help="exactly these seeds")
    seeds.add_argument("-fs", "--fixed-seed", type=seed, metavar="S", help="one seed, this one, for every test")
    seeds.add_argument("--base-seed", type=seed, metavar="S", help="what the random seeds are made from; repeats a regression")
    how = p.add_argument_group("how it runs")
    how.add_argument("-j", "-mp", "--jobs", "--max-parallel", dest="jobs", type=positive, default=os.cpu_count(), metavar="N",
                     help="jobs at a time; default: %(default)s")
    how.add_argument("--minutes", type=minutes, metavar="M", help="begins no job after so long; alone: reseeds until then")
    how.add_argument("--run-timeout-mins", type=minutes, metavar="M", help="limit of each job, in place of the list's")
    how.add_argument("--max-file-mb", type=positive, default=2048, metavar="N", help="a job that writes a larger file is stopped")
    how.add_argument("--launcher", choices=("local", "slurm"), default="local", help="slurm: as a job array; sbatch's own environment "
                     "(SBATCH_PARTITION, ...) chooses where")
    how.add_argument("-n", "--dry-run", action="store_true", help="the jobs as commands, then nothing")
    how.add_argument("-ro", "--run-only", action="store_true", help="builds nothing")
    how.add_argument("-bo", "--build-only", action="store_true", help="builds, then nothing")
    left = p.add_argument_group("what it leaves")
    left.add_argument("-w", "--waves", choices=("fst", "none"), default="fst", help="of failures, which are run again for it")
    left.add_argument("-mw", "--max-waves", type=count, default=3, metavar="N", help="of so many failures; default: %(default)s")
    left.add_argument("-c", "--cov", action="store_true", help="collects coverage")
    left.add_argument("--functional", action="store_true", help="collects functional coverage, which --cov does too")
    left.add_argument("--cov-merge", type=pathlib.Path, default=pathlib.Path("scripts/coverage_merge"), metavar="PROGRAM",
                      help="what merges it: PROGRAM FOLDER FILE; default: %(default)s")
    left.add_argument("--cov-file", type=pathlib.Path, metavar="FILE", help="shows this coverage: lcov, or JSON")
    left.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/regress"), metavar="DIR", help="default: %(default)s")
    return p


def read(argv):
    p = parser()
    args = p.parse_args(argv)
    if sum(option is not None for option in (args.reseed, args.seeds, args.fixed_seed)) > 1:
        p.error("--reseed, --seeds and --fixed-seed exclude one another")
    if args.launcher == "slurm" and args.minutes and not (args.reseed or args.seeds or args.fixed_seed is not None):
        p.error("--minutes alone goes on for ever, which the launcher slurm cannot; say how many seeds with --reseed")
    args.endless = bool(args.minutes) and not (args.reseed or args.seeds or args.fixed_seed is not None)
    if args.seeds and len(set(args.seeds)) < len(args.seeds):
        p.error("--seeds: one of them stands twice")
    if args.cov and args.cov_file:
        p.error("--cov collects coverage, --cov-file shows what was collected otherwise; one of them")
    if args.cov and not os.access(args.cov_merge, os.X_OK):
        p.error(f"--cov: there is no program {args.cov_merge} to merge it; --cov-file shows coverage that was collected otherwise")
    for item in args.items:
        if not re.fullmatch(r"[\w.*?\[\]!/-]+", item):
            p.error(f"--items: '{item}' is no group, name or pattern")
    args.functional |= args.cov
    args.disk = args.max_file_mb << 20
    args.given_base = args.base_seed
    if args.base_seed is None:
        args.base_seed = random.SystemRandom().randrange(1, 2**31)
    return args
