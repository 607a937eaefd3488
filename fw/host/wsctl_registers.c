// SPDX-License-Identifier: Apache-2.0
// Commands read and write of wsctl, and names of the register map.
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "register_table.h"
#include "bus/ws_regs.h"
#include "wsctl.h"

enum { READ_WORDS = 64 }; // at a time

static const struct {
  const char *name;
  uint32_t addr, bytes;
} memories[] = {{"SMEM", WS_REG_SMEM, WS_REG_SMEM_BYTES}, {"GMEM", WS_REG_GMEM, WS_REG_GMEM_BYTES}};
enum { REGISTERS = sizeof ws_register_table / sizeof ws_register_table[0], MEMORIES = 2 };

place_name name_of(uint32_t addr) {
  place_name n = {""};
  for (unsigned i = 0; i < MEMORIES; i++)
    if (addr - memories[i].addr < memories[i].bytes)
      snprintf(n.text, sizeof n.text, "%s+0x%" PRIx32, memories[i].name, addr - memories[i].addr);
  for (unsigned i = 0; i < REGISTERS; i++) {
    const ws_register *r = &ws_register_table[i];
    uint32_t k = r->stride ? (addr - r->addr) / r->stride : 0;
    if (addr < r->addr || k >= r->count || addr != r->addr + k * r->stride)
      continue;
    if (r->stride)
      snprintf(n.text, sizeof n.text, "%s[%" PRIu32 "]", r->name, k);
    else
      snprintf(n.text, sizeof n.text, "%s", r->name);
  }
  return n;
}

// ------------------------------------------------------------------------------------------------------ places

static bool same_name(const char *name, const char *text, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!name[i] || toupper((unsigned char)text[i]) != name[i])
      return false;
  return !name[n];
}

static bool number(const char *text, const char **end, uint32_t *value) {
  char *stop;
  unsigned long long n = strtoull(text, &stop, 0);
  *end = stop;
  *value = (uint32_t)n;
  return stop != text && *text != '-' && *text != '+' && !isspace((unsigned char)*text) && n <= UINT32_MAX;
}

// Names that hold what was typed, or begin like it.
static void suggest(const char *text, size_t n) {
  unsigned shown = 0;
  char upper[32];
  n = n < sizeof upper - 1 ? n : sizeof upper - 1;
  for (size_t i = 0; i < n; i++)
    upper[i] = (char)toupper((unsigned char)text[i]);
  for (size_t length = n; length >= 2 && !shown; length--) {
    upper[length] = '\0';
    for (unsigned i = 0; i < REGISTERS && shown < 8; i++)
      if (strstr(ws_register_table[i].name, upper))
        fprintf(stderr, "%s %s", shown++ ? "," : "wsctl: there is", ws_register_table[i].name);
  }
  fprintf(stderr, shown ? "\n" : "wsctl: rtl/bus/registers.md lists all names\n");
}

// An address: a number; a name; a name of several with [NUMBER]; any of them and +BYTES.
static bool parse_place(const char *text, uint32_t *addr) {
  const char *end = text;
  uint32_t index = 0, more = 0;
  uint64_t at = 0;
  bool indexed = false, good = true;
  size_t n = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789");
  const ws_register *found = NULL;
  if (isdigit((unsigned char)*text)) {
    good = number(text, &end, &index);
    at = index;
  } else {
    bool memory = false;
    for (unsigned i = 0; i < MEMORIES && !memory; i++)
      if ((memory = same_name(memories[i].name, text, n)))
        at = memories[i].addr;
    for (unsigned i = 0; i < REGISTERS && !found; i++)
      if (same_name(ws_register_table[i].name, text, n))
        found = &ws_register_table[i];
    if (!found && !memory) {
      fprintf(stderr, "wsctl: '%s' is no address and no name of the register map\n", text);
      suggest(text, n);
      return false;
    }
    end = text + n;
  }
  if (found && *end == '[') {
    indexed = number(end + 1, &end, &index);
    good = indexed && *end == ']';
    end += good;
  }
  if (good && *end == '+')
    good = number(end + 1, &end, &more);
  if (!good || *end) {
    fprintf(stderr,
            "wsctl: what is '%s'? A place is NAME, NAME[NUMBER], an address of 32 bits, or one of them +BYTES\n", text);
    return false;
  }
  if (found) {
    if (index >= found->count || (indexed && !found->stride)) {
      fprintf(stderr, "wsctl: %s: there %s %" PRIu32 " of %s\n", text, found->count == 1 ? "is" : "are", found->count,
              found->name);
      return false;
    }
    at = found->addr + index * found->stride;
  }
  at += more;
  if (at > UINT32_MAX)
    fprintf(stderr, "wsctl: %s: 0x%" PRIx64 " is no address of 32 bits\n", text, at);
  *addr = (uint32_t)at;
  return at <= UINT32_MAX;
}

