// SPDX-License-Identifier: Apache-2.0
// Which of the word slots of lanes that are still to go may go now, and to which ALU. Pure; C twin: ws_atom_pick.
//
// Word w of memory belongs to ALU w modulo S. A slot goes unless a lower one that is still to go has the same ALU: so lanes at one word go
// in ascending order, one a clock. The slots of an element go together, because those of another one are in the way of all or of none
// of them. Slots that use no memory (an error) always go. fold_i: all of them are at one word and go at once, the lowest for all.
`default_nettype none
module ws_atom_pick #(
    parameter S = 8,           // slots
    parameter G = $clog2(S)    // derived, not to be set
) (
    input  wire [  S-1:0] todo_i,
    input  wire [  S-1:0] use_i,        // uses memory
    input  wire [  S-1:0] only_i,       // no others go
    input  wire           fold_i,
    input  wire [S*G-1:0] alu_i,        // number of the ALU
    input  wire [S*S-1:0] same_slot_i,  // bit j*S + k, k < j: j and k have the same
    output reg  [  S-1:0] go_o,
    output reg  [S*S-1:0] from_o        // bit i*S + j: ALU i takes slot j
);
  reg held;
  integer i, j, k;

  always @(*) begin
    go_o   = {S{1'b0}};
    from_o = {S * S{1'b0}};
    held   = 1'b0;
    if (|todo_i)
      for (j = 0; j < S; j = j + 1) begin
        held = 1'b0;
        for (k = 0; k < j; k = k + 1) if (todo_i[k] && use_i[k] && same_slot_i[j*S+k]) held = 1'b1;
        go_o[j] = todo_i[j] && only_i[j] && (!use_i[j] || !held || fold_i);
        for (i = 0; i < S; i = i + 1) from_o[i*S+j] = todo_i[j] && only_i[j] && use_i[j] && !held && alu_i[j*G+:G] == i[G-1:0];
      end
  end
endmodule
`default_nettype wire
