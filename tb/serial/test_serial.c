// SPDX-License-Identifier: Apache-2.0
// The model of the bridge and the frames of the host: written bytes in both modes, refused accesses, damage of every bit and byte of
// a frame, requests that are sent again, the first frame of a session under damage.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "memory.h"

static memory *board;
static ws_serial bridge;
static ws_serial_answer answer;
static uint8_t sent[1 << 14]; // by the bridge
static unsigned sent_count, answers;

static unsigned io_read(void *user, uint32_t addr, uint32_t *data) {
  assert_true(addr < WS_SERIAL_BYTES && addr % 4 == 0);
  return memory_read(user, addr, data);
}

static unsigned io_write(void *user, uint32_t addr, uint32_t data) {
  assert_true(addr < WS_SERIAL_BYTES && addr % 4 == 0);
  return memory_write(user, addr, data);
}

static void io_put(void *user, uint8_t byte) {
  (void)user;
  assert_true(sent_count < sizeof sent);
  sent[sent_count++] = byte;
  answers += ws_serial_take(&answer, byte);
}

static int begin(void **state) {
  (void)state;
  board = calloc(1, sizeof *board);
  assert_non_null(board);
  ws_serial_init(&bridge);
  memset(&answer, 0, sizeof answer);
  sent_count = answers = 0;
  return 0;
}

static int end(void **state) {
  (void)state;
  free(board);
  return 0;
}

static void come(const uint8_t bytes[], unsigned count) {
  const ws_serial_io io = {.user = board, .read = io_read, .write = io_write, .put = io_put};
  sent_count = answers = 0;
  for (unsigned i = 0; i < count; i++)
    ws_serial_byte(&bridge, &io, bytes[i]);
}

#define COME(...)                                                                                                      \
  do {                                                                                                                 \
    const uint8_t bytes[] = {__VA_ARGS__};                                                                             \
    come(bytes, sizeof bytes);                                                                                         \
  } while (0)

static void expect_sent(const uint8_t bytes[], unsigned count) {
  assert_int_equal(sent_count, count);
  assert_memory_equal(sent, bytes, count);
}

#define EXPECT(...)                                                                                                    \
  do {                                                                                                                 \
    const uint8_t bytes[] = {__VA_ARGS__};                                                                             \
    expect_sent(bytes, sizeof bytes);                                                                                  \
  } while (0)

// Sends a request; the answer is whole and has its sequence number.
static void ask(const ws_serial_ask *request) {
  uint8_t line[WS_SERIAL_LINE_MAX];
  unsigned count = ws_serial_request(request, line);
  assert_true(count >= 9 && count <= sizeof line);
  come(line, count);
  assert_int_equal(answers, 1);
  assert_int_equal(answer.seq, request->seq);
}

static void ping(uint8_t seq) {
  ask(&(ws_serial_ask){.seq = seq});
  assert_int_equal(answer.code, WS_SERIAL_OK);
  assert_true(bridge.checked);
}

// --------------------------------------------------------------------------------------------------- uartbone

static void uartbone_writes_and_reads_words(void **state) {
  (void)state;
  COME(1, 2, 0, 0, 0, 5, 0x11, 0x22, 0x33, 0x44, 0x7e, 0x7d, 0, 1);
  assert_int_equal(board->word[5], 0x11223344);
  assert_int_equal(board->word[6], 0x7e7d0001);
  assert_int_equal(sent_count, 0);
  COME(2, 2, 0, 0, 0, 5);
  EXPECT(0x11, 0x22, 0x33, 0x44, 0x7e, 0x7d, 0, 1);
  COME(3, 2, 0, 0, 0, 7, 0, 0, 0, 1, 0, 0, 0, 2);
  assert_int_equal(board->word[7], 2);
  assert_int_equal(board->writes[7], 2);
  assert_int_equal(board->word[8], 0);
  COME(4, 2, 0, 0, 0, 7);
  EXPECT(0, 0, 0, 2, 0, 0, 0, 2);
  COME(2, 0, 0, 0, 0, 5); // no words: no answer, and no data come after a write of none
  assert_int_equal(sent_count, 0);
  COME(1, 0, 0, 0, 0, 5, 2, 1, 0, 0, 0, 5);
  EXPECT(0x11, 0x22, 0x33, 0x44);
}

