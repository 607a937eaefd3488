// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite manager: one access at a time, with address and data of a write at once. start_i is raised for a clock, not before the
// last access was done. Address and data are driven outside and must hold from start_i until done_o. done_o is 1 in the clock of
// the response; resp_o and axil_rdata_i are valid in that clock only. It waits for the response without limit.
`default_nettype none
module ws_axil_manager (
    input  wire       clk_i,
    input  wire       rst_ni,
    // the access
    input  wire       start_i,
    input  wire       write_i,
    output wire       done_o,
    output wire [1:0] resp_o,
    // channels, without their payload
    output wire       axil_awvalid_o,
    input  wire       axil_awready_i,
    output wire       axil_wvalid_o,
    input  wire       axil_wready_i,
    input  wire       axil_bvalid_i,
    output wire       axil_bready_o,
    input  wire [1:0] axil_bresp_i,
    output wire       axil_arvalid_o,
    input  wire       axil_arready_i,
    input  wire       axil_rvalid_i,
    output wire       axil_rready_o,
    input  wire [1:0] axil_rresp_i
);
  reg awvalid_q, wvalid_q, bready_q, arvalid_q, rready_q;
  wire write = start_i && write_i;
  wire read = start_i && !write_i;

  always @(posedge clk_i)
    if (!rst_ni) {awvalid_q, wvalid_q, bready_q, arvalid_q, rready_q} <= 5'd0;
    else begin
      awvalid_q <= write || (awvalid_q && !axil_awready_i);
      wvalid_q <= write || (wvalid_q && !axil_wready_i);
      bready_q <= write || (bready_q && !axil_bvalid_i);
      arvalid_q <= read || (arvalid_q && !axil_arready_i);
      rready_q <= read || (rready_q && !axil_rvalid_i);
    end

  assign axil_awvalid_o = awvalid_q;
  assign axil_wvalid_o = wvalid_q;
  assign axil_bready_o = bready_q;
  assign axil_arvalid_o = arvalid_q;
  assign axil_rready_o = rready_q;
  assign done_o = (bready_q && axil_bvalid_i) || (rready_q && axil_rvalid_i);
  assign resp_o = bready_q ? axil_bresp_i : axil_rresp_i;
endmodule
`default_nettype wire
