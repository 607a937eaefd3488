// SPDX-License-Identifier: Apache-2.0
// Sums of floats: from operands at P3 to memory, one adder of each kind, a lane a clock, in the order in which lanes come.
//
// A sum is written ATOM_FLOAT_CLKS + 1 clocks after launch_i (write_o): what is added was found late in its clock, and stands in a
// register first. late_o: sums, with their words, that memory will not have in the clock after the next one.
// Of a half the sum stands in both halves of its word; upper_o says which one to write.
`default_nettype none
module ws_atom_float #(
    parameter S     = 8,  // ALUs
    parameter SLOTS = 1   // CTAs
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    // a lane in P3: what its ALU or its two have, 0 at the others
    input  wire             launch_i,
    input  wire [      7:0] fn_i,
    input  wire             wide_i,
    input  wire             half_i,     // 16 bits
    input  wire             upper_i,    // ... the upper half of its word
    input  wire [     11:0] word_i,     // its word, the lower one of two
    input  wire [SLOTS-1:0] slot_i,     // its CTA
    input  wire [ S*32-1:0] r_i,
    input  wire [ S*32-1:0] s_i,
    // under way: there is one, of 64 bits, the lower one of its words
    output wire [      6:0] late_o,
    output wire [      6:0] late_wide_o,
    output wire [   7*12-1:0] late_word_o,
    // of the sums under way some will be in the next clock too; CTAs of which they are
    output wire             stays_o,
    output reg  [SLOTS-1:0] slots_o,
    // to memory
    output wire             write_o,
    output wire             wide_o,
    output wire             half_o,
    output wire             upper_o,
    output wire [     11:0] word_o,
    output wire [     63:0] sum_o       // for odd ALUs above, for even ones below; 0 without write_o
);
  `include "atom/ws_atom_fn.vh"
  localparam N = ATOM_FLOAT_CLKS + 1;  // 9: late_o has two less

  // 1. The words of the lane.
  wire [3:0] kind = fn_i[7:4];
  wire bf = kind == ATOM_BF16 || kind == ATOM_BF16X2;
  reg [63:0] even_odd_r, even_odd_s;  // odd ALUs above, even ones below
  wire [63:0] r = {even_odd_r[63:32], even_odd_r[31:0] | (wide_i ? 32'd0 : even_odd_r[63:32])};
  wire [63:0] s = {even_odd_s[63:32], even_odd_s[31:0] | (wide_i ? 32'd0 : even_odd_s[63:32])};
  integer j, k;

  always @(*) begin
    {even_odd_r, even_odd_s} = 128'd0;
    for (j = 0; j < S; j = j + 2) begin
      even_odd_r = even_odd_r | r_i[j*32+:64];
      even_odd_s = even_odd_s | s_i[j*32+:64];
    end
  end

  // 2. Sums. What stands before the adders counts where one of go_q is 1.
  reg [63:0] r_q, s_q;
  reg bf_q;
  reg [2:0] go_q;  // 16 bits, f64, f32

  always @(posedge clk_i) {r_q, s_q, bf_q} <= {r, s, bf};
  always @(posedge clk_i) go_q <= {3{rst_ni && launch_i}} & {kind != ATOM_F32 && !wide_i, wide_i, kind == ATOM_F32};

  // The adders hear of a reset a clock late, from a register beside them: nothing comes to them in the clock after it, and none is written from before.
  reg rst_nq;
  always @(posedge clk_i) rst_nq <= rst_ni;

  wire [63:0] f64;
  wire [31:0] f32, pair;
  wire [3:0] valid;

  ws_atom_fadd #(
      .EXP (8),
      .FRAC(23)
  ) add_f32 (
      .clk_i  (clk_i),
      .rst_ni (rst_nq),
      .valid_i(go_q[0]),
      .ftz_i  (1'b0),
      .bf_i   (1'b0),
      .x_i    (r_q[31:0]),
      .y_i    (s_q[31:0]),
      .valid_o(valid[0]),
      .z_o    (f32)
  );
  ws_atom_fadd #(
      .EXP (11),
      .FRAC(52),
      .NAN (64'hfff8000000000000)
  ) add_f64 (
      .clk_i  (clk_i),
      .rst_ni (rst_nq),
      .valid_i(go_q[1]),
      .ftz_i  (1'b0),
      .bf_i   (1'b0),
      .x_i    (r_q),
      .y_i    (s_q),
      .valid_o(valid[1]),
      .z_o    (f64)
  );
  genvar g;
  generate
    for (g = 0; g < 2; g = g + 1) begin : half
      ws_atom_fadd #(
          .EXP (8),
          .FRAC(10),
          .HALF(1)
      ) add (
          .clk_i  (clk_i),
          .rst_ni (rst_nq),
          .valid_i(go_q[2]),
          .ftz_i  (1'b0),
          .bf_i   (bf_q),
          .x_i    (r_q[g*16+:16]),
          .y_i    (s_q[g*16+:16]),
          .valid_o(valid[2+g]),
          .z_o    (pair[g*16+:16])
      );
    end
  endgenerate
  assign sum_o = f64 | {2{f32 | pair}};

  // 3. Where they go.
  reg [N-1:0] under_q;  // bit k: a lane that left P3 k + 1 clocks ago
  reg [N*12-1:0] under_word_q;
  reg [N*3-1:0] under_kind_q;
  reg [N*SLOTS-1:0] under_slot_q;

  always @(posedge clk_i)
    if (!rst_ni) under_q <= {N{1'b0}};
    else under_q <= {under_q[N-2:0], launch_i};

  always @(posedge clk_i) begin
    under_word_q <= {under_word_q[(N-1)*12-1:0], word_i};
    under_kind_q <= {under_kind_q[(N-1)*3-1:0], wide_i, half_i, upper_i};
    under_slot_q <= {under_slot_q[(N-1)*SLOTS-1:0], slot_i};
  end

  always @(*) begin
    slots_o = {SLOTS{1'b0}};
    if (|under_q) for (k = 0; k < N; k = k + 1) if (under_q[k]) slots_o = slots_o | under_slot_q[k*SLOTS+:SLOTS];
  end

  // What is written in the next clock memory has in the one after that.
  assign {late_o, late_word_o} = {under_q[N-3:0], under_word_q[(N-2)*12-1:0]};
  generate
    for (g = 0; g < N - 2; g = g + 1) begin : late
      assign late_wide_o[g] = under_kind_q[g*3+2];
    end
  endgenerate
  assign stays_o = |under_q[N-2:0];
  assign write_o = under_q[N-1];
  assign word_o = under_word_q[(N-1)*12+:12];
  assign {wide_o, half_o, upper_o} = under_kind_q[(N-1)*3+:3];
  wire unused = &{1'b0, valid, fn_i[3:0]};
endmodule
`default_nettype wire
