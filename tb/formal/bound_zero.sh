#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves that the output `bad` of a clocked module stays 0 for every sequence of inputs of FRAMES clocks from the initial state, with Yosys
# and ABC: for what is too large for clocked_zero.sh, whose arguments it takes. Registers start at 0.
name=$1 top=$2 frames=$3 what=$4 properties=$5 files=$6 file=$7 bug=$8 mode=${9:-}
. "$(dirname "$0")/aig.sh"
[ "$bits" != 0 ] || { echo "$name: $top needs an output reached of two bits or more"; exit 2; }

log=$work/bad.log
timeout 1700 berkeley-abc -c "$bad; scorr; bmc3 -F $frames" > "$log" 2>&1
if grep -q 'was asserted in frame' "$log"; then
  judge counterexample "$log"
elif grep -q "No output asserted in $frames frames" "$log"; then
  judge none "$log"
else
  judge unknown "$log"
fi
occurs "bmc3 -F $frames" 'was asserted in frame' " within $frames clocks"
spent
echo "PROVED $name $what (Yosys and ABC, $frames clocks from reset, each of $bits cases occurs, $seconds s)"
