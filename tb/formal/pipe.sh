#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# pipe.sh NAME FRAMES CLOCKS FOLDERS FILE BUG [--negative]: the pipeline of a unit, whose files are in these folders of rtl/, gives every
# group once, in order, as it was. pipe_props.v has a module of that name.
cd "$(dirname "$0")" || exit 2
files=$(sed -n "s,^rtl/\(\($4\|common\)/.*\.v\)$,\1,p" ../../rtl/files.f | tr '\n' ' ')
exec ./clocked_zero.sh "$1" "$1" "$2" "every group comes out once, in order, as it was, within $3 clocks that are taken; 4 lanes" \
  "port_props.v pipe_props.v" "$files" "$5" "$6" ${7:+"$7"}
