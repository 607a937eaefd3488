// SPDX-License-Identifier: Apache-2.0
// The processor: loads and stores of all sizes at the block, traps of its own making, what mret brings back, time.
#include "program.h"

#define SCRATCH (PLATFORM_BLOCK + WS_REG_SCRATCH)
#define SMEM (PLATFORM_BLOCK + WS_REG_SMEM)

static uint64_t now(void) {
  uint32_t high, low;
  do {
    high = *at(PLATFORM_SYS + PLATFORM_SYS_TIME_HI);
    low = *at(PLATFORM_SYS + PLATFORM_SYS_TIME_LO);
  } while (high != *at(PLATFORM_SYS + PLATFORM_SYS_TIME_HI));
  return (uint64_t)high << 32 | low;
}

static void sizes(void) {
  *at(SMEM) = 0;
  *(volatile uint8_t *)(SMEM + 1) = 0x85;
  *(volatile uint16_t *)(SMEM + 2) = 0x9637;
  check("bytes and half words written", *at(SMEM), 0x96378500);
  check("lbu", *(volatile uint8_t *)(SMEM + 1), 0x85);
  check("lb", (uint32_t) * (volatile int8_t *)(SMEM + 1), 0xffffff85);
  check("lhu", *(volatile uint16_t *)(SMEM + 2), 0x9637);
  check("lh", (uint32_t) * (volatile int16_t *)(SMEM + 2), 0xffff9637);
  uint32_t zero;
  __asm__ volatile("lw x0, 0(%1)\n\tmv %0, x0" : "=r"(zero) : "r"(SMEM));
  check("x0", zero, 0);
  uint32_t loaded;
  __asm__ volatile("lw %0, -2048(%1)" : "=r"(loaded) : "r"(SMEM + 2048));
  check("negative offset", loaded, 0x96378500);
  __asm__ volatile("sw %1, -4(%0)" ::"r"(SMEM + 8), "r"(0x12345678) : "memory");
  check("negative offset, written", *at(SMEM + 4), 0x12345678);
}

static void expect_trap(const char *what, uint32_t count, uint32_t cause, uint32_t value) {
  print(what);
  print("\n");
  check("traps", trap.count, count);
  check("mcause", trap.cause, cause);
  check("mtval", trap.value, value);
}

static void traps(void) {
  uint32_t start = trap.count, kept = 0x55aa;
  __asm__ volatile("ecall");
  expect_trap("ecall", ++start, 11, 0);
  uint32_t where;
  __asm__ volatile("la %0, 1f\n1: ebreak" : "=r"(where));
  expect_trap("ebreak", ++start, 3, where);
  check("mepc", trap.pc, where);
  __asm__ volatile(".word 0xffffffff");
  expect_trap("illegal", ++start, 2, 0xffffffff);
  __asm__ volatile("la %0, 1f\n1: lw %1, 0(%2)" : "=&r"(where), "+r"(kept) : "r"(0x20000000));
  expect_trap("load from nothing", ++start, 5, 0x20000000);
  check("mepc", trap.pc, where);
  check("register of a load that trapped", kept, 0x55aa);
  *at(0) = 1;
  expect_trap("store to nothing", ++start, 7, 0);
  *at(PLATFORM_RAM + PLATFORM_RAM_BYTES) = 1;
  expect_trap("store behind the RAM", ++start, 7, PLATFORM_RAM + PLATFORM_RAM_BYTES);
  (void)*at(PLATFORM_UART + PLATFORM_UART_SEND);
  expect_trap("read of what is only written", ++start, 5, PLATFORM_UART + PLATFORM_UART_SEND);
  ((void (*)(void))0x20000000)(); // start.S returns to the caller
  expect_trap("call of nothing", ++start, 1, 0x20000000);
  check("mepc", trap.pc, 0x20000000);
  // Whatever the program does to the protection entries, what is not RAM stays the platform's.
  __asm__ volatile(
      "csrw pmpcfg0, zero\n\tcsrw pmpaddr0, zero\n\tcsrw pmpaddr1, zero\n\tcsrw pmpaddr2, %0\n\tli t0, 0x1f0000\n\t"
      "csrw pmpcfg0, t0" ::"r"(0xffffffff)
      : "t0");
  check("traps", trap.count, start);
  *at(0x20000000) = 1;
  expect_trap("store to nothing, all rights asked for", ++start, 7, 0x20000000);
}

// MIE goes to MPIE and is 0 in the handler; mret brings it back.
static void status(void) {
  uint32_t before, after;
  __asm__ volatile("csrsi mstatus, 8\n\tecall\n\tcsrr %0, mstatus" : "=r"(before));
  check("mstatus in the handler, MIE was 1", trap.status & 0x1888, 0x1880);
  check("MIE behind it", before & 8, 8);
  __asm__ volatile("csrci mstatus, 8\n\tecall\n\tcsrr %0, mstatus" : "=r"(after));
  check("mstatus in the handler, MIE was 0", trap.status & 0x1888, 0x1800);
  check("MIE behind it", after & 8, 0);
}

// 10 ns an instruction; the loop has two. Instructions are counted to the last one.
static void time(void) {
  const uint64_t start = now();
  for (uint32_t n = 100000; n; --n)
    __asm__ volatile("");
  const uint64_t taken = now() - start;
  check("2 ms for a loop, to 10 us", taken >= 2000000 && taken < 2010000, 1);
  const uint32_t before = *at(PLATFORM_SYS + PLATFORM_SYS_INSTRET);
  __asm__ volatile("nop\n\tnop\n\tnop\n\tnop\n\tnop\n\tj 1f\n1: nop" ::: "memory");
  const uint32_t after = *at(PLATFORM_SYS + PLATFORM_SYS_INSTRET);
  check("instructions", after - before, 8);
}

int main(void) {
  sizes();
  traps();
  status();
  time();
  return (int)verdict("processor");
}
