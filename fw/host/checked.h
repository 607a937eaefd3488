// SPDX-License-Identifier: Apache-2.0
// A port of the driver over a serial line: checked frames (rtl/serial/README.md, ws_serial.h), which noise cannot change unseen.
//
// Writes are gathered and go out with the next read, in one frame and one turn of the line. A frame whose answer does not come in
// time, is damaged, or says that a damaged frame came, is sent again with the same number, until it is answered or `tries` are used
// up; the board does no write of it twice. As on any bus with posted writes, one that is refused is not told by the call that made
// it: it is counted here, and the block keeps it in BUS_ERR_INFO, where the driver finds it. Those behind it are done all the same.
#ifndef CHECKED_H
#define CHECKED_H

#include "line.h"
#include "ws_driver.h"
#include "line/ws_serial.h"

typedef struct checked_counts { // since checked_open
  uint64_t frames;              // requests that were answered, each once
  uint64_t again;               // requests sent again
  uint64_t silent, bad;         // why: no answer in time, or it said that a damaged frame came,
  uint64_t damaged;             // or was damaged itself
  uint64_t refused_writes;
} checked_counts;

typedef struct checked {
  line line;
  int timeout_ms;   // for an answer, beside the time that its bytes take; where answers are late it grows, to 8 times
  int asked_ms;     // what it was at first
  unsigned tries;   // of a frame
  const char *hint; // why the line was lost, for a person; from then on every access fails at once. NULL if it was not
  checked_counts counts;
  unsigned most, calm;   // writes of a frame, for now; frames since one was sent again
  unsigned spare;        // answers to the frame before that may still come: it was sent so often too much, as it seemed
  uint32_t refused_addr; // of the last write that was refused
  ws_serial_ask ask;     // the frame that is being gathered
  ws_serial_answer answer;
} checked;

// Opens the line and asks whether a board is there: it is in checked mode then. False with a message in c->hint.
bool checked_open(checked *c, const char *device, unsigned baud, int timeout_ms, unsigned tries);
void checked_close(checked *c);

ws_port checked_port(checked *c);

// Reads words, 4 bytes apart, in as few turns as there can be. 0, or nonzero as the port's read.
int checked_read(checked *c, uint32_t addr, unsigned words, uint32_t data[]);

// Sends what has been gathered. False if the line failed.
bool checked_flush(checked *c);

// Has the board go back to open mode, in which it takes commands of uartbone.
bool checked_leave(checked *c);

#endif
