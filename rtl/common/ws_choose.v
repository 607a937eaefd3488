// SPDX-License-Identifier: Apache-2.0
// The word of which the bit is set; any word if none is. Of four words two LUT4 a bit (ws_mux4). Pure.
`default_nettype none
module ws_choose #(
    parameter N = 4,  // words: a power of two, 1 to 16
    parameter W = 32
) (
    input  wire [  N-1:0] one_i,
    input  wire [N*W-1:0] words_i,
    output wire [  W-1:0] word_o
);
  localparam FOURS = N < 4 ? 1 : N / 4;
  wire [FOURS*W-1:0] four;
  genvar g;

  generate
    if (N == 1) begin : alone
      wire unused = &{1'b0, one_i};
      assign four = words_i;
    end else if (N == 2) begin : two
      wire unused = &{1'b0, one_i[0]};
      assign four = one_i[1] ? words_i[W+:W] : words_i[0+:W];
    end else begin : more
      wire [N-1:0] odd = one_i & {N / 2{2'b10}}, upper = one_i & {N / 4{4'b1100}};
      for (g = 0; g < FOURS; g = g + 1) begin : part
        ws_mux4 #(
            .W(W)
        ) mux (
            .sel_i({|upper, |odd}),
            .a_i  (words_i[(4*g+0)*W+:W]),
            .b_i  (words_i[(4*g+1)*W+:W]),
            .c_i  (words_i[(4*g+2)*W+:W]),
            .d_i  (words_i[(4*g+3)*W+:W]),
            .y_o  (four[g*W+:W])
        );
      end
    end
    if (FOURS == 1) begin : one
      assign word_o = four;
    end else if (FOURS == 2) begin : eight
      assign word_o = |one_i[N-1:N/2] ? four[W+:W] : four[0+:W];
    end else begin : sixteen
      ws_mux4 #(
          .W(W)
      ) mux (
          .sel_i({|one_i[N-1:N/2], |one_i[N/4+:N/4] || |one_i[N-1:3*N/4]}),
          .a_i  (four[0+:W]),
          .b_i  (four[W+:W]),
          .c_i  (four[2*W+:W]),
          .d_i  (four[3*W+:W]),
          .y_o  (word_o)
      );
    end
  endgenerate
endmodule
`default_nettype wire