int check_access(char **args, int count, bool write) {
  uint32_t addr, value = 0;
  const char *end;
  if (!parse_place(args[0], &addr))
    return WRONG;
  for (int i = 1; i < count; i++)
    if (!number(args[i], &end, &value) || *end) {
      fprintf(stderr, "wsctl: '%s' is no number of 32 bits\n", args[i]);
      return WRONG;
    }
  uint32_t words = write ? (uint32_t)count - 1 : count > 1 ? value : 1;
  if (addr % 4 || addr >= WS_BUS_BYTES || !words || words > (WS_BUS_BYTES - addr) / 4) {
    fprintf(stderr, "wsctl: %" PRIu32 " words from 0x%" PRIx32 " on: addresses are multiples of 4 below 0x%x\n", words,
            addr, WS_BUS_BYTES);
    return WRONG;
  }
  return GOOD;
}

// ---------------------------------------------------------------------------------------------------- read, write

static int refused(connection *c, ws_dev *dev, uint32_t addr) {
  if (!connection_lost(c) && !report_refusal(dev))
    fprintf(stderr, "wsctl: the board refused the access at 0x%05" PRIx32 " %s\n", addr, name_of(addr).text);
  return access_failed(c);
}

// What no answer of the line tells: of a write, and by uartbone of a read too.
static bool was_refused(ws_dev *dev) {
  uint32_t status;
  return ws_reg_read(dev, WS_REG_STATUS, &status) || (status & WS_STATUS_BUS_ERR_BM);
}

// The refusal of somebody before is not that of this command.
static bool open_clean(connection *c, ws_dev *dev, int *status) {
  ws_refused old;
  if (!open_block(c, dev, status))
    return false;
  *status = access_failed(c);
  return ws_refusal(dev, &old) == WS_OK;
}

int run_read(connection *c, const options *o, char **args, int count) {
  uint32_t addr, words = 1, data[READ_WORDS];
  const char *end;
  ws_dev dev;
  int status;
  (void)o;
  if (!parse_place(args[0], &addr) || (count > 1 && !number(args[1], &end, &words)))
    return WRONG;
  if (!open_clean(c, &dev, &status))
    return status;
  for (uint32_t n; words; words -= n, addr += 4 * n) {
    n = c->by_uartbone ? 1 : words < READ_WORDS ? words : READ_WORDS;
    if (n > 1 && connection_read(c, addr, n, data)) // one by one then, so that the good ones are shown
      n = 1;
    if (n == 1 && (ws_reg_read(&dev, addr, data) || (c->by_uartbone && was_refused(&dev))))
      return refused(c, &dev, addr);
    for (uint32_t i = 0; i < n; i++)
      printf("0x%05" PRIx32 "  0x%08" PRIx32 "  %s\n", addr + 4 * i, data[i], name_of(addr + 4 * i).text);
  }
  return GOOD;
}

int run_write(connection *c, const options *o, char **args, int count) {
  uint32_t addr, value;
  const char *end;
  ws_dev dev;
  int status;
  (void)o;
  if (!parse_place(args[0], &addr))
    return WRONG;
  if (!open_clean(c, &dev, &status))
    return status;
  for (int i = 1; i < count; i++, addr += 4) {
    if (!number(args[i], &end, &value) || ws_reg_write(&dev, addr, value) || was_refused(&dev))
      return refused(c, &dev, addr);
  }
  return GOOD;
}
