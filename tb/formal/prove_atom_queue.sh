#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The queue of results in the atomic unit. Planted bugs: nine places are given; a place is free again while its result stands; a result that
# comes as the last one leaves is forgotten; one that stays alone is shown no more; results come back in another place; the low words are laid aside;
# a place that has become free is never given again; what is not yet there is not busy; one that is alone is not the only one; the second of two
# results is lost.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
unit=atom/ws_atom_queue.v
prove() { # NAME BUG
  ./clocked_zero.sh "$1" atom_queue 30 "each result leaves once, in order, as it came, with its words at its lanes; 8 are owed at most, and room is denied only then; 2 lanes, 4 ALUs" \
    "port_props.v atom_queue_props.v" "$unit atom/ws_atom_out.v common/ws_mux4.v $(cd ../../rtl && echo atom/ws_atom_{fan,back,mux6,bits,get}.v)" $unit "$2" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove atom_queue ''
else
  prove atom_queue_a "s/room_o <= issue_i ? owed < PLACES - 4'd1 :/room_o <= issue_i ? owed < PLACES :/"
  prove atom_queue_b 's/owed_q <= owed + .*/owed_q <= owed + {3'"'"'d0, issue_i} - {3'"'"'d0, left_q};/'
  prove atom_queue_c 's/some_q <= valid_i ||/some_q <= (valid_i \&\& !leaves) ||/'
  prove atom_queue_d 's/(ready_i \&\& !more_q)/ready_i/'
  prove atom_queue_e 's/mem\[in_q\] <= {head_i, go_i/mem[in_q] <= {head_i, ~go_i/'
  prove atom_queue_f 's/i % 4 == 2/i % 4 == 0/'
  prove atom_queue_g 's/left_q <= leaves;/left_q <= leaves \&\& held_q != 1;/'
  prove atom_queue_h 's/busy_o = owed_q != .*/busy_o = some_q;/'
  prove atom_queue_i "s/held_q > 4'd2 || (more_q/held_q > 4'd2 || (some_q/"
  prove atom_queue_j 's/first_q <= more_q ? mem/first_q <= held_q > 2 ? mem/'
fi
