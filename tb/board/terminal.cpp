// SPDX-License-Identifier: Apache-2.0
// See terminal.h.
#include "terminal.h"

#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

terminal::terminal() {
  termios t;
  master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
  if (master < 0 || grantpt(master) || unlockpt(master))
    return;
  other = open(ptsname(master), O_RDWR | O_NOCTTY);
  if (other >= 0 && tcgetattr(other, &t) == 0) {
    cfmakeraw(&t);
    tcsetattr(other, TCSANOW, &t);
  }
}

terminal::~terminal() {
  if (other >= 0)
    close(other);
  if (master >= 0)
    close(master);
}

std::string terminal::name() const { return ptsname(master); }

size_t terminal::take(uint8_t *bytes, size_t size) {
  ssize_t n = read(master, bytes, size);
  return n > 0 ? size_t(n) : 0;
}

bool terminal::put(uint8_t byte) { return write(master, &byte, 1) == 1; }

void terminal::wait(int ms) {
  pollfd p = {master, POLLIN, 0};
  poll(&p, 1, ms);
}
