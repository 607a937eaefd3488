// SPDX-License-Identifier: Apache-2.0
// The next lanes of an operation as word slots: those from the lowest one that is left on, in a window of lanes at a multiple of its
// size. Pure; C twin: ws_atom_load.
//
// An element of 64 bits takes two slots in a row, the low word in the lower; so a window has S or S / 2 lanes. A half stands in both halves of s and t, and half_o says which one of the word it is.
`default_nettype none
module ws_atom_load #(
    parameter LANES  = 32,
    parameter S      = 8,              // slots, at least 4
    parameter LANE_W = $clog2(LANES)   // derived, not to be set
) (
    input  wire                todo_any_i,  // there is a lane; else the outputs mean nothing
    input  wire [   LANES-1:0] todo_i,
    input  wire                half_i,      // 16 bits
    input  wire                wide_i,      // 64 bits
    input  wire [ LANES*3-1:0] code_i,      // error of each lane, 0: none
    input  wire [LANES*14-1:0] at_i,        // byte address in memory
    input  wire [LANES*64-1:0] a_i,
    input  wire [LANES*32-1:0] b_i,
    input  wire [LANES*32-1:0] c_i,
    output reg  [  LANES-1:0]  lanes_o,     // the window
    output reg  [ LANE_W-1:0]  base_o,      // its lowest lane
    output reg  [      S-1:0]  todo_o,
    output reg  [      S-1:0]  use_o,       // uses memory
    output reg  [    S*3-1:0]  code_o,
    output reg  [   S*12-1:0]  word_o,      // address / 4
    output reg  [      S-1:0]  half_o,
    output reg  [   S*32-1:0]  s_o,
    output reg  [   S*32-1:0]  t_o
);
  wire [LANES-1:0] first = todo_i & (~todo_i + {{LANES - 1{1'b0}}, 1'b1});
  localparam [31:0] LOW = (S > LANES ? LANES : S) - 1, LOW_WIDE = (S / 2 > LANES ? LANES : S / 2) - 1;
  wire [LANE_W-1:0] low = wide_i ? LOW_WIDE[LANE_W-1:0] : LOW[LANE_W-1:0];  // bits of a lane's number inside its window
  reg [LANE_W-1:0] lowest;
  reg [S*64-1:0] s, t;  // of each slot: the operands of its lane
  reg [LANE_W-1:0] lane;
  integer j, l;

  always @(*) begin
    lowest = {LANE_W{1'b0}};
    if (todo_any_i) for (l = 0; l < LANES; l = l + 1) if (first[l]) lowest = lowest | l[LANE_W-1:0];
    base_o = lowest & ~low;
    lanes_o = {LANES{1'b0}};
    if (todo_any_i) for (l = 0; l < LANES; l = l + 1) lanes_o[l] = (l[LANE_W-1:0] & ~low) == base_o;
  end

  always @(*) begin
    todo_o = {S{1'b0}};
    use_o  = {S{1'b0}};
    half_o = {S{1'b0}};
    code_o = {S * 3{1'b0}};
    word_o = {S * 12{1'b0}};
    s_o    = {S * 32{1'b0}};
    t_o    = {S * 32{1'b0}};
    lane   = {LANE_W{1'b0}};
    s      = {S * 64{1'b0}};
    t      = {S * 64{1'b0}};
    if (todo_any_i)
      for (j = 0; j < S; j = j + 1) begin
        lane = wide_i ? j[LANE_W:1] : j[LANE_W-1:0];
        for (l = 0; l < LANES; l = l + 1)
          if (lanes_o[l] && (l[LANE_W-1:0] & low) == lane && (wide_i ? j / 2 : j) < LANES) begin
            todo_o[j] = todo_i[l];
            use_o[j] = todo_i[l] && code_i[l*3+:3] == 3'd0;
            code_o[j*3+:3] = code_i[l*3+:3];
            half_o[j] = at_i[l*14+1];
            word_o[j*12+:12] = at_i[l*14+2+:12] | {11'd0, wide_i && j[0]};
            s[j*64+:64] = a_i[l*64+:64];
            t[j*64+:64] = {c_i[l*32+:32], b_i[l*32+:32]};
          end
        s_o[j*32+:32] = half_i ? {2{s[j*64+:16]}} : wide_i && j % 2 == 1 ? s[j*64+32+:32] : s[j*64+:32];
        t_o[j*32+:32] = half_i ? {2{t[j*64+:16]}} : wide_i && j % 2 == 1 ? t[j*64+32+:32] : t[j*64+:32];
      end
  end
endmodule
`default_nettype wire
