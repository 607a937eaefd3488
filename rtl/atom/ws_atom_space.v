// SPDX-License-Identifier: Apache-2.0
// Which lanes of atom or red leave the CTA, and what each of them wants where it goes. Combinational. C twin: ws_atom_far_lane in atom_op.c.
//
// An address is generic as grp_addr has it: bit 31 is set in the window of global memory, bit 32 outside of all windows; below 2^31 bits
// 27:24 are 0, or the rank + 1 of a CTA of the cluster. A lane leaves (lanes_o) if its address is global or another CTA's (away_o), if the
// operation is a vector, which global memory alone has, or if it brings a cache hint, which no other memory takes. A lane that lays down the
// c of a cas.b128 stays. Its status, the first that holds:
//   AT_BAD_HINT    a hint, and the address is not in the window of global memory; pred says so in all operations but cas
//   DEC_ILLEGAL    a cas.b128, and the lane has laid down no c
//   AT_MISALIGNED  the address is no multiple of the whole size
//   AT_BAD_SPACE   the address is in neither, 64 KiB or more above the beginning of global memory, 16 KiB or more above that of a CTA, or
//                  of a vector in a CTA
// vector_i, pairs_i and hints_i say of op_i what every lane needs: a register has them, so that not all lanes wait for the decoder.
// Beside it stand the function code and the size that memory is to know (ws_gmem.v): a vector of two halves is a pair of 32 bits.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_atom_space #(
    parameter LANES = 32,
    parameter WIDTH = 13                // see ws_atom_brief.vh
) (
    input  wire [            7:0] op_i,     // low bits of the operation
    input  wire                   vector_i, // atom_is_vector(op_i)
    input  wire                   pairs_i,  // atom_is_pairs(op_i)
    input  wire                   hints_i,  // !atom_is_cas(op_i): pred says that there is a hint
    input  wire [LANES*WIDTH-1:0] brief_i,  // see ws_atom_brief.v
    output reg  [      LANES-1:0] lanes_o,
    output reg  [      LANES-1:0] away_o,
    output reg  [      LANES-1:0] lay_o,    // lanes that lay down
    output reg  [      LANES-1:0] some_o,   // lanes that leave or lay down: the same as lanes_o | lay_o, in fewer levels
    output reg  [    LANES*3-1:0] code_o,
    output wire [            7:0] fn_o,
    output wire [            4:0] bytes_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "atom/ws_atom_code.vh"
  `include "atom/ws_atom_brief.vh"

  wire vector = vector_i, pairs = pairs_i, hints = hints_i;
  wire pair = vector && (op_i[7:5] == 3'b101);  // of f16 or bf16: 4 bytes
  wire two = atom_is_half(op_i);
  wire eight = atom_is_wide(op_i) || (vector && !pair && !op_i[0]);
  wire sixteen = atom_is_quad(op_i);
  assign bytes_o = {sixteen, eight, !two && !eight && !sixteen, two, 1'b0};

  // Operations 10, 12, 14 of vectors are 5, 8, 9 of one element.
  assign fn_o = pair ? {3'b110, op_i[4], op_i[2] ? {3'b100, op_i[1]} : 4'd5} : op_i;

  reg [WIDTH-1:0] brief;
  reg there, away, pred, hint, out;
  integer i;

  always @(*)
    for (i = 0; i < LANES; i = i + 1) begin
      brief = brief_i[i*WIDTH+:WIDTH];
      pred = brief[BRIEF_PRED];
      {there, away} = {brief[BRIEF_THERE], brief[BRIEF_AWAY]};
      hint = hints && pred;
      out = there ? brief[BRIEF_BEYOND] || brief[BRIEF_CTA+:4] != 4'd0 : !away || vector || brief[BRIEF_BEYOND] || brief[BRIEF_UP+:2] != 2'd0;
      lanes_o[i] = ((there || away) && !(pairs && pred)) || vector || hint;
      away_o[i] = away;
      lay_o[i] = pairs && pred;
      some_o[i] = there || away || vector || (pred && (hints || pairs));
      code_o[i*3+:3] = hint && !there ? CODE_HINT : pairs && !brief[BRIEF_LAID] ? CODE_ILLEGAL : brief[BRIEF_OFF] ? CODE_MISALIGNED : out ? CODE_SPACE : CODE_OK;
    end
endmodule
`default_nettype wire
