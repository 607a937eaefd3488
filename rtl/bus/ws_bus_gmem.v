// SPDX-License-Identifier: Apache-2.0
// Global memory of the block on a bus, where a family that is built uses it: mbarrier, whose copies read it, and atomics. The bus sees it with
// mbarrier alone, as it sees shared memory. Without both nothing asks, and all is 0. What a read
// of the bus gives goes to a register. Ports and clocks: ws_gmem.v.
`default_nettype none
`include "ws_layout.vh"
module ws_bus_gmem #(
    parameter FAMILIES = 65535,
    parameter BYTES    = 4096,
    parameter WORD_W   = $clog2(BYTES) - 2   // derived, not to be set
) (
    input  wire                clk_i,
    input  wire                rst_ni,
    // bus
    input  wire                read_i,
    input  wire                write_i,
    input  wire [  WORD_W-1:0] word_i,
    input  wire [        31:0] wdata_i,
    input  wire [         3:0] wstrb_i,
    input  wire                act_i,    // an access acts;
    input  wire                gmem_i,   // here
    output reg  [        31:0] rdata_o,  // what it read, from the next clock on; 0 if it was elsewhere
    // block
    input  wire                gm_valid_i,
    output wire                gm_ready_o,
    input  wire [        31:0] gm_addr_i,
    input  wire [         4:0] gm_bytes_i,
    input  wire [`WS_GM_W-1:0] gm_more_i,
    input  wire                gm_tag_i,
    output wire                gm_rsp_valid_o,
    input  wire                gm_rsp_ready_i,
    output wire [       127:0] gm_rsp_data_o,
    output wire                gm_rsp_tag_o
);
  localparam ATOM = (FAMILIES & `WS_HAS_ATOM) != 0;

  wire [31:0] word;
  always @(posedge clk_i) if (act_i) rdata_o <= gmem_i ? word : 32'd0;

  generate
    if (ATOM != 0 || (FAMILIES & `WS_HAS_MBAR) != 0) begin : built
      ws_gmem #(
          .BYTES(BYTES),
          .ATOM (ATOM)
      ) memory (
          .clk_i         (clk_i),
          .rst_ni        (rst_ni),
          .read_i        (read_i),
          .write_i       (write_i),
          .word_i        (word_i),
          .wdata_i       (wdata_i),
          .wstrb_i       (wstrb_i),
          .rdata_o       (word),
          .gm_valid_i    (gm_valid_i),
          .gm_ready_o    (gm_ready_o),
          .gm_addr_i     (gm_addr_i),
          .gm_bytes_i    (gm_bytes_i),
          .gm_more_i     (gm_more_i),
          .gm_tag_i      (gm_tag_i),
          .gm_rsp_valid_o(gm_rsp_valid_o),
          .gm_rsp_ready_i(gm_rsp_ready_i),
          .gm_rsp_data_o (gm_rsp_data_o),
          .gm_rsp_tag_o  (gm_rsp_tag_o)
      );
    end else begin : absent
      wire unused = &{1'b0, rst_ni, read_i, write_i, word_i, wdata_i, wstrb_i, gm_valid_i, gm_addr_i, gm_bytes_i, gm_more_i, gm_tag_i,
                      gm_rsp_ready_i};
      assign {word, gm_ready_o, gm_rsp_valid_o, gm_rsp_data_o, gm_rsp_tag_o} = 0;
    end
  endgenerate
endmodule
`default_nettype wire