static void uartbone_reads_ones_where_it_is_refused(void **state) {
  (void)state;
  COME(2, 1, 0, 0, 1, 0);
  EXPECT(0xff, 0xff, 0xff, 0xff);
  uint32_t before = board->accesses;
  COME(1, 1, 0, 0, 0x80, 0, 1, 2, 3, 4, 2, 1, 0x80, 0, 0, 0); // beyond the block: no access, not one modulo its size
  EXPECT(0xff, 0xff, 0xff, 0xff);
  assert_int_equal(board->accesses, before);
  assert_int_equal(board->word[0], 0);
  board->word[0] = 0x01020304;
  board->word[MEMORY_WORDS - 1] = 5;
  COME(2, 3, 0, 0, 0x7f, 0xff); // over the end: not round to 0
  EXPECT(0, 0, 0, 5, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff);
}

static void uartbone_drops_half_a_command(void **state) {
  (void)state;
  COME(0, 9, 0xff, 1, 1, 0, 0, 0, 5, 1, 2, 3); // bytes that are no command; a write that lacks a byte
  ws_serial_gap(&bridge);
  COME(2, 1, 0, 0, 0, 5);
  EXPECT(0, 0, 0, 0);
}

// --------------------------------------------------------------------------------------------------- frames

static void check_sequence_is_that_of_zlib(void **state) {
  (void)state;
  assert_int_equal(ws_serial_crc(0, (const uint8_t *)"123456789", 9), 0xcbf43926);
  uint8_t bytes[300];
  for (unsigned i = 0; i < sizeof bytes; i++) {
    bytes[i] = (uint8_t)(i * 37 ^ i >> 3);
    assert_int_equal(ws_serial_crc(0, bytes, i), (uint32_t)crc32(0, bytes, i));
    assert_int_equal(ws_serial_crc(ws_serial_crc(0, bytes, i / 2), bytes + i / 2, i - i / 2),
                     (uint32_t)crc32(0, bytes, i));
  }
}

// Bytes written out by hand, their check from zlib.
static void frames_are_laid_out_as_documented(void **state) {
  (void)state;
  uint8_t line[WS_SERIAL_LINE_MAX];
  const uint8_t content[] = {0x7e, 0x10, 2,    0, 0, 0, 8, 0xaa, 0x7d, 0xbb, 0xcc, 0,
                             0,    0x12, 0x34, 1, 2, 3, 4, 9,    0,    0x11, 0x02};
  unsigned count = ws_serial_request(&(ws_serial_ask){.seq = 0x7e,
                                                      .writes = 2,
                                                      .addr = {0x20, 0x48d0},
                                                      .data = {0xaa7dbbcc, 0x01020304},
                                                      .reads = 9,
                                                      .from = 0x4408},
                                     line);
  uint32_t check = (uint32_t)crc32(0, content, sizeof content);
  uint8_t expected[64] = {0x7e};
  unsigned n = 1;
  for (unsigned i = 0; i < sizeof content + 4; i++) {
    uint8_t byte = i < sizeof content ? content[i] : (uint8_t)(check >> 8 * (i - sizeof content));
    if (byte == 0x7e || byte == 0x7d)
      expected[n++] = 0x7d;
    expected[n++] = byte == 0x7e ? 0x5e : byte == 0x7d ? 0x5d : byte;
  }
  expected[n++] = 0x7e;
  assert_int_equal(count, n);
  assert_memory_equal(line, expected, n);
  come(line, count);
  assert_int_equal(board->word[8], 0xaa7dbbcc);
  assert_int_equal(board->word[0x1234], 0x01020304);
  assert_int_equal(answer.words, 9);
}

static void there_is_no_such_frame(void **state) {
  (void)state;
  uint8_t line[WS_SERIAL_LINE_MAX];
  assert_int_equal(ws_serial_request(&(ws_serial_ask){.writes = 31}, line), 0);
  assert_int_equal(ws_serial_request(&(ws_serial_ask){.reads = 256}, line), 0);
  assert_int_equal(ws_serial_request(&(ws_serial_ask){.writes = 1, .addr = {2}}, line), 0);
  assert_int_equal(ws_serial_request(&(ws_serial_ask){.reads = 1, .from = 1}, line), 0);
  assert_int_equal(ws_serial_request(&(ws_serial_ask){.reads = 1, .from = 1u << 26}, line), 0);
}

static void a_frame_writes_then_reads(void **state) {
  (void)state;
  ws_serial_ask request = {.seq = 7, .writes = 30, .reads = 255, .from = 0x1000};
  for (unsigned i = 0; i < 30; i++) {
    request.addr[i] = 0x1000 + 4 * i;
    request.data[i] = 0x7e7d7e00 + i;
  }
  ask(&request);
  assert_int_equal(answer.code, WS_SERIAL_OK);
  assert_int_equal(answer.words, 255);
  for (unsigned i = 0; i < 255; i++)
    assert_int_equal(answer.data[i], i < 30 ? 0x7e7d7e00 + i : 0);
}

