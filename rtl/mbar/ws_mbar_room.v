// SPDX-License-Identifier: Apache-2.0
// How many entries of the waiter table are free, and no job in the pipe may need. A job takes one as it enters, and gives it back if it does not wait;
// an entry is freed by a group that goes on.
`default_nettype none
module ws_mbar_room #(
    parameter ENTRIES = 8,                  // 2 to 64
    parameter FREE_W  = $clog2(ENTRIES + 1) // derived, not to be set
) (
    input  wire clk_i,
    input  wire rst_ni,
    input  wire taken_i,
    input  wire back_i,
    input  wire freed_i,
    output reg  some_o    // there is one
);
  localparam [FREE_W-1:0] ONE = 1, TWO = 2;
  reg [FREE_W-1:0] room_q;
  wire [FREE_W-1:0] less = room_q - ONE, more = room_q + ONE, most = room_q + TWO;

  // Each outcome by itself, because what chooses comes late.
  always @(posedge clk_i)
    if (!rst_ni) begin
      room_q <= ENTRIES[FREE_W-1:0];
      some_o <= 1'b1;
    end else begin
      case ({freed_i, back_i, taken_i})
        3'b000, 3'b101, 3'b011: {some_o, room_q} <= {|room_q, room_q};
        3'b001: {some_o, room_q} <= {|less, less};
        3'b110: {some_o, room_q} <= {|most, most};
        default: {some_o, room_q} <= {|more, more};
      endcase
    end
endmodule
`default_nettype wire
