// SPDX-License-Identifier: Apache-2.0
// Sleeps for ever.
  .globl _start
_start:
  wfi
  j _start
