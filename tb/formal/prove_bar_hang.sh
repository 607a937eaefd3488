#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# No warp waits for ever at a barrier of a CTA or of a cluster of one. At rest, a blocked warp waits for a live one that is
# not blocked at the same place, and a count that all have named can still be reached; without anything new the unit
# comes to rest; every answer is due and none is lost. Planted bugs: an exit makes nothing dirty; an answer taken makes all due warps
# forgotten; who is released waits on; an exit does not end the cluster's phase; a barrier that is written is read as it was.
# prove_bar_hang_3.sh: the same of three warps.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
files=$(sed -n 's,^rtl/\(bar/.*\.v\|common/ws_pick\.v\|common/ws_late\.v\)$,\1,p' ../../rtl/files.f | grep -v cluster | tr '\n' ' ')
prove() { # NAME WHAT FILE BUG
  ./clocked_zero.sh "$1" bar_hang 24 "$2" bar_hang_props.v "$files" "bar/$3" "$4" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove bar_hang_2 "a blocked warp waits for a live one or goes on; no answer is lost; at rest within 10 clocks, 2 warps, 2 barriers and the cluster's" ws_bar.v ''
else
  prove bar_hang_a "" ws_bar_table.v 's/(gone_i\[i\/16\] && act\[i\]) ||//'
  prove bar_hang_b "" ws_bar.v 's/due_q\[w\] && !goes\[w\]/due_q[w] \&\& !(|goes)/'
  prove bar_hang_c "" ws_bar.v 's/wait_q\[w\]) && !freed/wait_q[w])/'
  prove bar_hang_d "" ws_bar_clb.v 's/= !(|(awaited_i.*/= \&arrived_q[s*WPS+:WPS];/'
  prove bar_hang_e "" ws_bar_table.v 's/write && look_q == look_d ? rec_i ://'
fi
