// SPDX-License-Identifier: Apache-2.0
// What counts a hit (serial_cover.h).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serial_cover.h"
#include "line/serial_frame.h"

enum { IDLE, FRAME, LENGTH, ADDRESS, DATA }; // ws_serial.state (cmodel/line/serial.c)
enum { PENDING = 1 << 14, NOT_WHOLE = 7 };

typedef struct counting { // kept from byte to byte
  ws_serial was;          // the model before the byte
  uint32_t first;         // word that a command of uartbone begins with
  unsigned length;        // of it
  unsigned seen[2];       // of it, responses so far: refused, nowhere
  unsigned behind;        // what came before, on its axis
  bool command;           // what began last is a command
  uint8_t damaged[256];   // what came in place of a frame
  unsigned damaged_bytes;
  bool damaged_checked;
  bool escaped; // the byte before was an escape, in an answer
  ws_serial_answer answer;
  unsigned stood[SERIAL_STALLS];
  uint32_t pending[PENDING]; // hits that wait for the RTL
  unsigned count;
} counting;

static counting *kept(const serial_bench *b) { return b->cover->state[0]; }

bool serial_cover_open(ws_cover *c) {
  ws_bins_open(c, &(ws_config){0});
  ws_bins_add(c, "serial", serial_groups, SERIAL_GROUPS, sizeof(counting));
  if (ws_bins_ready(c))
    return true;
  ws_bins_close(c);
  return false;
}

static void later(serial_bench *b, serial_group group, unsigned i, unsigned j, unsigned k) {
  counting *x = kept(b);
  if (x->count == PENDING) {
    fputs("serial_cover: more hits wait for the RTL than PENDING holds\n", stderr);
    abort();
  }
  x->pending[x->count++] = (uint32_t)group << 24 | i << 16 | j << 8 | k;
}

static void now(serial_bench *b, serial_group group, unsigned i, unsigned j, unsigned k) {
  ws_cover_hit(b->cover, 0, group, i, j, k);
}

void serial_cover_agreed(serial_bench *b) {
  counting *x = kept(b);
  for (unsigned n = 0; n < x->count; n++)
    ws_cover_hit(b->cover, 0, x->pending[n] >> 24, x->pending[n] >> 16 & 255, x->pending[n] >> 8 & 255,
                 x->pending[n] & 255);
  x->count = 0;
}

// ------------------------------------------------------------------------------------------------------------- frames

static unsigned content_of(const uint8_t frame[], unsigned used) {
  const unsigned writes = frame[2], body = used - NOT_WHOLE;
  const bool part = body % 8 == 4;
  const unsigned reads = part ? frame[3 + 8 * writes] : 0;
  if (writes)
    return reads          ? writes == 30 ? SERIAL_C_30_BOTH : SERIAL_C_BOTH
           : writes == 30 ? SERIAL_C_30
           : writes == 1  ? SERIAL_C_WRITE
                          : SERIAL_C_WRITES;
  return !part          ? SERIAL_C_NOTHING
         : !reads       ? SERIAL_C_NO_READ
         : reads == 1   ? SERIAL_C_READ
         : reads == 255 ? SERIAL_C_255
                        : SERIAL_C_READS;
}

static bool fits(const ws_serial *s) {
  const unsigned body = s->used - NOT_WHOLE;
  return body % 4 == 0 && body / 8 == s->frame[2];
}

// Field of a byte of this frame.
static unsigned field_of(const uint8_t frame[], unsigned used, unsigned at) {
  if (at < 3)
    return at;
  if (at >= used - 4)
    return 6;
  return at >= 3 + 8u * frame[2] ? 5 : (at - 3) % 8 < 4 ? 3 : 4;
}

