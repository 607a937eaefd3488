// SPDX-License-Identifier: Apache-2.0
// Which of the slots that are still to go may go now. Pure; C twin: ws_atom_pick.
//
// All slots of an operation have elements of one size, so two elements share a bank only if their words of equal number do. A slot goes
// unless a lower one that is still to go uses its bank: so lanes at one word go in ascending order, one a clock.
// Its word may be under way. If it went in the clock before (near), its new value comes just in time: from_o names the slot that has it.
// If it went two or three clocks before and not since (late), memory does not have it when it is read: the slot waits.
// Slots that use no memory (an error) always go.
`default_nettype none
module ws_atom_pick #(
    parameter S = 8  // slots
) (
    input  wire [   S-1:0] todo_i,
    input  wire [   S-1:0] use_i,        // uses memory
    input  wire [S*12-1:0] word_i,
    // on their way, and using memory: those of one, two, three clocks ago
    input  wire [   S-1:0] near_i,
    input  wire [S*12-1:0] near_word_i,
    input  wire [   S-1:0] mid_i,
    input  wire [S*12-1:0] mid_word_i,
    input  wire [   S-1:0] far_i,
    input  wire [S*12-1:0] far_word_i,
    output reg  [   S-1:0] go_o,
    output reg  [ S*S-1:0] from_o        // of slot j: bit j*S + k, the slot k of near_i whose result is its old value
);
  reg late, held;
  integer j, k;

  always @(*) begin
    go_o   = {S{1'b0}};
    from_o = {S * S{1'b0}};
    late   = 1'b0;
    held   = 1'b0;
    if (|todo_i)
      for (j = 0; j < S; j = j + 1) begin
        late = 1'b0;
        held = 1'b0;
        for (k = 0; k < S; k = k + 1) begin
          if (k < j && todo_i[k] && use_i[k] && word_i[k*12+:5] == word_i[j*12+:5]) held = 1'b1;
          if ((mid_i[k] && mid_word_i[k*12+:12] == word_i[j*12+:12]) || (far_i[k] && far_word_i[k*12+:12] == word_i[j*12+:12]))
            late = 1'b1;
          from_o[j*S+k] = near_i[k] && near_word_i[k*12+:12] == word_i[j*12+:12];
        end
        go_o[j] = todo_i[j] && (!use_i[j] || (!held && (!late || |from_o[j*S+:S])));
      end
  end
endmodule
`default_nettype wire
