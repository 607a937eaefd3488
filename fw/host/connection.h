// SPDX-License-Identifier: Apache-2.0
// A board at a serial port, by one of the two protocols, as the commands of wsctl use it.
#ifndef CONNECTION_H
#define CONNECTION_H

#include "checked.h"
#include "uartbone.h"

typedef struct connection {
  bool by_uartbone;
  const char *device;
  char found[256]; // its name, if it was looked for
  checked checked;
  uartbone bone;
  ws_port port;
  uint64_t accesses;
} connection;

typedef struct connection_options {
  const char *device; // NULL: the only port that looks like a board
  unsigned baud, timeout_ms, tries;
  bool by_uartbone;
} connection_options;

// Opens the port and asks whether a board answers. False after a message on stderr.
bool connection_open(connection *c, const connection_options *o);
void connection_close(connection *c);

// Words from a register window or a memory on, 4 bytes apart. 0, or nonzero: a read was refused, or the line is lost.
int connection_read(connection *c, uint32_t addr, unsigned words, uint32_t data[]);

// Why the line was lost; NULL if it was not.
const char *connection_lost(const connection *c);

#endif
