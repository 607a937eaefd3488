// SPDX-License-Identifier: Apache-2.0
// The bridge, RTL against model, where bytes at random do not come: every bit of every field of a frame wrong by itself, the check among
// them; every place at which a frame is refused, sent again, broken off; waits longer than any limit; resets at every clock of an access.
#include "serial_bench.h"

#include <string.h>

enum { ACCESS = 0x10, LEAVE = 0x1f, WORD = 0x40, CONTENT = 300, LINE = 2 * CONTENT + 12 };

// ------------------------------------------------------------------------------------------------------- contents

static unsigned put_word(uint8_t to[], uint32_t word) {
  for (unsigned i = 0; i < 4; i++)
    to[i] = (uint8_t)(word >> (24 - 8 * i));
  return 4;
}

// What stands in a frame, without its check: writes at addresses in words, from `word` on, then a read part if `reads` is not negative.
static unsigned content_of(uint8_t to[], uint8_t seq, unsigned writes, uint32_t word, int reads) {
  unsigned n = 0;
  to[n++] = seq;
  to[n++] = ACCESS;
  to[n++] = (uint8_t)writes;
  for (uint32_t i = 0; i < writes; i++) {
    n += put_word(to + n, word + i);
    n += put_word(to + n, 0x01010101 * (i + seq));
  }
  return n + (reads < 0 ? 0 : put_word(to + n, (uint32_t)reads << 24 | word));
}

static void send_frame(serial_bench *b, const uint8_t content[], unsigned count, uint32_t wrong) {
  uint8_t line[LINE];
  serial_send(b, line, serial_frame(content, count, wrong, line));
  b->frames++;
}

// The bridge is in checked mode, or in open mode, and a frame was executed.
static void enter(serial_bench *b, bool checked) {
  uint8_t content[] = {0x55, checked ? ACCESS : LEAVE, 0};
  send_frame(b, content, sizeof content, 0);
  if (b->out.checked != checked)
    serial_fail(b, "a frame without accesses and command %02x leaves the bridge in the other mode", content[1]);
}

// How many accesses this frame makes, RTL and model alike.
static unsigned accesses_of(serial_bench *b, const uint8_t content[], unsigned count, uint32_t wrong) {
  const uint32_t before = b->memory.accesses;
  send_frame(b, content, count, wrong);
  return b->memory.accesses - before;
}

// ------------------------------------------------------------------------------------------------------ the check

// What has to be wrong in a check, so that what is left of frame and check behind its last bit is wrong in exactly these bits: CRC-32
// backwards. Of damage at random 1 of 2^32 frames would do that.
static uint32_t wrong_at_the_end(uint32_t bits) {
  for (unsigned i = 0; i < 32; i++)
    bits = bits >> 31 ? (bits ^ 0xedb88320u) << 1 | 1 : bits << 1;
  return bits;
}

static void check_bits(serial_bench *b) {
  static const unsigned writes[] = {0, 1, 30};
  uint8_t content[CONTENT];
  for (unsigned bit = 0; bit < 32; bit++)
    for (unsigned kind = 0; kind < 12; kind++) {
      const unsigned w = writes[kind % 3];
      const unsigned count = content_of(content, (uint8_t)(bit + kind), w, WORD, w ? 1 : -1);
      serial_stalls(b);
      enter(b, kind % 2);
      if (accesses_of(b, content, count, kind < 6 ? 1u << bit : wrong_at_the_end(1u << bit)))
        serial_fail(b, "a frame is executed whose check is wrong: bit %u %s", bit, kind < 6 ? "of it" : "at its end");
      if (b->out.bad != b->out.checked)
        serial_fail(b, "bad_o is %d in %s mode behind a frame whose check is wrong", b->out.bad,
                    b->out.checked ? "checked" : "open");
      if (accesses_of(b, content, count, 0) != (w ? w + 1 : 0) || b->out.bad)
        serial_fail(b, "the same frame with the right check is not executed, or bad_o is 1 behind it");
    }
}

// ------------------------------------------------------------------------------------------------------- the head

// One that is as long as its NW says does as many writes; any other does nothing.
static void want_writes(serial_bench *b, const uint8_t content[], unsigned count, bool good, const char *what) {
  const unsigned did = accesses_of(b, content, count, 0), want = good ? content[2] : 0;
  if (did != want)
    serial_fail(b, "%s: %u bytes with command %02x and NW %u make %u accesses", what, count, content[1], content[2],
                did);
}

