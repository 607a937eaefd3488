// SPDX-License-Identifier: Apache-2.0
// Keys and result of match.any as a serial circuit: BITS of every key a clock, all pairs of lanes compared in parallel.
//
//   key words  w[n-1] ... w1 w0      symbol of a clock: the xor of all words left     pair i < j: same &= symbols equal
//              cleared one a clock from the top; w0 stays
//
// The symbols are w0^...^w[n-1], ..., w0^w1, w0. Two keys are equal exactly if all their symbols are, since each word is the
// xor of two symbols that follow each other. So no register is shifted and no multiplexer is needed: words are loaded
// straight from the operand, cleared by their synchronous reset, and gathered by xors, BITS * 5 LUT4 a lane at 4 bits.
// The matrix is symmetric: one register a pair. A pair costs 3 LUT4 at 4 bits (two for two bits each, kept apart so that
// the mapper does not take four), with these tricks around it:
//   first step  `same` counts as true, instead of being set to true beforehand;
//   lanes       a pair with an absent lane gives 0. The higher lane of the pair resets `same` and the lower one the result,
//               so that each is one synchronous reset a lane. With one step there is no `same`, and gates do it.
// count_i: n in the clock after load_i, then down to 1, where it may stay; at 1 nothing is cleared and `same` may be
// updated again and again. take_i comes at 1. lanes_i holds from the clock after load_i up to take_i.
`default_nettype none
module ws_match_serial #(
    parameter LANES = 32,  // 4, 8, 16 or 32
    parameter BITS  = 4    // bits of a symbol: 4, 8, 16 or 32
) (
    input  wire                   clk_i,
    // request
    input  wire                   load_i,   // take a_i
    input  wire                   b64_i,    // with load_i: compare 64 bits, else the low 32
    input  wire [   LANES*64-1:0] a_i,
    // steps
    input  wire [      LANES-1:0] lanes_i,
    input  wire [            4:0] count_i,
    // result
    input  wire                   take_i,   // give d_o in the next clock
    output wire [LANES*LANES-1:0] d_o
);
  localparam WORDS = 64 / BITS;
  localparam PAIRS = LANES * (LANES - 1) / 2;  // lanes i < j are pair j(j-1)/2 + i

  // 1. Words of the keys.
  reg [LANES*64-1:0] words_q;
  integer lane, word;

  always @(posedge clk_i)
    for (word = 0; word < WORDS; word = word + 1)
      for (lane = 0; lane < LANES; lane = lane + 1)
        if (load_i)
          words_q[lane*64+word*BITS+:BITS] <= word * BITS < 32 || b64_i ? a_i[lane*64+word*BITS+:BITS] : {BITS{1'b0}};
        else if (word > 0 && {27'd0, count_i} == word + 1) words_q[lane*64+word*BITS+:BITS] <= {BITS{1'b0}};

  // 2. Symbols.
  function [BITS-1:0] symbol;
    input [63:0] words;
    integer w;
    begin
      symbol = {BITS{1'b0}};
      for (w = 0; w < WORDS; w = w + 1) symbol = symbol ^ words[w*BITS+:BITS];
    end
  endfunction

  // 3. Pairs.
  reg first_q;  // the step now taken is the first
  reg [PAIRS-1:0] same_q;
  reg [PAIRS-1:0] pair_q;
  reg [LANES-1:0] self_q;
  genvar i, j, k;

  always @(posedge clk_i) begin
    first_q <= load_i;
    if (take_i) self_q <= lanes_i;
  end

  generate
    for (j = 0; j < LANES; j = j + 1) begin : g_lane
      (* keep *)
      wire [BITS-1:0] sym;
      assign sym = symbol(words_q[j*64+:64]);
      assign d_o[j*LANES+j] = self_q[j];
      for (i = 0; i < j; i = i + 1) begin : g_pair
        localparam P = j * (j - 1) / 2 + i;
        (* keep *)
        wire [BITS/2-1:0] twos;
        for (k = 0; k < BITS / 2; k = k + 1) begin : g_twos
          assign twos[k] = g_lane[i].sym[2*k+:2] == sym[2*k+:2];
        end
        wire same = &twos && (same_q[P] || first_q);
        always @(posedge clk_i)
          if (!lanes_i[j]) same_q[P] <= 1'b0;
          else same_q[P] <= same;
        always @(posedge clk_i)
          if (take_i)
            if (!lanes_i[i] || (BITS == 32 && !lanes_i[j])) pair_q[P] <= 1'b0;
            else pair_q[P] <= same;
        assign d_o[i*LANES+j] = pair_q[P];
        assign d_o[j*LANES+i] = pair_q[P];
      end
    end
  endgenerate
endmodule
`default_nettype wire
