// SPDX-License-Identifier: Apache-2.0
// What stands behind the bridge in tests: words that can be written and read, some addresses that refuse, and a count of the
// writes that took effect.
#ifndef SERIAL_MEMORY_H
#define SERIAL_MEMORY_H

#include "line/ws_serial.h"

enum { MEMORY_WORDS = WS_SERIAL_BYTES / 4, MEMORY_REFUSED = 0x400, MEMORY_NOTHING = 0x800 };

typedef struct memory {
  uint32_t word[MEMORY_WORDS];
  uint32_t writes[MEMORY_WORDS]; // that took effect
  uint32_t accesses;
} memory;

// The response at a byte address: 0x400 to 0x7ff refuse, at 0x800 to 0xbff there is nothing.
static inline unsigned memory_response(uint32_t addr) {
  uint32_t kilo = addr & ~0x3ffu;
  return kilo == MEMORY_REFUSED ? WS_SERIAL_REFUSED : kilo == MEMORY_NOTHING ? WS_SERIAL_NOTHING : WS_SERIAL_OK;
}

static inline unsigned memory_write(memory *m, uint32_t addr, uint32_t data) {
  unsigned response = memory_response(addr);
  m->accesses++;
  if (!response) {
    m->word[addr / 4] = data;
    m->writes[addr / 4]++;
  }
  return response;
}

static inline unsigned memory_read(memory *m, uint32_t addr, uint32_t *data) {
  unsigned response = memory_response(addr);
  m->accesses++;
  *data = response ? 0xdeadbeef : m->word[addr / 4];
  return response;
}

#endif
