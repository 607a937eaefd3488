// SPDX-License-Identifier: Apache-2.0
// See uartbone.h. Writes are gathered and sent with the next read, so that a request costs one turn of the line.
#define _DEFAULT_SOURCE
#include "uartbone.h"

#include <stddef.h>
#include <time.h>

enum { WRITE = 1, READ = 2, WRITE_BYTES = 10, POLL_NS = 200000 };

static const char NO_ANSWER[] = "no answer: is this the board's port, is its bitstream loaded, does the speed (--baud) "
                                "fit, is it slow (--timeout-ms)?";
static const char UNALIGNED[] = "the address is no multiple of 4, and a serial line cannot express it";

static bool fail(uartbone *u, const char *hint) {
  u->hint = hint;
  return false;
}

static bool send_all(uartbone *u) {
  unsigned count = u->used;
  u->used = 0;
  return line_send(&u->line, u->out, count, u->timeout_ms) || fail(u, u->line.hint);
}

static bool receive(uartbone *u, uint8_t *bytes, unsigned count) {
  int64_t deadline = line_now_ms() + u->timeout_ms + line_time_ms(&u->line, count);
  for (unsigned got = 0; got < count;) {
    int n = line_receive(&u->line, bytes + got, count - got, deadline);
    if (n <= 0)
      return fail(u, n ? u->line.hint : NO_ANSWER);
    got += (unsigned)n;
  }
  return true;
}

static void put_word(uartbone *u, uint32_t word) {
  for (int shift = 24; shift >= 0; shift -= 8)
    u->out[u->used++] = (uint8_t)(word >> shift);
}

static bool command(uartbone *u, uint8_t what, uint32_t addr) {
  if (u->used + WRITE_BYTES > sizeof u->out && !send_all(u))
    return false;
  u->out[u->used++] = what;
  u->out[u->used++] = 1;
  put_word(u, (u->base + addr) / 4);
  return true;
}

static int bone_write(void *user, uint32_t addr, uint32_t data) {
  uartbone *u = user;
  if (addr % 4) {
    u->hint = UNALIGNED;
    return 1;
  }
  if (!command(u, WRITE, addr))
    return 1;
  put_word(u, data);
  return 0;
}

static int bone_read(void *user, uint32_t addr, uint32_t *data) {
  uartbone *u = user;
  uint8_t bytes[4];
  if (addr % 4) {
    u->hint = UNALIGNED;
    return 1;
  }
  if (!command(u, READ, addr) || !send_all(u) || !receive(u, bytes, 4))
    return 1;
  *data = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
  return 0;
}

// The line carries no interrupt: the driver looks again after a moment.
static int bone_wait(void *user) {
  uartbone *u = user;
  struct timespec moment = {.tv_nsec = POLL_NS};
  if (!send_all(u))
    return 1;
  nanosleep(&moment, NULL);
  return 0;
}

ws_port uartbone_port(uartbone *u) {
  return (ws_port){.user = u, .read = bone_read, .write = bone_write, .wait = bone_wait};
}

bool uartbone_open(uartbone *u, const char *device, unsigned baud, int timeout_ms) {
  *u = (uartbone){.timeout_ms = timeout_ms};
  if (!line_open(&u->line, device, baud))
    return fail(u, u->line.hint);
  line_settle(&u->line);
  return true;
}

void uartbone_close(uartbone *u) { line_close(&u->line); }
