#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The functions of the rendezvous, what a warp asks of a barrier, and the selection of a word, each against its rule written lane by
# lane. Planted bugs: deprecated vote is legal under any profile; 1,056 threads are a count; two trees of masks without one of them; of a
# gather all bits of keys are compared; lanes of .and that hold are counted; a word is lost.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
prove() { # NAME WHAT FILE BUG
  ./frames_zero.sh "$1" "$1_same" 0 "$2" sync_unit_props.v "$3" "$4" ${mode:+"$mode"} || exit
}
prove sync_decode "every code of the table is legal, no other, and classed as the table says" sync/ws_sync_decode.v \
  "s/ws_op_is_legacy(mine) ? legacy_i : //"
prove sync_key "what lanes must agree on, 32 lanes" sync/ws_sync_key.v 's/ || (b\[10\] && |b\[9:5\])//'
: sync/ws_sync_arrive.v sync/ws_sync_agree.v # inside sync_arrive too: a change of them makes this proof stale
prove sync_arrive "the lanes of a request sorted one by one, and a complete group seen at once, 32 lanes" sync/ws_sync_one.v \
  's/wire \[KEY_W-1:0\] differ = .*/wire [KEY_W-1:0] differ = 0;/'
params='' ./clocked_zero.sh sync_split sync_split_same 16 "the lanes of a request that carry one of several keys, 8 lanes" sync_unit_props.v \
  "common/ws_pick.v sync/ws_sync_split.v" sync/ws_sync_split.v 's/(gathers || /(/' ${mode:+"$mode"} || exit
prove bar_ask "what a warp asks of a barrier, 32 lanes, 32 warps" bar/ws_bar_ask.v "s/(pred_i ^ {LANES{op_i\[1:0\] == WS_OP_BAR_RED_AND\[1:0\]}})/pred_i/"
prove pick "one of eight words of three bits" common/ws_pick.v 's/n < N;/n < N - 1;/'
