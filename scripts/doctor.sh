#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Prints every tool with its version and the verbs that need it. Exits 1 if something that `make test` needs is missing.
set -u
cd "$(dirname "$0")/.."
. scripts/tools.sh

absent=()
show() { # $1: rows, $2: word for a missing tool
  while read -r line; do
    [ -n "$line" ] || continue
    ws_row "$line"
    text=$2
    if ws_have; then
      text=$($version 2>/dev/null | grep -m1 -oE '[0-9]+\.[0-9][0-9a-zA-Z.+~-]*' | head -n 1)
      text=${text:-present}
    elif [ "$2" = MISSING ]; then
      absent+=("$package")
    fi
    for_verbs=${verbs//all/build sim list replay bench}
    printf '%-29s %-32s %s\n' "$package" "$text" "$(echo $for_verbs test)"
  done <<<"$1"
}
printf '%-29s %-32s %s\n' tool version 'needed by'
show "$ws_tools" MISSING
show "$ws_optional" 'absent (optional)'
[ ${#absent[@]} -eq 0 ] && { echo "all tools for make test are here"; exit 0; }
echo "missing: ${absent[*]}; 'make test' installs them, or: sudo apt-get install --no-install-recommends ${absent[*]}"
exit 1
