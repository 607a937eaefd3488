// SPDX-License-Identifier: Apache-2.0
// What is the same on every board: reset, serial line, the bridge from it to the block on a bus, lights. No vendor cell.
//
// Reset is active while the PLL has no lock or the button is pressed, and 256 clocks longer, because block RAM of some parts is not
// ready in the first microseconds. Meanwhile tx_o is 1, from configuration on: a host would take 0 for a break. led_o, 1 is lit:
//   0 heartbeat, about once a second    1 a byte came or went    2 the block works    3 an error stands in the block (STATUS.err)
//   4 a damaged byte or frame came     5 checked mode           6 out of reset       7 PLL has lock
// Lights 1, 2 and 4 stay on for an eighth of a second or so.
`default_nettype none
module ws_board #(
    parameter CLK_HZ     = 25000000,  // of clk_i
    parameter BAUD       = 1000000,
    // as in ws_bus
    parameter LANES      = 32,
    parameter WARPS      = 4,
    parameter FAMILIES   = 65535,
    parameter COUNTERS   = 1,
    parameter SHFL_FORM  = 1,
    parameter MATCH_BITS = 4,
    parameter WAITERS    = 8,
    parameter COPIES     = 8,
    parameter ALUS       = 8,
    parameter BANKS      = 32,
    parameter BEAT       = LANES,
    parameter WATCHDOG   = 0,
    parameter FIFO_DEPTH = 8,
    parameter GMEM_BYTES = 4096,
    parameter BUILD      = 0
) (
    input  wire       clk_i,
    input  wire       locked_i,  // asynchronous
    input  wire       button_i,  // asynchronous; 1 resets
    input  wire       rx_i,      // asynchronous
    output wire       tx_o,
    output wire [7:0] led_o
);
  // ------------------------------------------------------------------------------------------------------- reset

  wire hold = !locked_i || button_i;
  reg [8:0] reset_q;  // bit 8: over
  reg rst_n;
  // The value of these flops after configuration is written out, so that synthesis cannot invert them.
  initial begin
    reset_q = 9'd0;
    rst_n   = 1'b0;
  end

  always @(posedge clk_i or posedge hold)
    if (hold) reset_q <= 9'd0;
    else if (!reset_q[8]) reset_q <= reset_q + 9'd1;

  always @(posedge clk_i) rst_n <= reset_q[8];

  // ---------------------------------------------------------------------------------------------- line and bridge

  wire rx_valid, rx_ready, rx_error, tx_valid, tx_ready, level, bad, checked;
  wire [7:0] rx_byte, tx_byte;

  ws_uart_rx #(
      .CLK_HZ(CLK_HZ),
      .BAUD  (BAUD)
  ) rx (
      .clk_i  (clk_i),
      .rst_ni (rst_n),
      .rx_i   (rx_i),
      .valid_o(rx_valid),
      .ready_i(rx_ready),
      .byte_o (rx_byte),
      .error_o(rx_error)
  );

  ws_uart_tx #(
      .CLK_HZ(CLK_HZ),
      .BAUD  (BAUD)
  ) tx (
      .clk_i  (clk_i),
      .rst_ni (rst_n),
      .valid_i(tx_valid),
      .ready_o(tx_ready),
      .byte_i (tx_byte),
      .tx_o   (level)
  );
  // The sender's flops hold 0 until the first clock of the reset.
  assign tx_o = level || !rst_n;

  wire awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready;
  wire [16:0] awaddr, araddr;
  wire [2:0] awprot, arprot;
  wire [31:0] wdata, rdata;
  wire [3:0] wstrb;
  wire [1:0] bresp, rresp;

  // Half a command is dropped after 70 to 140 ms, because GAP_CLKS is rounded up to a power of 2; a host waits for 150 ms.
  ws_serial #(
      .GAP_CLKS(CLK_HZ / 100 * 7)
  ) bridge (
      .clk_i         (clk_i),
      .rst_ni        (rst_n),
      .rx_valid_i    (rx_valid),
      .rx_ready_o    (rx_ready),
      .rx_byte_i     (rx_byte),
      .tx_valid_o    (tx_valid),
      .tx_ready_i    (tx_ready),
      .tx_byte_o     (tx_byte),
      .checked_o     (checked),
      .bad_o         (bad),
      .axil_awvalid_o(awvalid),
      .axil_awready_i(awready),
      .axil_awaddr_o (awaddr),
      .axil_awprot_o (awprot),
      .axil_wvalid_o (wvalid),
      .axil_wready_i (wready),
      .axil_wdata_o  (wdata),
      .axil_wstrb_o  (wstrb),
      .axil_bvalid_i (bvalid),
      .axil_bready_o (bready),
      .axil_bresp_i  (bresp),
      .axil_arvalid_o(arvalid),
      .axil_arready_i(arready),
      .axil_araddr_o (araddr),
      .axil_arprot_o (arprot),
      .axil_rvalid_i (rvalid),
      .axil_rready_o (rready),
      .axil_rdata_i  (rdata),
      .axil_rresp_i  (rresp)
  );

  wire irq, busy, err;  // nothing takes interrupts over a serial line
  wire unused = irq;

  // A tick is the whole clocks of a microsecond: 1,000 ns where that is exact, 960 ns at 12.5 MHz.
  localparam TICK_DIV = CLK_HZ / 1000000;
  localparam integer TICK_NS = TICK_DIV * 1000000 / (CLK_HZ / 1000);

  ws_bus #(
      .LANES     (LANES),
      .WARPS     (WARPS),
      .FAMILIES  (FAMILIES),
      .COUNTERS  (COUNTERS),
      .SHFL_FORM (SHFL_FORM),
      .MATCH_BITS(MATCH_BITS),
      .TICK_NS   (TICK_NS),
      .WAITERS   (WAITERS),
      .COPIES    (COPIES),
      .ALUS      (ALUS),
      .BANKS     (BANKS),
      .BEAT      (BEAT),
      .WATCHDOG  (WATCHDOG),
      .STRUCT    (1),
      .FIFO_DEPTH(FIFO_DEPTH),
      .GMEM_BYTES(GMEM_BYTES),
      .TICK_DIV  (TICK_DIV),
      .BUILD     (BUILD)
  ) block (
      .clk_i         (clk_i),
      .rst_ni        (rst_n),
      .axil_awvalid_i(awvalid),
      .axil_awready_o(awready),
      .axil_awaddr_i (awaddr),
      .axil_awprot_i (awprot),
      .axil_wvalid_i (wvalid),
      .axil_wready_o (wready),
      .axil_wdata_i  (wdata),
      .axil_wstrb_i  (wstrb),
      .axil_bvalid_o (bvalid),
      .axil_bready_i (bready),
      .axil_bresp_o  (bresp),
      .axil_arvalid_i(arvalid),
      .axil_arready_o(arready),
      .axil_araddr_i (araddr),
      .axil_arprot_i (arprot),
      .axil_rvalid_o (rvalid),
      .axil_rready_i (rready),
      .axil_rdata_o  (rdata),
      .axil_rresp_o  (rresp),
      .irq_o         (irq),
      .busy_o        (busy),
      .err_o         (err)
  );

  // ------------------------------------------------------------------------------------------------------ lights

  // A lit light goes out at the second edge of `pulse` at the latest.
  localparam BEAT_W = $clog2(CLK_HZ) - 1;  // bits of half a second, or up to twice that
  reg [BEAT_W:0] beat_q;
  wire [2:0] lit = {rx_error || bad, busy, (rx_valid && rx_ready) || (tx_valid && tx_ready)};
  reg [2:0] new_q, old_q;
  wire pulse = &beat_q[BEAT_W-3:0];

  always @(posedge clk_i)
    if (!rst_n) begin
      beat_q <= {BEAT_W + 1{1'b0}};
      new_q  <= 3'd0;
      old_q  <= 3'd0;
    end else begin
      beat_q <= beat_q + 1'b1;
      new_q  <= lit | (pulse ? 3'd0 : new_q);
      if (pulse) old_q <= new_q;
    end

  wire [2:0] shown = new_q | old_q;
  assign led_o = {locked_i, rst_n, checked, shown[2], err, shown[1:0], beat_q[BEAT_W]};
endmodule
`default_nettype wire
