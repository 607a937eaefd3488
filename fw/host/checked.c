// SPDX-License-Identifier: Apache-2.0
// See checked.h.
#define _DEFAULT_SOURCE
#include "checked.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

enum { POLL_NS = 200000, CALM = 32, SLOWER = 8 };

static const char NO_ANSWER[] = "no answer: is this the board's port, is its bitstream loaded, does the speed (--baud) "
                                "fit, is it slow (--timeout-ms)?";
static const char STOPPED[] =
    "the board answers no more: did it lose power, was its bitstream loaded anew, is it slow (--timeout-ms)?";
static const char GAVE_UP[] =
    "no undamaged answer: the line is too noisy; a lower speed, a shorter cable, more --retries?";
static const char NONSENSE[] = "the board's answer is not one to what was asked: is its bitstream another version?";

static bool fail(checked *c, const char *hint) {
  c->hint = hint;
  return false;
}

typedef enum heard { ANSWERED, SILENT, BAD, DAMAGED, GONE } heard;

// One more answer to the request before: that was sent again while its answer was on the way. Such a line is slow, and each frame that
// is sent again makes it slower: from now on an answer has twice the time that has gone by since this request was sent.
static int64_t slower(checked *c, int64_t begun, int64_t deadline) {
  int64_t now = line_now_ms(), time = 2 * (now - begun), most = (int64_t)SLOWER * c->asked_ms;
  time = time < most ? time : most;
  if (time > c->timeout_ms)
    c->timeout_ms = (int)time;
  return now + c->timeout_ms > deadline ? now + c->timeout_ms : deadline;
}

// The answer to the request of this number, first sent at `begun`, or why there is none. Answers to other numbers are late ones.
static heard listen(checked *c, int64_t begun, int64_t deadline) {
  uint8_t bytes[256];
  uint32_t damaged = c->answer.damaged;
  for (;;) {
    int n = line_receive(&c->line, bytes, sizeof bytes, deadline);
    if (n <= 0)
      return n ? GONE : SILENT;
    for (int i = 0; i < n; i++) {
      if (!ws_serial_take(&c->answer, bytes[i]))
        continue;
      if (c->answer.code == WS_SERIAL_BAD)
        return BAD;
      if (c->answer.seq == c->ask.seq)
        return ANSWERED;
      if (c->answer.seq == (uint8_t)(c->ask.seq - 1) && c->spare) {
        c->spare--;
        deadline = slower(c, begun, deadline);
      }
    }
    if (c->answer.damaged != damaged)
      return DAMAGED;
  }
}

// Long frames suffer most: those to come are shorter after one that was sent again, and grow when all goes well.
static void adapt(checked *c, bool again) {
  c->calm = again ? 0 : c->calm + 1;
  if (again)
    c->most = c->most > 1 ? c->most / 2 : 1;
  else if (c->calm % CALM == 0)
    c->most = 2 * c->most < WS_SERIAL_WRITES_MAX ? 2 * c->most : WS_SERIAL_WRITES_MAX;
}

// Sends the frame until it is answered.
static bool exchange(checked *c) {
  uint8_t bytes[WS_SERIAL_LINE_MAX];
  unsigned count = ws_serial_request(&c->ask, bytes);
  int on_line = line_time_ms(&c->line, count + 2 * (4 * c->ask.reads + 8));
  int64_t begun = line_now_ms();
  bool noise = false;
  if (c->hint) // the line is lost
    return false;
  for (unsigned i = 0; i < c->tries; i++) {
    c->counts.again += i != 0;
    if (!line_send(&c->line, bytes, count, c->timeout_ms))
      return fail(c, c->line.hint);
    heard h = listen(c, begun, line_now_ms() + c->timeout_ms + on_line);
    if (h == GONE)
      return fail(c, c->line.hint);
    if (h == ANSWERED) {
      c->counts.frames++;
      c->spare = i;
      adapt(c, i != 0);
      return true;
    }
    *(h == SILENT ? &c->counts.silent : h == BAD ? &c->counts.bad : &c->counts.damaged) += 1;
    noise |= h != SILENT;
  }
  return fail(c, noise ? GAVE_UP : c->counts.frames ? STOPPED : NO_ANSWER);
}

