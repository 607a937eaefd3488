#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The adder of f32 against the sum step by step (atom_sum), with subnormals and with them as 0. Planted bugs: ties away from even; the sticky
# bit is lost; a subnormal sum is not flushed; an infinity takes part as 1.0; a shift is one place short.
set -u
cd "$(dirname "$0")" || exit 2
mode=${1:-}

prove() { # NAME SED
  ./flow_zero.sh "$1" atom_fadd_same 9 "the adder of f32 equals the sum step by step, rounded once" atom_props.v atom/ws_atom_fadd.v "$2" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove atom_wide ''
else
  prove atom_wide_a 's/ || (bf ? sum\[7\] : sum\[4\])/ || 1/'
  prove atom_wide_b 's/right\[0\] = lost;//'
  prove atom_wide_c 's/ || (limited_5q \&\& ftz_5q)//'
  prove atom_wide_d 's/if (big_max || (small_sub/if ((small_sub/'
  prove atom_wide_e 's/shift_6 = limited_5q ? exp_5q/shift_6 = limited_5q ? count_5q/'
fi
