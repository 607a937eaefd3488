#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# No result is lost on its way to the response port, which keeps the handshake. Planted bugs: the lowest source always goes
# first; the second response of a shuffle is forgotten; a response is overwritten before it is taken.
cd "$(dirname "$0")" || exit 2
mode=${1:-} unit=collect/ws_collect.v
prove() { # NAME BUG
  ./clocked_zero.sh "$1" collect_once 16 "each result gives its responses once, as it was, within 10 clocks that are taken; 8 sources, 4 lanes" \
    "port_props.v collect_props.v" $unit $unit "$2" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove collect ''
else
  prove collect_a 's/above_q <= ~(turn/above_q <= 8'"'"'hff; unused_q <= ~(turn/; s/reg half_q;/reg half_q; reg [7:0] unused_q;/'
  prove collect_b 's/wire             last = .*/wire last = 1;/'
  prove collect_c 's/free = !rsp_valid_o || rsp_ready_i/free = 1/'
fi
