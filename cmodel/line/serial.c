// SPDX-License-Identifier: Apache-2.0
// See ws_serial.h: the board's side of the line, as rtl/serial/ws_serial.v.
#include "line/ws_serial.h"

#include <string.h>

#include "line/serial_frame.h"

enum { IDLE, FRAME, LENGTH, ADDRESS, DATA };                               // ws_serial.state
enum { WRITE_INCR = 1, READ_INCR = 2, WRITE_FIXED = 3, READ_FIXED = 4 };   // commands of uartbone
enum { NOT_WHOLE = 7, TOO_LONG = 252, HEAD = 3, PAIR = 8, READ_PART = 4 }; // bytes of a frame

void ws_serial_init(ws_serial *s) { memset(s, 0, sizeof *s); }

void ws_serial_gap(ws_serial *s) { s->state = IDLE; }

// -------------------------------------------------------------------------------------------------- accesses

static bool beyond(uint32_t word) { return word >= WS_SERIAL_BYTES / 4; }

static uint8_t do_write(const ws_serial_io *io, uint32_t word, uint32_t data) {
  return beyond(word) ? WS_SERIAL_NOTHING : (uint8_t)io->write(io->user, word * 4, data);
}

static uint8_t do_read(const ws_serial_io *io, uint32_t word, uint32_t *data) {
  return beyond(word) ? WS_SERIAL_NOTHING : (uint8_t)io->read(io->user, word * 4, data);
}

// --------------------------------------------------------------------------------------------- commands of uartbone

// Beyond the last word there is nothing for ever: no address comes round to 0.
static void next_address(ws_serial *s) {
  s->addr += (s->command == WRITE_INCR || s->command == READ_INCR) && !beyond(s->addr);
}

static void answer_reads(ws_serial *s, const ws_serial_io *io) {
  for (; s->left; s->left--, next_address(s)) {
    uint32_t data = 0;
    if (do_read(io, s->addr, &data))
      data = 0xffffffff;
    for (int shift = 24; shift >= 0; shift -= 8)
      io->put(io->user, (uint8_t)(data >> shift));
  }
}

// A byte of a word. True when the word is whole.
static bool word_came(ws_serial *s, uint8_t byte) {
  s->word = s->word << 8 | byte;
  s->got = (s->got + 1) % 4;
  return s->got == 0;
}

static void address_byte(ws_serial *s, const ws_serial_io *io, uint8_t byte) {
  if (!word_came(s, byte))
    return;
  s->addr = s->word;
  s->state = IDLE;
  if (s->command == READ_INCR || s->command == READ_FIXED)
    answer_reads(s, io);
  else if (s->left)
    s->state = DATA;
}

static void data_byte(ws_serial *s, const ws_serial_io *io, uint8_t byte) {
  if (!word_came(s, byte))
    return;
  (void)do_write(io, s->addr, s->word); // refused or not: the line cannot tell
  next_address(s);
  if (--s->left == 0)
    s->state = IDLE;
}

// --------------------------------------------------------------------------------------------------- frames

typedef struct answer { // that is being sent
  const ws_serial_io *io;
  uint32_t crc;
} answer;

static void put_escaped(const ws_serial_io *io, uint8_t byte) {
  bool escape = byte == FLAG || byte == ESCAPE;
  if (escape)
    io->put(io->user, ESCAPE);
  io->put(io->user, escape ? byte ^ FLIP : byte);
}

static void put_byte(answer *a, uint8_t byte) {
  a->crc = ws_serial_crc(a->crc, &byte, 1);
  put_escaped(a->io, byte);
}

// The sequence number of every answer is that of the frame executed last.
static answer begin_answer(const ws_serial *s, const ws_serial_io *io) {
  answer a = {.io = io};
  io->put(io->user, FLAG);
  put_byte(&a, s->last[0]);
  return a;
}

static void end_answer(answer *a, const ws_serial *s, uint8_t code) {
  put_byte(a, (uint8_t)(s->writes_left << 3 | code));
  for (unsigned shift = 0; shift < 32; shift += 8)
    put_escaped(a->io, (uint8_t)(a->crc >> shift));
  a->io->put(a->io->user, FLAG);
}

