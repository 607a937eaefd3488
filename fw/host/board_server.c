// SPDX-License-Identifier: Apache-2.0
// The board's end of a serial line, without a board: opens a pseudo-terminal, prints its name, and answers the commands of
// uartbone.h on the golden model of the block, until the other end closes or 10 s pass without a byte.
//   ws_board_server [--lanes=32 --warps=4 --slots=1] [--mute=N]     --mute: answers no read after the first N
#define _XOPEN_SOURCE 600
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "model_port.h"

enum { QUIET_MS = 10000, FRAME = 6 };

static int line = -1;
static bool begun;

// The next byte from the line; -1 when the other end is gone, or is quiet for too long. Until it opens the line, a
// pseudo-terminal says that it hung up.
static int next_byte(void) {
  static unsigned char buffer[4096];
  static ssize_t have, at;
  int waited = 0;
  while (at == have) {
    struct pollfd p = {.fd = line, .events = POLLIN};
    if (poll(&p, 1, 100) > 0 && (p.revents & POLLIN)) {
      have = read(line, buffer, sizeof buffer);
      at = 0;
      begun = begun || have > 0;
      if (have <= 0)
        return -1;
    } else if ((p.revents & POLLHUP) && begun) {
      return -1;
    } else if ((waited += 100) > QUIET_MS) {
      return -1;
    } else if (p.revents & POLLHUP) {
      usleep(100000);
    }
  }
  return buffer[at++];
}

static bool next_word(uint32_t *word) {
  *word = 0;
  for (unsigned i = 0; i < 4; i++) {
    int byte = next_byte();
    if (byte < 0)
      return false;
    *word = *word << 8 | (uint32_t)byte;
  }
  return true;
}

static bool answer(uint32_t word) {
  unsigned char bytes[4] = {(unsigned char)(word >> 24), (unsigned char)(word >> 16), (unsigned char)(word >> 8),
                            (unsigned char)word};
  for (size_t sent = 0; sent < sizeof bytes;) {
    ssize_t n = write(line, bytes + sent, sizeof bytes - sent);
    if (n <= 0)
      return false;
    sent += (size_t)n;
  }
  return true;
}

static void serve(const ws_port *port, unsigned long reads) {
  uint32_t addr, word;
  for (;;) {
    int what = next_byte(), words = next_byte();
    if (what < 0 || words < 0 || !next_word(&addr))
      return;
    for (int i = 0; i < words; i++, addr++) {
      if (what == 1) {
        if (!next_word(&word))
          return;
        (void)port->write(port->user, addr * 4, word); // refused or not: the line cannot tell
      } else if (reads) {
        (void)port->read(port->user, addr * 4, &word);
        reads--;
        if (!answer(word))
          return;
      }
    }
  }
}

static bool option(const char *arg, const char *name, unsigned long *value) {
  size_t n = strlen(name);
  char *end;
  if (strncmp(arg, name, n))
    return false;
  *value = strtoul(arg + n, &end, 0);
  return end != arg + n && !*end;
}

int main(int argc, char **argv) {
  unsigned long lanes = 32, warps = 4, slots = 1, mute = ~0ul;
  for (int i = 1; i < argc; i++)
    if (!option(argv[i], "--lanes=", &lanes) && !option(argv[i], "--warps=", &warps) &&
        !option(argv[i], "--slots=", &slots) && !option(argv[i], "--mute=", &mute)) {
      fprintf(stderr, "usage: ws_board_server [--lanes=32 --warps=4 --slots=1] [--mute=N]\n");
      return 2;
    }
  ws_bus_config cfg = {
      .core = {.lanes = (unsigned)lanes, .warps = (unsigned)warps, .slots = (unsigned)slots, .match_bits = 4}};
  model_port model;
  struct termios t;
  if (!model_port_open(&model, &cfg))
    return 2;
  line = posix_openpt(O_RDWR | O_NOCTTY);
  if (line < 0 || grantpt(line) || unlockpt(line) || tcgetattr(line, &t)) {
    perror("pseudo-terminal");
    return 1;
  }
  cfmakeraw(&t);
  tcsetattr(line, TCSANOW, &t);
  printf("%s\n", ptsname(line));
  fflush(stdout);
  ws_port port = model_port_of(&model);
  serve(&port, mute);
  model_port_close(&model);
  close(line);
  return 0;
}
