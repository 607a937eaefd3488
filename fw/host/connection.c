// SPDX-License-Identifier: Apache-2.0
// See connection.h.
#include "connection.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bus/ws_regs.h"

// Where ports of boards are. WSCTL_PORTS names other patterns, one behind the other with blanks between.
static const char PORTS[] = "/dev/ttyUSB* /dev/ttyACM*";

static void look_for(glob_t *found, const char *patterns) {
  char text[1024];
  int flags = 0;
  snprintf(text, sizeof text, "%s", patterns);
  memset(found, 0, sizeof *found);
  for (char *p = strtok(text, " "); p; p = strtok(NULL, " "), flags = GLOB_APPEND)
    (void)glob(p, flags, NULL, found); // what matches nothing adds nothing
}

// The only port there is. NULL after a message.
static const char *only_port(connection *c) {
  const char *patterns = getenv("WSCTL_PORTS");
  glob_t found;
  patterns = patterns ? patterns : PORTS;
  look_for(&found, patterns);
  bool good = found.gl_pathc == 1 && strlen(found.gl_pathv[0]) < sizeof c->found;
  if (good) {
    strcpy(c->found, found.gl_pathv[0]);
  } else if (found.gl_pathc == 0) {
    fprintf(stderr,
            "wsctl: there is no serial port (%s): is the board plugged in, has it power? --port=DEVICE names another\n",
            patterns);
  } else {
    fprintf(stderr, "wsctl: which serial port is the board's? Say --port=, one of\n");
    for (size_t i = 0; i < found.gl_pathc; i++)
      fprintf(stderr, "  --port=%s\n", found.gl_pathv[i]);
  }
  globfree(&found);
  return good ? c->found : NULL;
}

static int counted_read(void *user, uint32_t addr, uint32_t *data) {
  connection *c = user;
  ws_port p = c->by_uartbone ? uartbone_port(&c->bone) : checked_port(&c->checked);
  c->accesses++;
  return p.read(p.user, addr, data);
}

static int counted_write(void *user, uint32_t addr, uint32_t data) {
  connection *c = user;
  ws_port p = c->by_uartbone ? uartbone_port(&c->bone) : checked_port(&c->checked);
  c->accesses++;
  return p.write(p.user, addr, data);
}

static int both_wait(void *user) {
  connection *c = user;
  ws_port p = c->by_uartbone ? uartbone_port(&c->bone) : checked_port(&c->checked);
  return p.wait(p.user);
}

const char *connection_lost(const connection *c) { return c->by_uartbone ? c->bone.hint : c->checked.hint; }

// uartbone has no question of its own: whatever answers a read is there.
static bool open_line(connection *c, const connection_options *o) {
  uint32_t id;
  if (!o->by_uartbone)
    return checked_open(&c->checked, c->device, o->baud, (int)o->timeout_ms, o->tries);
  return uartbone_open(&c->bone, c->device, o->baud, (int)o->timeout_ms) && !c->port.read(c, WS_REG_ID, &id);
}

bool connection_open(connection *c, const connection_options *o) {
  *c = (connection){.by_uartbone = o->by_uartbone};
  c->device = o->device ? o->device : only_port(c);
  c->port = (ws_port){.user = c, .read = counted_read, .write = counted_write, .wait = both_wait};
  if (!c->device)
    return false;
  if (open_line(c, o))
    return true;
  fprintf(stderr, "wsctl: %s: %s\n", c->device, connection_lost(c));
  if (c->by_uartbone)
    fprintf(stderr,
            "wsctl: (a board that has had a checked frame answers no command of uartbone until 'wsctl leave')\n");
  connection_close(c);
  return false;
}

void connection_close(connection *c) {
  if (c->by_uartbone)
    uartbone_close(&c->bone);
  else
    checked_close(&c->checked);
}

int connection_read(connection *c, uint32_t addr, unsigned words, uint32_t data[]) {
  c->accesses += words;
  if (!c->by_uartbone)
    return checked_read(&c->checked, addr, words, data);
  ws_port p = uartbone_port(&c->bone);
  int r = 0;
  for (unsigned i = 0; i < words && !r; i++)
    r = p.read(p.user, addr + 4 * i, &data[i]);
  return r;
}
