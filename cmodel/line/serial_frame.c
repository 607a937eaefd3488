// SPDX-License-Identifier: Apache-2.0
// See ws_serial.h: the host's side of the line.
#include "line/serial_frame.h"
#include "line/ws_serial.h"

enum { STATUS = 1, CHECK = 4 }; // bytes of an answer behind its words

uint32_t ws_serial_crc(uint32_t crc, const uint8_t bytes[], unsigned count) {
  crc = ~crc;
  for (unsigned i = 0; i < count; i++) {
    crc ^= bytes[i];
    for (unsigned bit = 0; bit < 8; bit++)
      crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  return ~crc;
}

typedef struct request { // that is being built
  uint8_t *line;
  unsigned used;
  uint32_t crc;
} request;

static void put_escaped(request *r, uint8_t byte) {
  bool escape = byte == FLAG || byte == ESCAPE;
  if (escape)
    r->line[r->used++] = ESCAPE;
  r->line[r->used++] = escape ? byte ^ FLIP : byte;
}

static void put_byte(request *r, uint8_t byte) {
  r->crc = ws_serial_crc(r->crc, &byte, 1);
  put_escaped(r, byte);
}

static void put_word(request *r, uint32_t word) {
  for (int shift = 24; shift >= 0; shift -= 8)
    put_byte(r, (uint8_t)(word >> shift));
}

static bool possible(const ws_serial_ask *ask) {
  bool good = ask->writes <= WS_SERIAL_WRITES_MAX && ask->reads <= WS_SERIAL_READS_MAX;
  good = good && (!ask->reads || (ask->from % 4 == 0 && ask->from < 1u << 26));
  for (unsigned i = 0; good && i < ask->writes; i++)
    good = ask->addr[i] % 4 == 0;
  return good;
}

unsigned ws_serial_request(const ws_serial_ask *ask, uint8_t line[]) {
  request r = {.line = line};
  if (!possible(ask))
    return 0;
  line[r.used++] = FLAG;
  put_byte(&r, ask->seq);
  put_byte(&r, ask->leave ? LEAVE : ACCESS);
  put_byte(&r, (uint8_t)ask->writes);
  for (unsigned i = 0; i < ask->writes; i++) {
    put_word(&r, ask->addr[i] / 4);
    put_word(&r, ask->data[i]);
  }
  if (ask->reads)
    put_word(&r, (uint32_t)ask->reads << 24 | ask->from / 4);
  uint32_t crc = r.crc;
  for (unsigned shift = 0; shift < 32; shift += 8)
    put_escaped(&r, (uint8_t)(crc >> shift));
  line[r.used++] = FLAG;
  return r.used;
}

// Wherever a command of uartbone seems to begin in the frame, its address has to lie beyond the block: the first byte of the check,
// or the two behind it, are not 0 then. And no byte of the frame is such a command.
static bool harmless(const uint8_t line[], unsigned count) {
  for (unsigned i = 1; i + 1 < count; i++)
    if ((line[i] >= 1 && line[i] <= 4) || (i >= 4 && line[i] == 0))
      return false;
  return true;
}

uint8_t ws_serial_first_seq(uint32_t random) {
  ws_serial_ask ask = {0};
  uint8_t line[WS_SERIAL_LINE_MAX];
  for (unsigned tries = 0; tries < 256; tries++) { // most of the 256 are harmless
    ask.seq = (uint8_t)(random + tries);
    if (harmless(line, ws_serial_request(&ask, line)))
      break;
  }
  return ask.seq;
}

// The frame between two flags. One shorter than any answer is none: nothing was said.
static bool whole(ws_serial_answer *a) {
  if (a->used < 1 + STATUS + CHECK) {
    a->damaged += a->used != 0;
    return false;
  }
  unsigned body = a->used - 1 - STATUS - CHECK;
  if (ws_serial_crc(0, a->frame, a->used) != RESIDUE || body % 4) {
    a->damaged++;
    return false;
  }
  a->seq = a->frame[0];
  a->words = body / 4;
  for (unsigned i = 0; i < a->words; i++)
    a->data[i] = frame_word(a->frame + 1 + 4 * i);
  a->code = a->frame[1 + body] & 3;
  a->writes_left = a->code >= WS_SERIAL_REFUSED ? a->frame[1 + body] >> 3 : 0;
  return true;
}

bool ws_serial_take(ws_serial_answer *a, uint8_t byte) {
  if (byte == FLAG) {
    bool good = a->inside && whole(a);
    a->inside = !good; // a flag behind a damaged frame may be the first of the next
    a->used = 0;
    a->escape = false;
    return good;
  }
  if (!a->inside)
    return false;
  if (byte == ESCAPE && !a->escape) {
    a->escape = true;
  } else if (a->used == sizeof a->frame) {
    a->inside = false;
    a->damaged++;
  } else {
    a->frame[a->used++] = a->escape ? byte ^ FLIP : byte;
    a->escape = false;
  }
  return false;
}
