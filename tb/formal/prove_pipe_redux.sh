#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The pipeline of the redux unit. Planted bugs: the lanes of another group; a group in OUT is overwritten.
cd "$(dirname "$0")" || exit 2
./pipe.sh pipe_redux 14 5 redux redux/ws_redux.v 's/<= meta_q\[(s-1)\*META_W+:META_W\];/<= meta_q[0+:META_W];/' "$@" || exit
[ $# -eq 0 ] || ./pipe.sh pipe_redux 14 5 redux redux/ws_redux.v 's/wire move = .*/wire move = 1;/' "$@"
