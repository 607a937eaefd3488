#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Whether something is under way in the units. Planted bugs: of two in one clock only the one that enters counts, only the one
# that leaves does; the count ends at 15.
cd "$(dirname "$0")" || exit 2
mode=${1:-} unit=common/ws_inflight.v
prove() { # NAME BUG
  ./clocked_zero.sh "$1" inflight_count 70 "empty is said just when as many have left as have entered, up to 31 under way" \
    "port_props.v inflight_props.v" $unit $unit "$2" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove inflight ''
else
  prove inflight_a 's/(in \&\& !out_q)/(in)/'
  prove inflight_b 's/else if (in \&\& !out_q).*/else if (out_q) count_q <= count_q - 5'"'"'d1;/; s/else if (out_q \&\& !in).*/else if (in) count_q <= count_q + 5'"'"'d1;/'
  prove inflight_c 's/reg \[4:0\]/reg [3:0]/'
fi