// A whole frame, and what came before it in place of one: if it is that frame but for one byte, which.
static void see_damage(serial_bench *b, const ws_serial *s) {
  counting *x = kept(b);
  const unsigned got = x->damaged_bytes;
  x->damaged_bytes = 0;
  if (!got || got + 1 < s->used || got > s->used + 1)
    return;
  unsigned head = 0, tail = 0;
  while (head < got && head < s->used && x->damaged[head] == s->frame[head])
    head++;
  while (tail < got && tail < s->used && x->damaged[got - 1 - tail] == s->frame[s->used - 1 - tail])
    tail++;
  const unsigned kind = got == s->used ? SERIAL_D_CHANGED : got < s->used ? SERIAL_D_LOST : SERIAL_D_INSERTED;
  const unsigned shorter = got < s->used ? got : s->used;
  if (head + tail < (kind == SERIAL_D_CHANGED ? shorter - 1 : shorter))
    return; // more than one byte
  if (head < s->used)
    later(b, SERIAL_G_DAMAGE, kind, field_of(s->frame, s->used, head), x->damaged_checked);
}

// The frame has been executed.
static void see_frame(serial_bench *b) {
  counting *x = kept(b);
  const ws_serial *s = &x->was, *after = &b->model;
  const bool again = s->executed && !memcmp(s->frame, s->last, s->used);
  const unsigned content = content_of(s->frame, s->used);
  const bool left = after->writes_left != 0, failed = after->code != WS_SERIAL_OK;
  unsigned outcome = again ? SERIAL_O_AGAIN : SERIAL_O_DONE;
  if (again && failed)
    outcome = left ? SERIAL_O_AGAIN_WRITE : SERIAL_O_AGAIN_READ;
  else if (failed && left)
    outcome = after->code == WS_SERIAL_REFUSED ? SERIAL_O_WRITE_REFUSED : SERIAL_O_WRITE_NOWHERE;
  else if (failed)
    outcome = after->code == WS_SERIAL_REFUSED ? SERIAL_O_READ_REFUSED : SERIAL_O_READ_NOWHERE;
  later(b, SERIAL_G_FRAME, content, s->checked, outcome);
  later(b, SERIAL_G_COMMAND, s->frame[1] == LEAVE, s->checked, again);
  see_damage(b, s);
  x->behind = s->frame[1] == LEAVE ? SERIAL_B_LEAVE : SERIAL_B_ACCESS;
}

static void see_no_frame(serial_bench *b, unsigned why) {
  counting *x = kept(b);
  later(b, SERIAL_G_NO_FRAME, why, x->was.checked, 0);
  if (why != SERIAL_N_SHORT)
    x->behind = SERIAL_B_NO_FRAME;
}

// A flag ended it.
static void see_end(serial_bench *b) {
  counting *x = kept(b);
  const ws_serial *s = &x->was;
  const bool check = s->used >= NOT_WHOLE && ws_serial_crc(0, s->frame, s->used) == RESIDUE;
  const bool command = s->frame[1] == ACCESS || s->frame[1] == LEAVE;
  if (check && command && fits(s)) {
    see_frame(b);
    return;
  }
  if (s->used) {
    memcpy(x->damaged, s->frame, s->used);
    x->damaged_bytes = s->used;
    x->damaged_checked = s->checked;
  }
  if (s->used < NOT_WHOLE) {
    if (s->used)
      see_no_frame(b, SERIAL_N_SHORT);
    return;
  }
  if (!check && command && fits(s)) {
    later(b, SERIAL_G_FRAME, content_of(s->frame, s->used), s->checked, SERIAL_O_CHECK);
    later(b, SERIAL_G_COMMAND, s->frame[1] == LEAVE, s->checked, 2);
  }
  see_no_frame(b, s->escape                   ? SERIAL_N_ESCAPE
                  : !check                    ? SERIAL_N_CHECK
                  : !command                  ? SERIAL_N_COMMAND
                  : (s->used - NOT_WHOLE) % 4 ? SERIAL_N_WORDS
                                              : SERIAL_N_WRITES);
}

