// SPDX-License-Identifier: Apache-2.0
// See uartbone.h. Writes are gathered and sent with the next read, so that a request costs one turn of the line.
#define _DEFAULT_SOURCE
#include "uartbone.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { WRITE = 1, READ = 2, WRITE_BYTES = 10, READ_BYTES = 6, POLL_NS = 200000 };

static const char NO_ANSWER[] =
    "no answer: is this the board's port, is its bitstream loaded, does the speed (--baud) fit?";
static const char GONE[] = "the serial line is gone: was the cable pulled, did the board lose power?";
static const char STUCK[] = "the serial line takes no more bytes: does the other end stand still?";

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

// Waits until the line is ready for `events`. False, with the reason in hint, if it is not in time.
static bool ready(uartbone *u, short events, int64_t deadline) {
  struct pollfd p = {.fd = u->fd, .events = events};
  int64_t left = deadline - now_ms();
  int n;
  do
    n = poll(&p, 1, left > 0 ? (int)left : 0);
  while (n < 0 && errno == EINTR);
  if (n > 0 && (p.revents & events))
    return true;
  u->hint = n > 0 ? GONE : events == POLLIN ? NO_ANSWER : STUCK;
  return false;
}

static bool send_all(uartbone *u) {
  int64_t deadline = now_ms() + u->timeout_ms;
  unsigned sent = 0, total = u->used;
  u->used = 0;
  while (sent < total) {
    if (!ready(u, POLLOUT, deadline))
      return false;
    ssize_t n = write(u->fd, u->out + sent, total - sent);
    if (n > 0)
      sent += (unsigned)n;
    else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
      u->hint = GONE;
      return false;
    }
  }
  return true;
}

static bool receive(uartbone *u, unsigned char *bytes, unsigned count) {
  int64_t deadline = now_ms() + u->timeout_ms;
  unsigned got = 0;
  while (got < count) {
    if (!ready(u, POLLIN, deadline))
      return false;
    ssize_t n = read(u->fd, bytes + got, count - got);
    if (n > 0)
      got += (unsigned)n;
    else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
      u->hint = GONE;
      return false;
    }
  }
  return true;
}

static void put_word(uartbone *u, uint32_t word) {
  for (int shift = 24; shift >= 0; shift -= 8)
    u->out[u->used++] = (unsigned char)(word >> shift);
}

static bool command(uartbone *u, unsigned char what, uint32_t addr) {
  if (u->used + WRITE_BYTES > sizeof u->out && !send_all(u))
    return false;
  u->out[u->used++] = what;
  u->out[u->used++] = 1;
  put_word(u, (u->base + addr) / 4);
  return true;
}

static int line_write(void *user, uint32_t addr, uint32_t data) {
  uartbone *u = user;
  if (addr % 4) {
    u->hint = "the address is no multiple of 4, and a serial line cannot express it";
    return 1;
  }
  if (!command(u, WRITE, addr))
    return 1;
  put_word(u, data);
  return 0;
}

static int line_read(void *user, uint32_t addr, uint32_t *data) {
  uartbone *u = user;
  unsigned char bytes[4];
  if (addr % 4) {
    u->hint = "the address is no multiple of 4, and a serial line cannot express it";
    return 1;
  }
  if (!command(u, READ, addr) || !send_all(u) || !receive(u, bytes, 4))
    return 1;
  *data = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
  return 0;
}

// The line carries no interrupt: the driver looks again after a moment.
static int line_wait(void *user) {
  uartbone *u = user;
  struct timespec moment = {.tv_nsec = POLL_NS};
  if (!send_all(u))
    return 1;
  nanosleep(&moment, NULL);
  return 0;
}

ws_port uartbone_port(uartbone *u) {
  return (ws_port){.user = u, .read = line_read, .write = line_write, .wait = line_wait};
}

void uartbone_attach(uartbone *u, int fd, int timeout_ms) {
  *u = (uartbone){.fd = fd, .timeout_ms = timeout_ms};
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

static speed_t speed_of(unsigned baud) {
  switch (baud) {
  case 9600: return B9600;
  case 57600: return B57600;
  case 115200: return B115200;
  case 230400: return B230400;
  case 460800: return B460800;
  case 921600: return B921600;
  case 1000000: return B1000000;
  case 2000000: return B2000000;
  case 3000000: return B3000000;
  default: return B0;
  }
}

bool uartbone_open(uartbone *u, const char *device, unsigned baud, int timeout_ms) {
  struct termios t;
  *u = (uartbone){.fd = -1};
  if (speed_of(baud) == B0) {
    u->hint = "no such speed: 9600, 57600, 115200, 230400, 460800, 921600, 1000000, 2000000, 3000000";
    return false;
  }
  int fd = open(device, O_RDWR | O_NOCTTY | O_NONBLOCK);
  if (fd < 0) {
    u->hint = strerror(errno);
    return false;
  }
  if (tcgetattr(fd, &t) != 0) {
    u->hint = "this is no serial line";
    close(fd);
    return false;
  }
  cfmakeraw(&t);
  t.c_cflag |= CLOCAL | CREAD;
  cfsetispeed(&t, speed_of(baud));
  cfsetospeed(&t, speed_of(baud));
  if (tcsetattr(fd, TCSANOW, &t) != 0) {
    u->hint = "the line does not take this speed";
    close(fd);
    return false;
  }
  tcflush(fd, TCIOFLUSH);
  uartbone_attach(u, fd, timeout_ms);
  return true;
}

void uartbone_close(uartbone *u) {
  if (u->fd >= 0)
    close(u->fd);
  u->fd = -1;
}
