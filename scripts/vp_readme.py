#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts what `make vp` prints, on both back ends, between the vp marks of tb/sysc/README.md.

vp_readme.py [--lanes N]
"""
import argparse
import pathlib
import re
import subprocess
import sys

import pages

ROOT = pathlib.Path(__file__).resolve().parent.parent


def vp(lanes, backend):
    """(command as typed, log, line with the speed)"""
    words = ["make", "vp", "FW=selftest", f"BACKEND={backend}", f"LANES={lanes}"]
    done = subprocess.run(words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    speed = re.search(r"^vp: .* simulated, .* s$", done.stderr, re.M)
    if done.returncode or not speed:
        sys.exit(f"{' '.join(words)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return " ".join(word for word in words if word not in ("LANES=32", "BACKEND=cmodel")), done.stdout.rstrip(), speed.group(0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--lanes", type=int, default=32, choices=(4, 8, 16, 32))
    args = parser.parse_args()
    (model, log, model_speed), (rtl, rtl_log, rtl_speed) = (vp(args.lanes, backend) for backend in ("cmodel", "rtl"))
    if log != rtl_log:
        sys.exit(f"the logs differ:\n{log}\n---\n{rtl_log}")
    lines = ["```", f"$ {model}", log, model_speed, f"$ {rtl}", f"... the same {len(log.splitlines())} lines ...", rtl_speed, "```"]
    pages.fill("tb/sysc/README.md", vp=lines)


if __name__ == "__main__":
    main()
