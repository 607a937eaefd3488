#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# What prove_bar_hang.sh proves of two warps and two barriers, of three warps and one.
# Planted bug: nothing ever breaks.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
files=$(sed -n 's,^rtl/\(bar/.*\.v\|common/ws_pick\.v\|common/ws_late\.v\)$,\1,p' ../../rtl/files.f | grep -v cluster | tr '\n' ' ')
./clocked_zero.sh bar_hang_3 bar_hang_3 24 \
  "a blocked warp waits for a live one or goes on; no answer is lost; at rest within 12 clocks, 3 warps, 1 barrier and the cluster's" \
  bar_hang_props.v "$files" bar/ws_bar_next.v "s/wire short = .*/wire short = 1'b0;/" ${mode:+"$mode"}
