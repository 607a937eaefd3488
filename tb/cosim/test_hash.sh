#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What --hash says of the model alone is what it says of the model beside the RTL: test_hash.sh BENCH:TEST...
# Else scripts/regression/hashes.py compares what does not come out of the block.
set -u
passed=0 failed=0
hash() { "$1" --test="$2" --n=2000 --seed=1 --hash --faildir= --dut="$3" 2>&1 | sed -n 's/.* PASS .*hash \([0-9a-f]\{16\}\)$/\1/p'; }
for pair in "$@"; do
  bench=${pair%:*} name=${pair#*:}
  model=$(hash "$bench" "$name" model) both=$(hash "$bench" "$name" both)
  if [ -n "$model" ] && [ "$model" = "$both" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL $bench --test=$name --n=2000 --seed=1: hash '$model' of the model alone, '$both' beside the RTL"
  fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed != 0 ]
