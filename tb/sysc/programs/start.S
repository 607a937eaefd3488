// SPDX-License-Identifier: Apache-2.0
// Start-up of the test programs, and a trap handler that notes each trap. It returns behind an instruction that trapped, from
// a call of nothing to the caller. An interrupt, which the block holds up, it disables there: IRQ_ENABLE = 0.
#include "../../../fw/rv32/platform.h"
#include "bus/ws_regs.h"

  .section .init, "ax"
  .globl _start
_start:
  la sp, stack_end
  la t0, handler
  csrw mtvec, t0
  call main
  li t0, PLATFORM_SYS
  sw a0, PLATFORM_SYS_EXIT(t0)
1:
  j 1b

  .text
  .balign 4
handler:
  csrw mscratch, sp
  addi sp, sp, -16
  sw t0, 0(sp)
  sw t1, 4(sp)
  la t0, trap
  lw t1, 0(t0)
  addi t1, t1, 1
  sw t1, 0(t0)
  csrr t1, mepc
  sw t1, 8(t0)
  csrr t1, mtval
  sw t1, 12(t0)
  csrr t1, mstatus
  sw t1, 16(t0)
  csrr t1, mcause
  sw t1, 4(t0)
  bltz t1, 2f
  addi t1, t1, -1
  beqz t1, 1f
  csrr t1, mepc
  addi t1, t1, 4
  csrw mepc, t1
  j 3f
1:
  csrw mepc, ra
  j 3f
2:
  li t0, PLATFORM_BLOCK + WS_REG_IRQ_ENABLE
  sw zero, 0(t0)
3:
  lw t0, 0(sp)
  lw t1, 4(sp)
  csrr sp, mscratch
  mret

  .bss
  .balign 16
  .globl trap
trap:
  .skip 32
  .skip 16384
stack_end:
