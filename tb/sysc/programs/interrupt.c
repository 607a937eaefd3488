// SPDX-License-Identifier: Apache-2.0
// The interrupt of the block, raised by completions of vote.sync.ballot: with wfi, without, held off by MIE and by MEIE.
#include "program.h"

#define MEIE 0x800
#define EXTERNAL 0x8000000bu

static void submit(void) { *block(WS_REG_SUBMIT) = WS_OP_VOTE_BALLOT | 7u << WS_SUBMIT_TAG_BP; }

static void enable(void) { *block(WS_REG_IRQ_ENABLE) = WS_IRQ_ENABLE_CPL_BM; }

static void complete(void) {
  for (uint32_t n = 0; n < 1000 && !(*block(WS_REG_STATUS) & WS_STATUS_CPL_VALID_BM); ++n)
    ;
  check("CPL_INFO", *block(WS_REG_CPL_INFO), WS_OP_VOTE_BALLOT | WS_CPL_INFO_VALID_BM | 7u << WS_CPL_INFO_TAG_BP);
  check("CPL_LANES", *block(WS_REG_CPL_LANES), 0xf);
  check("result", *block(WS_REG_RESULT_D(0)), 0x5);
  *block(WS_REG_CPL_POP) = 1;
  check("irq is gone", *block(WS_REG_IRQ_STATUS) & WS_IRQ_STATUS_CPL_BM, 0);
}

static void expect_interrupts(const char *what, uint32_t count) {
  print(what);
  print("\n");
  check("interrupts", trap.count, count);
  if (count)
    check("mcause", trap.cause, EXTERNAL);
}

static uint32_t now(void) { return *at(PLATFORM_SYS + PLATFORM_SYS_TIME_LO); }

int main(void) {
  *block(WS_REG_LAUNCH_LANES) = 0xf;
  *block(WS_REG_LAUNCH) = 0;
  *block(WS_REG_LANE_ALL_MASK) = 0xf;
  *block(WS_REG_REQ_LANES) = 0xf;
  *block(WS_REG_REQ_PRED) = 0x5;
  __asm__ volatile("csrs mie, %0\n\tcsrsi mstatus, 8" ::"r"(MEIE));

  // Interrupts on: wfi goes on behind the handler, which has disabled the interrupt at the block.
  enable();
  submit();
  __asm__ volatile("wfi");
  expect_interrupts("wfi, interrupts on", 1);
  complete();

  // A completion that waits already: the interrupt comes as soon as it is enabled.
  submit();
  while (!(*block(WS_REG_STATUS) & WS_STATUS_CPL_VALID_BM))
    ;
  expect_interrupts("none while disabled at the block", 1);
  enable();
  (void)*block(WS_REG_ID);
  (void)*block(WS_REG_ID);
  expect_interrupts("enabled behind the completion", 2);
  complete();

  // Interrupts off: wfi ends all the same, and MIE lets the interrupt in right behind the instruction that sets it.
  __asm__ volatile("csrci mstatus, 8");
  enable();
  submit();
  __asm__ volatile("wfi");
  expect_interrupts("wfi, interrupts off", 2);
  uint32_t behind;
  __asm__ volatile("la %0, 1f\n\tcsrsi mstatus, 8\n1: nop" : "=r"(behind)::"memory");
  expect_interrupts("interrupts on again", 3);
  check("mepc", trap.pc, behind);
  complete();

  // MEIE off: neither taken nor woken; wfi ends after its time.
  __asm__ volatile("csrc mie, %0" ::"r"(MEIE));
  enable();
  submit();
  const uint32_t start = now();
  __asm__ volatile("wfi");
  const uint32_t slept = now() - start;
  check("wfi ends after its time", slept >= PLATFORM_WFI_NS && slept < PLATFORM_WFI_NS + 1000, 1);
  expect_interrupts("external interrupts off", 3);
  __asm__ volatile("csrs mie, %0\n\tnop" ::"r"(MEIE));
  expect_interrupts("external interrupts on again", 4);
  complete();
  for (uint32_t n = 0; n < 100; ++n)
    (void)*block(WS_REG_ID);
  expect_interrupts("none without a cause", 4);
  return (int)verdict("interrupt");
}
