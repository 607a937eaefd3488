#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The crossbar's two forms. Planted bug: a chain that is not meant does not start with 0.
exec "$(dirname "$0")/frames_zero.sh" shfl_xbar shfl_xbar_same 0 \
  "chains of LUTs equal plain indexing, 32 lanes of 8 bits" shfl_props.v \
  shfl/ws_shfl_xbar.v 's/assign x = {W + 1{start}}/assign x = {W + 1{src[0]}}/' "$@"
