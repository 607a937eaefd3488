#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# make replay, make check: scripts/replay.sh [--check] SCRIPT=file [DUT=both|rtl|cmodel] [RECORD=file]
# Builds ws_replay and gives it the file; its exit status is passed on: 0 all held, 1 something differed, 2 bad script or call.
set -eu
cd "$(dirname "$0")/.."
check="" script="" dut="" record=""
for word in "$@"; do
  case $word in
    --check) check=--check ;;
    SCRIPT=*) script=${word#*=} ;;
    DUT=*) dut=${word#*=} ;;
    RECORD=*) record=${word#*=} ;;
  esac
done
if [ -z "$script" ]; then
  echo "which script? Say SCRIPT=file.wsv" >&2
  exit 2
fi
if [ ! -r "$script" ]; then
  echo "$script: no such file" >&2
  exit 2
fi
case $dut in "" | both | rtl | cmodel) ;; *)
  echo "DUT=$dut: it is both, rtl or cmodel" >&2
  exit 2
  ;;
esac
scripts/build.sh ws_replay
exec build/ws_replay $check ${dut:+"--dut=$dut"} ${record:+"--record=$record"} "$script"
