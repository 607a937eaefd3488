// SPDX-License-Identifier: Apache-2.0
// What the command line of the platform says.
#ifndef WS_SYSC_OPTIONS_H
#define WS_SYSC_OPTIONS_H

#include <cstdint>
#include <stdexcept>
#include <string>

struct options {
  bool rtl = false;
  unsigned lanes = 0; // 0: as built
  double quantum_ns = 10000, limit_ms = 10000, wall_s = 600;
  bool broken = false; // a planted fault: reads of this word of the block have this bit inverted
  uint32_t broken_word = 0;
  unsigned broken_bit = 0;
  bool quiet = false;
  std::string program;
};

struct wrong_call : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws wrong_call. False if the call only asked for help, which is printed then.
bool parse_options(int argc, char *argv[], options &result);

#endif
