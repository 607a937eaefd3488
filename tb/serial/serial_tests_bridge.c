// SPDX-License-Identifier: Apache-2.0
// The bridge, RTL against model: frames, uartbone, bytes without sense, pauses, resets, and a host on a bad line.
#include "serial_bench.h"

#include <inttypes.h>
#include <string.h>

enum { WORDS = 64 };

// Where there is something, where it is refused, where there is nothing, and beyond the last word.
static uint32_t random_addr(serial_bench *b) {
  static const uint32_t from[] = {
      0, 0, 0, 0, 0, 0, 0x1f000, MEMORY_REFUSED, MEMORY_NOTHING, WS_SERIAL_BYTES - 16, 0x80000000};
  return from[ws_rng_below(&b->rng, sizeof from / sizeof *from)] + 4 * ws_rng_below(&b->rng, WORDS);
}

static uint32_t random_data(serial_bench *b) {
  static const uint32_t some[] = {0, 0xffffffff, 0x7e7d7e7d, 0x7d7d7d5d, 0x01020304};
  return ws_rng_percent(&b->rng, 30) ? some[ws_rng_below(&b->rng, 5)] : ws_rng_u32(&b->rng);
}

static ws_serial_ask random_ask(serial_bench *b) {
  static const unsigned most[] = {0, 1, 3, WS_SERIAL_WRITES_MAX};
  ws_serial_ask ask = {.seq = (uint8_t)ws_rng_u32(&b->rng)};
  ask.writes = ws_rng_below(&b->rng, most[ws_rng_below(&b->rng, 4)] + 1);
  for (unsigned i = 0; i < ask.writes; i++) {
    ask.addr[i] = ws_rng_percent(&b->rng, 60) ? 4 * i : random_addr(b);
    ask.data[i] = random_data(b);
  }
  ask.reads = ws_rng_percent(&b->rng, 5) ? ws_rng_below(&b->rng, WS_SERIAL_READS_MAX + 1) : ws_rng_below(&b->rng, 6);
  ask.from = random_addr(b) % (1u << 26);
  ask.leave = ws_rng_percent(&b->rng, 5);
  return ask;
}

static void frames(serial_bench *b) {
  uint8_t line[WS_SERIAL_LINE_MAX];
  unsigned count = 0;
  for (uint64_t k = 0; k < b->n / 10; k++, b->frames++) {
    if (k % 32 == 0)
      serial_stalls(b);
    if (!count || ws_rng_percent(&b->rng, 75)) { // else the one before again
      const ws_serial_ask ask = random_ask(b);
      count = ws_serial_request(&ask, line);
    }
    serial_send(b, line, count);
  }
}

// The check is right, but the command, the number of writes or the length may not be.
static void odd_frames(serial_bench *b) {
  static const uint8_t commands[] = {0x10, 0x10, 0x10, 0x1f};
  uint8_t content[300], line[2 * sizeof content + 12];
  for (uint64_t k = 0; k < b->n / 10; k++, b->frames++) {
    if (k % 32 == 0)
      serial_stalls(b);
    const unsigned writes = ws_rng_below(&b->rng, ws_rng_percent(&b->rng, 10) ? 36 : 4);
    const unsigned longer = ws_rng_percent(&b->rng, 30) ? ws_rng_below(&b->rng, 10) : 4 * ws_rng_below(&b->rng, 2);
    const unsigned count = ws_rng_percent(&b->rng, 5) ? ws_rng_below(&b->rng, 4) : 3 + 8 * writes + longer;
    for (unsigned i = 0; i < count; i++)
      content[i] = ws_rng_percent(&b->rng, 80) ? (uint8_t)ws_rng_below(&b->rng, 4) : (uint8_t)ws_rng_u32(&b->rng);
    content[1] = commands[ws_rng_below(&b->rng, sizeof commands)];
    if (ws_rng_percent(&b->rng, 40)) // a bit away from one that is
      content[1] ^= (uint8_t)(1u << ws_rng_below(&b->rng, 8));
    content[2] = (uint8_t)(ws_rng_percent(&b->rng, 75) ? writes : writes ^ 1u << ws_rng_below(&b->rng, 8));
    serial_send(b, line, serial_frame(content, count, 0, line));
  }
}

