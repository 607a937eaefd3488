#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The handshake of the block as a whole, as it is built for synthesis. Planted bugs: a response is overwritten before it is taken; one
# is forgotten; a message is overwritten, and a copy, and an answer; whether there is a message depends on who takes it.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
files=$(sed -n 's,^rtl/\(.*\.v\)$,\1,p' ../../rtl/files.f | grep -v '^smem/\|ws_cluster\|ws_net\|^bus/\|^serial/\|ws_bar_cluster' | tr '\n' ' ')
prove() { # NAME FILE BUG
  ./clocked_zero.sh "$1" ports_block 32 \
    "the whole block: what stands at rsp, gm, net, ask, ans stays with its payload until taken, valid does not wait for ready; all families, 4 lanes, 2 warps, any memory" \
    "port_props.v block_props.v" "../formal/free_smem.v $files" "$2" "$3" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove ports_block ws_top.v ''
else
  c=collect/ws_collect.v
  prove ports_block_a $c 's/free = !rsp_valid_o || rsp_ready_i/free = 1/'
  prove ports_block_b $c 's/rsp_valid_o <= !free || gate_q/rsp_valid_o <= gate_q/'
  prove ports_block_c mbar/ws_mbar.v 's/if (send || net_ready_i) net_valid_q <= send;/net_valid_q <= send;/'
  prove ports_block_d mbar/ws_mbar.v 's/= {net_valid_q, net_dest_q, net_msg_q}/= {net_valid_q \& net_ready_i, net_dest_q, net_msg_q}/'
  prove ports_block_f atom/ws_atom_guest.v 's/assign res_ready_o = !ans_valid_q;/assign res_ready_o = 1;/; s/wire done = of_guest \&\& !ans_valid_q/wire done = of_guest/'
  prove ports_block_e async/ws_async_copy.v 's/push_q && (!gm_valid_q || gm_ready_i);/push_q;/'
fi
