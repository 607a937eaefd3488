#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves that the output `bad` of a clocked module stays 0 for every sequence of inputs of FRAMES clocks, with Yosys and ABC, from one of
#   reset        registers start at 0: for what is too large for clocked_zero.sh
#   start=any    (environment) all registers start anyhow, but `calm`, which counts clocks since something and starts at 0. So what has to
#                be over within fewer clocks always is, whatever came before: an unbounded proof. What is known of the states that occur
#                may be used, if it is proved by clocked_zero.sh: `calm` then starts again where it does not hold.
#
# bound_zero.sh NAME TOP FRAMES WHAT "PROPERTIES.v..." "FILE..." BUG_FILE SED [--negative]   as clocked_zero.sh
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
bounds="$frames clocks from reset"
[ "${start:-}" != any ] || bounds="unbounded: $frames clocks from any state"
echo "PROVED $name $what (Yosys and ABC, $bounds, each of $bits cases occurs, $seconds s)"
