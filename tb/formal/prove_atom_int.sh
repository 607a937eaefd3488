#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# Integers and bits of atom and red, and min and max of halves, against the operators. Planted bugs: a carry crosses words of 32 bits;
# dec takes b at r == b; the upper half of a cas of 128 bits does not count; signed order as unsigned; the half that is to stay changes;
# -0 above +0; a NaN wins.
set -u
cd "$(dirname "$0")" || exit 2
mode=${1:-}

proof() { # TOP WHAT
  ./frames_zero.sh "$1" "$1" 0 "$2" atom_props.v atom/ws_atom_int.v ''
}
bug() { # NAME TOP FILE SED
  ./frames_zero.sh "$1" "$2" 0 "" atom_props.v "atom/$3" "$4" "$mode"
}

if [ -z "$mode" ]; then
  proof atom_int_same "integers and bits in 4 slices, all functions, equal the operators" &&
    proof atom_minmax_same "min and max of f16 and bf16 pairs equal those of numbers that order as they do"
else
  bug atom_int_a atom_int_same ws_atom_int.v "s/two_or_inc, r_i/1'b1, r_i/" &&
    bug atom_int_b atom_int_same ws_atom_int.v 's/31\], dec};/31], 1'"'"'b0};/' &&
    bug atom_int_c atom_int_same ws_atom_takes.v 's/pair \&\& rest/pair/' &&
    bug atom_int_d atom_int_same ws_atom_fn.vh 's/kind == ATOM_S32 ||/kind == ATOM_U32 ||/' &&
    bug atom_int_e atom_int_same ws_atom_same.v 's/ \& ~stay_i//' &&
    bug atom_minmax_a atom_minmax_same ws_atom_fminmax.v 's/x\[15\] != y\[15\] ? x\[15\] : //' &&
    bug atom_minmax_b atom_minmax_same ws_atom_fminmax.v 's/x_nan || (!y_nan \&\& below == max_i)/y_nan || (!x_nan \&\& below == max_i)/'
fi
