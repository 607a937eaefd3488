// SPDX-License-Identifier: Apache-2.0
// A port of the driver over a serial line: the read and write commands of LiteX's uartbone.
//
//   write  01 LEN ADDR[4] DATA[4]*LEN          no answer
//   read   02 LEN ADDR[4]                      answer: DATA[4]*LEN
//
// LEN: words, 1 to 255. ADDR: byte address / 4. All words big endian. A write that the block refuses cannot be told by this
// protocol: the driver finds it in STATUS.bus_err.
#ifndef UARTBONE_H
#define UARTBONE_H

#include "line.h"
#include "ws_driver.h"

typedef struct uartbone {
  line line;
  int timeout_ms;   // for the answer to a read, and for room to write
  uint32_t base;    // byte address of the block on the board's bus
  const char *hint; // why the last access failed, for a person; NULL if none has
  unsigned used;    // bytes of commands not sent yet
  uint8_t out[512];
} uartbone;

// Opens a serial line, raw, 8 bits, no parity. False with a message in u->hint.
bool uartbone_open(uartbone *u, const char *device, unsigned baud, int timeout_ms);

void uartbone_close(uartbone *u);

ws_port uartbone_port(uartbone *u);

#endif
