#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# Results of the atomic unit. Planted bugs: a response has lanes of another status; lanes of the first response are answered again; a piece replaces
# those before it; the next operation may come before the last response; lanes without a value keep the one that stood there; the
# high halves do not follow; a response ends 128 bits where others have them.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
prove() { # NAME BUG
  ./clocked_zero.sh "$1" atom_result 30 "each lane of an operation is answered once with its status and old value, of 128 bits with the low and the high half, within 26 clocks in which responses are taken; 4 lanes, chunks of 2" \
    "port_props.v atom_result_props.v" atom/ws_atom_result.v atom/ws_atom_result.v "$2" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove atom_result ''
else
  prove atom_result_a 's/ \&\& code_q\[i\*3+:3\] == next_code;/;/'
  prove atom_result_b 's/else if (plain_q \&\& taken) left = .*//'
  prove atom_result_c 's/lanes_q  <= left | done;/lanes_q <= merge ? done : left;/'
  prove atom_result_d 's/assign ready_o = !closed_q || .*/assign ready_o = !closed_q || taken;/'
  prove atom_result_e 's/(done\[g\] \&\& !value\[AT\]) d_q\[g\*32+:16\] <= .*/(done[g] \&\& !value[AT]) d_q[g*32+:16] <= d_q[g*32+:16];/'
  prove atom_result_f 's/wire again = ends \&\& .*/wire again = 1'"'"'b0;/'
  prove atom_result_g 's/wire again = ends \&\& (low || some_q);/wire again = ends \&\& low;/'
fi
