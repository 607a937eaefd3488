#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Stands for build/ws_sim_* in test_regress.py: its tests end in every way in which a job can end, at once.
seed=1 faildir=. waves= short=
for word in "$@"; do
  case $word in
    --list) list=1 ;;
    --test=*) test=${word#*=} ;;
    --seed=*) seed=${word#*=} ;;
    --faildir=*) faildir=${word#*=} ;;
    --waves=*) waves=${word#*=} ;;
    --short-waves=*) short=${word#*=} ;;
  esac
done
if [ -n "${list:-}" ]; then
  case $0 in
    *_c2) printf 'far\tneeds two\n' ;;
    *)
      for name in good bad bad_wide hang crash killed full big silent liar other slow slower deaf parent loud refused odd_seed \
        binary cover on_bus on_serial; do
        printf '%-20s\ta fake test\n' $name
      done
      printf 'far                 \tneeds two (CTAS=2)\n'
      ;;
  esac
  exit 0
fi
say() { printf '%-26s seed %-6s %9d operations %9d cycles %7.0f k/s  %s\n' "$test" "$seed" 10 20 5 "$1"; }
block() { # $1: port, $2: cycle
  printf '\n%s: cycle %d: RTL and model differ\n' "$test" "$2"
  printf '  seed         %s; 4 lanes, 4 warps, crossbar shuffle, match_bits 4; after 3 requests\n' "$seed"
  printf '  %-12s RTL 0x00000001  expected 0x00000000\n' "$1"
  printf '  operation    warp 2, lanes 0x00000003, tag 7:  redux.sync.add.u32 d, <a>, 3;\n'
  printf '    lane  mask        a           RTL d       p  expected d  p\n'
  printf '  >    0  0x00000003  0x00000009  0x0000%04x  0  0x00000002  0  <\n' "$seed"
  printf '       1  0x00000003  0x00000001  0x00000002  0  0x00000002  0\n'
  printf '  stream       %s/fail_%s_%s.wsv\n\n' "$faildir" "$test" "$seed"
  echo "redux.sync.add.u32 d, a, 3; // & <script>" >"$faildir/fail_${test}_$seed.wsv"
}
[ "$test" != bad ] || [ -z "$short" ] || waves=$short # only its failure shows in the minimal script
[ -z "$waves" ] || { echo waves >"$waves"; echo view >"${waves%.fst}.gtkw"; }
case $test in
  good | far) say PASS ;;
  bad) block "wait[$((seed % 4))]" $((100 + seed)) && say FAIL && exit 1 ;;
  bad_wide) block rsp_p $((200 - seed)) && say FAIL && exit 1 ;;
  on_bus | on_serial) sed "s/^[a-z_]*: cycle/$test: cycle/" "$WS_BLOCKS/block_${test#on_}.txt" && say FAIL && exit 1 ;;
  odd_seed) [ $((seed % 2)) = 0 ] && say PASS || { block idle 9 && say FAIL && exit 1; } ;;
  hang) sleep 600 ;;
  crash) kill -SEGV $$ ;;
  killed) kill -KILL $$ ;;
  full) cat "$0" >/dev/full || exit 1 ;;
  big) dd if=/dev/zero of="$faildir/big" bs=64k count=64 2>/dev/null && say PASS ;;
  silent) echo nothing ;;
  liar) say PASS && exit 1 ;;
  other) test=good && say PASS ;;
  slow) sleep 0.4 && say PASS ;;
  slower) sleep 3 && say PASS ;;
  deaf) exec >&- 2>&- && sleep 600 ;;
  parent) sleep 600 & say PASS ;;
  loud) yes "a line of a job that never stops talking" | head -n 200000 && say FAIL && exit 1 ;;
  refused) echo "error: no test is called '$test'" >&2 && exit 2 ;;
  binary) printf 'error \001\377\000 bytes\n' && say FAIL && exit 1 ;;
  cover)
    [ -z "${WS_COVERAGE:-}" ] || echo "DA:$seed,1" >"$WS_COVERAGE"
    [ -z "${WS_COVER:-}" ] || cat >"$WS_COVER" <<JSON
{"functional": 1, "groups": [{"family": "mine", "name": "seeds", "axes": [{"name": "seed", "values": ["two", "three", "five", "odd & even"]}],
  "hits": [0, $((seed == 3)), $((seed == 5)), 0], "never": {"a seed is <one> number": [3]}, "beyond": {}}]}
JSON
    say PASS
    ;;
esac
