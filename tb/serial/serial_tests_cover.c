// SPDX-License-Identifier: Apache-2.0
// Every bin of the functional coverage of the serial line (serial_cover.h): scenes for what the other tests do not come to, and those in
// turn. Fails if a bin stays empty, by its name.
#include "serial_cover.h"

#include <string.h>

#include "line/serial_frame.h"

enum { FULL = 20000, ROUNDS = 8, AGAIN = 6, WORD = 0x1000, CONTENT = 300, LINE = 2 * CONTENT + 12 };

static unsigned put_word(uint8_t to[], uint32_t word) {
  for (unsigned i = 0; i < 4; i++)
    to[i] = (uint8_t)(word >> (24 - 8 * i));
  return 4;
}

static void send(serial_bench *b, const uint8_t content[], unsigned count, uint32_t wrong) {
  uint8_t line[LINE];
  serial_send(b, line, serial_frame(content, count, wrong, line));
  b->frames++;
}

static void enter(serial_bench *b, unsigned mode) {
  const uint8_t content[] = {0x55, mode == SERIAL_CHECKED ? ACCESS : LEAVE, 0};
  send(b, content, sizeof content, 0);
}

// ------------------------------------------------------------------------------------------------------------- frames

// Writes from `word` on, the last one at `last`; then reads from `from` on, if reads is not negative. Without its check.
static unsigned content_of(uint8_t to[], unsigned mode, unsigned writes, uint32_t last, int reads, uint32_t from) {
  static uint8_t seq;
  unsigned n = 0;
  to[n++] = ++seq;
  to[n++] = mode == SERIAL_CHECKED ? ACCESS : LEAVE; // so that the same frame comes in that mode again
  to[n++] = (uint8_t)writes;
  for (uint32_t i = 0; i < writes; i++) {
    n += put_word(to + n, i + 1 == writes ? last : WORD + i);
    n += put_word(to + n, 0x01020304 * (i + seq));
  }
  return n + (reads < 0 ? 0 : put_word(to + n, (uint32_t)reads << 24 | from));
}

// A frame with a wrong check, whole, and again.
static void thrice(serial_bench *b, unsigned mode, unsigned writes, uint32_t last, int reads, uint32_t from) {
  uint8_t content[CONTENT];
  const unsigned count = content_of(content, mode, writes, last, reads, from);
  serial_stalls(b);
  enter(b, mode);
  send(b, content, count, 0x100);
  send(b, content, count, 0);
  send(b, content, count, 0);
}

static void all_frames(serial_bench *b) {
  static const struct {
    unsigned writes;
    int reads;
  } kind[] = {{0, -1}, {1, -1}, {2, -1}, {30, -1}, {0, 0}, {0, 1}, {0, 5}, {0, 255}, {2, 2}, {30, 1}};
  static const uint32_t where[] = {WORD, MEMORY_REFUSED / 4, MEMORY_NOTHING / 4, WS_SERIAL_BYTES / 4};
  for (unsigned k = 0; k < sizeof kind / sizeof *kind; k++)
    for (unsigned mode = 0; mode < SERIAL_MODES; mode++)
      for (unsigned w = 0; w < 4; w++) {
        thrice(b, mode, kind[k].writes, where[w], kind[k].reads, WORD);
        thrice(b, mode, kind[k].writes, WORD, kind[k].reads, where[w]);
      }
}

// Each byte of a frame another one, lost, there twice; then the frame as it should have been.
static void damaged_frames(serial_bench *b) {
  uint8_t content[CONTENT], line[LINE], bad[LINE];
  for (unsigned mode = 0; mode < SERIAL_MODES; mode++)
    for (unsigned at = 1; at < 1 + 3 + 16 + 4 + 4; at++)
      for (unsigned kind = 0; kind < SERIAL_DAMAGES; kind++) {
        serial_stalls(b);
        enter(b, mode);
        const unsigned size = content_of(content, mode, 2, WORD + 1, 1, WORD);
        const unsigned count = serial_frame(content, size, 0, line);
        if (at + 1 >= count)
          continue;
        memcpy(bad, line, at);
        unsigned n = at;
        if (kind != SERIAL_D_LOST)
          bad[n++] = line[at] ^ 0x80;
        memcpy(bad + n, line + at + (kind != SERIAL_D_INSERTED), count - at);
        n += count - at - (kind != SERIAL_D_INSERTED);
        serial_send(b, bad, n);
        serial_gap(b); // what the line is left with is dropped
        serial_send(b, line, count);
      }
}

