// SPDX-License-Identifier: Apache-2.0
// Operands of the lanes that go to the ALUs that they need. Pure.
//
//   lanes p, p + S / 2 ─┬─► half 0 ─► ws_atom_fan ─► ALUs d with d[G-1] ^ d[0] = 0
//                       └─► half 1 ─► ws_atom_fan ─► the others
//
// A lane of 32 bits goes to the half of its ALU. One of 64 bits goes to both: its words are in different ones; the other lane of the
// pair waits. One of 128 bits goes like one of 64, with b, c as t, and to the next two ALUs as well: whoever takes it makes words 2 and 3 of
// them. No two lanes come that need one wire (ws_atom_meet).
`default_nettype none
module ws_atom_in #(
    parameter CL  = 8,               // lanes
    parameter S   = 8,               // ALUs
    parameter G   = $clog2(S),       // derived, not to be set
    parameter W_W = 12 - G,          // derived: a word among those of its ALU
    parameter WAY = CL + S / 2 + S * G // derived: see way_o
) (
    input  wire [    CL-1:0] take_i,   // lanes that go
    input  wire              wide_i,   // 64 or 128 bits
    input  wire              quad_i,   // 128 bits
    input  wire [    CL-1:0] one_i,    // the low word goes to half 1
    input  wire [CL*(G-1)-1:0] place_i,  // ... where it stands in its half: ws_atom_where
    input  wire [ CL*12-1:0] word_i,   // address / 4
    input  wire [    CL-1:0] half_i,
    input  wire [ CL*64-1:0] a_i,
    input  wire [ CL*32-1:0] b_i,
    input  wire [ CL*32-1:0] c_i,
    // by ALU; arbitrary without use_o
    output wire [     S-1:0] use_o,
    output wire [     S-1:0] half_o,
    output wire [ S*W_W-1:0] word_o,
    output wire [  S*32-1:0] s_o,
    output wire [  S*32-1:0] t_o,
    output wire [   WAY-1:0] way_o     // for ws_atom_out: whose low word went by half 1; in which pairs; of each half who went, and where
);
  localparam P = S / 2, D = G - 1, W = 64 + 1 + W_W;
  wire [S-1:0] valid;  // half 1, half 0
  wire [S*D-1:0] dest;
  wire [S*W-1:0] data, came;
  wire [S-1:0] used, by_one;
  wire [P-1:0] swap;
  genvar p, i, h;

  `include "atom/ws_atom_where.vh"

  generate
    for (p = 0; p < P; p = p + 1) begin : pair
      // Its two lanes: 0 where there is none.
      wire [1:0] take, half, one;
      wire [23:0] word;
      wire [127:0] a;
      wire [63:0] b, c;
      wire [2*D-1:0] place;
      for (i = 0; i < 2; i = i + 1) begin : lanes
        localparam LANE = p + i * P;
        if (LANE < CL) begin : lane
          assign {take[i], half[i], word[i*12+:12]} = {take_i[LANE], half_i[LANE], word_i[LANE*12+:12]};
          assign {one[i], place[i*D+:D]} = {one_i[LANE], place_i[LANE*D+:D]};
          assign {a[i*64+:64], b[i*32+:32], c[i*32+:32]} = {a_i[LANE*64+:64], b_i[LANE*32+:32], c_i[LANE*32+:32]};
        end else begin : none
          assign {take[i], half[i], one[i], place[i*D+:D]} = {3 + D{1'b0}};
          assign {word[i*12+:12], a[i*64+:64], b[i*32+:32], c[i*32+:32]} = {12'd0, 64'd0, 32'd0, 32'd0};
        end
        assign by_one[LANE] = one[i];
      end
      wire unused = &{1'b0, word};
      assign swap[p] = take[1] ? one[1] : one[0];

      for (h = 0; h < 2; h = h + 1) begin : halves
        localparam AT = h * P + p;
        wire [1:0] to = take & (wide_i ? 2'b11 : h == 1 ? one : ~one);
        wire upper = to[1];  // which of the two
        assign valid[AT] = |to;
        assign dest[AT*D+:D] = upper ? place[D+:D] : place[0+:D];
        assign data[AT*W+64+:W_W+1] = upper ? {word[12+G+:W_W], half[1]} : {word[G+:W_W], half[0]};
        ws_mux4 #(
            .W(64)
        ) mux (
            .sel_i({wide_i && swap[p] != h[0], upper}),
            .a_i  ({b[31:0], a[31:0]}),
            .b_i  ({b[63:32], a[95:64]}),
            .c_i  ({c[31:0], a[63:32]}),
            .d_i  ({c[63:32], a[127:96]}),
            .y_o  (data[AT*W+:64])
        );
      end
    end

    for (h = 0; h < 2; h = h + 1) begin : fans
      ws_atom_fan #(
          .N(P),
          .W(W)
      ) fan (
          .valid_i(valid[h*P+:P]),
          .dest_i (dest[h*P*D+:P*D]),
          .data_i (data[h*P*W+:P*W]),
          .both_i (quad_i),
          .valid_o(used[h*P+:P]),
          .data_o (came[h*P*W+:P*W])
      );
    end
    for (i = 0; i < S; i = i + 1) begin : alu
      localparam AT = {31'd0, half_of(i)} * P + {{32 - D{1'b0}}, place_of(i)};
      assign use_o[i] = used[AT];
      assign {word_o[i*W_W+:W_W], half_o[i], t_o[i*32+:32], s_o[i*32+:32]} = came[AT*W+:W];
    end
  endgenerate
  assign way_o = {by_one[CL-1:0], swap, valid, dest};
  wire unused = &{1'b0, by_one};
endmodule
`default_nettype wire