static void heads(serial_bench *b) {
  uint8_t content[CONTENT] = {0};
  for (unsigned k = 0; k < 512; k++) {
    const unsigned value = k / 2, fits = value % 32 < 31 ? value % 32 : 30;
    serial_stalls(b);
    enter(b, k % 2);
    unsigned count = content_of(content, (uint8_t)value, 1, WORD, -1);
    content[1] = (uint8_t)value;
    want_writes(b, content, count, value == ACCESS || value == LEAVE, "every command");
    enter(b, k % 2);
    count = content_of(content, (uint8_t)value, fits, WORD, -1);
    content[2] = (uint8_t)value;
    want_writes(b, content, count, value == fits, "every NW");
  }
  for (unsigned count = 0; count < 270; count++) { // the last ones are longer than any frame
    serial_stalls(b);
    enter(b, true);
    const unsigned body = count > 3 ? count - 3 : 0;
    content_of(content, (uint8_t)count, 33, WORD, -1);
    content[2] = (uint8_t)(body / 8);
    want_writes(b, content, count, count >= 3 && count <= 247 && body % 4 == 0, "every length");
  }
}

// ------------------------------------------------------------------------------------------------------ addresses

// Reads and writes of some words at an address, by frame and by command.
static void all_ways(serial_bench *b, uint32_t word, unsigned words) {
  uint8_t content[CONTENT], command[6 + 4 * 255] = {0};
  if (words <= 30)
    send_frame(b, content, content_of(content, (uint8_t)word, words, word, -1), 0);
  send_frame(b, content, content_of(content, (uint8_t)(word + 1), 0, word & 0xffffff, (int)words), 0);
  enter(b, false);
  for (uint8_t kind = 1; kind <= 4; kind++) {
    command[0] = kind;
    command[1] = (uint8_t)words;
    put_word(command + 2, word);
    for (unsigned i = 0; i < words; i++)
      put_word(command + 6 + 4 * i, word ^ i << 8 ^ kind);
    serial_send(b, command, kind % 2 ? 6 + 4 * words : 6);
    b->frames++;
  }
}

static void addresses(serial_bench *b) {
  for (unsigned bit = 0; bit < 32; bit++)
    for (int near = -2; near <= 1; near++) {
      serial_stalls(b);
      all_ways(b, (1u << bit) + (uint32_t)near, 3); // over the end of the block too, and of all addresses
    }
  for (unsigned bit = 0; bit < 8; bit++)
    for (int near = -1; near <= (bit == 7 ? 0 : 1); near++) {
      serial_stalls(b);
      all_ways(b, WORD, (1u << bit) + (unsigned)near);
    }
  all_ways(b, WORD, 255);
  all_ways(b, WS_SERIAL_BYTES / 4 - 128, 255);
}

// ---------------------------------------------------------------------------------------------------------- again

// What may come between a frame and the same frame again, and does not count as a frame.
static void something_else(serial_bench *b, unsigned kind) {
  uint8_t content[CONTENT], line[LINE] = {0x7e};
  unsigned count;
  switch (kind) {
  case 0: break;
  case 1: // too short for a frame, and not equal to what came before
    for (count = 1; count < 7; count++) {
      memset(line + 1, (int)(0xa0 + count), count);
      serial_come(b, line, count + 1);
    }
    break; // the flag of the next frame ends it
  case 2:  // damaged
    send_frame(b, content, content_of(content, 0x66, 2, WORD + 8, 1), 1);
    break;
  case 3: // too long
    memset(line + 1, 0x11, 260);
    serial_send(b, line, 261);
    break;
  case 4: // broken off
    serial_send(b, line, 1 + content_of(line + 1, 0x77, 1, WORD + 9, -1));
    serial_gap(b);
    break;
  default: // no frame, and its check is right
    count = content_of(content, 0x67, 2, WORD + 8, 1);
    content[1] = 0x30;
    send_frame(b, content, count, 0);
    break;
  }
}