// The check sequence is right, the command is known, and the length is that of as many writes as the head says.
static bool good_frame(const ws_serial *s) {
  unsigned body = s->used - NOT_WHOLE;
  return ws_serial_crc(0, s->frame, s->used) == RESIDUE && (s->frame[1] == ACCESS || s->frame[1] == LEAVE) &&
         body % 4 == 0 && body / PAIR == s->frame[2];
}

// The writes, up to the first that is refused.
static void do_writes(ws_serial *s, const ws_serial_io *io) {
  for (unsigned i = 0; i < s->frame[2] && !s->code; i++) {
    const uint8_t *pair = s->frame + HEAD + PAIR * i;
    s->code = do_write(io, frame_word(pair), frame_word(pair + 4));
    if (s->code)
      s->writes_left = (uint8_t)(s->frame[2] - i);
  }
}

// The reads of the frame; a word is sent as soon as it is there.
static void do_reads(ws_serial *s, answer *a, const uint8_t part[4]) {
  uint32_t word = frame_word(part) & 0xffffff;
  for (unsigned i = 0; i < part[0] && !s->code; i++) {
    uint32_t data = 0;
    s->code = do_read(a->io, word + i, &data);
    for (int shift = 24; shift >= 0 && !s->code; shift -= 8)
      put_byte(a, (uint8_t)(data >> shift));
  }
}

// Writes of a frame that equals the last one have been done: the host has sent it again, for it missed the answer. Their outcome
// stands in writes_left and code. Reads are done anew.
static void execute(ws_serial *s, const ws_serial_io *io) {
  bool again = s->executed && !memcmp(s->frame, s->last, s->used);
  memcpy(s->last, s->frame, s->used);
  s->executed = s->checked = true;
  if (!again)
    s->writes_left = 0;
  if (!s->writes_left)
    s->code = WS_SERIAL_OK;
  answer a = begin_answer(s, io);
  if (!again)
    do_writes(s, io);
  if (s->used % PAIR == (HEAD + READ_PART + 4) % PAIR)
    do_reads(s, &a, s->frame + s->used - 4 - READ_PART);
  end_answer(&a, s, s->code);
  s->checked = s->frame[1] != LEAVE;
}

// A flag came. What is shorter than any frame is no frame: flags may follow one another, and each may be the first of one.
static void flag(ws_serial *s, const ws_serial_io *io) {
  s->escape = false;
  if (s->used < NOT_WHOLE) {
    s->used = 0;
    return;
  }
  s->state = IDLE;
  if (good_frame(s)) {
    execute(s, io);
  } else if (s->checked) {
    answer a = begin_answer(s, io);
    end_answer(&a, s, WS_SERIAL_BAD);
  }
}

static void frame_byte(ws_serial *s, const ws_serial_io *io, uint8_t byte) {
  if (byte == FLAG) {
    flag(s, io);
  } else if (byte == ESCAPE && !s->escape) {
    s->escape = true;
  } else if (s->used == TOO_LONG - 1) {
    s->state = IDLE;
  } else {
    s->frame[s->used++] = s->escape ? byte ^ FLIP : byte;
    s->escape = false;
  }
}

static void idle_byte(ws_serial *s, uint8_t byte) {
  s->got = s->used = 0;
  s->escape = false;
  s->command = byte;
  if (byte == FLAG)
    s->state = FRAME;
  else if (!s->checked && byte >= WRITE_INCR && byte <= READ_FIXED)
    s->state = LENGTH;
}

void ws_serial_byte(ws_serial *s, const ws_serial_io *io, uint8_t byte) {
  switch (s->state) {
  case FRAME: frame_byte(s, io, byte); break;
  case LENGTH:
    s->left = byte;
    s->state = ADDRESS;
    break;
  case ADDRESS: address_byte(s, io, byte); break;
  case DATA: data_byte(s, io, byte); break;
  default: idle_byte(s, byte); break;
  }
}
