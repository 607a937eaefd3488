#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The butterfly with one b and one c for all lanes. Planted bug: the last stage takes the wrong place.
exec "$(dirname "$0")/frames_zero.sh" shfl_bfly shfl_bfly_same 0 \
  "butterfly equals crossbar for equal operands, 32 lanes of 8 bits" shfl_props.v \
  shfl/ws_shfl_fn.vh 's/x\[(lane^(1<<k))\*W+:W\] :/x[(lane^(1<<(k%4)))*W+:W] :/' "$@"
