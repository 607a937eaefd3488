#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Groups in beats of fewer lanes: ws_beats and ws_beats_head. Planted bugs: the group leaves behind the beat before the last; a beat without lanes
# is sent as well; a beat comes again; the operands are another beat's; lanes do not count as taken; the result names the first beat's lanes.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
prove() { # NAME FILE BUG
  ./clocked_zero.sh "$1" beats_order 30 "every lane of a group goes once, with its operands, in order, the group leaves a clock after its last beat" \
    "port_props.v beats_props.v" "common/ws_mux4.v common/ws_choose.v common/ws_beats.v common/ws_beats_head.v" "common/$2" "$3" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove beats ws_beats.v ''
else
  prove beats_a ws_beats.v 's/last_q <= load ? behind == /last_q <= load ? (behind \& (behind - ONE)) == /'
  prove beats_b ws_beats.v 's/some\[k\] = |grp_lanes/some[k] = 1'"'"'b1 || |grp_lanes/'
  prove beats_c ws_beats.v 's/if (load) rest_q <= behind/if (load) rest_q <= left/'
  prove beats_d ws_beats.v 's/choose_b     (.one_i(next)/choose_b     (.one_i(behind)/'
  prove beats_e ws_beats.v 's/taken \&\& nth_q/load \&\& nth_q/'
  prove beats_f ws_beats_head.v 's|= lanes \& {BEAT{mine}}|= lanes|'
fi
