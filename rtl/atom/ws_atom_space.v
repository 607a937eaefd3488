// SPDX-License-Identifier: Apache-2.0
// Which lanes of atom or red go by global memory, and what each of them wants there. Combinational. C twin: ws_atom_global_lane in atom_op.c.
//
// An address is generic as grp_addr has it: bit 31 is set in the window of global memory, bit 32 outside of all windows. A lane is global
// (lanes_o) if its address is, if the operation is a vector, which no other memory has, or if it brings a cache hint, which no other memory
// takes. cas.b128 is not: the unit of shared memory refuses it there. Its status, the first that holds:
//   AT_BAD_HINT    a hint, and the address is not in the window of global memory; pred says so in all operations but cas
//   AT_MISALIGNED  the address is no multiple of the whole size
//   AT_BAD_SPACE   the address is not in the window, or 64 KiB or more above its beginning
// Beside it stand the function code and the size that memory is to know (ws_gmem.v): a vector of two halves is a pair of 32 bits.
`default_nettype none
module ws_atom_space #(
    parameter LANES = 32
) (
    input  wire                valid_i,   // 0: the outputs mean nothing, and a simulator pays nothing
    input  wire [        11:0] op_i,
    input  wire [LANES*64-1:0] addr_i,
    input  wire [   LANES-1:0] pred_i,
    output reg  [   LANES-1:0] lanes_o,
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
  wire shared = atom_is_pairs(fn);  // cas.b128, whose c lies in the unit of shared memory
  assign bytes_o = {sixteen, eight, !two && !eight && !sixteen, two, 1'b0};

  // Operations 10, 12, 14 of vectors are 5, 8, 9 of one element.
  assign fn_o = pair ? {3'b110, fn[4], fn[2] ? {3'b100, fn[1]} : 4'd5} : fn;

  wire hints = !atom_is_cas(fn);
  reg [16:0] top;  // bits 32:16
  reg [3:0] low;
  reg there, hint, off;
  integer i;

  always @(*) begin
    lanes_o = {LANES{1'b0}};
    code_o = {LANES * 3{1'b0}};
    {top, low, there, hint, off} = 24'd0;
    if (valid_i)
      for (i = 0; i < LANES; i = i + 1) begin
        top = addr_i[i*64+16+:17];
        low = addr_i[i*64+:4];
        there = top[16:15] == 2'b01;
        hint = hints && pred_i[i];
        off = low[0] || (low[1] && !two) || (low[2] && (eight || sixteen)) || (low[3] && sixteen);
        lanes_o[i] = (there && !shared) || vector || hint;
        code_o[i*3+:3] = hint && !there ? CODE_HINT : off ? CODE_MISALIGNED : !there || top[14:0] != 15'd0 ? CODE_SPACE : CODE_OK;
      end
  end
  wire unused = &{1'b0, addr_i, op_i[11:8]};
endmodule
`default_nettype wire
