#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# Several lanes at an mbarrier object at once: what ws_mbar_put makes of them is what one after the other would give. Planted bug:
# transactions that pass 0 on the way are taken together.
cd "$(dirname "$0")" || exit 2
exec ./frames_zero.sh mbar_put mbar_put_serial 0 "several lanes at once are as one after the other, 4 lanes, full counts" \
  mbar_unit_props.v mbar/ws_mbar_put.v 's/wire passes_zero = .*/wire passes_zero = 0;/' "$@"
