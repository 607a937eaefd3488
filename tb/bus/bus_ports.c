// SPDX-License-Identifier: Apache-2.0
// See bus_ports.h.
#include "bus_ports.h"

#include "ports.h"

enum { ADDR_W = 17 };

void bus_ports_reset(const bus_bench *b) {
  if (b->stimulus)
    fputs("0\n", b->stimulus);
}

void bus_ports_step(const bus_bench *b) {
  FILE *f = b->stimulus;
  const ws_bus_in *in = &b->in;
  const ws_bus_out *out = &b->out;
  if (!f)
    return;
  fputc('1', f);
  ws_ports_put(f, 5,
               (uint64_t)in->awvalid | (uint64_t)in->wvalid << 1 | (uint64_t)in->arvalid << 2 |
                   (uint64_t)in->bready << 3 | (uint64_t)in->rready << 4);
  ws_ports_put(f, 8,
               (uint64_t)out->bvalid | (uint64_t)out->rvalid << 1 | (uint64_t)out->awready << 2 |
                   (uint64_t)out->wready << 3 | (uint64_t)out->arready << 4 | (uint64_t)out->irq << 5 |
                   (uint64_t)out->busy << 6 | (uint64_t)out->err << 7);
  if (in->awvalid)
    ws_ports_put(f, ADDR_W, in->awaddr);
  if (in->wvalid)
    ws_ports_put(f, 36, (uint64_t)in->wstrb << 32 | in->wdata);
  if (in->arvalid)
    ws_ports_put(f, ADDR_W, in->araddr);
  if (out->bvalid)
    ws_ports_put(f, 2, out->bresp);
  if (out->rvalid)
    ws_ports_put(f, 34, (uint64_t)out->rresp << 32 | out->rdata);
  fputc('\n', f);
}