// ---------------------------------------------------------------------------------------------------- uartbone

// A command with its data; returns how many bytes.
static unsigned random_command(serial_bench *b, uint8_t line[]) {
  unsigned n = 0, words = ws_rng_percent(&b->rng, 3) ? ws_rng_below(&b->rng, 256) : ws_rng_below(&b->rng, 5);
  const uint32_t word = random_addr(b) / 4;
  line[n++] = (uint8_t)(1 + ws_rng_below(&b->rng, 4));
  line[n++] = (uint8_t)words;
  for (int shift = 24; shift >= 0; shift -= 8)
    line[n++] = (uint8_t)(word >> shift);
  for (unsigned i = 0; line[0] % 2 && i < 4 * words; i++)
    line[n++] = (uint8_t)(random_data(b) >> 8 * (i % 4));
  return n;
}

static void uartbone(serial_bench *b) {
  uint8_t line[6 + 4 * 255];
  for (uint64_t k = 0; k < b->n / 10; k++, b->frames++) {
    if (k % 32 == 0)
      serial_stalls(b);
    const unsigned count = random_command(b, line);
    if (ws_rng_percent(&b->rng, 90)) {
      serial_send(b, line, count);
    } else { // it breaks off
      serial_send(b, line, ws_rng_below(&b->rng, count));
      serial_gap(b);
    }
  }
}

// ------------------------------------------------------------------------------------------------------- no sense

// Pieces of frames and commands, and bytes between that mean something.
static void no_sense(serial_bench *b) {
  static const uint8_t some[] = {0x7e, 0x7e, 0x7d, 1, 2, 3, 4, 0, 0x10, 0x1f, 0x5e, 0x5d, 5, 0xff};
  for (uint64_t k = 0; k < b->n / 10; k++, b->frames++) {
    uint8_t line[WS_SERIAL_LINE_MAX];
    unsigned count = 0;
    if (k % 32 == 0)
      serial_stalls(b);
    const unsigned kind = ws_rng_below(&b->rng, 4);
    if (kind == 0) {
      count = 1 + ws_rng_below(&b->rng, ws_rng_percent(&b->rng, 10) ? 400 : 20);
      for (unsigned i = 0; i < count; i++)
        line[i] = ws_rng_percent(&b->rng, 50) ? some[ws_rng_below(&b->rng, sizeof some)] : (uint8_t)ws_rng_u32(&b->rng);
    } else if (kind == 1) {
      count = random_command(b, line);
    } else {
      const ws_serial_ask ask = random_ask(b);
      count = ws_serial_request(&ask, line);
      if (kind == 2) // damaged
        line[ws_rng_below(&b->rng, count)] ^= (uint8_t)(1u << ws_rng_below(&b->rng, 8));
    }
    const unsigned from = ws_rng_percent(&b->rng, 20) ? ws_rng_below(&b->rng, count) : 0;
    const unsigned length = ws_rng_percent(&b->rng, 20) ? ws_rng_below(&b->rng, count - from + 1) : count - from;
    if (length) // to rest once more without a byte would make a pause of it, which drops what came before
      serial_send(b, line + from, length);
    if (ws_rng_percent(&b->rng, 10))
      serial_gap(b);
  }
}

// ----------------------------------------------------------------------------------------------------------- pauses

// Clocks without a byte in the middle of a command: one fewer than GAP_CLKS do no harm, GAP_CLKS drop it. Of a frame likewise. Behind an
// address the bridge looks what is to come, a clock in which it does not wait.
static void pauses(serial_bench *b) {
  static const uint8_t write[] = {1, 1, 0, 0, 0, 5, 0, 0, 0, 1};
  uint8_t frame[WS_SERIAL_LINE_MAX];
  const unsigned count =
      ws_serial_request(&(ws_serial_ask){.seq = 0x7e, .writes = 1, .addr = {0x14}, .leave = true}, frame);
  memset(b->stall, 0, sizeof b->stall);
  for (unsigned framed = 0; framed < 2; framed++)
    for (unsigned at = 1; at < (framed ? count : sizeof write); at++)
      for (unsigned drops = 0; drops < 2; drops++, b->frames++) {
        const uint8_t *line = framed ? frame : write;
        const unsigned size = framed ? count : sizeof write;
        serial_come(b, line, at); // not serial_send, which rests behind its bytes
        for (unsigned i = SERIAL_GAP - 1 + drops + (!framed && at == 6); i; i--)
          serial_clock(b);
        if (drops)
          serial_drop(b);
        // what is left is a command only together with what came before, or none
        serial_send(b, line + at, size - at);
        serial_gap(b);
      }
}