// ---------------------------------------------------------------------------------------------------------- uartbone

static unsigned command_of(uint8_t line[], uint8_t command, unsigned words, uint32_t word) {
  unsigned n = 0;
  line[n++] = command;
  line[n++] = (uint8_t)words;
  n += put_word(line + n, word);
  for (unsigned i = 0; command % 2 && i < words; i++)
    n += put_word(line + n, 0x01010101 * i);
  return n;
}

static void all_commands(serial_bench *b) {
  static const unsigned length[] = {0, 1, 3, 255};
  static const uint32_t where[] = {WORD, MEMORY_REFUSED / 4, MEMORY_NOTHING / 4, WS_SERIAL_BYTES / 4,
                                   WS_SERIAL_BYTES / 4 - 1};
  uint8_t line[6 + 4 * 255];
  enter(b, SERIAL_OPEN);
  for (uint8_t command = 1; command <= 4; command++)
    for (unsigned k = 0; k < 4; k++)
      for (unsigned w = 0; w < 5; w++) {
        const unsigned count = command_of(line, command, length[k], where[w]);
        serial_stalls(b);
        serial_send(b, line, count);
        serial_send(b, line, command % 2 && length[k] ? count - 2 : 4); // broken off
        serial_gap(b);
        b->frames++;
      }
}

// ----------------------------------------------------------------------------------------------- one behind the other

// What a command or frame may come behind. A reset is followed by open mode.
static void put_behind(serial_bench *b, unsigned mode, unsigned what) {
  const uint8_t content[] = {0x21, ACCESS, 0}, flag = FLAG, nothing = 0x33;
  uint8_t command[LINE];
  if (what == SERIAL_B_RESET) {
    serial_reset(b);
    return;
  }
  enter(b, mode);
  switch (what) {
  case SERIAL_B_NO_FRAME: send(b, content, sizeof content, 1); break;
  case SERIAL_B_PAUSE:
    serial_send(b, &flag, 1);
    serial_gap(b);
    break;
  case SERIAL_B_BYTE: serial_send(b, &nothing, 1); break;
  case SERIAL_B_COMMAND: serial_send(b, command, command_of(command, 1, 1, WORD)); break;
  default: break;
  }
}

static void first_bytes_behind(serial_bench *b) {
  static const uint8_t first[] = {FLAG, 1, 2, 3, 4, 0x33};
  uint8_t line[LINE];
  for (unsigned k = 0; k < sizeof first; k++)
    for (unsigned behind = 0; behind < SERIAL_BEHIND; behind++)
      for (unsigned mode = 0; mode < SERIAL_MODES; mode++) {
        const unsigned count = command_of(line, first[k], 1, WORD);
        serial_stalls(b);
        put_behind(b, mode, behind);
        serial_send(b, line, first[k] == FLAG || first[k] > 4 || b->model.checked ? 1 : count);
        serial_gap(b);
        b->frames++;
      }
}

// What is no frame, whatever the mode: too short, too long, a flag behind an escape, a wrong check with either command.
static void no_frames(serial_bench *b) {
  uint8_t line[LINE];
  for (unsigned mode = 0; mode < SERIAL_MODES; mode++) {
    const uint8_t stay[] = {0x21, ACCESS, 0}, leave[] = {0x22, LEAVE, 0};
    enter(b, mode);
    memset(line, 0x11, sizeof line);
    line[0] = FLAG;
    serial_send(b, line, 261);
    line[20] = ESCAPE;
    line[21] = FLAG;
    serial_send(b, line, 22);
    line[5] = FLAG;
    serial_send(b, line, 6);
    serial_gap(b);
    send(b, stay, sizeof stay, 1);
    send(b, leave, sizeof leave, 1);
    b->frames += 3;
  }
}

