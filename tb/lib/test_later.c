// SPDX-License-Identifier: Apache-2.0
// Files that a run may write (later.h): what stands at the name stays until there is something to put in its place.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "later.h"

static char folder[] = "/tmp/ws_later_XXXXXX";
static char file[100], part[120];

static void put(const char *name, const char *text) {
  FILE *f = fopen(name, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static void holds(const char *name, const char *text) {
  char read[40] = "";
  FILE *f = fopen(name, "r");
  assert_non_null(f);
  assert_true(fgets(read, sizeof read, f) || !*text);
  fclose(f);
  assert_string_equal(read, text);
}

static bool there(const char *name) { return !access(name, F_OK); }

static int open_folder(void **state) {
  (void)state;
  if (!mkdtemp(folder))
    return -1;
  snprintf(file, sizeof file, "%s/file", folder);
  return 0;
}

static int close_folder(void **state) {
  (void)state;
  remove(file);
  return rmdir(folder);
}

static void a_file_stays_where_nothing_is_written(void **state) {
  (void)state;
  put(file, "old");
  assert_true(ws_later_begin(file, part, sizeof part));
  holds(file, "old");
  assert_true(ws_later_end(file, part));
  holds(file, "old");
}

static void what_was_written_takes_its_place(void **state) {
  (void)state;
  put(file, "old");
  assert_true(ws_later_begin(file, part, sizeof part));
  put(part, "new");
  holds(file, "old");
  assert_true(ws_later_end(file, part));
  holds(file, "new");
  assert_false(there(part));
}

static void an_empty_part_is_none(void **state) {
  (void)state;
  put(file, "old");
  assert_true(ws_later_begin(file, part, sizeof part));
  put(part, "");
  assert_true(ws_later_end(file, part));
  holds(file, "old");
  assert_false(there(part));
}

static void a_part_of_an_earlier_run_is_not_taken(void **state) {
  (void)state;
  remove(file);
  snprintf(part, sizeof part, "%s.part", file);
  put(part, "earlier");
  assert_true(ws_later_begin(file, part, sizeof part));
  assert_true(ws_later_end(file, part));
  assert_false(there(file));
}

static void a_device_stays(void **state) {
  (void)state;
  remove(file);
  assert_int_equal(mkfifo(file, 0600), 0);
  assert_false(ws_later_begin(file, part, sizeof part));
  struct stat s;
  assert_int_equal(stat(file, &s), 0);
  assert_true(S_ISFIFO(s.st_mode));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_file_stays_where_nothing_is_written),
      cmocka_unit_test(what_was_written_takes_its_place),
      cmocka_unit_test(an_empty_part_is_none),
      cmocka_unit_test(a_part_of_an_earlier_run_is_not_taken),
      cmocka_unit_test(a_device_stays),
  };
  return cmocka_run_group_tests(tests, open_folder, close_folder);
}
