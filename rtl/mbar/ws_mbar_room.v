// SPDX-License-Identifier: Apache-2.0
// How many entries of the waiter table are free, and no job in the pipe may need. A job takes one as it enters, and gives it back if it does not wait;
// an entry is freed by a group that goes on. What is given back counts a clock later, for it comes late, and so does who enters.
`default_nettype none
module ws_mbar_room #(
    parameter ENTRIES = 8,                  // 2 to 64
    parameter FREE_W  = $clog2(ENTRIES + 1) // derived, not to be set
) (
    input  wire clk_i,
    input  wire rst_ni,
    input  wire take_i,   // a piece enters, comes late
    input  wire waits_i,  // the one that stands there needs an entry
    input  wire back_i,
    input  wire freed_i,
    output reg  some_o    // there is one
);
  localparam [FREE_W-1:0] ONE = 1, TWO = 2;
  reg [FREE_W-1:0] room_q;
  reg back_q, freed_q;
  wire [FREE_W-1:0] less = room_q - ONE, more = room_q + ONE, most = room_q + TWO;
  wire [FREE_W-1:0] stays = back_q && freed_q ? most : back_q || freed_q ? more : room_q;  // if none is taken
  wire [FREE_W-1:0] takes = back_q && freed_q ? more : back_q || freed_q ? room_q : less;
  wire [FREE_W:0] next;

  ws_late #(
      .W(FREE_W + 1)
  ) late (
      .late_i(take_i),
      .yes_i (waits_i ? {|takes, takes} : {|stays, stays}),
      .no_i  ({|stays, stays}),
      .word_o(next)
  );

  always @(posedge clk_i)
    if (!rst_ni) begin
      {back_q, freed_q} <= 2'b00;
      room_q <= ENTRIES[FREE_W-1:0];
      some_o <= 1'b1;
    end else begin
      {back_q, freed_q} <= {back_i, freed_i};
      {some_o, room_q}  <= next;
    end
endmodule
`default_nettype wire
