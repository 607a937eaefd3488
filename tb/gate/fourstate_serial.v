// SPDX-License-Identifier: Apache-2.0
// Plays what stood at the ports of the bridge of the serial line, of the receiver and of the sender (tb/serial/serial_ports.h) into ws_serial,
// ws_uart_rx and ws_uart_tx under a simulator with four states: does anything undefined reach an output that counts? Registers and
// the RAM start at X. X stands at bytes and responses without valid, at the data of a read that is refused, and at all inputs during reset.
// Addresses, data and bytes count with their valid, all other outputs in every cycle.
//   +stimulus=FILE   the record
`default_nettype none
module fourstate_serial;
  reg rx_valid, bvalid, rvalid, uart_tx_valid, tx_ready, awready, wready, arready, line_in, uart_rx_ready;
  reg [7:0] rx_byte, uart_tx_byte;
  reg [1:0] bresp, rresp;
  reg [31:0] rdata;
  wire [12:0] outs;
  wire [7:0] tx_byte, uart_rx_byte;
  wire [16:0] awaddr, araddr;
  wire [ 2:0] awprot, arprot;
  wire [31:0] wdata;
  wire [ 3:0] wstrb;

  // Parameters as in tb/serial/ws_serial_bench.v.
  ws_serial #(
      .GAP_CLKS(256)
  ) dut (
      .clk_i         (clk),
      .rst_ni        (rst_n),
      .rx_valid_i    (rx_valid),
      .rx_ready_o    (outs[5]),
      .rx_byte_i     (rx_byte),
      .tx_valid_o    (outs[0]),
      .tx_ready_i    (tx_ready),
      .tx_byte_o     (tx_byte),
      .checked_o     (outs[6]),
      .bad_o         (outs[7]),
      .axil_awvalid_o(outs[1]),
      .axil_awready_i(awready),
      .axil_awaddr_o (awaddr),
      .axil_awprot_o (awprot),
      .axil_wvalid_o (outs[2]),
      .axil_wready_i (wready),
      .axil_wdata_o  (wdata),
      .axil_wstrb_o  (wstrb),
      .axil_bvalid_i (bvalid),
      .axil_bready_o (outs[8]),
      .axil_bresp_i  (bresp),
      .axil_arvalid_o(outs[3]),
      .axil_arready_i(arready),
      .axil_araddr_o (araddr),
      .axil_arprot_o (arprot),
      .axil_rvalid_i (rvalid),
      .axil_rready_o (outs[9]),
      .axil_rdata_i  (rdata),
      .axil_rresp_i  (rresp)
  );

  ws_uart_rx #(
      .CLK_HZ(12000000),
      .BAUD  (921600)
  ) receiver (
      .clk_i  (clk),
      .rst_ni (rst_n),
      .rx_i   (line_in),
      .valid_o(outs[4]),
      .ready_i(uart_rx_ready),
      .byte_o (uart_rx_byte),
      .error_o(outs[10])
  );

  ws_uart_tx #(
      .CLK_HZ(12000000),
      .BAUD  (921600)
  ) sender (
      .clk_i  (clk),
      .rst_ni (rst_n),
      .valid_i(uart_tx_valid),
      .ready_o(outs[11]),
      .byte_i (uart_tx_byte),
      .tx_o   (outs[12])
  );

  reg [12:0] want_outs;
  reg [7:0] want_tx, want_rx;
  reg [16:0] want_aw, want_ar;
  reg [35:0] want_w;
  `include "play.vh"

  task undefined;
    begin
      {rx_byte, uart_tx_byte} = 16'bx;
      {bresp, rresp, rdata} = 36'bx;
    end
  endtask

  task all_undefined;
    begin
      undefined;
      {uart_rx_ready, line_in, arready, wready, awready, tx_ready, uart_tx_valid, rvalid, bvalid, rx_valid} = 10'bx;
    end
  endtask

  task released;
    begin
    end
  endtask

  task inputs;
    begin
      next;
      {uart_rx_ready, line_in, arready, wready, awready, tx_ready, uart_tx_valid, rvalid, bvalid, rx_valid} = word[9:0];
      next;
      want_outs = word[12:0];
      if (rx_valid) begin
        next;
        rx_byte = word[7:0];
      end
      if (bvalid) begin
        next;
        bresp = word[1:0];
      end
      if (rvalid) begin
        next;
        rresp = word[33:32];
        if (rresp == 2'd0) rdata = word[31:0];
      end
      if (uart_tx_valid) begin
        next;
        uart_tx_byte = word[7:0];
      end
      if (want_outs[0]) begin
        next;
        want_tx = word[7:0];
      end
      if (want_outs[1]) begin
        next;
        want_aw = word[16:0];
      end
      if (want_outs[2]) begin
        next;
        want_w = word[35:0];
      end
      if (want_outs[3]) begin
        next;
        want_ar = word[16:0];
      end
      if (want_outs[4]) begin
        next;
        want_rx = word[7:0];
      end
    end
  endtask

  task outputs;
    begin
      if (outs !== want_outs) begin
        check("tx_valid_o", outs[0], want_outs[0]);
        check("AWVALID", outs[1], want_outs[1]);
        check("WVALID", outs[2], want_outs[2]);
        check("ARVALID", outs[3], want_outs[3]);
        check("valid_o (rx)", outs[4], want_outs[4]);
        check("rx_ready_o", outs[5], want_outs[5]);
        check("checked_o", outs[6], want_outs[6]);
        check("bad_o", outs[7], want_outs[7]);
        check("BREADY", outs[8], want_outs[8]);
        check("RREADY", outs[9], want_outs[9]);
        check("error_o (rx)", outs[10], want_outs[10]);
        check("ready_o (tx)", outs[11], want_outs[11]);
        check("tx_o", outs[12], want_outs[12]);
      end
      if (want_outs[0]) check("tx_byte_o", tx_byte, want_tx);
      if (want_outs[1]) check("AWADDR", awaddr, want_aw);
      if (want_outs[1]) check("AWPROT", awprot, 3'd0);
      if (want_outs[2]) check("WSTRB", wstrb, want_w[35:32]);
      if (want_outs[2]) check("WDATA", wdata, want_w[31:0]);
      if (want_outs[3]) check("ARADDR", araddr, want_ar);
      if (want_outs[3]) check("ARPROT", arprot, 3'd0);
      if (want_outs[4]) check("byte_o (rx)", uart_rx_byte, want_rx);
    end
  endtask
endmodule
`default_nettype wire
