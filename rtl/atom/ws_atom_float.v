// SPDX-License-Identifier: Apache-2.0
// The way of sums of floats from P3 to P4: one adder of each kind, one lane a clock, in the order in which the lanes come.
//
// A lane is announced when it leaves Q (issue_i), comes 3 clocks later (launch_i) and leaves ATOM_FLOAT_CLKS clocks after that (valid_o); what is to be
// known of it waits in a queue meanwhile. Nothing holds it back: who issues sees to it that results are taken, and that nothing stands
// still. late_o: the word is under way, so that memory does not have it yet.
// A half comes in both halves of s; its sum takes its half of the word, the other one stays.
`default_nettype none
module ws_atom_float #(
    parameter S      = 8,  // ALUs
    parameter INFO_W = 8   // bits that travel with a lane
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    // a lane leaves Q
    input  wire              issue_i,
    input  wire              issue_use_i,   // it uses memory
    input  wire [      11:0] issue_word_i,  // its word, the lower one of two
    output reg               late_o,
    // it is in P3: what its ALU or its two have
    input  wire              launch_i,
    input  wire [       7:0] fn_i,
    input  wire              half_i,        // 16 bits
    input  wire [     S-1:0] use_i,
    input  wire [     S-1:0] upper_i,       // of a half: the upper one of its word
    input  wire [  S*32-1:0] r_i,
    input  wire [  S*32-1:0] s_i,
    input  wire [INFO_W-1:0] info_i,
    output wire              busy_o,
    // the lane again
    output wire              valid_o,
    output wire              use_o,
    output wire              upper_o,
    output wire [      11:0] word_o,
    output wire [      63:0] new_o,
    output wire [      63:0] old_o,         // of a half: 16 bits
    output wire [INFO_W-1:0] info_o
);
  `include "atom/ws_atom_fn.vh"
  localparam N = ATOM_FLOAT_CLKS, ALL = N + 3;  // ALL: from Q to P4
  localparam DEPTH = 16;  // of the queue, more than N

  // 1. The words of the lane.
  wire [3:0] kind = fn_i[7:4];
  wire wide = kind == ATOM_F64;
  wire bf = kind == ATOM_BF16 || kind == ATOM_BF16X2;
  wire halves = kind != ATOM_F32 && !wide;
  reg [63:0] r, s;
  reg upper;
  integer j, k;

  always @(*) begin
    {r, s, upper} = 129'd0;
    if (launch_i)
      for (j = 0; j < S; j = j + 1)
        if (use_i[j]) begin
          if (wide && j % 2 == 1) begin
            r[63:32] = r[63:32] | r_i[j*32+:32];
            s[63:32] = s[63:32] | s_i[j*32+:32];
          end else begin
            r[31:0] = r[31:0] | r_i[j*32+:32];
            s[31:0] = s[31:0] | s_i[j*32+:32];
            upper = upper | upper_i[j];
          end
        end
  end

  // 2. Sums.
  wire [63:0] f64;
  wire [31:0] f32, pair;
  wire [3:0] valid;

  ws_atom_fadd #(
      .EXP (8),
      .FRAC(23)
  ) add_f32 (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(launch_i && kind == ATOM_F32),
      .ftz_i  (1'b0),
      .bf_i   (1'b0),
      .x_i    (r[31:0]),
      .y_i    (s[31:0]),
      .valid_o(valid[0]),
      .z_o    (f32)
  );
  ws_atom_fadd #(
      .EXP (11),
      .FRAC(52),
      .NAN (64'hfff8000000000000)
  ) add_f64 (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(launch_i && wide),
      .ftz_i  (1'b0),
      .bf_i   (1'b0),
      .x_i    (r),
      .y_i    (s),
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
          .rst_ni (rst_ni),
          .valid_i(launch_i && halves),
          .ftz_i  (1'b0),
          .bf_i   (bf),
          .x_i    (r[g*16+:16]),
          .y_i    (s[g*16+:16]),
          .valid_o(valid[2+g]),
          .z_o    (pair[g*16+:16])
      );
    end
  endgenerate

  // 3. What waits for them, and the words that are under way since Q.
  localparam Q_W = INFO_W + 2 + 64;
  reg [Q_W-1:0] queue_q[0:DEPTH-1];
  reg [3:0] put_q, take_q;
  reg [ALL-1:0] under_q;  // bit k: a lane that left Q k + 1 clocks ago
  reg [ALL-1:0] under_use_q;
  reg [ALL*12-1:0] under_word_q;
  wire [Q_W-1:0] first = queue_q[take_q];
  wire [63:0] old_word;
  wire first_half;

  always @(posedge clk_i)
    if (!rst_ni) begin
      under_q <= {ALL{1'b0}};
      {put_q, take_q} <= 8'd0;
    end else begin
      under_q <= {under_q[ALL-2:0], issue_i};
      if (launch_i) put_q <= put_q + 4'd1;
      if (valid_o) take_q <= take_q + 4'd1;
    end

  always @(posedge clk_i) begin
    if (launch_i) queue_q[put_q] <= {info_i, half_i, upper, r};
    if (issue_i || |under_q) begin
      under_use_q  <= {under_use_q[ALL-2:0], issue_use_i};
      under_word_q <= {under_word_q[(ALL-1)*12-1:0], issue_word_i};
    end
  end

  always @(*) begin
    late_o = 1'b0;
    if (|under_q) for (k = 0; k < ALL; k = k + 1) if (under_q[k] && under_use_q[k] && under_word_q[k*12+:12] == issue_word_i) late_o = 1'b1;
  end

  wire [63:0] sum = f64 | {32'd0, f32 | pair};
  assign busy_o = |under_q;
  assign valid_o = under_q[ALL-1];
  assign use_o = under_use_q[ALL-1];
  assign word_o = under_word_q[(ALL-1)*12+:12];
  assign {info_o, first_half, upper_o, old_word} = first;
  assign new_o = !first_half ? sum : upper_o ? {32'd0, sum[31:16], old_word[15:0]} : {32'd0, old_word[31:16], sum[15:0]};
  assign old_o = !first_half ? old_word : {48'd0, upper_o ? old_word[31:16] : old_word[15:0]};
  wire unused = &{1'b0, valid, fn_i[3:0]};
endmodule
`default_nettype wire
