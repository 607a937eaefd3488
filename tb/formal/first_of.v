// SPDX-License-Identifier: Apache-2.0
// Yosys' $pmux as the netlists that are simulated have it: of several selects that are 1 the lowest counts. Of a case one is, but
// not with a mutant in it.
(* techmap_celltype = "$pmux" *)
module first_of #(
    parameter WIDTH   = 1,
    parameter S_WIDTH = 1
) (
    input  wire [        WIDTH-1:0] A,
    input  wire [WIDTH*S_WIDTH-1:0] B,
    input  wire [      S_WIDTH-1:0] S,
    output wire [        WIDTH-1:0] Y
);
  wire [WIDTH*(S_WIDTH+1)-1:0] from = {A, B};  // the choice among those from k on
  wire [WIDTH*(S_WIDTH+1)-1:0] first;

  genvar k;
  generate
    for (k = 0; k < S_WIDTH; k = k + 1) begin : choice
      assign first[k*WIDTH+:WIDTH] = S[k] ? from[k*WIDTH+:WIDTH] : first[(k+1)*WIDTH+:WIDTH];
    end
  endgenerate

  assign first[S_WIDTH*WIDTH+:WIDTH] = from[S_WIDTH*WIDTH+:WIDTH];
  assign Y = first[WIDTH-1:0];
endmodule
