// SPDX-License-Identifier: Apache-2.0
// How to put ws_bus beside other things on a bus: an example, not part of the block and not in files.f.
//
// A processor's data port (AXI4-Lite, 32-bit addresses) sees
//   0x0000_0000  RAM, 4 KiB
//   0x4000_0000  the block: 128 KiB, registers as in bus/registers.md; irq_o goes to the processor's external interrupt
//   elsewhere    nothing: DECERR
// One write and one read at a time. A write's address is taken first: it says whom the data belongs to. Nothing here is a
// combinational path from an input of the processor to a valid of its own, and each place answers in bounded time.
`default_nettype none
module ws_example_soc #(
    parameter LANES = 4,
    parameter WARPS = 2
) (
    input  wire        clk_i,
    input  wire        rst_ni,
    // the processor's data port
    input  wire        axil_awvalid_i,
    output wire        axil_awready_o,
    input  wire [31:0] axil_awaddr_i,
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
    input  wire [31:0] axil_araddr_i,
    input  wire [ 2:0] axil_arprot_i,
    output wire        axil_rvalid_o,
    input  wire        axil_rready_i,
    output wire [31:0] axil_rdata_o,
    output wire [ 1:0] axil_rresp_o,
    // its external interrupt
    output wire        irq_o
);
  localparam [1:0] RAM = 2'd0, BLOCK = 2'd1, NOTHING = 2'd2;
  localparam [1:0] OKAY = 2'd0, DECERR = 2'd3;

  // Who stands at an address; the bits below say where in it.
  function [1:0] place(input [31:12] addr);
    if (addr == 20'h00000) place = RAM;
    else if (addr[31:17] == 15'h2000) place = BLOCK;
    else place = NOTHING;
  endfunction

  // ------------------------------------------------------------------------------------------------------- writes

  wire bus_awready, bus_wready, bus_bvalid;
  wire [1:0] bus_bresp;
  reg w_open_q, w_taken_q;  // an address has been taken; its data has
  reg [1:0] w_place_q;
  reg [11:2] w_word_q;

  wire [1:0] aw_place = place(axil_awaddr_i[31:12]);
  wire w_block = w_place_q == BLOCK;
  wire aw_now = axil_awvalid_i && axil_awready_o;
  wire w_now = axil_wvalid_i && axil_wready_o;

  assign axil_awready_o = !w_open_q && (aw_place != BLOCK || bus_awready);
  assign axil_wready_o = w_open_q && !w_taken_q && (!w_block || bus_wready);
  assign axil_bvalid_o = w_taken_q && (!w_block || bus_bvalid);
  assign axil_bresp_o = w_block ? bus_bresp : w_place_q == RAM ? OKAY : DECERR;

  always @(posedge clk_i)
    if (!rst_ni) begin
      w_open_q  <= 1'b0;
      w_taken_q <= 1'b0;
    end else begin
      w_open_q  <= aw_now || (w_open_q && !(axil_bvalid_o && axil_bready_i));
      w_taken_q <= w_now || (w_taken_q && !(axil_bvalid_o && axil_bready_i));
    end

  always @(posedge clk_i)
    if (aw_now) begin
      w_place_q <= aw_place;
      w_word_q  <= axil_awaddr_i[11:2];
    end

  // -------------------------------------------------------------------------------------------------------- reads

  wire bus_arready, bus_rvalid;
  wire [31:0] bus_rdata;
  wire [1:0] bus_rresp;
  reg r_open_q;
  reg [1:0] r_place_q;

  wire [1:0] ar_place = place(axil_araddr_i[31:12]);
  wire r_block = r_place_q == BLOCK;
  wire ar_now = axil_arvalid_i && axil_arready_o;

  assign axil_arready_o = !r_open_q && (ar_place != BLOCK || bus_arready);
  assign axil_rvalid_o = r_open_q && (!r_block || bus_rvalid);
  assign axil_rdata_o = r_block ? bus_rdata : r_place_q == RAM ? ram_rdata_q : 32'd0;
  assign axil_rresp_o = r_block ? bus_rresp : r_place_q == RAM ? OKAY : DECERR;

  always @(posedge clk_i)
    if (!rst_ni) r_open_q <= 1'b0;
    else r_open_q <= ar_now || (r_open_q && !(axil_rvalid_o && axil_rready_i));

  always @(posedge clk_i) if (ar_now) r_place_q <= ar_place;

  // ---------------------------------------------------------------------------------------------------------- RAM

  reg [31:0] ram[0:1023];
  reg [31:0] ram_rdata_q;
  integer k;

  always @(posedge clk_i) begin
    for (k = 0; k < 4; k = k + 1)
      if (w_now && w_place_q == RAM && axil_wstrb_i[k]) ram[w_word_q][8*k+:8] <= axil_wdata_i[8*k+:8];
    if (ar_now) ram_rdata_q <= ram[axil_araddr_i[11:2]];
  end

  // -------------------------------------------------------------------------------------------------------- block

  ws_bus #(
      .LANES(LANES),
      .WARPS(WARPS)
  ) warpsync (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .axil_awvalid_i(axil_awvalid_i && !w_open_q && aw_place == BLOCK),
      .axil_awready_o(bus_awready),
      .axil_awaddr_i (axil_awaddr_i[16:0]),
      .axil_awprot_i (axil_awprot_i),
      .axil_wvalid_i (axil_wvalid_i && w_open_q && !w_taken_q && w_block),
      .axil_wready_o (bus_wready),
      .axil_wdata_i  (axil_wdata_i),
      .axil_wstrb_i  (axil_wstrb_i),
      .axil_bvalid_o (bus_bvalid),
      .axil_bready_i (axil_bready_i && w_taken_q && w_block),
      .axil_bresp_o  (bus_bresp),
      .axil_arvalid_i(axil_arvalid_i && !r_open_q && ar_place == BLOCK),
      .axil_arready_o(bus_arready),
      .axil_araddr_i (axil_araddr_i[16:0]),
      .axil_arprot_i (axil_arprot_i),
      .axil_rvalid_o (bus_rvalid),
      .axil_rready_i (axil_rready_i && r_open_q && r_block),
      .axil_rdata_o  (bus_rdata),
      .axil_rresp_o  (bus_rresp),
      .irq_o         (irq_o),
      .busy_o        (),  // STATUS.idle and STATUS.err tell software the same
      .err_o         ()
  );
endmodule
`default_nettype wire
