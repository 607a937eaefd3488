#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The node on one carry chain against the operators. Planted bug: or carries.
exec "$(dirname "$0")/frames_zero.sh" redux_node redux_node_same 0 \
  "the tree node equals add, or, xor and the larger, 32 bits" vmr_props.v \
  redux/ws_redux_fn.vh 's/b \& ~a : b;/b : b;/' "$@"
