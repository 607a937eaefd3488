#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves that the output `bad` of a clocked module stays 0 for every sequence of inputs of any length, with Yosys and
# ABC's property directed reachability, and shows that each bit of its output `reached` can become 1 within FRAMES clocks.
# Outputs v_NAME must not depend on the input r_NAME in the same clock (depends.py).
#
# clocked_zero.sh NAME TOP FRAMES WHAT "PROPERTIES.v..." "FILE..." BUG_FILE SED [--negative]
#   TOP         module in one of tb/formal/PROPERTIES.v; its inputs are free, and so is a reset among them
#   FILE...     files under rtl/ that it needs
#   BUG_FILE SED  file under rtl/ and the bug that --negative plants in a copy of it
# With induct=1, for a `bad` that also says what has to be known of registers: by induction instead. It is 0 in the first two
# clocks, and in every clock, from any state, that follows one or two in which it is. A planted bug has to be found from reset,
# within FRAMES clocks.
# Registers start at 0. What has no reset takes any value that inputs before the reset can give it.
name=$1 top=$2 frames=$3 what=$4 properties=$5 files=$6 file=$7 bug=$8 mode=${9:-}
. "$(dirname "$0")/aig.sh"

if [ "$bits" = 0 ]; then
  echo "$name: $top needs an output reached of two bits or more"
  exit 2
fi

log=$work/depends.log
if ! python3 tb/formal/depends.py "$work/all.aig" "$work/all.map" > "$log" 2>&1; then
  [ "$mode" = --negative ] || cat "$log"
  judge counterexample "$log"
fi
log=$work/bad.log
if [ -z "${induct:-}" ]; then
  timeout 1700 berkeley-abc -c "$bad; scorr; pdr -T 1600" > "$log" 2>&1
else
  timeout 1700 berkeley-abc -c "$bad; bmc3 -F $([ "$mode" = --negative ] && echo "$frames" || echo 2)" > "$log" 2>&1
  if grep -q 'No output asserted in' "$log"; then timeout 1700 berkeley-abc -c "$bad; ind -F 2" >> "$log" 2>&1; fi
fi
if grep -q 'Property proved\|constant 0\|Networks are equivalent' "$log"; then
  judge none "$log"
elif grep -q 'asserted in frame\|Output 0 was asserted' "$log"; then
  judge counterexample "$log"
else
  judge unknown "$log"
fi
occurs "bmc3 -F $frames" 'was asserted in frame' " within $frames clocks"
spent
echo "PROVED $name $what (Yosys and ABC, unbounded, each of $bits cases occurs, $seconds s)"
