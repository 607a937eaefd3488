#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs the self-test of ws_axil_check: test_axil_check.sh icarus|verilator WORK_FOLDER
# Twice: all traces have to be judged right; with +fatal the first breach has to end the run with an error.
set -eu
cd "$(dirname "$0")"
work=$2
sources="ws_axil_check.v test_axil_check.v"
mkdir -p "$work"
command -v ccache >/dev/null && export OBJCACHE=ccache
case $1 in
  icarus)
    iverilog -g2005 -Wall -tnull ws_axil_check.v # the checker alone is Verilog-2005; the test uses $fatal
    iverilog -g2009 -DFOUR_STATE -o "$work/test.vvp" $sources
    run="vvp -N $work/test.vvp"
    ;;
  verilator)
    verilator --binary --timing -Wall -Wno-BLKSEQ -Wno-UNUSEDSIGNAL -fno-const-bit-op-tree --Mdir "$work/verilated" \
      --top-module test_axil_check $sources >"$work/verilator.log" 2>&1 || { cat "$work/verilator.log"; exit 1; }
    run=$work/verilated/Vtest_axil_check
    ;;
  *)
    echo "usage: test_axil_check.sh icarus|verilator WORK_FOLDER" >&2
    exit 2
    ;;
esac
$run </dev/null
if $run +fatal </dev/null >"$work/fatal.log" 2>&1; then
  echo "FAIL +fatal did not end the run"
  exit 1
fi
grep -q '^fatal: ' "$work/fatal.log" || { cat "$work/fatal.log"; exit 1; }
