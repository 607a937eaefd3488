// SPDX-License-Identifier: Apache-2.0
// What the programs here share: printing, checks, the last trap. start.S calls main; its value is the status of the run.
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdint.h>

#include "../../../fw/rv32/platform.h"
#include "ws_ops.h"
#include "bus/ws_regs.h"

// The compiler is not to know the address: it takes unaligned accesses apart and those at 0 out.
static inline volatile uint32_t *at(uint32_t address) {
  __asm__("" : "+r"(address));
  return (volatile uint32_t *)address;
}
static inline volatile uint32_t *block(uint32_t offset) { return at(PLATFORM_BLOCK + offset); }

static inline void put(char c) { *at(PLATFORM_UART + PLATFORM_UART_SEND) = (uint32_t)c; }

static inline void print(const char *text) {
  while (*text)
    put(*text++);
}

static inline void print_hex(uint32_t value) {
  for (int shift = 28; shift >= 0; shift -= 4)
    put("0123456789abcdef"[value >> shift & 15]);
}

// Traps since the start, and the last one; counted by start.S. Behind an exception the program goes on with the next instruction.
struct trap {
  uint32_t count, cause, pc, value, status;
};
extern volatile struct trap trap;

static unsigned failures;

static inline void check(const char *what, uint32_t got, uint32_t expected) {
  if (got == expected)
    return;
  ++failures;
  print("FAIL ");
  print(what);
  print(": 0x");
  print_hex(got);
  print(", expected 0x");
  print_hex(expected);
  print("\n");
}

static inline uint32_t verdict(const char *name) {
  print(name);
  print(failures ? " failed\n" : " passed\n");
  return failures != 0;
}

#endif
