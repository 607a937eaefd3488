// SPDX-License-Identifier: Apache-2.0
// The self-test on the machine of platform.h. The status of the run is that of the test.
#include "selftest.h"

#include <stddef.h>

#include "machine.h"

int main(void) {
  const ws_selftest_io io = {.put = machine_put,
                             .time_ns = machine_time_ns,
                             .interrupts = machine_interrupts,
                             .port_name = "RV32, memory-mapped",
                             .seed = 1};
  return ws_selftest(&machine_port, &io);
}
