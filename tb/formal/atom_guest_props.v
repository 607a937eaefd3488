// SPDX-License-Identifier: Apache-2.0
// ws_atom_guest between a network that sends any asks, and a unit that takes groups and gives results when it likes. An ask that was taken
// is `held` until it goes to the unit or is refused. So each goes in once, as it came, or is refused because nobody lives in the first clock in which
// that can be answered; it goes in at the latest in the second clock in which it could; a group of the CTA goes as it is, never
// together with a guest, and could go between any two of them. Each result of a guest, two of 16
// bytes, gives one answer, with its tag's rank and lane and what it was; one that lays down a c gives none. What stands at ans stays.
`default_nettype none
`include "ws_layout.vh"
module atom_guest (
    input  wire         clk_i, rst_ni, alive,
    input  wire         ask, own_want, grp_ready, res_want, r_ans,
    input  wire [158:0] ask_msg,
    input  wire [ 11:0] own_op,
    input  wire [  3:0] own_lanes,
    input  wire         own_tag, own_warp,
    input  wire [ 31:0] own_at,            // some bits of the operands of lane 0
    input  wire         res_guest, res_quad, res_pairs, res_lay, res_raw,
    input  wire [  7:0] res_who,
    input  wire [ 63:0] res_d,
    output wire         bad,
    output wire [  7:0] reached,
    output wire [138:0] v_ans
);
  localparam LANES = 4, WARP_W = 1, TAG_W = 9;
  `include "ws_ops.vh"
  `include "ws_class.vh"
  wire on, ask_ready, hold, grp_valid, res_own, res_ready;
  wire [`WS_HEAD_W-1:0] grp_head;
  wire [63:0] grp_addr, grp_a;
  wire [31:0] grp_b, grp_c;
  wire grp_pred, grp_laid;
  wire [1:0] wrong;
  wire waited;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));

  // The unit's result stays until it is taken. Of 16 bytes a guest's second half follows its first.
  reg res_q, guest_q, quad_q, pairs_q, lay_q, raw_q, second_q;
  reg [7:0] who_q;
  reg [63:0] d_q;
  wire res = on && (res_q || res_want || second_q);
  wire guest = res_q || second_q ? guest_q : res_guest;
  wire pairs = res_q || second_q ? pairs_q : res_pairs;
  wire quad = pairs || (res_q || second_q ? quad_q : res_quad);
  wire lay = (res_q || second_q ? lay_q : res_lay) && pairs;
  wire raw = (res_q || second_q ? raw_q : res_raw) && !lay;
  wire [7:0] who = res_q || second_q ? who_q : res_who;
  wire [63:0] d = res_q ? d_q : res_d;
  wire p = quad && !lay && !second_q;  // the low half
  wire taken = res && guest && res_ready;
  wire own = on && own_want && grp_ready && !hold;
  wire [11:0] res_op = {WS_UNIT_ATOM, pairs ? WS_OP_ATOM_CAS_B128[7:0] : quad ? WS_OP_ATOM_EXCH_B128[7:0] : WS_OP_ATOM_ADD_U32[7:0]};
  wire [`WS_HEAD_W-1:0] res_head;
  assign res_head[`WS_HEAD_STATUS] = raw ? WS_ST_MB_RAW_ACCESS : WS_ST_OK;
  assign res_head[`WS_HEAD_OPND] = 4'd0;
  assign res_head[`WS_HEAD_LANES] = 4'd1;
  assign res_head[`WS_HEAD_OP] = res_op;
  assign res_head[`WS_HEAD_TAG] = {guest, who};
  assign res_head[`WS_HEAD_WARP] = 1'b0;

  ws_atom_guest #(.LANES(LANES), .WARP_W(WARP_W), .OWN_W(1), .TAG_W(TAG_W)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .alive_i(alive), .ask_valid_i(on && ask), .ask_ready_o(ask_ready), .ask_msg_i(ask_msg),
      .ans_valid_o(v_ans[138]), .ans_ready_i(r_ans), .ans_dest_o(v_ans[137:135]), .ans_msg_o(v_ans[134:0]), .hold_o(hold),
      .own_valid_i(own), .own_op_i(own_op), .own_lanes_i(own_lanes), .own_tag_i(own_tag), .own_warp_i(own_warp),
      .own_addr_i({32'd0, own_at}), .own_a_i({32'd0, own_at}), .own_b_i(own_at), .own_c_i(own_at), .own_pred_i(own_lanes[0]),
      .own_laid_i(own_lanes[0]), .grp_valid_o(grp_valid), .grp_ready_i(grp_ready), .grp_head_o(grp_head), .grp_addr_o(grp_addr),
      .grp_a_o(grp_a), .grp_b_o(grp_b), .grp_c_o(grp_c), .grp_pred_o(grp_pred), .grp_laid_o(grp_laid), .res_valid_i(res), .res_own_o(res_own),
      .res_ready_o(res_ready), .res_head_i(res_head), .res_d_i(d[31:0]), .res_d_hi_i(d[63:32]), .res_p_i(p), .quiet_o());

  // What must be there.
  reg held_q, could_q;      // an ask is here; it could have gone in the last clock in which the unit took a group
  reg [158:0] msg_q;
  reg [7:0] lost_q;         // by rank: the c of a cas.b128 was refused
  reg chance_q;             // since the last guest the CTA could have sent a group
  reg owes_q;               // an answer stands there, or must do so now
  reg [137:0] ans_q;        // which
  reg [63:0] low_q;
  wire [2:0] src = msg_q[`WS_ASK_SRC];
  wire [7:0] fn = msg_q[`WS_ASK_FN];
  wire msg_lay = msg_q[`WS_ASK_LAY];
  wire here = alive && !(atom_is_pairs(fn) && !msg_lay && lost_q[src]);
  reg wants_q;              // it has found somebody: it goes in
  wire [2:0] new_src = ask_msg[`WS_ASK_SRC];
  wire new_here = alive && !(atom_is_pairs(ask_msg[`WS_ASK_FN]) && !ask_msg[`WS_ASK_LAY] && lost_q[new_src]);
  wire enters = on && grp_valid && !own;
  wire refused = on && held_q && !wants_q && !here && !owes_q && !(res && guest);
  wire [127:0] s = msg_q[`WS_ASK_S];

  always @(posedge clk_i) begin
    res_q <= on && rst_ni && res && !(guest ? res_ready : r_ans);
    second_q <= on && rst_ni && (taken ? p : second_q);
    {guest_q, quad_q, pairs_q, lay_q, raw_q, who_q, d_q} <= {guest, quad, pairs, lay, raw, who, d};
    chance_q <= !rst_ni || !on || (enters ? 1'b0 : chance_q || (grp_ready && !hold));
    if (!rst_ni) {held_q, could_q, wants_q, owes_q, lost_q} <= 0;
    else if (on) begin
      held_q <= held_q ? !enters && !refused : ask && ask_ready;
      if (!held_q) msg_q <= ask_msg;
      if (grp_ready) could_q <= wants_q && !enters;
      wants_q <= wants_q ? !enters : held_q ? here : ask && ask_ready && new_here;
      if (held_q && atom_is_pairs(fn) && msg_lay && (enters || refused)) lost_q <= refused ? lost_q | 8'd1 << src : lost_q & ~(8'd1 << src);
      owes_q <= owes_q ? !r_ans : (taken && !p && !lay) || (refused && !msg_lay);
      if (taken && p) low_q <= d;
      if (taken && !p && !lay) ans_q <= {who[7:5], who[4:0], 1'b0, raw, second_q ? {d, low_q} : {64'd0, d}};
      else if (refused && !msg_lay) ans_q <= {src, msg_q[`WS_ASK_LANE], 1'b1, 1'b0, 128'd0};
    end
  end

  wire wrong_take = ask_ready == held_q;
  wire wrong_in = enters && (!held_q || !wants_q || !grp_ready ||
      grp_head[`WS_HEAD_OP] != {WS_UNIT_ATOM, fn} || grp_head[`WS_HEAD_LANES] != 4'd1 || grp_head[`WS_HEAD_WARP] ||
      grp_head[`WS_HEAD_TAG] != {1'b1, src, msg_q[`WS_ASK_LANE]} || grp_addr != {50'd0, msg_q[`WS_ASK_AT]} ||
      {grp_c, grp_b, grp_a} != s || grp_pred != msg_lay || !grp_laid);
  wire wrong_own = own && (!grp_valid || grp_head[`WS_HEAD_OP] != own_op || grp_head[`WS_HEAD_LANES] != own_lanes ||
      grp_head[`WS_HEAD_TAG] != {8'd0, own_tag} || grp_head[`WS_HEAD_WARP] != own_warp || grp_addr[31:0] != own_at || grp_a[31:0] != own_at ||
      grp_b != own_at || grp_c != own_at || grp_pred != own_lanes[0] || grp_laid != own_lanes[0]);
  wire wrong_turn = enters && !chance_q;
  wire wrong_late = could_q && wants_q && grp_ready && !enters;  // the second time
  wire wrong_ans = v_ans[138] != owes_q || (owes_q && v_ans[137:0] != ans_q);
  wire wrong_res = res && (res_own == guest || (guest && !owes_q && !res_ready));

  port_out #(.W(138)) an (.clk_i(clk_i), .on_i(on), .valid_i(v_ans[138]), .ready_i(r_ans), .payload_i(v_ans[137:0]),
                          .bad_o(wrong[0]), .waited_o(waited));
  assign wrong[1] = on && (wrong_take || wrong_in || wrong_own || wrong_turn || wrong_late || wrong_ans || wrong_res);
  assign bad = |wrong;
  assign reached = {8{on}} & {
    waited, v_ans[138] && ans_q[129], v_ans[138] && |ans_q[127:64] && !ans_q[129],
    enters && could_q, enters && msg_lay, own && held_q, refused && atom_is_pairs(fn) && alive, taken && lay
  };
endmodule
`default_nettype wire
