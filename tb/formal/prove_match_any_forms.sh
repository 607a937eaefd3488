#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Two whole units side by side; the clocks are enough for b32, prove_match_any_burst reaches b64. Planted bug: the words are cleared one clock late.
exec "$(dirname "$0")/frames_zero.sh" match_any_forms match_any_forms 12 \
  "match.any: the serial form equals the plain one, 4 lanes, 4 bits a clock, one b32 operation" vmr_props.v \
  match/ws_match_serial.v 's/count_i} == word + 1/count_i} == word + 2/' "$@"
