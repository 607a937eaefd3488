#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The adder of f16 and bf16 against the sum step by step (atom_sum). Planted bugs: ties away from even; the sticky bit is lost; -0 out of
# x + -x; a subnormal operand counts as 0; an overflow keeps its fraction; bf16 is rounded where f16 is.
set -u
cd "$(dirname "$0")" || exit 2
mode=${1:-}
export params="EXP=8 FRAC=10 HALF=1"

prove() { # NAME SED
  ./flow_zero.sh "$1" atom_fadd_same 9 "the adder of f16 and bf16 equals the sum step by step, rounded once" atom_props.v atom/ws_atom_fadd.v "$2" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove atom_half ''
else
  prove atom_half_a 's/ || (bf ? sum\[7\] : sum\[4\])/ || 1/'
  prove atom_half_b 's/right\[0\] = lost;//'
  prove atom_half_c 's/sign_4q \&\& !(none_5 \&\& apart_4q)/sign_4q/'
  prove atom_half_d "s/big_max || (small_sub \&\& ftz_1q)/big_max || small_sub/"
  prove atom_half_e 's/over_5q || (limited_5q/(limited_5q/'
  prove atom_half_f 's/half = bf ? sum\[6\] : /half = /'
fi
