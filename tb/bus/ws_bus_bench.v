// SPDX-License-Identifier: Apache-2.0
// What the bench of the bus drives: ws_bus, and the checker of its protocol beside it. The ports are those of ws_bus, but for
// errors_o, what the checker found.
`default_nettype none
module ws_bus_bench #(
    parameter LANES      = 32,
    parameter WARPS      = 4,
    parameter WAITERS    = 8,
    parameter COPIES     = 8,
    parameter STRUCT     = 0,
    parameter FIFO_DEPTH = 8,
    parameter GMEM_BYTES = 4096,
    parameter MAX_WAIT   = 2100  // two accesses to shared memory that is not free
) (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        axil_awvalid_i,
    output wire        axil_awready_o,
    input  wire [16:0] axil_awaddr_i,
    input  wire [ 2:0] axil_awprot_i,
    input  wire        axil_wvalid_i,
    output wire        axil_wready_o,
    input  wire [31:0] axil_wdata_i,
    input  wire [ 3:0] axil_wstrb_i,
    output wire        axil_bvalid_o,
    input  wire        axil_bready_i,
    output wire [ 1:0] axil_bresp_o,
    input  wire        axil_arvalid_i,
    output wire        axil_arready_o,
    input  wire [16:0] axil_araddr_i,
    input  wire [ 2:0] axil_arprot_i,
    output wire        axil_rvalid_o,
    input  wire        axil_rready_i,
    output wire [31:0] axil_rdata_o,
    output wire [ 1:0] axil_rresp_o,
    output wire        irq_o,
    output wire        busy_o,
    output wire        err_o,
    output wire [31:0] errors_o
);
  ws_bus #(
      .LANES     (LANES),
      .WARPS     (WARPS),
      .WAITERS   (WAITERS),
      .COPIES    (COPIES),
      .STRUCT    (STRUCT),
      .FIFO_DEPTH(FIFO_DEPTH),
      .GMEM_BYTES(GMEM_BYTES),
      .TICK_DIV  (3),
      .BUILD     (32'h20260704)
  ) bus (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .axil_awvalid_i(axil_awvalid_i),
      .axil_awready_o(axil_awready_o),
      .axil_awaddr_i (axil_awaddr_i),
      .axil_awprot_i (axil_awprot_i),
      .axil_wvalid_i (axil_wvalid_i),
      .axil_wready_o (axil_wready_o),
      .axil_wdata_i  (axil_wdata_i),
      .axil_wstrb_i  (axil_wstrb_i),
      .axil_bvalid_o (axil_bvalid_o),
      .axil_bready_i (axil_bready_i),
      .axil_bresp_o  (axil_bresp_o),
      .axil_arvalid_i(axil_arvalid_i),
      .axil_arready_o(axil_arready_o),
      .axil_araddr_i (axil_araddr_i),
      .axil_arprot_i (axil_arprot_i),
      .axil_rvalid_o (axil_rvalid_o),
      .axil_rready_i (axil_rready_i),
      .axil_rdata_o  (axil_rdata_o),
      .axil_rresp_o  (axil_rresp_o),
      .irq_o         (irq_o),
      .busy_o        (busy_o),
      .err_o         (err_o)
  );

  ws_axil_check #(
      .ADDR_W  (17),
      .MAX_WAIT(MAX_WAIT),
      .NAME    ("bus")
  ) check (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .awvalid_i(axil_awvalid_i),
      .awready_i(axil_awready_o),
      .awaddr_i (axil_awaddr_i),
      .awprot_i (axil_awprot_i),
      .wvalid_i (axil_wvalid_i),
      .wready_i (axil_wready_o),
      .wdata_i  (axil_wdata_i),
      .wstrb_i  (axil_wstrb_i),
      .bvalid_i (axil_bvalid_o),
      .bready_i (axil_bready_i),
      .bresp_i  (axil_bresp_o),
      .arvalid_i(axil_arvalid_i),
      .arready_i(axil_arready_o),
      .araddr_i (axil_araddr_i),
      .arprot_i (axil_arprot_i),
      .rvalid_i (axil_rvalid_o),
      .rready_i (axil_rready_i),
      .rdata_i  (axil_rdata_o),
      .rresp_i  (axil_rresp_o),
      .errors_o (errors_o)
  );
endmodule
`default_nettype wire
