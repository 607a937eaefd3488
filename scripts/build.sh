#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds targets: scripts/build.sh TARGET... [-- CMake options, given anew on each call].
# Prints one line if it takes a while; compiler output only when something fails.
# WS_BUILD_DIR chooses another folder than build/, WS_SOURCE_DIR a folder that is a project by itself. Two calls at a time wait for each other.
set -eu
cd "$(dirname "$0")/.."
dir=${WS_BUILD_DIR:-build} source=${WS_SOURCE_DIR:-.}
targets=()
while [ $# -gt 0 ] && [ "$1" != "--" ]; do targets+=("$1"); shift; done
[ $# -gt 0 ] && shift
mkdir -p "$dir"
log=$dir/build.log

(sleep 3 >/dev/null 2>&1 && echo "building ${targets[*]} in $dir/ ..." >&2) &
note=$!
trap 'kill $note 2>/dev/null || true' EXIT
exec 9>"$dir/.lock"
flock 9

fail() { # $1: what failed
  { grep -A8 -E '(error|Error|warning|%Warning[^:]*)( at [^ ]+)?[: ]|undefined reference|No rule to make' "$log" || tail -40 "$log"; } |
    head -60 >&2
  echo "$1 failed; the whole output is in $log" >&2
  exit 1
}
# The folder remembers the source tree by its full path: after a move it is made anew.
if [ -f "$dir/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$(realpath "$source")" "$dir/CMakeCache.txt"; then
  rm -rf "$dir/CMakeCache.txt" "$dir/CMakeFiles" "$dir/Makefile" "$dir/verilated"
fi
# A build of a bench is known to the folder once it has been asked for.
[ -e "$dir/builds" ] || : >"$dir/builds"
names=() new=()
for target in "${targets[@]}"; do
  case $target in ws_sim_serial*) ;; ws_sim_*) names+=("${target#ws_sim_}") ;; esac
done
if [ ${#names[@]} -gt 0 ]; then
  python3 scripts/builds.py --words "${names[@]}" >/dev/null || exit 2
  mapfile -t new < <(printf '%s\n' "${names[@]}" | grep -vxFf "$dir/builds")
  [ ${#new[@]} -eq 0 ] || printf '%s\n' "${new[@]}" >>"$dir/builds"
fi
if [ ! -f "$dir/Makefile" ] || [ $# -gt 0 ] || [ ${#new[@]} -gt 0 ]; then
  cmake -S "$source" -B "$dir" "$@" >"$log" 2>&1 || fail "configuring $dir/"
fi
build() { cmake --build "$dir" -j "$(nproc)" --target "${targets[@]}" >"$log" 2>&1; }
if ! build; then
  grep -q 'No rule to make target' "$log" || fail "building ${targets[*]}"
  cmake -S "$source" -B "$dir" >"$log" 2>&1 || fail "configuring $dir/" # a file or folder came or went since
  build || fail "building ${targets[*]}"
fi
