// SPDX-License-Identifier: Apache-2.0
// Atomics of other CTAs in the shared memory of this one (PTX 9.7.13.5, 9.7.13.6): brings each to the unit of shared memory (ws_atom.v) as a
// group of one lane, and its result back to who asked. C twin: atom_guest.c.
//
//   ask ─► register ─► lane 0 of a group ─┐                      ┌─► register ─► ans
//                     group of this CTA ──┴─► (ws_atom) ─► res ──┴─► result of this CTA
//
// The unit treats both alike: what comes from outside is atomic against all that it does, and in the order of entry. Bit TAG_W - 1 of a tag
// says that its group is a guest's, bits 7:0 whose: {rank, lane}. Guests and groups of this CTA take turns where both wait (hold_o).
// A guest that finds no warp alive in the clock before it could enter is answered with `gone` and touches nothing; a cas.b128 that lost its c that
// way is gone too. What lays down a c is not answered. An ask taken in t enters in t + 1 at the earliest; its answer stands at ans a clock after the
// result, of 16 bytes a clock after the second half.
// An answer waits only for the network that carries answers, whose receivers always take them: so nothing here waits for an ask.
`default_nettype none
`include "ws_layout.vh"
module ws_atom_guest #(
    parameter LANES  = 32,
    parameter WARP_W = 2,
    parameter OWN_W  = 8,              // bits of this CTA's tags
    parameter TAG_W  = 9               // above 8 and OWN_W
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    input  wire                  alive_i,          // a lane of this CTA lives
    // ask, from another CTA
    input  wire                  ask_valid_i,
    output wire                  ask_ready_o,
    input  wire [ `WS_ASK_W-1:0] ask_msg_i,
    // answer, to it
    output wire                  ans_valid_o,
    input  wire                  ans_ready_i,
    output wire [           2:0] ans_dest_o,
    output wire [ `WS_ANS_W-1:0] ans_msg_o,
    // group of this CTA; own_valid_i is a strobe, and 0 while hold_o
    output wire                  hold_o,
    input  wire                  own_valid_i,
    input  wire [          11:0] own_op_i,
    input  wire [     LANES-1:0] own_lanes_i,
    input  wire [     OWN_W-1:0] own_tag_i,
    input  wire [    WARP_W-1:0] own_warp_i,
    input  wire [          63:0] own_addr_i,       // lane 0, as the next five
    input  wire [          63:0] own_a_i,
    input  wire [          31:0] own_b_i,
    input  wire [          31:0] own_c_i,
    input  wire                  own_pred_i,
    input  wire                  own_laid_i,
    // group, to the unit; its other lanes are those of the group of this CTA
    output wire                  grp_valid_o,
    input  wire                  grp_ready_i,
    output wire [`WS_HEAD_W-1:0] grp_head_o,
    output wire [          63:0] grp_addr_o,       // lane 0, as the next five
    output wire [          63:0] grp_a_o,
    output wire [          31:0] grp_b_o,
    output wire [          31:0] grp_c_o,
    output wire                  grp_pred_o,
    output wire                  grp_laid_o,
    // result, from the unit; of this CTA if res_own_o
    input  wire                  res_valid_i,
    output wire                  res_own_o,
    output wire                  res_ready_o,      // of a guest
    input  wire [`WS_HEAD_W-1:0] res_head_i,
    input  wire [          31:0] res_d_i,          // lane 0
    input  wire [          31:0] res_d_hi_i,
    input  wire                  res_p_i,
    output wire                  quiet_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"

  // 1. What has come.
  reg ask_valid_q, turn_q;  // turn: a guest went last
  reg ask_free_q;           // none has come: a register of its own for what is wide
  reg wants_q;              // somebody lives here: it enters
  reg hold_q, own_q;        // its turn is next; not
  reg [`WS_ASK_W-1:0] ask_q;
  reg [7:0] lost_q;         // by rank: the c of its cas.b128 found nobody alive
  wire [2:0] src = ask_q[`WS_ASK_SRC];
  wire [7:0] from = 8'd1 << src;
  wire [7:0] ask_fn = ask_q[`WS_ASK_FN];
  wire pairs = atom_is_pairs(ask_fn);
  wire lay = ask_q[`WS_ASK_LAY];
  wire here = alive_i && !(pairs && !lay && lost_q[src]);
  wire [2:0] new_src = ask_msg_i[`WS_ASK_SRC];
  wire [7:0] new_fn = ask_msg_i[`WS_ASK_FN];
  wire new_here = alive_i && !(atom_is_pairs(new_fn) && !ask_msg_i[`WS_ASK_LAY] && lost_q[new_src]);
  wire finds = ask_valid_q ? here : ask_valid_i && new_here;
  wire enters = hold_q && grp_ready_i;
  wire refused;
  wire ask_stays = ask_valid_q ? !enters && !refused : ask_valid_i;
  assign ask_ready_o = ask_free_q;
  assign hold_o = hold_q;
  wire hold = hold_q ? !grp_ready_i : (wants_q || finds) && !(turn_q && !grp_ready_i);

  always @(posedge clk_i)
    if (!rst_ni) begin
      {ask_valid_q, turn_q, wants_q, hold_q, lost_q} <= 12'd0;
      {own_q, ask_free_q} <= 2'b11;
    end else begin
      {hold_q, own_q} <= {hold, !hold};
      wants_q <= wants_q ? !enters : finds;
      {ask_valid_q, ask_free_q} <= {ask_stays, !ask_stays};
      if (grp_ready_i) turn_q <= enters;
      if (pairs && lay && (enters || refused)) lost_q <= refused ? lost_q | from : lost_q & ~from;
    end

  always @(posedge clk_i) if (ask_free_q) ask_q <= ask_msg_i;

  // 2. The group.
  localparam [LANES-1:0] ONE = 1;
  wire [127:0] s = ask_q[`WS_ASK_S];
  wire [TAG_W-1:0] guest_tag = {1'b1, {TAG_W - 9{1'b0}}, src, ask_q[`WS_ASK_LANE]};
  assign grp_valid_o = enters || own_valid_i;
  assign grp_head_o[`WS_HEAD_STATUS] = WS_ST_OK;
  assign grp_head_o[`WS_HEAD_OPND] = {LANES{1'b0}};
  assign grp_head_o[`WS_HEAD_LANES] = own_q ? own_lanes_i : ONE;
  assign grp_head_o[`WS_HEAD_OP] = own_q ? own_op_i : {WS_UNIT_ATOM, ask_fn};
  assign grp_head_o[`WS_HEAD_TAG] = own_q ? {{TAG_W - OWN_W{1'b0}}, own_tag_i} : guest_tag;
  assign grp_head_o[`WS_HEAD_WARP] = own_q ? own_warp_i : {WARP_W{1'b0}};
  assign grp_addr_o = hold_o ? {50'd0, ask_q[`WS_ASK_AT]} : own_addr_i;
  assign grp_a_o = hold_o ? s[63:0] : own_a_i;
  assign grp_b_o = hold_o ? s[95:64] : own_b_i;
  assign grp_c_o = hold_o ? s[127:96] : own_c_i;
  assign grp_pred_o = hold_o ? lay : own_pred_i;
  assign grp_laid_o = hold_o || own_laid_i;

  // 3. The answer. Of 16 bytes the low half comes first, with p = 1; what comes with p = 0 and without it has laid down a c.
  reg ans_valid_q, half_q;
  reg [2:0] dest_q;
  reg [`WS_ANS_W-1:0] ans_q;
  reg [63:0] low_q;
  wire [TAG_W-1:0] tag = res_head_i[`WS_HEAD_TAG];
  wire [11:0] res_op = res_head_i[`WS_HEAD_OP];
  wire [9:0] res_status = res_head_i[`WS_HEAD_STATUS];
  wire of_guest = res_valid_i && tag[TAG_W-1];
  wire laid = atom_is_pairs(res_op[7:0]) && !res_p_i && !half_q;
  wire done = of_guest && !ans_valid_q && !res_p_i && !laid;
  assign res_own_o = !tag[TAG_W-1];
  assign res_ready_o = !ans_valid_q;
  assign refused = ask_valid_q && !wants_q && !here && !ans_valid_q && !of_guest;

  always @(posedge clk_i)
    if (!rst_ni) {ans_valid_q, half_q} <= 2'd0;
    else begin
      ans_valid_q <= ans_valid_q ? !ans_ready_i : done || (refused && !lay);
      if (of_guest && !ans_valid_q) half_q <= res_p_i;
    end

  always @(posedge clk_i) begin
    if (of_guest && !ans_valid_q && res_p_i) low_q <= {res_d_hi_i, res_d_i};
    // Whether it counts, ans_valid_q says.
    if (of_guest && !ans_valid_q) begin
      dest_q <= tag[7:5];
      ans_q[`WS_ANS_LANE] <= tag[4:0];
      ans_q[`WS_ANS_GONE] <= 1'b0;
      ans_q[`WS_ANS_RAW] <= res_status == WS_ST_MB_RAW_ACCESS;
      ans_q[`WS_ANS_D] <= half_q ? {res_d_hi_i, res_d_i, low_q} : {64'd0, res_d_hi_i, res_d_i};
    end else if (ask_valid_q && !ans_valid_q) begin
      dest_q <= src;
      ans_q[`WS_ANS_LANE] <= ask_q[`WS_ASK_LANE];
      ans_q[`WS_ANS_GONE] <= 1'b1;
      ans_q[`WS_ANS_RAW] <= 1'b0;
      ans_q[`WS_ANS_D] <= 128'd0;
    end
  end

  assign ans_valid_o = ans_valid_q;
  assign ans_dest_o = dest_q;
  assign ans_msg_o = ans_q;
  assign quiet_o = !ask_valid_q && !ans_valid_q;
  wire unused = &{1'b0, res_head_i, tag, res_op};
endmodule
`default_nettype wire
