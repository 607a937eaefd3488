// SPDX-License-Identifier: Apache-2.0
// What lanes must agree on besides the operation code in order to meet. Pure; C twins: sync_key, ws_bar_key.
//
// Its membermask; for an operation that gathers the whole warp, which has none, what its operands name: the key, 12 bits
//   [3:0] barrier   [4] no such barrier   [10:5] warps awaited, 0 without a count   [11] no such count
// for barrier, 0 for barrier.cluster. A number above 15 is barrier 0 and no such barrier; a count of threads that is 0,
// no multiple of 32 or above 1024 is no such count. Bits above 11 are those of the membermask in any case. Who compares keys
// of a gather ignores them: that is one gate in the comparison, where clearing them would be one a lane and bit here.
`default_nettype none
module ws_sync_key #(
    parameter LANES = 32,
    parameter KEY_W = 32  // max(LANES, 12); LANES if gathers_i is 0
) (
    // from ws_sync_decode
    input  wire                   gathers_i,
    // request
    input  wire [           11:0] op_i,
    input  wire [LANES*LANES-1:0] mask_i,
    input  wire [   LANES*32-1:0] a_i,        // bits 31:0
    input  wire [   LANES*32-1:0] b_i,
    // of each lane
    output wire [LANES*KEY_W-1:0] key_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"

  wire names = op_i[11:8] == WS_UNIT_BAR;
  wire counted = names && bar_is_counted(op_i[7:0]);

  // What the operands of a lane name.
  function [11:0] named(input [31:0] a, input [31:0] b, input for_bar, input with_count);
    reg bad_id, bad_count;
    begin
      bad_id = |a[31:4];
      bad_count = |b[4:0] || |b[31:11] || b[10:5] == 6'd0 || (b[10] && |b[9:5]);
      named = {with_count && bad_count, b[10:5] & {6{with_count && !bad_count}}, for_bar && bad_id, a[3:0] & {4{for_bar && !bad_id}}};
    end
  endfunction

  localparam NAME_W = KEY_W < 12 ? KEY_W : 12;
  wire [LANES*KEY_W-1:0] masks;
  reg [LANES*KEY_W-1:0] key;
  reg [11:0] name;
  integer i;
  genvar g;

  generate
    for (g = 0; g < LANES; g = g + 1) begin : lane
      if (KEY_W > LANES) assign masks[g*KEY_W+LANES+:KEY_W-LANES] = {KEY_W - LANES{1'b0}};
      assign masks[g*KEY_W+:LANES] = mask_i[g*LANES+:LANES];
    end
  endgenerate

  always @(*) begin
    key  = masks;
    name = 12'd0;
    if (gathers_i)
      for (i = 0; i < LANES; i = i + 1) begin
        name = named(a_i[i*32+:32], b_i[i*32+:32], names, counted);
        key[i*KEY_W+:NAME_W] = name[NAME_W-1:0];
      end
  end
  assign key_o = key;
  wire unused = &{1'b0, name};  // its upper bits, where KEY_W is less than 12
endmodule
`default_nettype wire
