#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The adder of f64, in two parts (atom_parts_props.v). Planted bugs: the sticky bit is lost; an infinity takes part as 1.0; ties away from even;
# a shift is one place short.
set -u
cd "$(dirname "$0")" || exit 2
mode=${1:-}
export probes="at_sum=dut.sum_4q at_exp=dut.exp_4q at_sign=dut.sign_4q at_apart=dut.apart_4q at_nan=dut.nan_4q at_ftz=dut.ftz_4q at_valid=dut.valid_q"

prove() { # NAME TOP WHAT SED
  ./flow_zero.sh "$1" "$2" 5 "$3" atom_parts_props.v atom/ws_atom_fadd.v "$4" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove atom_f64_first atom_fadd_first "the adder of f64: operands in order, shifted and added, equal the sum's first steps" ''
  prove atom_f64_last atom_fadd_last "the adder of f64: what is brought into place and rounded equals the sum's last steps" ''
else
  prove atom_f64_a atom_fadd_first '' 's/right\[0\] = lost;//'
  prove atom_f64_b atom_fadd_first '' 's/if (big_max || (small_sub/if ((small_sub/'
  prove atom_f64_c atom_fadd_last '' 's/ || (bf ? sum\[7\] : sum\[4\])/ || 1/'
  prove atom_f64_d atom_fadd_last '' 's/shift_6 = limited_5q ? exp_5q/shift_6 = limited_5q ? count_5q/'
fi
