#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# One group against a compare of all pairs. Planted bug: the present lanes are turned on the way.
exec "$(dirname "$0")/frames_zero.sh" match_all match_all_same 8 \
  "match.all equals a loop over pairs of lanes, 4 lanes" vmr_props.v \
  match/ws_match_all.v 's/? in_keys_q.j/? ~in_keys_q[j/' "$@"
