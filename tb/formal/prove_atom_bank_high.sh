#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# What prove_atom_bank.sh proves of a bit in the low half of a word, of one in the high half. Planted bugs: of two words of an f64 only one is
# waited for; an old value comes by another lane's way; a combined operand is left out; a cas of 16 bits writes the other half too.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
prove() { ./atom_bank.sh "$1" 19 "$2" "$3" ${mode:+"$mode"} || exit; }
if [ -z "$mode" ]; then
  prove atom_bank_high atom/ws_atom_pipe.v ''
else
  prove atom_bank_high_a atom/ws_atom_late.v 's/ || wide_i)/)/'
  prove atom_bank_high_b atom/ws_atom_out.v 's/assign lo_o\[i\*W+:W\] = by_one\[i\]/assign lo_o[i*W+:W] = by_one[0]/'
  prove atom_bank_high_c atom/ws_atom_node.v 's/assign has_o = has_r_i || has_s_i;/assign has_o = has_r_i;/'
  prove atom_bank_high_d atom/ws_atom_pipe.v 's/stay\[i\*2+:2\] = .*/stay[i*2+:2] = 2'"'"'b00;/'
fi
