#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# No result is lost on its way to the response port, which keeps the handshake. Planted bugs: the lowest source always goes
# first; a result that follows waits for its turn; grants without a place; what is in SPARE is forgotten; what is behind SPARE moves on;
# the registers of ports without a result are not cleared; quiet looks at the port alone; an error is shown twice.
cd "$(dirname "$0")" || exit 2
mode=${1:-} unit=collect/ws_collect.v turn=collect/ws_collect_turn.v late=11
prove() { # NAME FILE BUG
  ./clocked_zero.sh "$1" collect_once 24 "each result becomes one response, as it was, and one that follows goes next, within $late clocks that are taken; 4 ports, 2 lanes" \
    "port_props.v collect_props.v" "$turn $unit" "$2" "$3" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove collect $unit ''
else
  prove collect_a $turn 's/if (|waits_above) {above_o, turn_o}/if (1'"'"'b0) {above_o, turn_o}/'
  prove collect_b $turn 's/    if (!keep_o) begin/    if (1) begin/'
  prove collect_c $unit 's/wire full = .*/wire full = 0;/'
  prove collect_d $unit 's/(spare_q ? spare_wide_q : /(/'
  prove collect_e $unit 's/      stays_q <= (stays_q .*/      stays_q <= 0;/'
  prove collect_f $unit 's/take\[g\] ? res_p_i\[g\*LANES+:LANES\] : {LANES{1.b0}}/res_p_i[g*LANES+:LANES]/'
  prove collect_g $unit 's/quiet_o = !gate_q \&\& /quiet_o = /'
  prove collect_h $unit 's/gate_q \&\& !spare_q \&\& head/gate_q \&\& head/'
fi