static void nothing_is_done_behind_a_refused_access(void **state) {
  (void)state;
  ws_serial_ask request = {.seq = 1, .writes = 3, .addr = {0x10, MEMORY_REFUSED, 0x20}, .data = {1, 2, 3}, .reads = 2};
  ask(&request);
  assert_int_equal(answer.code, WS_SERIAL_REFUSED);
  assert_int_equal(answer.writes_left, 2);
  assert_int_equal(answer.words, 0);
  assert_int_equal(board->word[4], 1);
  assert_int_equal(board->word[8], 0);
  ask(&request); // again: the same answer, nothing written twice
  assert_int_equal(answer.code, WS_SERIAL_REFUSED);
  assert_int_equal(answer.writes_left, 2);
  assert_int_equal(board->writes[4], 1);
  board->word[0xff] = 5;
  request = (ws_serial_ask){.seq = 2, .reads = 4, .from = 0x3fc};
  ask(&request); // the second word
  assert_int_equal(answer.code, WS_SERIAL_REFUSED);
  assert_int_equal(answer.writes_left, 0);
  assert_int_equal(answer.words, 1);
  assert_int_equal(answer.data[0], 5);
  uint32_t before = board->accesses;
  ask(&(ws_serial_ask){.seq = 3, .writes = 1, .addr = {0x80000020}});
  assert_int_equal(answer.code, WS_SERIAL_NOTHING);
  ask(&(ws_serial_ask){.seq = 4, .reads = 1, .from = WS_SERIAL_BYTES});
  assert_int_equal(answer.code, WS_SERIAL_NOTHING);
  assert_int_equal(board->accesses, before);
}

static void writes_of_a_frame_sent_again_are_not_done_again(void **state) {
  (void)state;
  uint8_t line[WS_SERIAL_LINE_MAX];
  const ws_serial_ask request = {.seq = 9, .writes = 2, .addr = {0x40, 0x44}, .data = {1, 2}, .reads = 1, .from = 0x40};
  ask(&request);
  board->word[0x10] = 77;
  come(line, ws_serial_request(&request, line) - 3); // a damaged frame between
  COME(0x7e);
  assert_int_equal(answer.code, WS_SERIAL_BAD);
  ask(&request);
  assert_int_equal(board->writes[0x10], 1);
  assert_int_equal(answer.data[0], 77); // reads are done anew
  ping(10);
  ask(&request); // not in a row: it is another request
  assert_int_equal(board->writes[0x10], 2);
  ask(&(ws_serial_ask){.seq = 11, .leave = true});
  ask(&request); // nor over open mode
  assert_int_equal(board->writes[0x10], 3);
}

static void checked_mode_ignores_uartbone(void **state) {
  (void)state;
  ping(5);
  COME(1, 1, 0, 0, 0, 5, 1, 2, 3, 4, 2, 1, 0, 0, 0, 5);
  assert_int_equal(sent_count, 0);
  assert_int_equal(board->accesses, 0);
  ask(&(ws_serial_ask){.seq = 6, .leave = true});
  COME(1, 1, 0, 0, 0, 5, 1, 2, 3, 4, 2, 1, 0, 0, 0, 5);
  EXPECT(1, 2, 3, 4);
}

// ------------------------------------------------------------------------------------------------------ damage

static const ws_serial_ask victim = {
    .seq = 0x33, .writes = 2, .addr = {0x40, 0x44}, .data = {0x12345678, 0x7e7d7e7d}, .reads = 1};

// After a damaged frame the next one is in step again. It begins with a flag of its own.
static void damaged(const uint8_t line[], unsigned count) {
  ping(0x32);
  come(line, count);
  assert_int_equal(board->accesses, 0);
  ws_serial_ask next = {.seq = 0x34, .reads = 1};
  ask(&next);
  assert_int_equal(answer.code, WS_SERIAL_OK);
  board->accesses = 0;
}

