#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# No warp waits for ever at a barrier of a CTA or of a cluster of one. At rest, a blocked warp waits for a live one that is
# not blocked at the same place, and a count that all have named can still be reached; without anything new the unit
# comes to rest; every answer is due and none is lost. Planted bugs: an exit makes nothing dirty; nothing ever breaks; an
# answer taken makes all due warps forgotten; who is released waits on; an exit does not end the cluster's phase; a
# barrier that is written is read as it was.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
files=$(sed -n 's,^rtl/\(bar/.*\.v\|common/ws_pick\.v\)$,\1,p' ../../rtl/files.f | grep -v cluster | tr '\n' ' ')
what="a blocked warp waits for a live one or goes on; no answer is lost; at rest within"
prove() { # NAME TOP WHAT FILE BUG
  ./clocked_zero.sh "$1" "$2" 24 "$3" bar_hang_props.v "$files" "bar/$4" "$5" ${mode:+"$mode"}
}
if [ -z "$mode" ]; then
  prove bar_hang_2 bar_hang "$what 11 clocks, 2 warps, 2 barriers and the cluster's" ws_bar.v '' &&
    prove bar_hang_3 bar_hang_3 "$what 13 clocks, 3 warps, 2 barriers and the cluster's" ws_bar.v ''
else
  prove bar_hang_a bar_hang "" ws_bar_table.v 's/(gone_i\[i\/16\] && act_q\[i\]) ||//' &&
    prove bar_hang_b bar_hang_3 "" ws_bar_next.v "s/wire short = .*/wire short = 1'b0;/" &&
    prove bar_hang_c bar_hang "" ws_bar.v 's/due_q\[w\] && !goes\[w\]/due_q[w] \&\& !(|goes)/' &&
    prove bar_hang_d bar_hang "" ws_bar.v 's/wait_q\[w\]) && !freed/wait_q[w])/' &&
    prove bar_hang_e bar_hang "" ws_bar_clb.v 's/= !(|(memb_i.*/= \&arrived_q[s*WPS+:WPS];/' &&
    prove bar_hang_f bar_hang "" ws_bar_table.v 's/write && look_q == look_d ? rec_i ://'
fi
