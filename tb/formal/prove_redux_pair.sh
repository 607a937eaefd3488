#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Keys against compares of signed and of sign and magnitude. Planted bug: negative f32 in the wrong order.
exec "$(dirname "$0")/frames_zero.sh" redux_pair redux_pair_same 0 \
  "two lanes through key, node and result equal the operation, 32 bits, all codes but add" vmr_props.v \
  redux/ws_redux_fn.vh 's/(fn\[4\] \&/(fn[5] \&/' "$@"