static void next_frame(checked *c) {
  c->ask.seq++;
  c->ask.leave = false;
  c->ask.writes = c->ask.reads = 0;
}

// One frame. Writes behind a refused one are sent in further frames, and so is the read.
static bool turn(checked *c) {
  while (exchange(c)) {
    ws_serial_ask *ask = &c->ask;
    const ws_serial_answer *a = &c->answer;
    unsigned left = a->writes_left;
    if (left > ask->writes || a->words > ask->reads || (left && (a->code == WS_SERIAL_OK || a->words)) ||
        (!left && a->code == WS_SERIAL_OK && a->words != ask->reads) ||
        (!left && a->code != WS_SERIAL_OK && !ask->reads))
      return fail(c, NONSENSE);
    if (!left)
      return true;
    unsigned next = ask->writes - left + 1;
    c->counts.refused_writes++;
    c->refused_addr = ask->addr[next - 1];
    memmove(ask->addr, ask->addr + next, (left - 1) * sizeof ask->addr[0]);
    memmove(ask->data, ask->data + next, (left - 1) * sizeof ask->data[0]);
    ask->writes = left - 1;
    ask->seq++;
  }
  return false;
}

bool checked_flush(checked *c) {
  if (!c->ask.writes)
    return true;
  bool good = turn(c);
  next_frame(c);
  return good;
}

static int port_write(void *user, uint32_t addr, uint32_t data) {
  checked *c = user;
  if (addr % 4) // a serial line cannot express it
    return 1;
  if (c->ask.writes >= c->most && !checked_flush(c))
    return 1;
  c->ask.addr[c->ask.writes] = addr;
  c->ask.data[c->ask.writes++] = data;
  return 0;
}

static int read_some(checked *c, uint32_t addr, unsigned words, uint32_t data[]) {
  c->ask.reads = words;
  c->ask.from = addr;
  bool good = turn(c);
  next_frame(c);
  if (!good)
    return 1;
  memcpy(data, c->answer.data, c->answer.words * sizeof data[0]);
  return c->answer.words != words; // the next one was refused
}

int checked_read(checked *c, uint32_t addr, unsigned words, uint32_t data[]) {
  if (addr % 4)
    return 1;
  int r = 0;
  for (unsigned n; words && !r; words -= n, addr += 4 * n, data += n) {
    unsigned most = c->most == WS_SERIAL_WRITES_MAX ? WS_SERIAL_READS_MAX : 2 * c->most;
    n = words < most ? words : most;
    r = read_some(c, addr, n, data);
  }
  return r;
}

static int port_read(void *user, uint32_t addr, uint32_t *data) { return checked_read(user, addr, 1, data); }

// The line carries no interrupt: the driver looks again after a moment.
static int port_wait(void *user) {
  struct timespec moment = {.tv_nsec = POLL_NS};
  if (!checked_flush(user))
    return 1;
  nanosleep(&moment, NULL);
  return 0;
}

ws_port checked_port(checked *c) {
  return (ws_port){.user = c, .read = port_read, .write = port_write, .wait = port_wait};
}

bool checked_open(checked *c, const char *device, unsigned baud, int timeout_ms, unsigned tries) {
  *c = (checked){
      .timeout_ms = timeout_ms, .asked_ms = timeout_ms, .tries = tries ? tries : 1, .most = WS_SERIAL_WRITES_MAX};
  if (!line_open(&c->line, device, baud))
    return fail(c, c->line.hint);
  line_settle(&c->line);
  // The number of the first frame differs from session to session: the board may still hold the last frame of another.
  c->ask.seq = ws_serial_first_seq((uint32_t)line_now_ms() ^ (uint32_t)getpid() << 8);
  c->timeout_ms = timeout_ms < LINE_GAP_MS ? LINE_GAP_MS : timeout_ms;
  bool good = turn(c);
  c->timeout_ms = timeout_ms;
  next_frame(c);
  if (!good)
    line_close(&c->line);
  return good;
}

void checked_close(checked *c) { line_close(&c->line); }

bool checked_leave(checked *c) {
  if (!checked_flush(c))
    return false;
  c->ask.leave = true;
  bool good = turn(c);
  next_frame(c);
  return good;
}
