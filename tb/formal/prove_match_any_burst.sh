#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Two whole units side by side, operations that follow each other. Planted bug: the words are cleared one clock late.
exec "$(dirname "$0")/frames_zero.sh" match_any_burst match_any_forms_16 10 \
  "match.any: the serial form equals the plain one, 4 lanes, 16 bits a clock, several operations" vmr_props.v \
  match/ws_match_serial.v 's/count_i} == word + 1/count_i} == word + 2/' "$@"