static void damage_of_any_bit_or_byte_is_found(void **state) {
  (void)state;
  uint8_t line[WS_SERIAL_LINE_MAX], hurt[WS_SERIAL_LINE_MAX];
  const unsigned count = ws_serial_request(&victim, line);
  for (unsigned at = 1; at + 1 < count; at++) {
    for (unsigned bit = 0; bit < 8; bit++) {
      memcpy(hurt, line, count);
      hurt[at] ^= (uint8_t)(1u << bit);
      damaged(hurt, count);
    }
    memcpy(hurt, line, at);
    memcpy(hurt + at, line + at + 1, count - at - 1); // lost
    damaged(hurt, count - 1);
    for (unsigned byte = 0; byte < 256; byte++) { // inserted
      memcpy(hurt, line, at);
      hurt[at] = (uint8_t)byte;
      memcpy(hurt + at + 1, line + at, count - at);
      if (at > 1 || byte != 0x7e) // a second flag before the frame does not harm it
        damaged(hurt, count + 1);
    }
  }
}

static void odd_frames_are_not_executed(void **state) {
  (void)state;
  ping(1);
  const uint8_t odd[][16] = {
      {3, 0x11, 0}, {3, 0x10, 1}, {3, 0x10, 0, 1}, {3, 0x10, 0, 1, 0, 0, 0, 0}, {3, 0x10, 32, 0, 0, 0, 4, 0, 0, 0, 4}};
  const unsigned length[] = {3, 3, 4, 8, 11};
  for (unsigned i = 0; i < 5; i++) {
    uint8_t line[32] = {0x7e};
    memcpy(line + 1, odd[i], length[i]);
    uint32_t check = (uint32_t)crc32(0, odd[i], length[i]);
    for (unsigned k = 0; k < 4; k++) {
      line[1 + length[i] + k] = (uint8_t)(check >> 8 * k);
      assert_true(line[1 + length[i] + k] != 0x7e && line[1 + length[i] + k] != 0x7d);
    }
    line[5 + length[i]] = 0x7e;
    come(line, 6 + length[i]);
    assert_int_equal(answers, 1);
    assert_int_equal(answer.code, WS_SERIAL_BAD);
  }
  uint8_t line[400] = {0x7e};
  come(line, sizeof line); // longer than any frame: dropped, and nothing is said
  assert_int_equal(sent_count, 0);
  COME(0x7e, 1, 2, 3, 4, 5, 6, 0x7e, 0x7e, 0x7e); // shorter: flags may follow one another
  assert_int_equal(sent_count, 0);
  assert_int_equal(board->accesses, 0);
  ping(2);
}

// Open mode, and any byte of the first frame of a session lost, changed to any other, or one inserted before it: no write.
static void damage_of_the_first_frame_writes_nowhere(void **state) {
  (void)state;
  uint8_t line[WS_SERIAL_LINE_MAX], hurt[WS_SERIAL_LINE_MAX];
  for (uint32_t random = 0; random < 256; random++) {
    const uint8_t seq = ws_serial_first_seq(random);
    const unsigned count = ws_serial_request(&(ws_serial_ask){.seq = seq}, line);
    for (unsigned at = 0; at < count; at++)
      for (unsigned how = 0; how < 513; how++) {
        memcpy(hurt, line, at);
        hurt[at] = (uint8_t)how;
        const unsigned from = how < 256 ? at + 1 : at, skip = how < 512 ? 1 : 0;
        memcpy(hurt + at + skip, line + from + !skip, count - from - !skip);
        ws_serial_init(&bridge);
        come(hurt, at + skip + count - from - !skip);
        ws_serial_gap(&bridge);
        for (unsigned i = 0; i < MEMORY_WORDS; i += i < 64 ? 1 : 64)
          if (board->writes[i])
            fail_msg("sequence %02x, byte %u, change %u: a write to word %u", seq, at, how, i);
        if (!bridge.checked) // it was not understood: the host asks again after a pause
          come(line, count);
        assert_int_equal(answers, 1);
      }
  }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
  const struct CMUnitTest tests[] = {TEST(uartbone_writes_and_reads_words),
                                     TEST(uartbone_reads_ones_where_it_is_refused),
                                     TEST(uartbone_drops_half_a_command),
                                     TEST(check_sequence_is_that_of_zlib),
                                     TEST(frames_are_laid_out_as_documented),
                                     TEST(there_is_no_such_frame),
                                     TEST(a_frame_writes_then_reads),
                                     TEST(nothing_is_done_behind_a_refused_access),
                                     TEST(writes_of_a_frame_sent_again_are_not_done_again),
                                     TEST(checked_mode_ignores_uartbone),
                                     TEST(damage_of_any_bit_or_byte_is_found),
                                     TEST(odd_frames_are_not_executed),
                                     TEST(damage_of_the_first_frame_writes_nowhere)};
  return cmocka_run_group_tests_name("serial", tests, NULL, NULL);
}
