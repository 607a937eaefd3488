// SPDX-License-Identifier: Apache-2.0
// What the bench of the serial line drives: ws_serial with the checkers of its ports, and, on their own, ws_uart_rx and ws_uart_tx.
// errors_o: what the checkers found.
`default_nettype none
module ws_serial_bench #(
    parameter GAP_CLKS = 256,
    parameter CLK_HZ   = 12000000,
    parameter BAUD     = 921600     // 13 clocks a bit
) (
    input  wire        clk_i,
    input  wire        rst_ni,
    // bridge
    input  wire        rx_valid_i,
    output wire        rx_ready_o,
    input  wire [ 7:0] rx_byte_i,
    output wire        tx_valid_o,
    input  wire        tx_ready_i,
    output wire [ 7:0] tx_byte_o,
    output wire        checked_o,
    output wire        bad_o,
    output wire        axil_awvalid_o,
    input  wire        axil_awready_i,
    output wire [16:0] axil_awaddr_o,
    output wire        axil_wvalid_o,
    input  wire        axil_wready_i,
    output wire [31:0] axil_wdata_o,
    output wire [ 3:0] axil_wstrb_o,
    input  wire        axil_bvalid_i,
    output wire        axil_bready_o,
    input  wire [ 1:0] axil_bresp_i,
    output wire        axil_arvalid_o,
    input  wire        axil_arready_i,
    output wire [16:0] axil_araddr_o,
    input  wire        axil_rvalid_i,
    output wire        axil_rready_o,
    input  wire [31:0] axil_rdata_i,
    input  wire [ 1:0] axil_rresp_i,
    // receiver and sender
    input  wire        line_i,
    output wire        uart_rx_valid_o,
    input  wire        uart_rx_ready_i,
    output wire [ 7:0] uart_rx_byte_o,
    output wire        uart_rx_error_o,
    input  wire        uart_tx_valid_i,
    output wire        uart_tx_ready_o,
    input  wire [ 7:0] uart_tx_byte_i,
    output wire        line_o,
    output wire [31:0] errors_o
);
  wire [2:0] awprot, arprot;
  wire [31:0] axil_errors, tx_errors;

  ws_serial #(
      .GAP_CLKS(GAP_CLKS)
  ) serial (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .rx_valid_i    (rx_valid_i),
      .rx_ready_o    (rx_ready_o),
      .rx_byte_i     (rx_byte_i),
      .tx_valid_o    (tx_valid_o),
      .tx_ready_i    (tx_ready_i),
      .tx_byte_o     (tx_byte_o),
      .checked_o     (checked_o),
      .bad_o         (bad_o),
      .axil_awvalid_o(axil_awvalid_o),
      .axil_awready_i(axil_awready_i),
      .axil_awaddr_o (axil_awaddr_o),
      .axil_awprot_o (awprot),
      .axil_wvalid_o (axil_wvalid_o),
      .axil_wready_i (axil_wready_i),
      .axil_wdata_o  (axil_wdata_o),
      .axil_wstrb_o  (axil_wstrb_o),
      .axil_bvalid_i (axil_bvalid_i),
      .axil_bready_o (axil_bready_o),
      .axil_bresp_i  (axil_bresp_i),
      .axil_arvalid_o(axil_arvalid_o),
      .axil_arready_i(axil_arready_i),
      .axil_araddr_o (axil_araddr_o),
      .axil_arprot_o (arprot),
      .axil_rvalid_i (axil_rvalid_i),
      .axil_rready_o (axil_rready_o),
      .axil_rdata_i  (axil_rdata_i),
      .axil_rresp_i  (axil_rresp_i)
  );

  ws_axil_check #(
      .ADDR_W(17),
      .NAME  ("serial")
  ) axil_check (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .awvalid_i(axil_awvalid_o),
      .awready_i(axil_awready_i),
      .awaddr_i (axil_awaddr_o),
      .awprot_i (awprot),
      .wvalid_i (axil_wvalid_o),
      .wready_i (axil_wready_i),
      .wdata_i  (axil_wdata_o),
      .wstrb_i  (axil_wstrb_o),
      .bvalid_i (axil_bvalid_i),
      .bready_i (axil_bready_o),
      .bresp_i  (axil_bresp_i),
      .arvalid_i(axil_arvalid_o),
      .arready_i(axil_arready_i),
      .araddr_i (axil_araddr_o),
      .arprot_i (arprot),
      .rvalid_i (axil_rvalid_i),
      .rready_i (axil_rready_o),
      .rdata_i  (axil_rdata_i),
      .rresp_i  (axil_rresp_i),
      .errors_o (axil_errors)
  );

  ws_handshake_check #(
      .WIDTH(8),
      .NAME ("tx")
  ) tx_check (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .valid_i  (tx_valid_o),
      .ready_i  (tx_ready_i),
      .payload_i(tx_byte_o),
      .errors_o (tx_errors)
  );

  ws_uart_rx #(
      .CLK_HZ(CLK_HZ),
      .BAUD  (BAUD)
  ) uart_rx (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .rx_i   (line_i),
      .valid_o(uart_rx_valid_o),
      .ready_i(uart_rx_ready_i),
      .byte_o (uart_rx_byte_o),
      .error_o(uart_rx_error_o)
  );

  ws_uart_tx #(
      .CLK_HZ(CLK_HZ),
      .BAUD  (BAUD)
  ) uart_tx (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(uart_tx_valid_i),
      .ready_o(uart_tx_ready_o),
      .byte_i (uart_tx_byte_i),
      .tx_o   (line_o)
  );

  assign errors_o = axil_errors + tx_errors;
endmodule
`default_nettype wire
