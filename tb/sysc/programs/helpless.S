// SPDX-License-Identifier: Apache-2.0
// Loads from nothing, with no handler for the trap.
  .globl _start
_start:
  li t0, 0x20000000
  lw t1, 0(t0)
  j _start
