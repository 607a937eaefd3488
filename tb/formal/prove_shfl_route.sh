#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# Index calculation against the manual's formula in integers. Planted bug: up and down wrap at the ends of the warp.
exec "$(dirname "$0")/frames_zero.sh" shfl_route shfl_route_same 0 \
  "both index calculations equal plain signed arithmetic, 32 lanes" shfl_props.v \
  shfl/ws_shfl_fn.vh 's/ok \& ~carry, j/ok, j/' "$@"
