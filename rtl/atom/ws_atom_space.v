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
// Beside it stand the function code and the size that memory is to know (ws_gmem.v): a vector of two halves is a pair of 32 bits.
`default_nettype none
module ws_atom_space #(
    parameter LANES = 32
) (
    input  wire                valid_i,   // 0: the outputs mean nothing, and a simulator pays nothing
    input  wire [         3:0] self_i,    // rank + 1
    input  wire [         3:0] ctas_i,
    input  wire [        11:0] op_i,
    input  wire [LANES*64-1:0] addr_i,
    input  wire [   LANES-1:0] pred_i,
    input  wire [   LANES-1:0] laid_i,    // lanes that have laid down a c
    output reg  [   LANES-1:0] lanes_o,
    output reg  [   LANES-1:0] away_o,
    output reg  [   LANES-1:0] some_o,    // lanes that leave or lay down: the same as lanes_o | pred_i where that does, in fewer levels
    output reg  [ LANES*3-1:0] code_o,
    output wire [         7:0] fn_o,
    output wire [         4:0] bytes_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "atom/ws_atom_code.vh"

  wire [7:0] fn = op_i[7:0];
  wire vector = atom_is_vector(fn);
  wire pair = vector && (fn[7:5] == 3'b101);  // of f16 or bf16: 4 bytes
  wire two = atom_is_half(fn);
  wire eight = atom_is_wide(fn) || (vector && !pair && !fn[0]);
  wire sixteen = atom_is_quad(fn);
  wire pairs = atom_is_pairs(fn);
  assign bytes_o = {sixteen, eight, !two && !eight && !sixteen, two, 1'b0};

  // Operations 10, 12, 14 of vectors are 5, 8, 9 of one element.
  assign fn_o = pair ? {3'b110, fn[4], fn[2] ? {3'b100, fn[1]} : 4'd5} : fn;

  wire hints = !atom_is_cas(fn);
  reg [32:0] addr;
  reg there, away, hint, off, out;
  integer i;

  always @(*) begin
    lanes_o = {LANES{1'b0}};
    away_o = {LANES{1'b0}};
    some_o = {LANES{1'b0}};
    code_o = {LANES * 3{1'b0}};
    {addr, there, away, hint, off, out} = 38'd0;
    if (valid_i)
      for (i = 0; i < LANES; i = i + 1) begin
        addr = addr_i[i*64+:33];
        there = addr[32:31] == 2'b01;
        away = addr[32:28] == 5'd0 && addr[27:24] != 4'd0 && addr[27:24] != self_i && addr[27:24] <= ctas_i;
        hint = hints && pred_i[i];
        off = addr[0] || (addr[1] && !two) || (addr[2] && (eight || sixteen)) || (addr[3] && sixteen);
        out = there ? addr[30:16] != 15'd0 : !away || vector || addr[23:14] != 10'd0;
        lanes_o[i] = ((there || away) && !(pairs && pred_i[i])) || vector || hint;
        away_o[i] = away;
        some_o[i] = there || away || vector || (pred_i[i] && (hints || pairs));
        code_o[i*3+:3] = hint && !there ? CODE_HINT : pairs && !laid_i[i] ? CODE_ILLEGAL : off ? CODE_MISALIGNED : out ? CODE_SPACE : CODE_OK;
      end
  end
  wire unused = &{1'b0, addr_i, addr, op_i[11:8]};
endmodule
`default_nettype wire
