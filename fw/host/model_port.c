// SPDX-License-Identifier: Apache-2.0
// See model_port.h.
#include "model_port.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAIT_CLOCKS = 2000 };

static int model_read(void *user, uint32_t addr, uint32_t *data) {
  model_port *m = user;
  return ws_bus_read(m->bus, addr, data, &m->clocks) != WS_BUS_OKAY;
}

static int model_write(void *user, uint32_t addr, uint32_t data) {
  model_port *m = user;
  return ws_bus_write(m->bus, addr, data, 15, &m->clocks) != WS_BUS_OKAY;
}

static int model_wait(void *user) {
  model_port *m = user;
  for (unsigned i = 0; i < WAIT_CLOCKS && !ws_bus_irq(m->bus); i++, m->clocks++)
    ws_bus_run(m->bus, 1);
  m->interrupts += ws_bus_irq(m->bus);
  return 0;
}

bool model_port_open(model_port *m, const ws_bus_config *cfg) {
  void *mem = malloc(ws_bus_size(cfg));
  *m = (model_port){.bus = mem ? ws_bus_init(mem, cfg) : NULL};
  if (m->bus)
    return true;
  free(mem);
  fprintf(stderr, "there is no model with %u lanes, %u warps, %u CTAs, a FIFO of %u\n", cfg->core.lanes,
          cfg->core.warps, cfg->core.slots, cfg->fifo);
  return false;
}

void model_port_close(model_port *m) {
  free(m->bus);
  m->bus = NULL;
}

ws_port model_port_of(model_port *m) {
  return (ws_port){.user = m, .read = model_read, .write = model_write, .wait = model_wait};
}

// ------------------------------------------------------------------------------------------------------- a fault

static bool strikes(broken_port *b, bool write, uint32_t addr) {
  uint32_t info;
  if (b->accesses++ < b->after || write != b->write || addr != b->addr)
    return false;
  return b->op == ~0u || (!b->to.read(b->to.user, WS_REG_CPL_INFO, &info) && (info & WS_CPL_INFO_OP_BM) == b->op);
}

static int broken_read(void *user, uint32_t addr, uint32_t *data) {
  broken_port *b = user;
  bool now = strikes(b, false, addr);
  int r = b->to.read(b->to.user, addr, data);
  *data ^= now ? b->bits : 0;
  return r;
}

static int broken_write(void *user, uint32_t addr, uint32_t data) {
  broken_port *b = user;
  bool now = strikes(b, true, addr);
  return b->to.write(b->to.user, addr, data ^ (now ? b->bits : 0));
}

static int broken_wait(void *user) {
  broken_port *b = user;
  return b->to.wait(b->to.user);
}

ws_port broken_port_of(broken_port *b) {
  return (ws_port){.user = b, .read = broken_read, .write = broken_write, .wait = broken_wait};
}

// A number and what follows it, ':' or the end.
static bool number(const char **text, uint64_t *value) {
  char *end;
  *value = strtoull(*text, &end, 0);
  bool good = end != *text && (*end == ':' || !*end);
  *text = *end == ':' ? end + 1 : end;
  return good;
}

bool broken_port_parse(broken_port *b, const char *text) {
  uint64_t addr = 0, bits = 0, op = ~0u, after = 0;
  bool write = text[0] == 'w';
  if ((!write && text[0] != 'r') || text[1] != ':')
    return false;
  text += 2;
  bool good = number(&text, &addr) && number(&text, &bits);
  if (good && !strncmp(text, "-:", 2))
    text += 2;
  else if (good && *text)
    good = number(&text, &op);
  if (good && *text)
    good = number(&text, &after);
  *b = (broken_port){
      .to = b->to, .write = write, .addr = (uint32_t)addr, .bits = (uint32_t)bits, .op = (uint32_t)op, .after = after};
  return good && !*text;
}
