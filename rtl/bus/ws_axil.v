// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite subordinate: from five channels to one access at a time, which stands at acc_* until acc_done_i.
//
// Address and data of a write may come in any order. A write and a read that both wait take turns. acc_done_i is raised for one
// clock while acc_valid_o is 1; the response stands at B or R from the next clock until it is taken. No write begins while the
// response to the last one waits, and no read likewise. Protection bits are ignored. All outputs are registers, but that readies are 0 in
// a reset.
// An access with n clocks of acc_valid_o is answered n + 2 clocks after its last word was taken, if no other access waits.
`default_nettype none
module ws_axil (
    input  wire        clk_i,
    input  wire        rst_ni,
    // channels
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
    // the access
    output wire        acc_valid_o,
    output wire        acc_write_o,
    output wire [16:0] acc_addr_o,
    output wire [31:0] acc_wdata_o,
    output wire [ 3:0] acc_wstrb_o,
    input  wire        acc_done_i,
    input  wire [31:0] acc_rdata_i,
    input  wire [ 1:0] acc_resp_i
);
  reg aw_full_q, w_full_q, ar_full_q, bvalid_q, rvalid_q, active_q, write_q;
  reg [16:0] aw_addr_q, ar_addr_q, addr_q;
  reg [31:0] w_data_q, rdata_q;
  reg [3:0] w_strb_q;
  reg [1:0] bresp_q, rresp_q;

  wire can_write = aw_full_q && w_full_q && !bvalid_q;
  wire can_read = ar_full_q && !rvalid_q;
  wire start = !active_q && (can_write || can_read);
  wire write = can_write && !(can_read && write_q);
  wire write_done = acc_done_i && write_q;
  wire read_done = acc_done_i && !write_q;

  always @(posedge clk_i)
    if (!rst_ni) begin
      {aw_full_q, w_full_q, ar_full_q} <= 3'd0;
      {bvalid_q, rvalid_q} <= 2'd0;
      {active_q, write_q} <= 2'd0;
    end else begin
      aw_full_q <= (aw_full_q || axil_awvalid_i) && !write_done;
      w_full_q <= (w_full_q || axil_wvalid_i) && !write_done;
      ar_full_q <= (ar_full_q || axil_arvalid_i) && !read_done;
      bvalid_q <= write_done || (bvalid_q && !axil_bready_i);
      rvalid_q <= read_done || (rvalid_q && !axil_rready_i);
      active_q <= start || (active_q && !acc_done_i);
      if (start) write_q <= write;
    end

  always @(posedge clk_i) begin
    if (!aw_full_q) aw_addr_q <= axil_awaddr_i;
    if (!w_full_q) {w_strb_q, w_data_q} <= {axil_wstrb_i, axil_wdata_i};
    if (!ar_full_q) ar_addr_q <= axil_araddr_i;
    if (start) addr_q <= write ? aw_addr_q : ar_addr_q;
    if (write_done) bresp_q <= acc_resp_i;
    if (read_done) {rresp_q, rdata_q} <= {acc_resp_i, acc_rdata_i};
  end

  // A register is 0 in reset, and still takes nothing.
  assign axil_awready_o = !aw_full_q && rst_ni;
  assign axil_wready_o = !w_full_q && rst_ni;
  assign axil_arready_o = !ar_full_q && rst_ni;
  assign axil_bvalid_o = bvalid_q;
  assign axil_bresp_o = bresp_q;
  assign axil_rvalid_o = rvalid_q;
  assign axil_rdata_o = rdata_q;
  assign axil_rresp_o = rresp_q;
  assign acc_valid_o = active_q;
  assign acc_write_o = write_q;
  assign acc_addr_o = addr_q;
  assign acc_wdata_o = w_data_q;
  assign acc_wstrb_o = w_strb_q;
  wire unused = &{1'b0, axil_awprot_i, axil_arprot_i};
endmodule
`default_nettype wire