static void again(serial_bench *b) {
  static const uint32_t nowhere[] = {MEMORY_REFUSED / 4, MEMORY_NOTHING / 4, WS_SERIAL_BYTES / 4, 0x80000000};
  uint8_t content[CONTENT];
  for (unsigned refused = 0; refused <= 30; refused++) // the number of the write that is; 30: none
    for (unsigned kind = 0; kind < 6; kind++) {
      const uint32_t where = nowhere[(refused + kind) % 4];
      const unsigned count = content_of(content, (uint8_t)(refused + kind), 30, WORD, 2);
      const unsigned tries = refused + (refused < 30 && where < WS_SERIAL_BYTES / 4), reads = refused < 30 ? 0 : 2;
      if (refused < 30)
        put_word(content + 3 + 8 * refused, where);
      serial_stalls(b);
      if (accesses_of(b, content, count, 0) != tries + reads)
        serial_fail(b, "30 writes, of which number %u is refused: not %u accesses", refused, tries + reads);
      for (unsigned k = 0; k < 2; k++) {
        something_else(b, kind);
        b->memory.word[WORD] += 0x01000000; // reads are done anew
        if (accesses_of(b, content, count, 0) != reads)
          serial_fail(b, "sent again, write number %u refused: not only its %u reads are done", refused, reads);
      }
    }
  for (unsigned refused = 0; refused < 4; refused++) { // a read is; the same frame again may be answered otherwise
    const unsigned count = content_of(content, (uint8_t)refused, 1, MEMORY_REFUSED / 4 - refused, 4);
    put_word(content + 3, WORD);
    if (accesses_of(b, content, count, 0) != 2 + refused || accesses_of(b, content, count, 0) != 1 + refused)
      serial_fail(b, "read number %u is refused: wrong number of accesses", refused);
  }
}

// ---------------------------------------------------------------------------------------------------------- bytes

// Every byte may be sent escaped, but one that would be a flag then; a flag behind the escape ends the frame.
static void escapes(serial_bench *b) {
  uint8_t content[CONTENT], line[LINE];
  for (unsigned value = 0; value < 256; value++) {
    unsigned n = 0, size = content_of(content, (uint8_t)value, 1, WORD, 1);
    put_word(content + 7, 0x01010101 * value);
    const uint32_t check = ws_serial_crc(0, content, size), before = b->memory.accesses;
    for (unsigned i = 0; i < 4; i++)
      content[size++] = (uint8_t)(check >> 8 * i);
    line[n++] = 0x7e;
    for (unsigned i = 0; i < size; i++) {
      if (content[i] != 0x5e)
        line[n++] = 0x7d;
      line[n++] = content[i] == 0x5e ? 0x5e : content[i] ^ 0x20;
    }
    line[n++] = 0x7e;
    serial_stalls(b);
    serial_send(b, line, n);
    if (b->memory.accesses != before + 2)
      serial_fail(b, "a frame all bytes of which are escaped is not executed: sequence number %02x", value);
    line[n - 2] = 0x7d; // in place of the last byte
    serial_send(b, line, n);
    serial_send(b, line, 1 + value % 5);
    serial_send(b, (const uint8_t[]){0x7d, 0x7e}, 2);
    b->frames += 2;
  }
}

// Each byte where a command or frame may begin, and then a write and a read of uartbone.
static void first_bytes(serial_bench *b) {
  for (unsigned k = 0; k < 512; k++) {
    const uint8_t line[] = {(uint8_t)(k / 2), 1, 1, 0, 0, 0, WORD, 2, 1, 0, 0, 2, 1, 0, 0, 0, WORD};
    serial_stalls(b);
    enter(b, k % 2);
    const uint32_t before = b->memory.accesses;
    serial_send(b, line, sizeof line);
    serial_gap(b);
    if (k % 2 && b->memory.accesses != before)
      serial_fail(b, "a command behind byte %02x does something in checked mode", line[0]);
    b->frames++;
  }
}

// A frame of 7 bytes that equals the one before in all of them but NW, and waits before each of its bytes; no byte is there then, though
// its bits say a flag. It is another frame: that a write of the one before was refused is not its answer.
static void no_valid(serial_bench *b) {
  static const uint8_t stands[] = {0x7e, 0x7d, 0x00};
  uint8_t content[CONTENT], line[LINE];
  for (unsigned k = 0; k < 12 * 3; k++) {
    const uint8_t plain[] = {(uint8_t)(0x20 + k), ACCESS, 0};
    const unsigned count = serial_frame(plain, sizeof plain, 0, line), writes = 1 + k % 30;
    const uint32_t check = ws_serial_crc(0, plain, sizeof plain);
    memset(b->stall, 0, sizeof b->stall);
    content_of(content, plain[0], writes, WORD, -1);
    for (unsigned i = 0; i < 4; i++)
      content[3 + i] = (uint8_t)(check >> 8 * i); // as an address it lies beyond the block, else nothing is refused
    send_frame(b, content, 3 + 8 * writes, 0);
    for (unsigned i = 0; i < count; i++) {
      serial_come(b, line + i, 1);
      b->in.rx_byte = stands[k % 3];
      for (unsigned clocks = 0; clocks <= k % 12; clocks++)
        serial_clock(b);
    }
    serial_send(b, NULL, 0);
    b->frames++;
  }
}

