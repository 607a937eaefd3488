// SPDX-License-Identifier: Apache-2.0
// Never ends, without an access.
  .globl _start
_start:
  j _start
