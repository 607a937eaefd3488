#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The rendezvous loses no lane, answers none twice, and none waits for ever. Two lanes, so that reachability finds an end within a minute;
# LANES=4 in the environment takes longer. Planted bugs: a lane stored again while it waits; a group goes while a live lane of its mask is
# missing; a refusal is forgotten; an exit makes nothing be looked at again; what was found dead is let wait on; a request is judged before
# an exit that came first, while its warp's lanes have not been looked at, while they are being given up, or by what they were before the
# request in front of it.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
lanes=${LANES:-2}
files=$(sed -n 's,^rtl/\(\(common\|sync\)/.*\.v\)$,\1,p' ../../rtl/files.f | grep -v 'ws_sync_front.v\|ws_sync_out.v' | tr '\n' ' ')
prove() { # SCRIPT NAME KIND FRAMES WHAT FILE BUG
  params="LANES=$lanes WARPS=1 KIND=$3 CALM=4" ./"$1" "$2" sync_lanes "$4" "$5, $lanes lanes, 1 warp" "sync_props.v free_front.v" "$files" \
    "sync/$6" "$7" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove clocked_zero.sh sync_lanes 0 48 "each lane is answered once, refused for its reason, in a group that is complete and whole, or given up dead" ws_sync.v ''
  prove clocked_zero.sh sync_hang 1 48 "at rest no lane waits that could go on, nor for ever" ws_sync.v ''
else
  prove clocked_zero.sh sync_a 0 48 '' ws_sync_arrive.v 's/= may_i & live_i & ~wait_i/= may_i \& live_i/'
  prove clocked_zero.sh sync_b 0 48 '' ws_sync_record.v 's/{LANES{gathers}}) & live_i & ~(/{LANES{gathers}}) \& ~live_i \& ~(/'
  prove clocked_zero.sh sync_c 0 48 '' ws_sync.v 's/ && !refusing//'
  prove clocked_zero.sh sync_d 1 48 '' ws_sync.v 's/gone_i       (exit_sel)/gone_i ({WARPS{1'"'"'b0}})/'
  prove clocked_zero.sh sync_e 1 48 '' ws_sync_walk.v 's/wire \[LANES-1:0\] dead = nobody_q ? wait_q :/wire [LANES-1:0] dead = nobody_q ? {LANES{1'"'"'b0}} :/'
  prove clocked_zero.sh sync_f 0 48 '' ws_sync.v 's/held | due_soon | changed/held | changed/'
  prove clocked_zero.sh sync_g 0 48 '' ws_sync_turns.v 's/= pend_q | exits_q;/= exits_q;/'
  prove clocked_zero.sh sync_h 0 48 '' ws_sync_walk.v 's/hold_o = todo | .*/hold_o = todo;/'
  prove clocked_zero.sh sync_i 0 48 '' ws_sync_may.v 's/ || (again \&\& changes_i)//'
fi
