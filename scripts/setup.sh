#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Sees that the tools for a verb are there: scripts/setup.sh [--dry-run] VERB
# Silent and fast when they are. Else installs them with apt-get (as root, or with sudo where it asks no password);
# where that is not possible it prints the command to type and exits 1. VERBs slurm and browser: what is optional, for the
# tests of LAUNCHER=slurm and of the report. A verb with a file scripts/VERB-requirements.txt gets these packages of PyPI in build/python/VERB.
set -u
cd "$(dirname "$0")/.."
. scripts/tools.sh

dry=0
if [ "${1:-}" = --dry-run ]; then dry=1; shift; fi
verb=${1:-test}
case $verb in # verbs that build need the rows marked "all"
  build | sim | list | replay | waves | bench | regress | coverage | nightly | mutants | fourstate | hashes | soak | exhaustive | fw | vp | board-sim) verb_group="all" ;;
  *) verb_group="" ;;
esac

# The private Python of a verb; made anew when the file has changed.
requirements=scripts/$verb-requirements.txt
case $verb in pytest) who="make test" ;; uartbone) who="make nightly" ;; *) who="make $verb" ;; esac # for whom
python_env() {
  [ -f "$requirements" ] || return 0
  local dir=build/python/$verb log=build/python/$verb.log
  cmp -s "$requirements" "$dir/made_from" && return 0
  mkdir -p build/python
  exec 8>"$dir.lock"
  flock 8
  cmp -s "$requirements" "$dir/made_from" && return 0
  echo "installing the Python packages of $requirements in $dir (once; log in $log)"
  rm -rf "$dir"
  if python3 -m venv "$dir" >"$log" 2>&1 &&
    "$dir/bin/python" -m pip install --disable-pip-version-check --no-input -r "$requirements" >>"$log" 2>&1 </dev/null; then
    cp "$requirements" "$dir/made_from"
    return 0
  fi
  {
    grep -E '^ERROR' "$log" | tail -4 || tail -4 "$log"
    echo "$who needs the Python packages of $requirements, and they could not be installed (see $log). By hand:"
    echo "  python3 -m venv $dir && $dir/bin/python -m pip install -r $requirements && cp $requirements $dir/made_from"
  } >&2
  return 1
}

rows=$ws_tools
case $verb in slurm | browser) rows=$ws_optional ;; esac
missing=()
while read -r line; do
  [ -n "$line" ] || continue
  ws_row "$line"
  case " $verbs " in
    *" $verb "* | *" ${verb_group:-$verb} "*) ;;
    *) [ "$verb" = test ] || continue ;;
  esac
  ws_have || missing+=("$package")
done <<<"$rows"
if [ ${#missing[@]} -eq 0 ]; then
  [ $dry -eq 1 ] || python_env || [ "$verb" = bench ] || exit 1 # which then measures what is there
  exit 0
fi

[ -n "$(type -P ccache)" ] || missing+=(ccache)
install="apt-get install -y --no-install-recommends ${missing[*]}"
by_hand() { # $1: why it was not done here
  {
    echo "make $verb needs tools that are missing: ${missing[*]}"
    echo "$1 Install them with:"
    echo "  sudo apt-get update && sudo $install"
  } >&2
  exit 1
}

[ $dry -eq 1 ] && { echo "$install"; exit 0; }
[ -n "$(type -P apt-get)" ] || by_hand "There is no apt-get on this machine (Debian 12 is what we test on)."
if [ "$(id -u)" -eq 0 ]; then
  root=(env)
elif command -v sudo >/dev/null 2>&1 && sudo -n true >/dev/null 2>&1; then
  root=(sudo -n env)
else
  by_hand "This user may not install packages."
fi

mkdir -p build
log=build/setup.log
# Never asks; waits if another apt runs.
apt() { "${root[@]}" DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@" </dev/null >>"$log" 2>&1; }
echo "installing ${missing[*]} (once; log in $log)"
: >"$log"
get() { apt install -y --no-install-recommends "${missing[@]}"; }
# On a fresh machine the package lists are empty or old. In some containers apt's own unprivileged user cannot even
# check signatures, so that the last try fetches the lists as root.
get || { apt update && get; } || { apt -o APT::Sandbox::User=root update && get; } || {
  { grep -E '^(E|W|Err:[0-9]*)[: ]' "$log" || tail -8 "$log"; } | awk '!seen[$0]++' | tail -8 >&2
  by_hand "apt-get failed (see above and $log)."
}
python_env
