// SPDX-License-Identifier: Apache-2.0
// A pseudo-terminal: what a program on this machine opens as a serial port.
#ifndef WS_BOARD_TERMINAL_H
#define WS_BOARD_TERMINAL_H

#include <cstddef>
#include <cstdint>
#include <string>

class terminal {
public:
  terminal();
  ~terminal();
  terminal(const terminal &) = delete;
  terminal &operator=(const terminal &) = delete;

  // False with errno if there is none.
  bool good() const { return master >= 0 && other >= 0; }
  std::string name() const;

  // Reads what is there, at most `size` bytes; 0 if nothing is.
  size_t take(uint8_t *bytes, size_t size);

  // False if there is no room now.
  bool put(uint8_t byte);

  // Sleeps until a byte can be read, or for `ms`.
  void wait(int ms);

private:
  int master = -1;
  int other = -1; // the end that programs open, held open so that it stays as it is between two of them
};

#endif
