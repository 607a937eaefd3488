// SPDX-License-Identifier: Apache-2.0
// Keys and result of match.any as a serial circuit: BITS of every key a clock, all pairs of lanes compared in parallel.
//
//   key words  w[n-1] ... w1 w0      symbol of a clock: the xor of all words left     pair i < j: same &= symbols equal
//              cleared one a clock from the top; w0 stays
//
// The symbols are w0^...^w[n-1], ..., w0^w1, w0. Two keys are equal exactly if all their symbols are: each word is the
// xor of two symbols that follow each other. So no register is shifted and no multiplexer is needed: words are loaded
// straight from the operand, cleared by their synchronous reset, and gathered by xors, 20 LUT4 a lane at 4 bits.
// The matrix is symmetric: a pair of lanes stands once. It costs 3 LUT4 at 4 bits: two for two bits each and one that
// ands them, `same` and the lower lane. The rest is done by synchronous sets and resets that many flops share:
//   first step   load_i sets every `same`
//   higher lane  if absent, it resets the results of its pairs as they are taken.
// Each reset is written as stronger than the enable, which is what the flops of ECP5 can do; inside the enable it would
// cost a gate a pair there. Where the enable is the stronger one (iCE40), it costs a gate for each shared reset.
// step_i, one bit: n-1 in the clock after load_i, then down to 0, where it may stay; at 0 nothing is cleared and `same` may be
// updated again and again. take_i comes at 0, load_i at 0 or without a step. lanes_i holds from the clock after load_i up to take_i.
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
    input  wire [    64/BITS-1:0] step_i,
    // result
    input  wire                   take_i,   // give d_o in the next clock
    output wire [LANES*LANES-1:0] d_o
);
  localparam WORDS = 64 / BITS;
  localparam PAIRS = LANES * (LANES - 1) / 2;  // lanes i < j are pair j(j-1)/2 + i

  // 1. Words of the keys.
  reg [LANES*64-1:0] words_q;
  reg [WORDS-1:0] clear;
  integer lane, word, w;

  always @*
    for (word = 0; word < WORDS; word = word + 1)
      clear[word] = (word > 0 && step_i[word]) || (word * BITS >= 32 && load_i && !b64_i);

  always @(posedge clk_i)
    for (w = 0; w < WORDS; w = w + 1)
      for (lane = 0; lane < LANES; lane = lane + 1)
        if (clear[w]) words_q[lane*64+w*BITS+:BITS] <= {BITS{1'b0}};
        else if (load_i) words_q[lane*64+w*BITS+:BITS] <= a_i[lane*64+w*BITS+:BITS];

  // 2. Symbols: xors of four, then xors of those. The kept wires tell the mapper where a LUT4 ends.
  function [BITS-1:0] xor_of_four;
    input [63:0] words;
    input integer first;
    integer n;
    begin
      xor_of_four = {BITS{1'b0}};
      for (n = 0; n < 4; n = n + 1)
        if (first + n < WORDS) xor_of_four = xor_of_four ^ words[(first+n)*BITS+:BITS];
    end
  endfunction

  // 3. Pairs.
  reg [PAIRS-1:0] same_q;
  reg [PAIRS-1:0] pair_q;
  reg [LANES-1:0] self_q;
  genvar i, j, k;

  always @(posedge clk_i) if (take_i) self_q <= lanes_i;

  generate
    for (j = 0; j < LANES; j = j + 1) begin : g_lane
      (* keep *)
      wire [BITS*4-1:0] part;
      for (k = 0; k < 4; k = k + 1) begin : g_part
        assign part[k*BITS+:BITS] = xor_of_four(words_q[j*64+:64], k * 4);
      end
      (* keep *)
      wire [BITS-1:0] sym;
      assign sym = part[0+:BITS] ^ part[BITS+:BITS] ^ part[2*BITS+:BITS] ^ part[3*BITS+:BITS];
      assign d_o[j*LANES+j] = self_q[j];
      for (i = 0; i < j; i = i + 1) begin : g_pair
        localparam P = j * (j - 1) / 2 + i;
        (* keep *)
        wire [BITS/2-1:0] twos;
        for (k = 0; k < BITS / 2; k = k + 1) begin : g_twos
          assign twos[k] = g_lane[i].sym[2*k+:2] == sym[2*k+:2];
        end
        wire same = &twos && same_q[P] && lanes_i[i];
        always @(posedge clk_i)
          if (load_i) same_q[P] <= 1'b1;
          else same_q[P] <= same;
        always @(posedge clk_i)
          if (take_i && !lanes_i[j]) pair_q[P] <= 1'b0;
          else if (take_i) pair_q[P] <= same;
        assign d_o[i*LANES+j] = pair_q[P];
        assign d_o[j*LANES+i] = pair_q[P];
      end
    end
  endgenerate
endmodule
`default_nettype wire
