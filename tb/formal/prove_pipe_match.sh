#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The pipelines of match.all and match.any. Planted bugs: a result changes while it stands; a result comes twice.
cd "$(dirname "$0")" || exit 2
./pipe.sh pipe_match_all 12 3 match match/ws_match_all.v 's/if (out_load) begin/if (key_valid) begin/' "$@" || exit
./pipe.sh pipe_match_any 40 17 match match/ws_match_any.v 's/valid_i(in_valid && in_last)/valid_i(in_valid)/' "$@"
