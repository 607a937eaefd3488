// SPDX-License-Identifier: Apache-2.0
// The compiled RTL of the serial line as the bench sees it (serial_dut.cpp): the bridge, and beside it receiver and sender. A step is one
// clock cycle: drive the inputs, sample every output, then the edge.
#ifndef SERIAL_DUT_H
#define SERIAL_DUT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SERIAL_GAP = 256, SERIAL_DIV = 13 }; // GAP_CLKS of the bridge; clocks of a bit of receiver and sender

typedef struct serial_in {
  // bridge
  bool rx_valid, tx_ready, awready, wready, bvalid, arready, rvalid;
  uint8_t rx_byte;
  uint32_t bresp, rresp, rdata;
  // receiver, sender
  bool line, uart_rx_ready, uart_tx_valid;
  uint8_t uart_tx_byte;
} serial_in;

typedef struct serial_out {
  bool rx_ready, tx_valid, checked, bad, awvalid, wvalid, bready, arvalid, rready;
  uint8_t tx_byte;
  uint32_t awaddr, araddr, wdata, wstrb;
  bool uart_rx_valid, uart_rx_error, uart_tx_ready, line;
  uint8_t uart_rx_byte;
} serial_out;

typedef struct serial_dut serial_dut;

typedef struct serial_dut_ops {
  bool has_waves;
  bool has_coverage;                  // built to count what of the RTL was reached
  serial_dut *(*open)(uint64_t seed); // a new instance, reset; `seed` fills what has no reset
  void (*close)(serial_dut *dut);
  void (*reset)(serial_dut *dut); // in the middle of whatever is going on
  // Returns the breaches of the protocols so far.
  unsigned (*step)(serial_dut *dut, const serial_in *in, serial_out *out);
  bool (*waves)(serial_dut *dut, const char *file);
  // Writes to `file` what all instances together have reached until they were closed; false if it cannot be written.
  bool (*coverage)(const char *file);
} serial_dut_ops;

#ifdef __cplusplus
}
#endif
#endif
