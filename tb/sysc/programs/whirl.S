// SPDX-License-Identifier: Apache-2.0
// A handler whose first instruction traps.
  .globl _start
_start:
  la t0, handler
  csrw mtvec, t0
  ecall
  .balign 4
handler:
  ecall
  j handler
