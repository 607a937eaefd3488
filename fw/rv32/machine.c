// SPDX-License-Identifier: Apache-2.0
// Memory-mapped accesses, traps, console and time. See machine.h and platform.h.
//
// An access that the bus refuses raises a load or store access fault. Only machine_port makes such accesses, one at a time:
// the handler notes the fault and goes on behind the instruction. Any other trap is the program's own fault and ends the run.
#include "machine.h"

#include <stddef.h>

#include "platform.h"

enum { LOAD_MISALIGNED = 4, LOAD_FAULT, STORE_MISALIGNED, STORE_FAULT };
#define EXTERNAL_INTERRUPT 0x8000000bu
#define MIE_MEIE 0x800u
#define MSTATUS_MIE 0x8u
#define STATUS_OF_TRAP 3u // of a run that an unexpected trap ended

_Noreturn void exit_with(uint32_t status);                  // crt0.S
uint32_t trap(uint32_t cause, uint32_t pc, uint32_t value); // called by it

static volatile bool access_open, access_failed;
static volatile unsigned interrupts;

static volatile uint32_t *word(uint32_t addr) { return (volatile uint32_t *)(uintptr_t)addr; }

// ------------------------------------------------------------------------------------------------------ console

void machine_put(void *user, char c) {
  (void)user;
  for (unsigned i = 0; i < 100000 && !(*word(PLATFORM_UART + PLATFORM_UART_STATUS) & PLATFORM_UART_READY); i++)
    ;
  *word(PLATFORM_UART + PLATFORM_UART_SEND) = (unsigned char)c;
}

static void put_text(const char *text) {
  while (*text)
    machine_put(NULL, *text++);
}

static void put_hex(uint32_t value) {
  for (int shift = 28; shift >= 0; shift -= 4)
    machine_put(NULL, "0123456789abcdef"[value >> shift & 15]);
}

// -------------------------------------------------------------------------------------------------------- traps

uint32_t trap(uint32_t cause, uint32_t pc, uint32_t value) {
  bool access = cause >= LOAD_MISALIGNED && cause <= STORE_FAULT;
  if (cause == EXTERNAL_INTERRUPT) {
    interrupts++;
    __asm__ volatile("csrc mie, %0" ::"r"(MIE_MEIE)); // the line stays high until the completion is taken
    return pc;
  }
  if (access && access_open) {
    access_failed = true;
    return pc + 4; // the image has no compressed instructions
  }
  put_text("\ntrap: mcause 0x");
  put_hex(cause);
  put_text(" mepc 0x");
  put_hex(pc);
  put_text(" mtval 0x");
  put_hex(value);
  put_text("\n");
  exit_with(STATUS_OF_TRAP);
}

// --------------------------------------------------------------------------------------------------------- port

static int block_read(void *user, uint32_t addr, uint32_t *data) {
  (void)user;
  access_failed = false;
  access_open = true;
  uint32_t value = *word(PLATFORM_BLOCK + addr);
  access_open = false;
  *data = access_failed ? 0 : value;
  return access_failed;
}

static int block_write(void *user, uint32_t addr, uint32_t data) {
  (void)user;
  access_failed = false;
  access_open = true;
  *word(PLATFORM_BLOCK + addr) = data;
  access_open = false;
  return access_failed;
}

// Sleeps until the block's interrupt was taken, or PLATFORM_WFI_NS have passed. Whether it is pending is looked at with
// interrupts off, so that none slips in between the look and the sleep: wfi wakes up for one all the same.
static int block_wait(void *user) {
  (void)user;
  unsigned before = interrupts;
  uint64_t start = machine_time_ns(NULL);
  __asm__ volatile("csrs mie, %0" ::"r"(MIE_MEIE));
  do {
    __asm__ volatile("csrc mstatus, %0" ::"r"(MSTATUS_MIE));
    if (interrupts == before)
      __asm__ volatile("wfi");
    __asm__ volatile("csrs mstatus, %0\n\tnop" ::"r"(MSTATUS_MIE) : "memory");
  } while (interrupts == before && machine_time_ns(NULL) - start < PLATFORM_WFI_NS);
  __asm__ volatile("csrc mie, %0" ::"r"(MIE_MEIE));
  return 0;
}

const ws_port machine_port = {.read = block_read, .write = block_write, .wait = block_wait};

unsigned machine_interrupts(void *user) {
  (void)user;
  return interrupts;
}

uint64_t machine_time_ns(void *user) {
  (void)user;
  uint32_t high, low, again = *word(PLATFORM_SYS + PLATFORM_SYS_TIME_HI);
  do {
    high = again;
    low = *word(PLATFORM_SYS + PLATFORM_SYS_TIME_LO);
    again = *word(PLATFORM_SYS + PLATFORM_SYS_TIME_HI);
  } while (again != high);
  return (uint64_t)high << 32 | low;
}
