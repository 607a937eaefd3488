// SPDX-License-Identifier: Apache-2.0
// What must be known of one lane of an mbarrier operation, as `brief` of ws_mbar_lane.vh says, in few levels: what the operation asks comes as
// a bit for each reason. Pure. The hierarchy stays until a design is mapped, because Yosys shares pieces of wide gates with other units, and
// makes chains of them.
`default_nettype none
(* keep_hierarchy *)
module ws_mbar_brief #(
    parameter WINDOW_W = 14
) (
    // odd, if ...
    input  wire        rest_i,     // bits 31:1 of a are not 0
    input  wire        even_i,     // bit 0 of a is 0
    input  wire        many_i,     // bits 31:20 of b are not 0
    input  wire        size_i,     // bits 19:5 or 1:0 of b are not 0
    input  wire        zero_i,     // bits 19:0 of b are 0
    // wanted is this bit of a
    input  wire        want_0_i,
    input  wire        want_1_i,
    input  wire        want_63_i,
    input  wire        source_i,   // far, if bits 63:16 of a are not 0
    input  wire [ 3:0] self_i,     // own rank + 1
    // operands
    input  wire [32:0] addr_i,     // of ws_sync_operands: bits 30:28 and 23:17 are 0, as those above, and mean nothing here
    input  wire [63:0] a_i,
    input  wire [31:0] b_i,
    output wire [20:0] brief_o
);
  wire a_31 = a_i[31:16] != 16'd0;
  wire a_15 = a_i[15:1] != 15'd0;
  wire a_63 = a_i[63:32] != 32'd0;
  wire b_31 = b_i[31:20] != 12'd0;
  wire b_19 = {b_i[19:5], b_i[1:0]} != 17'd0;
  wire b_4 = b_i[4:2] != 3'd0;
  wire odd_a = (rest_i && (a_31 || a_15)) || (even_i && !a_i[0]);
  wire odd_b = (many_i && b_31) || (size_i && b_19) || (zero_i && !b_19 && !b_4);
  wire far = {addr_i[32:31], addr_i[16:WINDOW_W]} != 0;
  wire [3:0] owner = addr_i[27:24];

  assign brief_o = {
    odd_a || odd_b,
    (want_0_i && a_i[0]) || (want_1_i && a_i[1]) || (want_63_i && a_i[63]),
    far || (source_i && (a_31 || a_63)),
    owner & {4{owner != self_i}},  // AND gates: of ?: synthesis would make a reset of the flops
    addr_i[13:0]
  };
  wire unused = &{1'b0, addr_i[30:28], addr_i[23:17]};
endmodule
`default_nettype wire
