// SPDX-License-Identifier: Apache-2.0
// The bring-up self-test of the block on a bus. The same source runs on RV32, in the virtual platform, and on a host over any
// port of the driver; its log is the same in all of them but for lines that begin with "rate" or "port".
#ifndef SELFTEST_H
#define SELFTEST_H

#include "ws_driver.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ws_selftest_io {
  void *user;
  void (*put)(void *user, char c);    // where the log goes
  uint64_t (*time_ns)(void *user);    // NULL: rates are not known
  unsigned (*interrupts)(void *user); // interrupts that the port's wait has seen so far; NULL: it sees none
  const char *port_name;              // for the log
  bool posted;                        // the port cannot tell that an access was refused; BUS_ERR_INFO has to
  uint32_t seed;                      // of the stress
  const char *only;                   // NULL: all steps; else the step of this name, after identify
  unsigned rounds;                    // of each stress; 0: 24
} ws_selftest_io;

// Returns 0 if every step passed, else 1; 1 too where no step has the name in io->only.
int ws_selftest(const ws_port *port, const ws_selftest_io *io);

// Steps that a whole run has: lines of the log that tell of checks.
unsigned ws_selftest_steps(void);

#ifdef __cplusplus
}
#endif
#endif
