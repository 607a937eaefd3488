#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves that the output `bad` of a module stays 0, with Yosys and ABC: for every input of a combinational module, or for
# every sequence of inputs of FRAMES clocks from the initial state of a clocked one.
#
# frames_zero.sh NAME TOP FRAMES WHAT PROPERTIES.v FILE SED [--negative]
#   TOP         module in tb/formal/PROPERTIES.v with the one output bad; clocked ones start their own reset
#   FRAMES      0 for a combinational module
#   FILE SED    file under rtl/ and the bug that --negative plants in a copy of it
# Registers start at 0, those without a reset too: what comes out before the first operation is not what is proved.
set -u
name=$1 top=$2 frames=$3 what=$4 properties=$5 file=$6 bug=$7 mode=${8:-}
cd "$(dirname "$0")/../.." || exit 2
work=build/formal/$name$mode
rm -rf "$work" && mkdir -p "$work" && cp -r rtl tb/formal "$work" || exit 2

if [ "$mode" = --negative ]; then
  case $file in
    formal/*) target=$work/$file origin=tb/$file ;;
    *) target=$work/rtl/$file origin=rtl/$file ;;
  esac
  sed -i "$bug" "$target"
  if cmp -s "$target" "$origin"; then
    echo "$name: nothing was planted in $origin, the text to replace is gone"
    exit 1
  fi
elif [ -n "$mode" ]; then
  echo "$name: unknown argument '$mode'; there is --negative"
  exit 2
fi

start=$SECONDS
cat > "$work/run.ys" <<END
read_verilog -I$work/rtl $(grep '^rtl/\(common\|vote\|match\|redux\|mbar\)/.*\.v$' rtl/files.f | sed "s|^|$work/|" | tr '\n' ' ')
read_verilog -I$work/rtl $work/formal/$properties
hierarchy -check -top $top
proc
flatten
opt_clean
check -assert
async2sync
opt -full -nodffe -nosdff
setundef -undriven -init -zero
dffunmap
techmap
dffunmap
dfflegalize -cell \$_DFF_P_ 0
abc -g AND -fast
aigmap
write_aiger -zinit $work/bad.aig
END
if ! yosys -q -s "$work/run.ys" > "$work/yosys.log" 2>&1; then
  echo "$name: Yosys failed, $work/yosys.log ends with:"
  tail -5 "$work/yosys.log"
  exit 2
fi
if [ "$frames" = 0 ]; then
  scope="all inputs"
  timeout 1200 berkeley-abc -c "read_aiger $work/bad.aig; strash; ifraig; dprove -v; iprove" > "$work/abc.log" 2>&1
else
  scope="$frames clocks from reset"
  timeout 1200 berkeley-abc -c "read_aiger $work/bad.aig; strash; scorr; bmc3 -F $frames" > "$work/abc.log" 2>&1
fi
seconds=$((SECONDS - start))

if grep -q 'was asserted in frame\|^SATISFIABLE\|[^N]SATISFIABLE' "$work/abc.log"; then
  found=counterexample
elif grep -q 'UNSATISFIABLE\|No output asserted\|No output failed\|Networks are equivalent\|constant 0' "$work/abc.log"; then
  found=none
else
  echo "$name: ABC gave no answer, $work/abc.log ends with:"
  tail -5 "$work/abc.log"
  exit 2
fi
if [ "$mode" = --negative ]; then
  echo "$name: planted bug $([ $found = none ] && echo 'NOT found' || echo found) ($seconds s)"
  [ $found = counterexample ]
  exit
fi
if [ $found = counterexample ]; then
  echo "$name: does NOT hold: $what; ABC's run is in $work/abc.log"
  exit 1
fi
echo "PROVED $name $what (Yosys and ABC, $scope, $seconds s)"
