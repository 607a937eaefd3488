#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make program: loads the image that make fpga made into the board at the USB, with openFPGALoader. ULX3S: into the FPGA, until power
is off; iCE40: into its flash.

program.py BOARD=ulx3s|ulx3s32|hx8k|icebreaker
"""
import json
import shutil
import subprocess
import sys

import boards
from boards import ROOT, Wrong

LIMIT_S = 600


def image(name, about):
    """Path of an image that may be loaded."""
    folder = boards.OUT / name
    report = folder / "report.json"
    path = folder / ("image.bin" if about["family"] == "ice40" else "image.bit")
    if not report.exists() or not path.exists():
        raise Wrong(f"there is no image of {name}: make fpga BOARD={name} makes it")
    entry = json.loads(report.read_text(encoding="utf-8"))
    if entry["wrong"]:
        raise Wrong(f"the image of {name} is not to be used, it is {entry['wrong']}")
    return path, entry["parameters"]["BAUD"]


def load(name, about):
    path, baud = image(name, about)
    loader = shutil.which("openFPGALoader")
    if not loader:
        raise Wrong("openFPGALoader is missing: sudo apt-get install openfpgaloader")
    command = [loader, *about["program"], str(path)]
    print(" ".join([*command[:-1], str(path.relative_to(ROOT))]), flush=True)
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT, timeout=LIMIT_S, check=False)
    except subprocess.TimeoutExpired as late:
        raise Wrong(f"openFPGALoader did not end within {LIMIT_S} s") from late
    if done.returncode:
        raise Wrong(f"openFPGALoader ended with status {done.returncode}: is the board connected and switched on, may this user open USB "
                    "devices (the rules of openFPGALoader for udev, or sudo)? rtl/fpga/README.md has more")
    print(f"loaded; build/wsctl --port=/dev/ttyUSB{about['port']} --baud={baud} selftest, or the port that dmesg names")


def main():
    name = sys.argv[1].removeprefix("BOARD=") if len(sys.argv) == 2 else ""
    try:
        about = boards.board(name)
    except Wrong as why:
        print(f"program: {why}", file=sys.stderr)
        return 2
    try:
        load(name, about)
    except Wrong as why:
        print(f"program: {why}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
