// SPDX-License-Identifier: Apache-2.0
// What may be issued to ws_atom_pipe in one clock, with 4 lanes a chunk and 4 ALUs: prove_atom_bank.sh assumes it, prove_atom_order.sh shows
// that ws_atom issues nothing else.
`default_nettype none
// Which kinds of operations there are, as far as it matters behind Q.
module atom_kind_ok (
    input  wire [6:0] kind,  // {fold, red, cas, float, half, quad, wide}
    input  wire [7:0] fn,
    output wire       ok
);
  `include "atom/ws_atom_fn.vh"
  wire folds, red, cas, float, half, quad, wide;
  assign {folds, red, cas, float, half, quad, wide} = kind;
  wire [3:0] op = fn[3:0], type = fn[7:4];
  assign ok = (!quad || wide) && !(half && wide) && !(half && !cas && !float) && !(float && (cas || quad)) && !(red && (cas || quad)) &&
      !(folds && (!red || cas || float || half || wide)) && (half && cas) == (op == ATOM_CAS && type == ATOM_B16) &&
      (!float || (type == ATOM_F32) == !(half || wide || type == ATOM_F16X2 || type == ATOM_BF16X2));
endmodule

module atom_issue_ok (
    input  wire [ 6:0] kind,     // {fold, red, cas, float, half, quad, wide}
    input  wire [ 7:0] fn,
    input  wire        fold, lay,
    input  wire [ 3:0] go, take, has, one, place,
    input  wire [47:0] word,
    input  wire        one_use,
    input  wire [11:0] one_word,
    output wire        ok
);
  wire folds = kind[6], cas = kind[4], float = kind[3], quad = kind[1], wide = kind[0];

  wire kind_ok;
  atom_kind_ok k_ok (.kind(kind), .fn(fn), .ok(kind_ok));

  // Whoever takes an ALU is aligned and in nobody's way; half and place are those of its word, of who lays down 0.
  wire [15:0] meet;
  ws_atom_meet #(.CL(4), .S(4)) m (.wide_i(wide), .alu_i({word[37:36], word[25:24], word[13:12], word[1:0]}), .meet_o(meet));
  reg lanes_ok;
  reg [11:0] at;  // word of the one that goes alone
  integer j, k;
  always @(*) begin
    lanes_ok = (take & ~go) == 4'd0;
    at = 12'd0;
    for (j = 0; j < 4; j = j + 1)
      if (take[j]) begin
        at = at | word[j*12+:12];
        if ({one[j], place[j]} != (lay ? 2'd0 : {word[j*12+1] ^ word[j*12], word[j*12+1]})) lanes_ok = 1'b0;
        if (!lay && ((wide && word[j*12]) || (quad && word[j*12+1]))) lanes_ok = 1'b0;
        for (k = 0; k < j; k = k + 1) if (take[k] && meet[j*4+k]) lanes_ok = 1'b0;
        for (k = 0; k < 4; k = k + 1) if (fold && has[k] && word[k*12+:12] != word[j*12+:12]) lanes_ok = 1'b0;
      end
  end
  wire single = (go & (go - 4'd1)) == 4'd0;
  wire one_takes = take != 4'd0 && (take & (take - 4'd1)) == 4'd0;
  assign ok = kind_ok && lanes_ok && go != 4'd0 && (!(float || quad) || single) && (!fold || (folds && (has == 4'd0 ? take == 4'd0 : one_takes && |(has & take)))) &&
      (!lay || (quad && cas && one_takes)) && one_use == (float && take != 4'd0) && (!one_use || one_word == at);
endmodule
`default_nettype wire
