#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# A group in try_wait: released by the first flip of its slot, with p = 1, else by its limit, with p = 0; answered once,
# soon, with what it brought; entries are neither lost nor used twice. Planted bugs: a flip wakes nobody whose limit is met
# in the same clock; the tick of put's own clock counts; the limit is met a tick late; a wake-up is dropped; lanes come back that did not wait.
cd "$(dirname "$0")" || exit 2
unit=mbar/ws_mbar_wait.v
what="a waiting group is released by flip or limit, at once, with the right p, and answered once, as it was, 2 entries, limits of 4 bits"
prove() { ./clocked_zero.sh "$1" mbar_wait_group 24 "$what" mbar_wait_props.v $unit $unit "$2" ${mode:+"$mode"}; }
mode=${1:-}
if [ -z "$mode" ]; then
  prove mbar_wait ''
else
  prove mbar_wait1 's/wait_q | woken;/wait_q | woken \& ~expired;/' &&
    prove mbar_wait2 's/deadline = now_q/deadline = (tick_q ? now_q - STEP : now_q)/' &&
    prove mbar_wait3 "s/TIME_W\], 1'b1};/TIME_W], 1'b0};/" &&
    prove mbar_wait4 's/| woken | expired;/| expired;/' &&
    prove mbar_wait5 's/put_fn_i, put_lanes_i, put_short_i}/put_fn_i, {LANES{1'"'"'b1}}, put_short_i}/'
fi
