// SPDX-License-Identifier: Apache-2.0
// Ends with status 300, which no process can have.
#include "../../../fw/rv32/platform.h"
  .globl _start
_start:
  li t0, PLATFORM_SYS
  li t1, 300
  sw t1, 0(t0)
1:
  j 1b