// Resets while bytes come, accesses are made and answers are sent.
static void resets(serial_bench *b) {
  uint8_t line[WS_SERIAL_LINE_MAX];
  for (uint64_t k = 0; k < b->n / 100; k++, b->frames++) {
    const ws_serial_ask ask = {.seq = 3, .writes = 2, .addr = {4, 8}, .data = {1, 2}, .reads = 3};
    const unsigned count = ws_serial_request(&ask, line);
    serial_stalls(b);
    uint8_t between[WS_SERIAL_LINE_MAX];
    serial_send(
        b, line,
        count); // the same before and behind each reset, in both halves of the RAM: it is executed, not known already
    for (uint8_t seq = 4; seq < 6 && ws_rng_percent(&b->rng, 70); seq++)
      serial_send(b, between, ws_serial_request(&(ws_serial_ask){.seq = seq}, between));
    serial_send(b, line, count);
    const uint8_t last = line[count - 1];
    b->in.rx_valid = true;
    const unsigned clocks = ws_rng_below(&b->rng, 600);
    unsigned sent = 0;
    memset(b->stall, 0, sizeof b->stall);
    line[1] ^= 0x40; // damaged, so that the memory does not change: an answer BAD
    for (unsigned i = 0; i < clocks; i++) {
      b->in.rx_byte = sent < count ? line[sent] : last;
      serial_step(b);
      sent += b->out.rx_ready;
    }
    serial_reset(b);
  }
}

// ------------------------------------------------------------------------------------------------------------ host

static void host_send(void *user, const uint8_t bytes[], unsigned count, bool gap) {
  serial_bench *b = user;
  if (b->host.requests % 32 == 0)
    serial_stalls(b);
  serial_send(b, bytes, count);
  if (gap)
    serial_gap(b);
}

static void bad_line(serial_bench *b) {
  host *h = &b->host;
  *h = (host){.send = host_send, .user = b, .memory = &b->memory, .rng = b->rng, .late = 10};
  h->to_board = h->to_host = (line_noise){.drop = 2000, .flip = 2000, .insert = 2000, .state = ws_rng_u64(&b->rng)};
  h->to_host.state = ws_rng_u64(&b->rng);
  const bool good = host_play(h, b->n / 10);
  b->frames += h->requests + h->resends;
  if (!good)
    serial_fail(b, "%s", h->wrong);
  printf("  %" PRIu64 " requests, %" PRIu64 " sent again; damaged: %" PRIu64 " on the way to the board, %" PRIu32
         " on the way back\n",
         h->requests, h->resends, h->damaged, h->answer.damaged);
  if (b->n >= 1000 && (h->resends < 20 || h->bad < 5 || h->stale < 5 || h->answer.damaged < 5))
    serial_fail(b, "the line was too good to show anything: %u sent again, %u BAD, %u late, %u damaged",
                (unsigned)h->resends, (unsigned)h->bad, (unsigned)h->stale, h->answer.damaged);
}

static const serial_test tests[] = {
    {"serial_frames", "frames that are whole, some of them again", .run = frames},
    {"serial_odd_frames", "frames whose check is right, but not what stands in them", .run = odd_frames},
    {"serial_uartbone", "commands of uartbone, some of them broken off", .run = uartbone},
    {"serial_no_sense", "pieces and damaged ones of both, and bytes at random", .run = no_sense},
    {"serial_pauses", "after how many clocks a command or frame that is not whole is dropped", .run = pauses},
    {"serial_resets", "resets at any time", .run = resets},
    {"serial_bad_line", "a host that keeps the rules on a line that does not: nothing is done twice, no word is wrong",
     .run = bad_line},
};
SERIAL_TESTS(bridge)
