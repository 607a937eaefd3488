#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves that the output `bad` of a clocked module stays 0 for every sequence of inputs of any length, with Yosys and
# ABC's property directed reachability, and shows that each bit of its output `reached` can become 1 within FRAMES clocks.
#
# clocked_zero.sh NAME TOP FRAMES WHAT PROPERTIES.v "FILE..." BUG_FILE SED [--negative]
#   TOP         module in tb/formal/PROPERTIES.v; its inputs are free, and so is a reset among them
#   FILE...     files under rtl/ that it needs
#   BUG_FILE SED  file under rtl/ and the bug that --negative plants in a copy of it
# Registers start at 0. What has no reset takes any value that inputs before the reset can give it.
set -u
name=$1 top=$2 frames=$3 what=$4 properties=$5 files=$6 file=$7 bug=$8 mode=${9:-}
cd "$(dirname "$0")/../.." || exit 2
work=build/formal/$name$mode
rm -rf "$work" && mkdir -p "$work" && cp -r rtl tb/formal "$work" || exit 2

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
read_verilog -I$work/rtl $(for f in $files; do echo -n "$work/rtl/$f "; done)
read_verilog -I$work/rtl $work/formal/$properties
hierarchy -check -top $top
proc
flatten
opt_clean
memory -nomap
memory_map
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
write_aiger -zinit -symbols -map $work/all.map $work/all.aig
END
if ! yosys -q -s "$work/run.ys" > "$work/yosys.log" 2>&1; then
  echo "$name: Yosys failed, $work/yosys.log ends with:"
  tail -5 "$work/yosys.log"
  exit 2
fi

# Outputs of the AIG by number: bad, then the bits of reached.
number() { sed -n "s/^output \([0-9]*\) $2 $1 *\$/\1/p" "$work/all.map"; }
bits=$(grep -c '^output [0-9]* [0-9]* reached *$' "$work/all.map")
bad=$(number bad 0)
if [ -z "$bad" ] || [ "$bits" = 0 ]; then
  echo "$name: $top needs an output bad and an output reached of two bits or more"
  exit 2
fi

timeout 1200 berkeley-abc -c "read_aiger $work/all.aig; cone -s -O $bad; strash; scorr; pdr -T 1000" > "$work/bad.log" 2>&1
if grep -q 'Property proved\|constant 0\|Networks are equivalent' "$work/bad.log"; then
  found=none
elif grep -q 'asserted in frame\|Output 0 was asserted' "$work/bad.log"; then
  found=counterexample
else
  echo "$name: ABC gave no answer, $work/bad.log ends with:"
  tail -5 "$work/bad.log"
  exit 2
fi
if [ "$mode" = --negative ]; then
  echo "$name: planted bug $([ $found = none ] && echo 'NOT found' || echo found) ($((SECONDS - start)) s)"
  [ $found = counterexample ]
  exit
fi
if [ $found = counterexample ]; then
  echo "$name: does NOT hold: $what; ABC's run is in $work/bad.log"
  exit 1
fi
for ((k = 0; k < bits; k++)); do
  timeout 600 berkeley-abc -c "read_aiger $work/all.aig; cone -s -O $(number reached $k); strash; bmc3 -F $frames" > "$work/reached$k.log" 2>&1
  if ! grep -q 'was asserted in frame' "$work/reached$k.log"; then
    echo "$name: reached[$k] of $top cannot be shown to occur within $frames clocks, see $work/reached$k.log"
    exit 1
  fi
done
echo "PROVED $name $what (Yosys and ABC, unbounded, each of $bits cases occurs, $((SECONDS - start)) s)"
