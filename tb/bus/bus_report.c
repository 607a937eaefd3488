// SPDX-License-Identifier: Apache-2.0
// A failure as one block, in the form of tb/cosim/report.c, which scripts/regression/block.py reads: what differs, the operation that the
// access is about with its operands by lane, the last accesses, the command that repeats it.
#include <inttypes.h>
#include <stdarg.h>

#include "bus/bus.h"
#include "bus_bench.h"
#include "register_table.h"

const char *bus_name(uint32_t addr, char text[40]) {
  if (addr >= WS_REG_SMEM && addr < WS_REG_SMEM + WS_REG_SMEM_BYTES)
    return snprintf(text, 40, "SMEM"), text;
  if (addr >= WS_REG_GMEM && addr < WS_REG_GMEM + WS_REG_GMEM_BYTES)
    return snprintf(text, 40, "GMEM"), text;
  for (size_t k = 0; k < sizeof ws_register_table / sizeof *ws_register_table; k++) {
    const ws_register *r = &ws_register_table[k];
    for (uint32_t i = 0; i < r->count; i++)
      if (r->addr + i * r->stride == addr)
        return r->count > 1 ? snprintf(text, 40, "%s(%" PRIu32 ")", r->name, i) : snprintf(text, 40, "%s", r->name),
               text;
  }
  return "nothing";
}

void bus_print_access(FILE *to, const bus_access *a) {
  char text[40];
  fprintf(to, "  %s 0x%05" PRIx32 " %s", a->write ? "write" : "read ", a->addr, bus_name(a->addr, text));
  if (a->write && a->strb != 15)
    fprintf(to, " bytes %" PRIx32, a->strb);
  fprintf(to, " = 0x%08" PRIx32 "%s\n", a->data,
          a->resp == WS_BUS_OKAY     ? ""
          : a->resp == WS_BUS_SLVERR ? "  SLVERR"
          : a->resp == WS_BUS_DECERR ? "  DECERR"
                                     : "  ?");
}

// What the failure is about: an operation if it is the answer to a read of a completion, or what a test makes of one.
typedef struct about {
  const bus_operation *operation; // NULL: none
  unsigned lane;                  // whose result it is; WS_LANES_MAX: no lane's
} about;

static about find_about(const bus_bench *b, bool judged) {
  const bus_watch *w = &b->watch;
  const bool waits = w->ar.count != 0;
  const uint32_t addr = waits ? w->ar.part[0].value & (WS_BUS_BYTES - 1) : 0;
  const bool result = waits && addr >= WS_REG_RESULT_D(0) && addr < WS_REG_RESULT_D_HI(WS_LANES_MAX);
  const bool completion = result || (waits && addr >= WS_REG_CPL_INFO && addr <= WS_REG_CPL_PRED);
  uint32_t info = completion || judged ? w->info : 0;
  if (completion && b->model && ws_bus_fill(b->model)) {
    const bus_completion *c = &b->model->fifo[b->model->head];
    info = c->op | c->warp << WS_SUBMIT_WARP_BP | c->tag << WS_SUBMIT_TAG_BP;
  }
  return (about){info ? bus_watch_operation(w, info) : NULL, result ? addr >> 2 & 31 : WS_LANES_MAX};
}

static void print_launched(FILE *f, const char *field, const bus_operation *o) {
  const char *name = ws_op_name(o->submit & WS_SUBMIT_OP_BM);
  fprintf(f, "  %-12s warp %u, lanes 0x%08" PRIx32 ", tag %u, pred 0x%08" PRIx32 "%s:  %s (0x%03x)\n", field,
          (unsigned)((o->submit & WS_SUBMIT_WARP_BM) >> WS_SUBMIT_WARP_BP), o->lanes,
          (unsigned)(o->submit >> WS_SUBMIT_TAG_BP), o->pred, o->submit & WS_SUBMIT_NEG_BM ? ", neg" : "",
          name ? name : "no such operation", (unsigned)(o->submit & WS_SUBMIT_OP_BM));
}

static void print_operation(const bus_bench *b, FILE *f, bool judged) {
  const about it = find_about(b, judged);
  const bus_operation *o = it.operation;
  if (!o && b->watch.operations)
    print_launched(f, "last issued", &b->watch.launched[(b->watch.operations - 1) % BUS_OPERATIONS]);
  if (!o)
    return;
  print_launched(f, "operation", o);
  fprintf(f, "    lane  %-10s  %-18s  %-10s  %-10s  addr\n", "mask", "a", "b", "c");
  for (unsigned i = 0; i < b->cfg.core.lanes; i++)
    if ((o->lanes >> i & 1) || i == it.lane)
      fprintf(f, "  %s %4u  0x%08" PRIx32 "  0x%016" PRIx64 "  0x%08" PRIx32 "  0x%08" PRIx32 "  0x%016" PRIx64 "%s\n",
              i == it.lane ? ">" : " ", i, o->mask[i], o->a[i], o->b[i], o->c[i], o->addr[i],
              i == it.lane ? "  <" : "");
}

static void print_waiting(FILE *f, const char *what, const bus_line *l) {
  char text[40];
  for (unsigned k = 0; k < l->count; k++) {
    const uint32_t addr = l->part[k].value & (WS_BUS_BYTES - 1);
    fprintf(f, "  not answered %s 0x%05" PRIx32 " %s\n", what, addr, bus_name(addr, text));
  }
}

static void block(bus_bench *b, const bus_port *port, unsigned ports, const char *what, bool judged) {
  const ws_config *c = &b->cfg.core;
  FILE *f = stderr;
  fflush(stdout);
  fprintf(f, "\n%s: cycle %" PRIu64 ": %s\n", b->test, b->cycles, what);
  fprintf(f, "  seed         %" PRIu64 "; %u lanes, %u warps, on the bus; after %" PRIu64 " accesses\n", b->seed,
          c->lanes, c->warps, b->accesses);
  for (unsigned k = 0; k < ports; k++)
    fprintf(f, "  %-12s %s 0x%" PRIx64 "  expected 0x%" PRIx64 "\n", port[k].name, b->rtl ? "RTL" : "model",
            port[k].got, port[k].want);
  print_operation(b, f, judged);
  const uint64_t kept = b->accesses < BUS_HISTORY ? b->accesses : BUS_HISTORY;
  for (uint64_t k = b->accesses - kept; k < b->accesses; k++) {
    fprintf(f, "  access     ");
    bus_print_access(f, &b->history[k % BUS_HISTORY]);
  }
  print_waiting(f, "write", &b->watch.aw);
  print_waiting(f, "read ", &b->watch.ar);
  fprintf(f, "  repeat       %s\n\n", b->repeat);
  fflush(f);
}

void bus_differ(bus_bench *b, const bus_port *port, unsigned ports, const char *what) {
  block(b, port, ports, what, false);
  longjmp(b->leave, 1);
}

void bus_fail(bus_bench *b, const char *format, ...) {
  char what[300];
  va_list args;
  va_start(args, format);
  vsnprintf(what, sizeof what, format, args);
  va_end(args);
  bus_differ(b, NULL, 0, what);
}

void bus_expect(bus_bench *b, const char *what, uint64_t got, uint64_t want) {
  char text[200];
  if (got == want)
    return;
  snprintf(text, sizeof text, "not as expected: %s", what);
  block(b, &(bus_port){what, got, want}, 1, text, true);
  longjmp(b->leave, 1);
}
