// SPDX-License-Identifier: Apache-2.0
// Accesses that the block refuses: each is a trap with the address, and the block notes the first.
#include "program.h"

static void expect(const char *what, uint32_t count, uint32_t cause, uint32_t offset, uint32_t kind) {
  print(what);
  print("\n");
  check("traps", trap.count, count);
  check("mcause", trap.cause, cause);
  check("mtval", trap.value, PLATFORM_BLOCK + offset);
  check("BUS_ERR_ADDR", *block(WS_REG_BUS_ERR_ADDR), offset);
  const uint32_t write = cause == 7;
  check("BUS_ERR_INFO", *block(WS_REG_BUS_ERR_INFO),
        kind << WS_BUS_ERR_INFO_KIND_BP | write << WS_BUS_ERR_INFO_WRITE_BP | 1);
  *block(WS_REG_BUS_ERR_INFO) = WS_BUS_ERR_INFO_VALID_BM;
}

int main(void) {
  (void)*block(WS_REG_ID + 2);
  expect("unaligned load", 1, 5, WS_REG_ID + 2, WS_BUS_ERR_INFO_KIND_UNALIGNED);
  *block(WS_REG_SCRATCH + 1) = 0;
  expect("unaligned store", 2, 7, WS_REG_SCRATCH + 1, WS_BUS_ERR_INFO_KIND_UNALIGNED);
  (void)*block(0x3000);
  expect("load where nothing is", 3, 5, 0x3000, WS_BUS_ERR_INFO_KIND_UNMAPPED);
  *block(0x3000) = 0;
  expect("store where nothing is", 4, 7, 0x3000, WS_BUS_ERR_INFO_KIND_UNMAPPED);
  *block(WS_REG_ID) = 0;
  expect("store to ID", 5, 7, WS_REG_ID, WS_BUS_ERR_INFO_KIND_READ_ONLY);
  (void)*block(WS_REG_SUBMIT);
  expect("load from SUBMIT", 6, 5, WS_REG_SUBMIT, WS_BUS_ERR_INFO_KIND_WRITE_ONLY);
  *(volatile uint8_t *)(PLATFORM_BLOCK + WS_REG_IRQ_LEVEL) = 1;
  expect("a byte to IRQ_LEVEL", 7, 7, WS_REG_IRQ_LEVEL, WS_BUS_ERR_INFO_KIND_STROBES);
  *block(WS_REG_CPL_POP) = 1;
  expect("no completion to remove", 8, 7, WS_REG_CPL_POP, WS_BUS_ERR_INFO_KIND_EMPTY);
  check("ID", *block(WS_REG_ID), WS_ID_RESET);
  return (int)verdict("refused");
}
