#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The handshake of the barrier unit's answer and of the network. Planted bugs: an answer of a barrier is forgotten; another one
# takes its place; the network overwrites what stands at a destination; whether a message goes depends on who takes it.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
files=$(sed -n 's,^rtl/\(.*\.v\)$,\1,p' ../../rtl/files.f | grep '^bar/\|^common/\|ws_net' | tr '\n' ' ')
prove() { # NAME TOP FRAMES WHAT FILE BUG
  ./clocked_zero.sh "$1" "$2" "$3" "$4" "port_props.v port_bar_props.v" "$files" "$5" "$6" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove port_bar port_bar 16 "barrier: an answer stays as it is until taken, valid does not wait for ready; 4 lanes, 2 warps" bar/ws_bar.v ''
  prove port_net port_net 16 "network: what stands at a destination stays with its payload until taken, valid does not wait for ready; 2 CTAs, HOP 4" cluster/ws_net.v ''
else
  prove port_a port_bar 16 "" bar/ws_bar_answer.v 's/else if (r_free) r_valid_q/else r_valid_q/'
  prove port_d port_bar 16 "" bar/ws_bar_answer.v 's/if (r_free \&\& (n_valid_q || |due_i))/if (n_valid_q || |due_i)/'
  prove port_b port_net 16 "" cluster/ws_net.v 's/wire load = !out_valid_q\[d\] || out_ready_i\[d\];/wire load = 1;/'
  prove port_c port_net 16 "" cluster/ws_net.v 's/assign out_valid_o = out_valid_q;/assign out_valid_o = out_valid_q \& out_ready_i;/'
fi
