// SPDX-License-Identifier: Apache-2.0
// Which lanes of a request carry the same of several keys.
//
// come_i: the keys of the request stand at keys_i, until done_i. Then, as often as some lanes are left: which_i, one lane, gives its key in
// the next clock, and in the one after that the lanes that carry it. Of a gather only the 12 bits of ws_sync_key count.
`default_nettype none
module ws_sync_split #(
    parameter LANES = 32,
    parameter KEY_W = 32
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    input  wire                   come_i,
    input  wire [LANES*KEY_W-1:0] keys_i,
    output reg                    valid_o,    // the keys are here
    input  wire                   done_i,
    input  wire                   gathers_i,
    input  wire [      LANES-1:0] which_i,
    output reg  [      KEY_W-1:0] key_o,
    output reg  [      LANES-1:0] same_o
);
  localparam [KEY_W-1:0] NAMES = {KEY_W{1'b1}} >> (KEY_W < 12 ? 0 : KEY_W - 12);  // of ws_sync_key
  wire [KEY_W-1:0] key;

  ws_pick #(.N(LANES), .W(KEY_W)) pick (.sel_i(which_i), .words_i(keys_i), .word_o(key));

  function [LANES-1:0] same(input [LANES*KEY_W-1:0] keys, input [KEY_W-1:0] with_key, input gathers);
    reg [KEY_W-1:0] differ;
    integer i;
    for (i = 0; i < LANES; i = i + 1) begin
      differ = keys[i*KEY_W+:KEY_W] ^ with_key;
      same[i] = !(|(differ & NAMES)) && (gathers || !(|(differ & ~NAMES)));
    end
  endfunction

  always @(posedge clk_i)
    if (!rst_ni) valid_o <= 1'b0;
    else if (come_i) valid_o <= 1'b1;
    else if (done_i) valid_o <= 1'b0;

  always @(posedge clk_i)
    if (valid_o) begin
      key_o  <= key;
      same_o <= same(keys_i, key_o, gathers_i);
    end
endmodule
`default_nettype wire
