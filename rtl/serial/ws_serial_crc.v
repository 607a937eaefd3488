// SPDX-License-Identifier: Apache-2.0
// CRC-32 of IEEE 802.3, a bit a clock, lowest bit of a byte first. The check of a stream is ~crc_o, sent with its lowest byte first.
// A stream followed by its check leaves RESIDUE of ws_serial. With out_i no bits are taken, and 8 clocks bring the next byte of the
// check to crc_o[7:0].
`default_nettype none
module ws_serial_crc (
    input  wire        clk_i,
    input  wire        init_i,  // begins anew; goes before the others
    input  wire        step_i,  // takes bit_i
    input  wire        out_i,   // with step_i: moves on, bit_i is not looked at
    input  wire        bit_i,
    output wire [31:0] crc_o
);
  localparam [31:0] POLY = 32'hedb88320;
  reg [31:0] crc_q;
  wire back = (crc_q[0] ^ bit_i) && !out_i;

  always @(posedge clk_i)
    if (init_i) crc_q <= 32'hffffffff;
    else if (step_i) crc_q <= {1'b0, crc_q[31:1]} ^ ({32{back}} & POLY);

  assign crc_o = crc_q;
endmodule
`default_nettype wire
