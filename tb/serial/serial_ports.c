// SPDX-License-Identifier: Apache-2.0
// See serial_ports.h.
#include "serial_ports.h"

#include "ports.h"

void serial_ports_reset(const serial_bench *b) {
  if (b->stimulus)
    fputs("0\n", b->stimulus);
}

static uint64_t packed(const bool bits[], unsigned count) {
  uint64_t value = 0;
  for (unsigned k = 0; k < count; k++)
    value |= (uint64_t)bits[k] << k;
  return value;
}

void serial_ports_step(const serial_bench *b) {
  FILE *f = b->stimulus;
  const serial_in *in = &b->in;
  const serial_out *out = &b->out;
  const bool ins[] = {in->rx_valid, in->bvalid, in->rvalid,  in->uart_tx_valid, in->tx_ready,
                      in->awready,  in->wready, in->arready, in->line,          in->uart_rx_ready};
  const bool outs[] = {out->tx_valid,      out->awvalid,       out->wvalid, out->arvalid, out->uart_rx_valid,
                       out->rx_ready,      out->checked,       out->bad,    out->bready,  out->rready,
                       out->uart_rx_error, out->uart_tx_ready, out->line};
  enum { INS = sizeof ins / sizeof *ins, OUTS = sizeof outs / sizeof *outs };
  if (!f)
    return;
  fputc('1', f);
  ws_ports_put(f, INS, packed(ins, INS));
  ws_ports_put(f, OUTS, packed(outs, OUTS));
  if (in->rx_valid)
    ws_ports_put(f, 8, in->rx_byte);
  if (in->bvalid)
    ws_ports_put(f, 2, in->bresp);
  if (in->rvalid)
    ws_ports_put(f, 34, (uint64_t)in->rresp << 32 | in->rdata);
  if (in->uart_tx_valid)
    ws_ports_put(f, 8, in->uart_tx_byte);
  if (out->tx_valid)
    ws_ports_put(f, 8, out->tx_byte);
  if (out->awvalid)
    ws_ports_put(f, 17, out->awaddr);
  if (out->wvalid)
    ws_ports_put(f, 36, (uint64_t)out->wstrb << 32 | out->wdata);
  if (out->arvalid)
    ws_ports_put(f, 17, out->araddr);
  if (out->uart_rx_valid)
    ws_ports_put(f, 8, out->uart_rx_byte);
  fputc('\n', f);
}
