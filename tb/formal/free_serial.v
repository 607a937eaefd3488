// SPDX-License-Identifier: Apache-2.0
// In place of the RAM and the check of ws_serial, for proofs in which it does not matter which frames are whole and what stands in
// them: both say anything in any clock. So what is proved holds with the real ones too.
`default_nettype none
module ws_serial_ram (
    input  wire       clk_i,
    input  wire       write_i,
    input  wire [8:0] waddr_i,
    input  wire [7:0] wdata_i,
    input  wire [8:0] raddr_i,
    output wire [7:0] rdata_o
);
  assign rdata_o = $anyseq;
endmodule

module ws_serial_crc (
    input  wire        clk_i,
    input  wire        init_i,
    input  wire        step_i,
    input  wire        out_i,
    input  wire        bit_i,
    output wire [31:0] crc_o
);
  assign crc_o = $anyseq;
endmodule
`default_nettype wire
