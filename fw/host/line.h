// SPDX-License-Identifier: Apache-2.0
// A serial line: a device of 8 bits without parity, bytes out and in within bounded time. uartbone.h and checked.h speak on it.
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct line {
  int fd;
  unsigned baud;
  const char *hint; // why the last call failed, for a person; NULL if none has
} line;

// Opens a device, raw, and throws away what has come in. False with the reason in l->hint.
bool line_open(line *l, const char *device, unsigned baud);
void line_close(line *l);

// Milliseconds of a clock that only goes forward.
int64_t line_now_ms(void);

// Milliseconds that so many bytes take on the line, rounded up.
int line_time_ms(const line *l, unsigned bytes);

// Sends all of them. False if the line is gone or takes nothing for timeout_ms.
bool line_send(line *l, const uint8_t bytes[], unsigned count, int timeout_ms);

// Waits until the deadline for bytes, and takes at most `count`. How many came: 0 if none came in time, -1 if the line is gone.
int line_receive(line *l, uint8_t bytes[], unsigned count, int64_t deadline_ms);

// Waits until a board has dropped half a command of somebody else, and throws away what has come in.
enum { LINE_GAP_MS = 150 }; // a board that hears nothing for so long drops what is not whole
void line_settle(line *l);

#endif