// ---------------------------------------------------------------------------------------------------------- uartbone

static unsigned length_of(unsigned words) { return words < 2 ? words : words < 255 ? 2 : 3; }

// All of its words have been written, or read.
static void see_command(serial_bench *b) {
  counting *x = kept(b);
  const unsigned kind = x->was.command - 1u, length = length_of(x->length), end = WS_SERIAL_BYTES / 4;
  const bool one = kind >= 2; // address
  const bool beyond = x->first >= end, over = !beyond && !one && x->length && x->first + (x->length - 1) >= end;
  if (beyond && x->length)
    later(b, SERIAL_G_UARTBONE, kind, length, SERIAL_U_BEYOND);
  if (over)
    later(b, SERIAL_G_UARTBONE, kind, length, SERIAL_U_OVER);
  for (unsigned k = 0; k < 2; k++)
    if (x->seen[k])
      later(b, SERIAL_G_UARTBONE, kind, length, k ? SERIAL_U_NOWHERE : SERIAL_U_REFUSED);
  if ((!beyond || !x->length) && !over && !x->seen[0] && !x->seen[1])
    later(b, SERIAL_G_UARTBONE, kind, length, SERIAL_U_DONE);
  x->behind = SERIAL_B_COMMAND;
}

void serial_cover_access(serial_bench *b, unsigned resp) {
  counting *x = kept(b);
  if (resp)
    x->seen[resp == WS_SERIAL_NOTHING]++;
}

// -------------------------------------------------------------------------------------------------------- each byte

static void see_first(serial_bench *b, uint8_t byte) {
  counting *x = kept(b);
  const unsigned what = byte == FLAG ? 0 : byte >= 1 && byte <= 4 ? byte : 5;
  later(b, SERIAL_G_BEGIN, what, x->behind, x->was.checked);
  x->command = b->model.state == LENGTH;
  if (b->model.state == IDLE)
    x->behind = SERIAL_B_BYTE;
}

void serial_cover_byte(serial_bench *b, uint8_t byte) {
  counting *x = kept(b);
  x->was = b->model;
  if (x->was.state != ADDRESS || x->was.got != 3)
    return;
  x->first = x->was.word << 8 | byte; // the accesses of a read come with this byte
  x->length = x->was.left;
  memset(x->seen, 0, sizeof x->seen);
}

void serial_cover_done(serial_bench *b, uint8_t byte) {
  counting *x = kept(b);
  const ws_serial *s = &x->was, *after = &b->model;
  switch (s->state) {
  case IDLE: see_first(b, byte); break;
  case FRAME:
    if (byte == FLAG)
      see_end(b);
    else if (after->state == IDLE)
      see_no_frame(b, SERIAL_N_LONG);
    else if (s->escape)
      later(b, SERIAL_G_ESCAPE, (byte ^ FLIP) == FLAG ? 0 : (byte ^ FLIP) == ESCAPE ? 1 : 2, 0, 0);
    break;
  case ADDRESS:
  case DATA:
    if (after->state == IDLE)
      see_command(b);
    break;
  default: break;
  }
}

void serial_cover_gap(serial_bench *b) {
  counting *x = kept(b);
  const ws_serial *s = &b->model;
  const unsigned place = s->state == FRAME               ? s->escape ? 3
                                                           : s->used ? s->used <= 3 ? 1 : 2
                                                                     : 0
                         : s->state == LENGTH            ? 4
                         : s->state == ADDRESS           ? s->got ? 6 : 5
                         : s->got || s->left < x->length ? 8
                                                         : 7;
  if (s->state == IDLE)
    return;
  later(b, SERIAL_G_PAUSE, place, s->checked, 0);
  if (s->state == FRAME)
    later(b, SERIAL_G_NO_FRAME, SERIAL_N_PAUSE, s->checked, 0);
  if (s->state == ADDRESS || s->state == DATA)
    later(b, SERIAL_G_UARTBONE, s->command - 1u, length_of(s->state == DATA ? x->length : s->left), SERIAL_U_BROKEN);
  x->behind = SERIAL_B_PAUSE;
  serial_cover_agreed(b);
}

