#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The capture of the first error. Planted bugs: it takes the next error too; a reset keeps it; of an exit and a launch in one
# clock the launch goes first; a late status goes before a response; an exit names all lanes that exit, not those that were
# blocked; the rank is always the own one; a launch goes unseen.
cd "$(dirname "$0")" || exit 2
mode=${1:-} unit=collect/ws_capture.v
prove() { # NAME BUG
  ./clocked_zero.sh "$1" capture_first 8 "what stands is the first error since reset, of one clock in the order of its sources, and stays; 4 lanes" \
    "port_props.v capture_props.v" $unit $unit "$2" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove capture ''
else
  prove capture_a 's/if (!err_valid_o)$/if (!err_valid_o || busy)/'
  prove capture_b 's/if (!rst_ni) err_valid_o <= 1.b0;/if (0) err_valid_o <= 0;/'
  prove capture_c 's/other = exit_busy_i ?/other = exit_busy_i \&\& !launch_busy_i ?/'
  prove capture_d 's/rsp_capture_i \&\& !busy ?/rsp_capture_i \&\& !busy \&\& !late_valid_i ?/'
  prove capture_e 's/exit_busy_lanes_i, exit_lanes_i, cfg/exit_lanes_i, exit_lanes_i, cfg/'
  prove capture_f 's/WS_HEAD_OPND\], late_cta_i/WS_HEAD_OPND], cfg_rank_i/'
  prove capture_g 's/err_valid_o || busy ||/err_valid_o || exit_busy_i ||/'
fi
