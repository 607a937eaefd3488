#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# Atomics of other CTAs. Planted bugs: an ask is taken over one that waits; one goes in twice; guests go first always; a result is taken while
# an answer stands there; the halves of 16 bytes change places; what lays down a c is answered; a lost c is forgotten.
cd "$(dirname "$0")" || exit 2
mode=${1:-} unit=atom/ws_atom_guest.v
prove() { # NAME BUG
  ./clocked_zero.sh "$1" atom_guest 20 "each ask goes in once as it came or is refused, each result gives its one answer; groups of the CTA take turns with them" \
    "port_props.v atom_guest_props.v" $unit $unit "$2" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove atom_guest ''
else
  prove atom_guest_a 's/assign ask_ready_o = ask_free_q;/assign ask_ready_o = 1;/'
  prove atom_guest_b 's/ask_valid_q ? !enters \&\& !refused/ask_valid_q ? !(enters \&\& !turn_q \&\& own_lanes_i[0]) \&\& !refused/'
  prove atom_guest_c 's/if (grp_ready_i) turn_q <= enters;/turn_q <= 0;/'
  prove atom_guest_d 's/wire done = of_guest \&\& !ans_valid_q/wire done = of_guest/; s/assign res_ready_o = !ans_valid_q;/assign res_ready_o = 1;/'
  prove atom_guest_e 's/{res_d_hi_i, res_d_i, low_q}/{low_q, res_d_hi_i, res_d_i}/'
  prove atom_guest_f 's/ \&\& !res_p_i \&\& !laid;/ \&\& !res_p_i;/'
  prove atom_guest_g 's/ \&\& !(pairs \&\& !lay \&\& lost_q\[src\]);/;/'
fi
