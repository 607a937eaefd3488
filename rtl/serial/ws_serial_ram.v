// SPDX-License-Identifier: Apache-2.0
// 512 bytes; each clock writes one and reads one, which stands at rdata_o from the next clock on.
`default_nettype none
module ws_serial_ram (
    input  wire       clk_i,
    input  wire       write_i,
    input  wire [8:0] waddr_i,
    input  wire [7:0] wdata_i,
    input  wire [8:0] raddr_i,
    output wire [7:0] rdata_o
);
  reg [7:0] byte_mem[0:511];
  reg [7:0] rdata_q;

  always @(posedge clk_i) begin
    if (write_i) byte_mem[waddr_i] <= wdata_i;
    rdata_q <= byte_mem[raddr_i];
  end

  assign rdata_o = rdata_q;
endmodule
`default_nettype wire
