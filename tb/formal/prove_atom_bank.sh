#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# A bank of the atomic unit, from what is issued to old values and memory, of a bit in the low half of a word. Planted bugs: what was written a
# clock, two, three clocks before is not found; a word of which a sum is under way is not waited for.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
prove() { ./atom_bank.sh "$1" 3 "$2" "$3" ${mode:+"$mode"} || exit; }
if [ -z "$mode" ]; then
  prove atom_bank atom/ws_atom_pipe.v ''
else
  prove atom_bank_a atom/ws_atom_pipe.v 's/p3_near_q\[i\] ? p4_d/1'"'"'b0 ? p4_d/'
  prove atom_bank_b atom/ws_atom_pipe.v 's/<= {near, mid, far & ~mid};/<= {near, {S{1'"'"'b0}}, far \& ~mid};/'
  prove atom_bank_c atom/ws_atom_pipe.v 's/<= {near, mid, far & ~mid};/<= {near, mid, {S{1'"'"'b0}}};/'
  prove atom_bank_d atom/ws_atom_late.v 's/under_way = .*/under_way = 1'"'"'b0;/'
fi