// ---------------------------------------------------------------------------------------------------------- waits

// Bus and line may take as long as they like: what a pause between bytes drops, they do not.
static void waits(serial_bench *b) {
  static const unsigned channels[] = {SERIAL_TX, SERIAL_AW, SERIAL_W, SERIAL_B, SERIAL_AR, SERIAL_R};
  uint8_t content[CONTENT], line[LINE];
  for (unsigned k = 0; k < 6 * 16; k++) {
    const unsigned channel = channels[k % 6];
    const uint32_t word = (k / 6 % 2 ? MEMORY_REFUSED : 0x200) / 4;
    memset(b->stall, 0, sizeof b->stall);
    enter(b, k % 4 > 1);
    unsigned count = 0;
    if (k / 12 % 2) {
      count = serial_frame(content, content_of(content, (uint8_t)k, 1, word, 1), 0, line);
    } else {
      enter(b, false);
      line[count++] = channel == SERIAL_AW || channel == SERIAL_W || channel == SERIAL_B ? 1 : 2;
      line[count++] = 1;
      count += put_word(line + count, word);
      count += line[0] == 1 ? put_word(line + count, k) : 0;
    }
    serial_stalls(b);
    b->stall[channel] = 100;
    serial_come(b, line, count);
    for (unsigned i = 0; i < 3 * SERIAL_GAP; i++)
      serial_clock(b);
    b->stall[channel] = 0;
    serial_send(b, NULL, 0);
    b->frames++;
  }
}

// A reset in each clock of a frame, its accesses and its answer. Nothing of it is left at the ports, and the same frame is executed.
static void resets_at_accesses(serial_bench *b) {
  static const uint8_t read[] = {2, 1, 0, 0, 0, WORD};
  uint8_t content[CONTENT], line[LINE];
  const unsigned size = content_of(content, 9, 1, WORD, 1), count = serial_frame(content, size, 0, line);
  for (unsigned clocks = 0; clocks < 400; clocks++, b->frames++) {
    serial_stalls(b);
    for (unsigned k = SERIAL_AW; k <= SERIAL_R; k++)
      b->stall[k] = b->no_stalls ? 0 : 80;
    serial_come(b, line, count);
    for (unsigned i = 0; i < clocks; i++)
      serial_clock(b);
    serial_reset(b);
    serial_send(b, read, sizeof read);
    if (b->out.checked || b->out.bad)
      serial_fail(b, "checked_o is %d, bad_o %d behind a reset", b->out.checked, b->out.bad);
    if (accesses_of(b, content, size, 0) != 2)
      serial_fail(b, "a frame is taken for one that was executed before a reset");
    enter(b, false);
    serial_reset(b);
  }
}

static const serial_test tests[] = {
    {"serial_check_bits", "a frame whose check is wrong in one bit is not executed: of the check, of what is compared",
     .run = check_bits},
    {"serial_heads", "every command, every number of writes and every length, with a check that is right",
     .run = heads},
    {"serial_addresses", "every bit of an address, every bit of a number of words, both sides of the last word",
     .run = addresses},
    {"serial_again", "a frame comes again, whichever of its accesses was refused, and whatever came between",
     .run = again},
    {"serial_escapes", "each byte escaped, needed or not, and escapes that end a frame", .run = escapes},
    {"serial_first_bytes", "each byte where a command or frame begins, in both modes", .run = first_bytes},
    {"serial_no_valid", "what stands at the port between bytes means nothing, and one byte makes another frame",
     .run = no_valid},
    {"serial_waits", "bus and line take longer than a pause that drops", .run = waits},
    {"serial_resets_at_accesses", "resets in each clock of accesses and answers", .run = resets_at_accesses},
};
SERIAL_TESTS(edges)
