#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The pipeline of the redux unit. Planted bug: the lanes of another group.
exec "$(dirname "$0")/pipe.sh" pipe_redux 12 4 redux redux/ws_redux.v 's/s2_lanes_q <= s1_lanes_q;/s2_lanes_q <= in_lanes_q;/' "$@"
