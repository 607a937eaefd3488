#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The pipeline of the vote unit. Planted bug: valid of a stage waits for ready.
exec "$(dirname "$0")/pipe.sh" pipe_vote 12 2 vote common/ws_stage.v 's/valid_i && ready_o;/valid_i \&\& ready_o \&\& ready_i;/' "$@"
