#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The rendezvous loses no lane, answers none twice, and none waits for ever. Planted bugs: a lane stored again while it
# waits; a group goes while a live lane of its mask is missing; a refusal is forgotten; an exit makes nothing be looked at
# again; what was found dead is let wait on; a check is never done with; a request is judged before an exit that came first, while
# its warp's lanes have not been looked at, or while they are being given up.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
files=$(sed -n 's,^rtl/\(\(common\|sync\)/.*\.v\)$,\1,p' ../../rtl/files.f | grep -v 'ws_sync_front.v\|ws_sync_out.v' | tr '\n' ' ')
prove() { # SCRIPT NAME KIND FRAMES WHAT FILE BUG
  local n=${warps:-1} s
  [ "$n" = 1 ] || s=s
  params="LANES=4 WARPS=$n KIND=$3 CALM=${calm:-4}" ./"$1" "$2" sync_lanes "$4" "$5, 4 lanes, $n warp${s:-}" "sync_props.v free_front.v" "$files" \
    "sync/$6" "$7" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove clocked_zero.sh sync_lanes 0 24 "each lane is answered once, refused for its reason, in a group that is complete and whole, or given up dead" ws_sync.v ''
  prove clocked_zero.sh sync_hang 1 24 "at rest no lane waits that could go on, nor for ever; invariants for sync_rest" ws_sync.v ''
  calm=220 prove rest_zero.sh sync_rest 2 223 "without anything new the rendezvous is at rest within 220 clocks" ws_sync.v ''
else
  prove clocked_zero.sh sync_a 0 24 '' ws_sync_arrive.v 's/rest = lanes_i & live_i & ~wait_i/rest = lanes_i \& live_i/'
  prove clocked_zero.sh sync_b 0 24 '' ws_sync_record.v 's/{LANES{gathers}}) & live_i & ~(/{LANES{gathers}}) \& ~live_i \& ~(/'
  prove clocked_zero.sh sync_c 0 24 '' ws_sync.v 's/ && !refusing//'
  prove clocked_zero.sh sync_d 1 24 '' ws_sync.v 's/({WARPS{gone}} & exit_sel),$/({WARPS{1'"'"'b0}}),/'
  prove clocked_zero.sh sync_e 1 24 '' ws_sync_walk.v 's/wire \[LANES-1:0\] dead = nobody_q ? wait_q :/wire [LANES-1:0] dead = nobody_q ? {LANES{1'"'"'b0}} :/'
  calm=220 prove rest_zero.sh sync_f 2 223 '' ws_sync_turns.v 's/(settled_i ? sel_i/(1'"'"'b0 ? sel_i/'
  prove clocked_zero.sh sync_g 0 24 '' ws_sync.v 's/held | due | recent_q/held | recent_q/'
  prove clocked_zero.sh sync_h 0 24 '' ws_sync_turns.v 's/= pend_q | exits_q;/= exits_q;/'
  prove clocked_zero.sh sync_i 0 24 '' ws_sync_walk.v 's/hold_o = todo | .*/hold_o = todo;/'
fi
