#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The unit's function against a loop over the lanes. Planted bug: bit 2 of elect's lane number.
exec "$(dirname "$0")/frames_zero.sh" vote vote_same 0 \
  "vote, activemask and elect equal a loop over the lanes, 32 lanes" vmr_props.v \
  vote/ws_vote_fn.v 's/i % 8 == 4/i % 8 == 0/' "$@"