// ------------------------------------------------------------------------------------------------------------ the RTL

static void see_stall(serial_bench *b, unsigned channel, bool stands, bool taken) {
  unsigned *n = &kept(b)->stood[channel];
  if (taken)
    now(b, SERIAL_G_STALL, channel, *n < 2 ? *n : *n < 8 ? 2 : *n < SERIAL_GAP ? 3 : 4, kept(b)->command);
  *n = stands && !taken ? *n + 1 : 0;
}

static void see_answer(serial_bench *b, uint8_t byte) {
  counting *x = kept(b);
  if (x->answer.inside && x->answer.escape)
    x->escaped = true;
  if (x->escaped && byte != FLAG)
    now(b, SERIAL_G_ESCAPE, (byte ^ FLIP) == FLAG ? 0 : 1, 1, 0);
  x->escaped = false;
  if (!ws_serial_take(&x->answer, byte))
    return;
  const unsigned left = x->answer.writes_left;
  now(b, SERIAL_G_ANSWER, x->answer.code & 3, length_of(x->answer.words), left < 2 ? left : left < 30 ? 2 : 3);
}

void serial_cover_clock(serial_bench *b) {
  const serial_in *in = &b->in;
  const serial_out *out = &b->out;
  see_stall(b, SERIAL_RX, in->rx_valid, in->rx_valid && out->rx_ready);
  see_stall(b, SERIAL_TX, out->tx_valid, out->tx_valid && in->tx_ready);
  see_stall(b, SERIAL_AW, out->awvalid, out->awvalid && in->awready);
  see_stall(b, SERIAL_W, out->wvalid, out->wvalid && in->wready);
  see_stall(b, SERIAL_B, b->have_aw && b->have_w, in->bvalid && out->bready);
  see_stall(b, SERIAL_AR, out->arvalid, out->arvalid && in->arready);
  see_stall(b, SERIAL_R, b->have_ar, in->rvalid && out->rready);
  if (out->tx_valid && in->tx_ready && !kept(b)->command)
    see_answer(b, out->tx_byte);
}

void serial_cover_reset(serial_bench *b) {
  const serial_in *in = &b->in;
  const serial_out *out = &b->out;
  const bool ends[SERIAL_RESETS] = {
      [SERIAL_R_BYTE] = in->rx_valid && !out->rx_ready,
      [SERIAL_R_AW] = out->awvalid,
      [SERIAL_R_W] = out->wvalid,
      [SERIAL_R_B] = b->have_aw && b->have_w,
      [SERIAL_R_AR] = out->arvalid,
      [SERIAL_R_R] = b->have_ar,
      [SERIAL_R_ANSWER] = out->tx_valid,
  };
  unsigned some = 0;
  for (unsigned k = 1; k < SERIAL_RESETS; k++) {
    some += ends[k];
    if (ends[k])
      now(b, SERIAL_G_RESET, k, out->checked, 0);
  }
  if (!some)
    now(b, SERIAL_G_RESET, SERIAL_R_NOTHING, out->checked, 0);
  ws_bins_forget(b->cover);
}

void serial_cover_uart(serial_bench *b, unsigned event, unsigned period) {
  enum { EXACT = 13010 }; // between a bit of 921,600 baud at 12 MHz and SERIAL_DIV clocks
  const int off = ((int)period - EXACT) * 1000 / EXACT;
  if (b->cover)
    now(b, SERIAL_G_UART, event, off <= -19 ? 0 : off < -2 ? 1 : off <= 2 ? 2 : off < 19 ? 3 : 4, 0);
}

void serial_cover_line(serial_bench *b, unsigned event) {
  if (b->cover)
    now(b, SERIAL_G_LINE, event, 0, 0);
}
