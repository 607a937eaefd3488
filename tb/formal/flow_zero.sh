#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves that the output `bad` of a pipeline is 0 in the last of FRAMES clocks from any state whatever, with Yosys and ABC, which look at
# these clocks as one combinational circuit. FRAMES is the latency and 1: so what came in first has come out, and nothing else matters.
#
# flow_zero.sh NAME TOP FRAMES WHAT PROPERTIES.v FILE SED [--negative]   as frames_zero.sh; `params` as in aig.sh
name=$1 top=$2 frames=$3 what=$4 properties=$5 file=$6 bug=$7 mode=${8:-}
files=$(sed -n 's,^rtl/\(atom/.*\.v\|common/ws_mux4\.v\|common/ws_choose\.v\)$,\1,p' "$(dirname "$0")/../../rtl/files.f")
. "$(dirname "$0")/aig.sh"
[ "$bits" != 0 ] || { echo "$name: $top needs an output reached of two bits or more"; exit 2; }

log=$work/abc.log last="frames -F $frames; comb; cone -O $((frames - 1)); strash"
(cd "$work" && timeout 1800 berkeley-abc -c "${bad//"$work/"/}; $last; ifraig; dprove -v") > "$log" 2>&1
if grep -q '^SATISFIABLE\|[^N]SATISFIABLE' "$log"; then
  judge counterexample "$log"
elif grep -q 'UNSATISFIABLE' "$log"; then
  judge none "$log"
else
  judge unknown "$log"
fi
occurs "$last; sat" '^SATISFIABLE' ''
spent
echo "PROVED $name $what (Yosys and ABC, unbounded: $frames clocks from any state, each of $bits cases occurs, $seconds s)"
