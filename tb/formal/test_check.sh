#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs the self-test of a checker, test_NAME_check.v: test_check.sh handshake|axil icarus|verilator WORK_FOLDER
# Twice: all traces have to be judged right; with +fatal the first breach, of all traces a dropped valid, has to end the run.
set -eu
if [ $# != 3 ] || [[ $1 != @(handshake|axil) ]]; then
  echo "usage: test_check.sh handshake|axil icarus|verilator WORK_FOLDER" >&2
  exit 2
fi
check=ws_$1_check.v test=test_$1_check work=$3
cd "$(dirname "$0")"
mkdir -p "$work"
command -v ccache >/dev/null && export OBJCACHE=ccache
case $2 in
  icarus)
    iverilog -g2005 -Wall -tnull "$check" # the checker alone is Verilog-2005; the test uses $fatal
    iverilog -g2009 -DFOUR_STATE -o "$work/test.vvp" "$check" "$test.v"
    run="vvp -N $work/test.vvp"
    ;;
  verilator)
    verilator --binary --timing -Wall -Wno-BLKSEQ -Wno-UNUSEDSIGNAL -fno-const-bit-op-tree -fno-dfg --Mdir "$work/verilated" \
      --top-module "$test" "$check" "$test.v" >"$work/verilator.log" 2>&1 || { cat "$work/verilator.log"; exit 1; }
    run=$work/verilated/V$test
    ;;
  *)
    echo "test_check.sh: '$2' is none of icarus, verilator" >&2
    exit 2
    ;;
esac
$run </dev/null
if $run +fatal </dev/null >"$work/fatal.log" 2>&1; then
  echo "FAIL +fatal did not end the run"
  exit 1
fi
grep -q '^fatal: .*DROPPED' "$work/fatal.log" || { cat "$work/fatal.log"; exit 1; }
