#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves that the output `bad` of a combinational module is 0 for every input, with Yosys and ABC.
#
# comb_zero.sh NAME TOP WHAT PROPERTIES.v FILE SED [--negative]
#   TOP         module in tb/formal/PROPERTIES.v with the one output bad
#   FILE SED    file under rtl/ and the bug that --negative plants in a copy of it
# Every .v file of rtl/files.f that exists is readable, what TOP does not use is dropped.
set -u
name=$1 top=$2 what=$3 properties=$4 file=$5 bug=$6 mode=${7:-}
cd "$(dirname "$0")/../.." || exit 2
work=build/formal/$name$mode
rm -rf "$work" && mkdir -p "$work" && cp -r rtl "$work/rtl" || exit 2

if [ "$mode" = --negative ]; then
  sed -i "$bug" "$work/rtl/$file"
  if cmp -s "$work/rtl/$file" "rtl/$file"; then
    echo "$name: nothing was planted in rtl/$file, the text to replace is gone"
    exit 1
  fi
elif [ -n "$mode" ]; then
  echo "$name: unknown argument '$mode'; there is --negative"
  exit 2
fi

start=$SECONDS
cat > "$work/run.ys" <<END
read_verilog -I$work/rtl $(grep '^rtl/shfl/\|^rtl/common/' rtl/files.f | sed "s|^|$work/|" | tr '\n' ' ')
read_verilog -I$work/rtl tb/formal/$properties
hierarchy -check -top $top
proc
setattr -mod -unset keep_hierarchy *
flatten
opt_clean
check -assert
opt -full
techmap
opt -fast
opt_clean
aigmap
write_aiger $work/bad.aig
END
if ! yosys -q -s "$work/run.ys" > "$work/yosys.log" 2>&1; then
  echo "$name: Yosys failed, $work/yosys.log ends with:"
  tail -5 "$work/yosys.log"
  exit 2
fi
(cd "$work" && timeout 1200 berkeley-abc -c "read_aiger bad.aig; print_stats; strash; ifraig; dprove -v; iprove" > abc.log 2>&1)
seconds=$((SECONDS - start))

if grep -q 'UNSATISFIABLE' "$work/abc.log"; then
  found=none
elif grep -q 'SATISFIABLE' "$work/abc.log"; then
  found=counterexample
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
echo "PROVED $name $what (Yosys and ABC, all inputs, $seconds s)"
