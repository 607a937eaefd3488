// SPDX-License-Identifier: Apache-2.0
// The model of the bridge on a bad line: every write that was acknowledged was done exactly once, every other one at most once, and
// no word is wrong; at several rates of damage, with answers that come late.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "host.h"

enum { REQUESTS = 30000 };

typedef struct bench {
  memory memory;
  ws_serial bridge;
  host host;
} bench;

static unsigned io_read(void *user, uint32_t addr, uint32_t *data) {
  return memory_read(&((bench *)user)->memory, addr, data);
}

static unsigned io_write(void *user, uint32_t addr, uint32_t data) {
  return memory_write(&((bench *)user)->memory, addr, data);
}

static void io_put(void *user, uint8_t byte) { host_hears(&((bench *)user)->host, byte); }

static void send(void *user, const uint8_t bytes[], unsigned count, bool gap) {
  bench *b = user;
  const ws_serial_io io = {.user = b, .read = io_read, .write = io_write, .put = io_put};
  for (unsigned i = 0; i < count; i++)
    ws_serial_byte(&b->bridge, &io, bytes[i]);
  if (gap)
    ws_serial_gap(&b->bridge);
}

static void play(uint32_t per_million, unsigned late, bool resends) {
  bench *b = calloc(1, sizeof *b);
  assert_non_null(b);
  b->host = (host){.send = send, .user = b, .memory = &b->memory, .rng = ws_rng_make(1, "host"), .late = late};
  b->host.to_board = b->host.to_host =
      (line_noise){.drop = per_million, .flip = per_million, .insert = per_million, .state = 5};
  b->host.to_host.state = 6 + per_million;
  ws_serial_init(&b->bridge);
  const bool good = host_play(&b->host, REQUESTS);
  const host *h = &b->host;
  print_message("%" PRIu32 " of a million bytes each: %" PRIu64 " requests, %" PRIu64 " sent again, %" PRIu64
                " answers BAD, %" PRIu64 " late, %" PRIu32 " damaged, %" PRIu64 " given up\n",
                per_million, h->requests, h->resends, h->bad, h->stale, h->answer.damaged, h->gave_up);
  if (!good)
    print_error("%s\n", h->wrong);
  const bool seen = !resends || (h->resends > 100 && (!per_million || (h->bad > 10 && h->answer.damaged > 10)));
  free(b);
  assert_true(good);
  assert_true(seen);
}

static void a_good_line(void **state) {
  (void)state;
  play(0, 0, false);
}

static void a_good_line_with_late_answers(void **state) {
  (void)state;
  play(0, 30, true);
}

static void a_bad_line(void **state) {
  (void)state;
  play(1000, 10, true);
}

static void a_very_bad_line(void **state) {
  (void)state;
  play(10000, 20, true);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_good_line), cmocka_unit_test(a_good_line_with_late_answers),
                                     cmocka_unit_test(a_bad_line), cmocka_unit_test(a_very_bad_line)};
  return cmocka_run_group_tests_name("serial_noise", tests, NULL, NULL);
}
