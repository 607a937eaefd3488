// SPDX-License-Identifier: Apache-2.0
// The coverage of the serial line by itself, on the model alone: what bytes count, and when; what a bin that cannot be hit and one that was
// not hit are called.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "serial_cover.h"

static unsigned nothing_reads(void *user, uint32_t addr, uint32_t *data) {
  (void)user;
  *data = addr;
  return 0;
}

static unsigned nothing_writes(void *user, uint32_t addr, uint32_t data) {
  (void)user;
  (void)addr;
  (void)data;
  return 0;
}

static void nothing_hears(void *user, uint8_t byte) {
  (void)user;
  (void)byte;
}

static void come(serial_bench *b, const uint8_t bytes[], unsigned count) {
  const ws_serial_io io = {.read = nothing_reads, .write = nothing_writes, .put = nothing_hears};
  for (unsigned i = 0; i < count; i++) {
    serial_cover_byte(b, bytes[i]);
    ws_serial_byte(&b->model, &io, bytes[i]);
    serial_cover_done(b, bytes[i]);
  }
}

static serial_bench *open_bench(ws_cover *c) {
  serial_bench *b = calloc(1, sizeof *b);
  assert_non_null(b);
  ws_serial_init(&b->model);
  assert_true(serial_cover_open(c));
  b->cover = c;
  return b;
}

static void close_bench(serial_bench *b) {
  ws_bins_close(b->cover);
  free(b);
}

// A write in a frame with byte `at` of the line inverted, 0: none.
static void write_frame(serial_bench *b, unsigned at) {
  uint8_t line[WS_SERIAL_LINE_MAX];
  const unsigned count = ws_serial_request(&(ws_serial_ask){.seq = 9, .writes = 1, .addr = {0x40}, .data = {3}}, line);
  if (at)
    line[at] ^= 0xff;
  come(b, line, count);
}

static void a_frame_is_counted_when_the_rtl_has_done_it(void **state) {
  ws_cover c;
  serial_bench *b = open_bench(&c);
  (void)state;
  write_frame(b, 0);
  assert_int_equal(ws_cover_hits(&c, 0, SERIAL_G_FRAME, SERIAL_C_WRITE, SERIAL_OPEN, SERIAL_O_DONE), 0);
  serial_cover_agreed(b);
  assert_int_equal(ws_cover_hits(&c, 0, SERIAL_G_FRAME, SERIAL_C_WRITE, SERIAL_OPEN, SERIAL_O_DONE), 1);
  write_frame(b, 0);
  serial_cover_reset(b); // before the RTL has done it
  ws_serial_init(&b->model);
  serial_cover_agreed(b);
  assert_int_equal(ws_cover_hits(&c, 0, SERIAL_G_FRAME, SERIAL_C_WRITE, SERIAL_CHECKED, SERIAL_O_AGAIN), 0);
  write_frame(b, 0);
  write_frame(b, 0);
  serial_cover_agreed(b);
  assert_int_equal(ws_cover_hits(&c, 0, SERIAL_G_FRAME, SERIAL_C_WRITE, SERIAL_CHECKED, SERIAL_O_AGAIN), 1);
  assert_string_equal(c.wrong, "");
  close_bench(b);
}

static void damage_is_told_by_the_frame_that_comes_whole(void **state) {
  ws_cover c;
  serial_bench *b = open_bench(&c);
  (void)state;
  write_frame(b, 11); // of the flag, three bytes of the head, four of the address: the last of the data
  serial_cover_agreed(b);
  assert_int_equal(ws_cover_hits(&c, 0, SERIAL_G_FRAME, SERIAL_C_WRITE, SERIAL_OPEN, SERIAL_O_CHECK), 1);
  assert_int_equal(ws_cover_hits(&c, 0, SERIAL_G_DAMAGE, SERIAL_D_CHANGED, 4, SERIAL_OPEN), 0);
  write_frame(b, 0);
  serial_cover_agreed(b);
  assert_int_equal(ws_cover_hits(&c, 0, SERIAL_G_DAMAGE, SERIAL_D_CHANGED, 4, SERIAL_OPEN), 1);
  assert_string_equal(c.wrong, "");
  close_bench(b);
}

static void what_cannot_be_hit_and_what_was_not_is_named(void **state) {
  ws_cover c;
  serial_bench *b = open_bench(&c);
  char line[200] = "";
  FILE *text = tmpfile();
  (void)state;
  ws_cover_demand(&c, 1, true);
  assert_int_equal(ws_cover_missing(&c, "mine", text), c.demanded);
  rewind(text);
  assert_non_null(fgets(line, sizeof line, text));
  assert_string_equal(line, "mine: serial, frames: nothing x open x done: was never hit\n");
  fclose(text);
  ws_cover_hit(&c, 0, SERIAL_G_FRAME, SERIAL_C_READ, SERIAL_CHECKED, SERIAL_O_WRITE_REFUSED);
  assert_string_equal(c.wrong,
                      "serial, frames: 1 read x checked x a write is refused: was hit and cannot be: it has no writes");
  close_bench(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_frame_is_counted_when_the_rtl_has_done_it),
      cmocka_unit_test(damage_is_told_by_the_frame_that_comes_whole),
      cmocka_unit_test(what_cannot_be_hit_and_what_was_not_is_named),
  };
  return cmocka_run_group_tests_name("coverage of the serial line", tests, NULL, NULL);
}
