#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# Both ends of the rendezvous keep what they are given and its order: from the port to the head of the queue, and from what was found
# to the units. Planted bugs: a request that comes while the queue holds others goes in front of them; nine are let in; the queue
# forgets one that comes as another leaves; keys that are needed no more are taken for the next request's; keys that come as others go are lost; a
# group is forgotten when another makes room; a unit is given what it is not ready for.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
files="common/ws_pick.v common/ws_late.v $(sed -n 's,^rtl/\(sync/.*\.v\)$,\1,p' ../../rtl/files.f | tr '\n' ' ')"
prove() { # NAME TOP WHAT FILE BUG
  params=${form:-} ./clocked_zero.sh "$1" "$2" 32 "$3" sync_order_props.v "$files" "sync/$4" "$5" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove sync_front sync_front_order "requests become the head in the order of their acceptance, each once, four clocks later" ws_sync_front.v ''
  prove sync_keys sync_keys_order "the keys of requests whose lanes carry several are there in order, each once, with room for all that come" ws_sync_keys.v ''
  form=RAM=0 prove sync_keys_flops sync_keys_order "the same, of few lanes" ws_sync_keys.v ''
  prove sync_out sync_out_order "groups reach their units in the order in which they were found, each once, where there is room" ws_sync_out.v ''
else
  prove sync_front_a sync_front_order '' ws_sync_front.v 's/r2_valid_q && !(move && empty)/r2_valid_q \&\& !move/'
  prove sync_front_b sync_front_order '' ws_sync_front.v 's/count_more < FULL/count_more <= FULL/'
  prove sync_front_c sync_front_order '' ws_sync_front.v "s/queued_q - {3'd0, !r2_valid_q}/queued_q - 4'd1/"
  prove sync_keys_a sync_keys_order '' ws_sync_keys.v "s/fresh_q <= pop_i ||/fresh_q <= 1'b0 ||/"
  form=RAM=0 prove sync_keys_b sync_keys_order '' ws_sync_keys.v 's/several_i && (pop_i ||/several_i \&\& (1'"'"'b0 ||/'
  prove sync_out_a sync_out_order '' ws_sync_out.v 's/next_q <= spare_valid ? spare : in/next_q <= in/'
  prove sync_out_b sync_out_order '' ws_sync_out.v 's/grp_stands_o & grp_ready_i/grp_stands_o/'
fi
