#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# A class step of the butterfly form with operands that differ. Planted bugs: a round of the tournament loses a lane that is
# alone; lanes that take no part count.
prove() { # BUG [--negative]
  "$(dirname "$0")/frames_zero.sh" shfl_class shfl_class_step 0 \
    "a class is the lanes that agree with the lowest, one that is alone is known, and the key gives each its own index and p, 32 lanes" \
    shfl_props.v shfl/ws_shfl_fn.vh "$@" || exit
}
prove 's/any\[2\*lane\] || any/any[2*lane] \&\& any/' "$@"
[ $# -eq 0 ] || prove 's/({~key, key} & {6 \* LOG{set\[lane\]}})/{~key, key}/' "$@"