// A pause at each place of a frame and of a command.
static void pauses_everywhere(serial_bench *b) {
  uint8_t line[LINE], content[CONTENT];
  for (unsigned mode = 0; mode < SERIAL_MODES; mode++) {
    const unsigned size = content_of(content, mode, 1, WORD, 1, WORD), count = serial_frame(content, size, 0, line);
    enter(b, mode);
    for (unsigned at = 1; at < count; at++) {
      serial_send(b, line, at);
      serial_gap(b);
    }
    serial_send(b, (const uint8_t[]){FLAG, ESCAPE}, 2);
    serial_gap(b);
  }
  enter(b, SERIAL_OPEN);
  for (unsigned at = 1; at < 10; at++) {
    command_of(line, 1, 1, WORD);
    serial_send(b, line, at);
    serial_gap(b);
  }
}

// The next byte waits while a long answer goes out slowly, of a command and of a frame.
static void bytes_wait(serial_bench *b) {
  uint8_t line[LINE], content[CONTENT];
  enter(b, SERIAL_OPEN);
  serial_stalls(b);
  b->stall[SERIAL_TX] = 80;
  unsigned count = command_of(line, 2, 100, WORD);
  serial_come(b, line, count);
  serial_come(b, line, count);
  serial_send(b, NULL, 0);
  count = serial_frame(content, content_of(content, SERIAL_CHECKED, 0, 0, 100, WORD), 0, line);
  serial_come(b, line, count);
  serial_send(b, line, count);
}

// Resets in each clock of a command, its access and its answer.
static void resets_in_commands(serial_bench *b) {
  uint8_t line[LINE];
  for (unsigned clocks = 0; clocks < 2 * 120; clocks++) {
    const unsigned count = command_of(line, clocks % 2 ? 1 : 2, 1, WORD);
    serial_stalls(b);
    for (unsigned k = SERIAL_TX; k <= SERIAL_R; k++)
      b->stall[k] = b->no_stalls ? 0 : 80;
    serial_come(b, line, count);
    b->in.rx_valid = clocks % 4 > 1; // the next one waits
    for (unsigned i = 0; i < clocks / 2; i++) {
      serial_clock(b);
      if (b->in.rx_valid && b->out.rx_ready)
        b->in.rx_valid = false;
    }
    serial_reset(b);
    b->frames++;
  }
}

// ---------------------------------------------------------------------------------------------------------------- all

static void play(serial_bench *b, void (*run)(serial_bench *b)) {
  serial_reset(b);
  serial_stalls(b);
  memset(&b->memory, 0, sizeof b->memory);
  run(b);
}

// Tests that it plays, in this order.
extern const serial_tests serial_tests_edges, serial_tests_uart, serial_tests_bridge;

static void cover(serial_bench *b) {
  static const serial_tests *const files[] = {&serial_tests_edges, &serial_tests_uart, &serial_tests_bridge};
  static void (*const scenes[])(serial_bench *) = {all_frames, damaged_frames,    all_commands, first_bytes_behind,
                                                   no_frames,  pauses_everywhere, bytes_wait,   resets_in_commands};
  const ws_cover *c = b->cover;
  const uint64_t n = b->n;
  for (unsigned k = 0; k < sizeof scenes / sizeof *scenes; k++)
    play(b, scenes[k]);
  b->n = n / ROUNDS;
  for (unsigned round = 0; !round || (round < AGAIN && n >= FULL && c->empties); round++) // what chance left out
    for (unsigned f = 0; f < sizeof files / sizeof *files; f++)
      for (unsigned k = 0; k < files[f]->count; k++)
        play(b, files[f]->test[k].run);
  b->n = n;
  snprintf(b->note, sizeof b->note, "  bins %u/%u", c->demanded - c->empties, c->demanded);
  if (b->n >= FULL && ws_cover_missing(c, b->test, stderr))
    serial_fail(b, "%u bins of the coverage were never hit, see above", c->empties);
}

static const serial_test tests[] = {
    {"serial_cover", "every frame, command, damage, pause, answer, stall, reset and speed of the other end was met",
     .run = cover, .covers = true},
};
SERIAL_TESTS(cover)
