#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The pipeline of the shuffle unit in both forms. Planted bugs: a stage takes while it is full; a class is served for ever.
cd "$(dirname "$0")" || exit 2
./pipe.sh pipe_shfl 20 8 shfl common/ws_stage.v 's/ready_o = !valid_o || ready_i/ready_o = 1/' "$@" || exit
./pipe.sh pipe_shfl_bfly 40 25 shfl shfl/ws_shfl_net.v "s/{1'b0, rest_q \& ~member,/{1'b0, rest_q,/" "$@"
