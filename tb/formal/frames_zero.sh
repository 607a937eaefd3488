#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves that the output `bad` of a module stays 0, with Yosys and ABC: for every input of a combinational module, or for
# every sequence of inputs of FRAMES clocks from the initial state of a clocked one.
#
# frames_zero.sh NAME TOP FRAMES WHAT PROPERTIES.v FILE SED [--negative]
#   TOP         module in tb/formal/PROPERTIES.v; clocked ones start their own reset. Each bit of its output `reached`, of two
#               bits or more, must become 1 for some input, or within FRAMES clocks
#   FRAMES      0 for a combinational module
#   FILE SED    file under rtl/ and the bug that --negative plants in a copy of it
# Registers start at 0, those without a reset too: what comes out before the first operation is not what is proved.
name=$1 top=$2 frames=$3 what=$4 properties=$5 file=$6 bug=$7 mode=${8:-}
files=$(sed -n 's,^rtl/\(\(common\|vote\|shfl\|match\|redux\|mbar\|bar\|sync\|atom\)/.*\.v\)$,\1,p' "$(dirname "$0")/../../rtl/files.f")
. "$(dirname "$0")/aig.sh"
[ "$bits" != 0 ] || { echo "$name: $top needs an output reached of two bits or more"; exit 2; }

log=$work/abc.log
if [ "$frames" = 0 ]; then
  scope="all inputs"
  # These leave files where they stand.
  (cd "$work" && timeout 1200 berkeley-abc -c "${bad//"$work/"/}; ifraig; dprove -v; iprove") > "$log" 2>&1
else
  scope="$frames clocks from reset"
  timeout 1200 berkeley-abc -c "$bad; scorr; bmc3 -F $frames" > "$log" 2>&1
fi
if grep -q 'was asserted in frame\|^SATISFIABLE\|[^N]SATISFIABLE' "$log"; then
  judge counterexample "$log"
elif grep -q 'UNSATISFIABLE\|No output asserted\|No output failed\|Networks are equivalent\|constant 0' "$log"; then
  judge none "$log"
else
  judge unknown "$log"
fi
if [ "$frames" = 0 ]; then
  occurs sat '^SATISFIABLE' ''
else
  occurs "bmc3 -F $frames" 'was asserted in frame' " within $frames clocks"
fi
spent
echo "PROVED $name $what (Yosys and ABC, $scope, each of $bits cases occurs, $seconds s)"
