// SPDX-License-Identifier: Apache-2.0
// cmocka without its own output: see runner.h.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "runner.h"

// cmocka writes its own report as JUnit XML; without a file to write, it goes where nobody looks.
int ws_run_tests(const char *group, const struct CMUnitTest *test, size_t count, const char *junit) {
  char nowhere[] = "/tmp/ws_sim_XXXXXX";
  const char *file = junit;
  if (!junit) {
    int fd = mkstemp(nowhere);
    if (fd >= 0)
      close(fd);
    file = nowhere;
  }
  remove(file); // cmocka does not overwrite
  setenv("CMOCKA_XML_FILE", file, 1);
  cmocka_set_message_output(CM_OUTPUT_XML);
  int failed = _cmocka_run_group_tests(group, test, count, NULL, NULL);
  if (!junit)
    remove(file);
  return failed;
}
