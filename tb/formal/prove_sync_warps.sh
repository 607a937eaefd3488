#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# What prove_sync.sh proves of the rendezvous with one warp, of two, within some clocks from reset: too few for lanes to be given up, which
# takes 35. Planted bugs: a group that goes takes the same lanes of the other warp along; an exit takes lanes of both; where a lane leaves, the
# other warp is looked at again; whether a lane is missing is asked of those that live in the other warp.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
files=$(sed -n 's,^rtl/\(\(common\|sync\)/.*\.v\)$,\1,p' ../../rtl/files.f | grep -v 'ws_sync_front.v\|ws_sync_out.v' | tr '\n' ' ')
prove() { # NAME KIND WHAT FILE BUG
  params="KIND=$2" ./bound_zero.sh "$1" sync_lanes_2 28 "$3, 2 lanes, 2 warps" "sync_warps_props.v sync_props.v free_front.v" "$files" \
    "sync/$4" "$5" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove sync_lanes_2 0 "each lane is answered once, refused for its reason, in a group that is complete and whole, or given up dead" ws_sync.v ''
  prove sync_hang_2 1 "at rest no lane waits that could go on, nor for ever" ws_sync.v ''
else
  prove sync_warps_a 0 '' ws_sync.v 's/goes = sent && w_sel\[g\] ?/goes = sent ?/'
  prove sync_warps_b 0 '' ws_sync_live.v 's/& ~(exit_sel_o\[w\] ? leave/\& ~(1 ? leave/'
  prove sync_warps_c 1 '' ws_sync.v 's/gone_i       (exit_sel)/gone_i ({WARPS{|exit_sel}} \& ~exit_sel)/'
  prove sync_warps_d 0 '' ws_sync_walk.v 's/pick_live    (.sel_i(sel)/pick_live    (.sel_i(~sel)/'
fi
