#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# No result is lost on its way to the response port, which keeps the handshake. Planted bugs: the lowest source always goes
# first; a result that follows waits for its turn; a response is overwritten before it is taken.
cd "$(dirname "$0")" || exit 2
mode=${1:-} unit=collect/ws_collect.v late=17
prove() { # NAME BUG
  ./clocked_zero.sh "$1" collect_once 24 "each result becomes one response, as it was, and one that follows goes next, within $late clocks that are taken; 8 ports, 4 lanes" \
    "port_props.v collect_props.v" $unit $unit "$2" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove collect ''
else
  prove collect_a 's/above_q <= ~(turn/above_q <= 8'"'"'hff; unused_q <= ~(turn/; s/reg keep_q;/reg keep_q; reg [7:0] unused_q;/'
  prove collect_b 's/keep_q ? last : //'
  prove collect_c 's/free = !rsp_valid_o || rsp_ready_i/free = 1/'
fi
