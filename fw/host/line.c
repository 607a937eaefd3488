// SPDX-License-Identifier: Apache-2.0
// See line.h.
#define _DEFAULT_SOURCE
#include "line.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/file.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/serial.h>
#include <sys/ioctl.h>
#endif

static const char GONE[] = "the serial line is gone: was the cable pulled, did the board lose power?";
static const char STUCK[] = "the serial line takes no more bytes: does the other end stand still?";
static const char BUSY[] = "another program has this port open ('fuser -v' and the port's name says which)";
static const char DENIED[] = "no right to open this port: 'ls -l' and its name says which group may, often dialout";
static const char ABSENT[] = "there is no such port: is the board plugged in, has it power?";

static const struct {
  unsigned baud;
  speed_t code;
} speeds[] = {{9600, B9600},       {19200, B19200},     {38400, B38400},     {57600, B57600},     {115200, B115200},
              {230400, B230400},   {460800, B460800},   {500000, B500000},   {576000, B576000},   {921600, B921600},
              {1000000, B1000000}, {1500000, B1500000}, {2000000, B2000000}, {2500000, B2500000}, {3000000, B3000000}};
static const char NO_SPEED[] = "no such speed: 9600, 19200, 38400, 57600, 115200, 230400, 460800, 500000, 576000, "
                               "921600, 1000000, 1500000, 2000000, 2500000, 3000000";

static speed_t speed_of(unsigned baud) {
  for (unsigned i = 0; i < sizeof speeds / sizeof speeds[0]; i++)
    if (speeds[i].baud == baud)
      return speeds[i].code;
  return B0;
}

int64_t line_now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int line_time_ms(const line *l, unsigned bytes) { return (int)(bytes * 10000ull / l->baud) + 1; }

// Adapters of FTDI hold a short answer back for 16 ms unless they are asked not to. Others do not know the question.
static void ask_for_low_latency(int fd) {
#ifdef __linux__
  struct serial_struct s;
  if (ioctl(fd, TIOCGSERIAL, &s) != 0)
    return;
  s.flags = (int)((unsigned)s.flags | ASYNC_LOW_LATENCY);
  (void)ioctl(fd, TIOCSSERIAL, &s);
#else
  (void)fd;
#endif
}

static const char *why_not_open(int error) {
  return error == EBUSY                      ? BUSY
         : error == EACCES || error == EPERM ? DENIED
         : error == ENOENT                   ? ABSENT
                                             : strerror(error);
}

// Raw, at this speed, and of no other program that locks its port: two would take each other's answers. NULL, or what is wrong.
static const char *set_up(int fd, unsigned baud) {
  struct termios t;
  if (tcgetattr(fd, &t) != 0)
    return "this is no serial line";
  if (tcgetpgrp(fd) >= 0)
    return "this is the terminal that wsctl was called from, and no board";
  if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return BUSY;
  cfmakeraw(&t);
  t.c_cflag |= CLOCAL | CREAD;
  t.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS);
  cfsetispeed(&t, speed_of(baud));
  cfsetospeed(&t, speed_of(baud));
  if (tcsetattr(fd, TCSANOW, &t) != 0)
    return "the line does not take this speed";
  ask_for_low_latency(fd);
  tcflush(fd, TCIOFLUSH);
  return NULL;
}

bool line_open(line *l, const char *device, unsigned baud) {
  *l = (line){.fd = -1, .baud = baud};
  if (speed_of(baud) == B0) {
    l->hint = NO_SPEED;
    return false;
  }
  int fd = open(device, O_RDWR | O_NOCTTY | O_NONBLOCK);
  if (fd < 0) {
    l->hint = why_not_open(errno);
    return false;
  }
  l->hint = set_up(fd, baud);
  if (l->hint) {
    close(fd);
    return false;
  }
  l->fd = fd;
  return true;
}

void line_close(line *l) {
  if (l->fd >= 0)
    close(l->fd);
  l->fd = -1;
}

void line_settle(line *l) {
  struct timespec gap = {.tv_nsec = LINE_GAP_MS * 1000000};
  nanosleep(&gap, NULL);
  tcflush(l->fd, TCIFLUSH);
}

// True when the line is ready for `events`; false in time, or with `gone` in the hint.
static bool ready(line *l, short events, int64_t deadline) {
  struct pollfd p = {.fd = l->fd, .events = events};
  int64_t left = deadline - line_now_ms();
  int n;
  do
    n = poll(&p, 1, left > 0 ? (int)left : 0);
  while (n < 0 && errno == EINTR);
  if (n > 0 && (p.revents & events))
    return true;
  l->hint = n != 0 ? GONE : NULL;
  return false;
}

// What a read or write that moved nothing means: again, or the end.
static bool gone(line *l, ssize_t n) {
  if (n < 0 && (errno == EAGAIN || errno == EINTR))
    return false;
  l->hint = GONE;
  return true;
}

bool line_send(line *l, const uint8_t bytes[], unsigned count, int timeout_ms) {
  int64_t deadline = line_now_ms() + timeout_ms + line_time_ms(l, count);
  for (unsigned sent = 0; sent < count;) {
    if (!ready(l, POLLOUT, deadline)) {
      l->hint = l->hint ? l->hint : STUCK;
      return false;
    }
    ssize_t n = write(l->fd, bytes + sent, count - sent);
    if (n > 0)
      sent += (unsigned)n;
    else if (gone(l, n))
      return false;
  }
  return true;
}

int line_receive(line *l, uint8_t bytes[], unsigned count, int64_t deadline_ms) {
  for (;;) {
    if (!ready(l, POLLIN, deadline_ms))
      return l->hint ? -1 : 0;
    ssize_t n = read(l->fd, bytes, count);
    if (n > 0)
      return (int)n;
    if (gone(l, n))
      return -1;
  }
}
