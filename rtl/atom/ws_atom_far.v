// SPDX-License-Identifier: Apache-2.0
// atom and red in global memory and in other CTAs (PTX 9.7.13.5, 9.7.13.6): takes its lanes from a group, and leaves the others to shared
// memory. C twin: atom_far.c.
//
//   grp ─► (space) ─► the operation ─► lane: whose turn it is ─┬► gm ── gm_rsp ─┬─► old values ─► res, a response a status
//   row ─► operands of lanes ─┘        └─► c of cas.b128     └► ask ──── ans ─┘
//
// One operation at a time. Its lanes ask in ascending order, one a clock where they are taken; each is one atomic access of 2 to 16 bytes,
// which memory (ws_gmem.v), or the CTA that owns the address (ws_atom_guest.v), carries out by itself, in the order of arrival. Answers of
// memory come in that order, those of CTAs name the lane; both at any time. red takes no value, but its lanes are complete only when
// they have been answered too. A cas.b128 sends two messages to a CTA, the first with its c.
// The operands of its lanes come by way of ws_atom_chunk, a row of two lanes a clock, into a memory from which one lane is read a
// clock. A group enters in clock t, asks from t + 5 on, if ws_atom lets its rows come, and its response stands at res 3 clocks after the last
// answer was taken; at t + 3 if no lane asks. It ends when all its rows have come too. Statuses follow one another, that of the lowest lane first. Old values of 16 bytes come in two responses for the
// same lanes: the low 64 bits with p = 1, then the high ones. These stand in a memory, from which they are fetched a lane a clock: so the
// second response of n lanes stands n + 2 clocks after the first was taken.
// Lanes that lay down the c of a cas.b128 are answered by the unit of shared memory; this one keeps a copy, a lane a clock. Nothing but control
// is reset.
`default_nettype none
`include "ws_layout.vh"
module ws_atom_far #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter LANE_W = $clog2(LANES)   // derived, not to be set
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    input  wire [           2:0] rank_i,
    input  wire [           3:0] self_i,       // rank + 1
    // group, from the rendezvous; a strobe, only while grp_ready_o: of the unit of shared memory too, no guest enters, and nothing is here, or what
    // stands has done so for a clock, has nothing to do here, and is of another warp than what does
    input  wire                  room_i,       // of the unit of shared memory
    input  wire                  hold_i,       // a guest enters
    input  wire                  grp_valid_i,
    input  wire                  grp_stands_i, // it stands there until it is taken
    output wire                  grp_ready_o,
    input  wire [`WS_HEAD_W-1:0] grp_head_i,
    input  wire [  LANES*64-1:0] grp_addr_i,
    input  wire [     LANES-1:0] grp_pred_i,
    // of the group that entered a clock ago, from ws_atom_space: lanes of this unit, of which the operands come here, that lay down the c of a
    // cas.b128, in other CTAs; their statuses; function and size
    input  wire [  LANES*7+12:0] new_i,
    // operands: two lanes, which of them are of those, {address, c, b, a} of each
    input  wire                  row_valid_i,
    input  wire [    LANE_W-2:0] row_i,
    input  wire [           1:0] row_lanes_i,
    input  wire [     2*146-1:0] row_rec_i,
    // result, to the collector
    output wire                  res_valid_o,
    input  wire                  res_ready_i,
    output wire                  res_more_o,
    output wire [`WS_HEAD_W-1:0] res_head_o,
    output wire [  LANES*32-1:0] res_d_o,
    output wire [  LANES*32-1:0] res_d_hi_o,
    output wire [     LANES-1:0] res_p_o,
    // global memory
    output wire                  gm_valid_o,
    input  wire                  gm_ready_i,
    output wire [          31:0] gm_addr_o,
    output wire [           4:0] gm_bytes_o,
    output wire [  `WS_GM_W-1:0] gm_more_o,
    input  wire                  gm_rsp_valid_i,
    output wire                  gm_rsp_ready_o,
    input  wire [         127:0] gm_rsp_data_i,
    // other CTAs
    output wire                  ask_valid_o,
    input  wire                  ask_ready_i,
    output wire [           2:0] ask_dest_o,
    output wire [ `WS_ASK_W-1:0] ask_msg_o,
    input  wire                  ans_valid_i,
    output wire                  ans_ready_o,
    input  wire [ `WS_ANS_W-1:0] ans_msg_i,
    output wire                  quiet_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "atom/ws_atom_code.vh"

  // The number of the lane of which the bit is set, 0 of none.
  function [LANE_W-1:0] number(input [LANES-1:0] one);
    integer k;
    begin
      number = {LANE_W{1'b0}};
      for (k = 0; k < LANES; k = k + 1) if (one[k]) number = number | k[LANE_W-1:0];
    end
  endfunction

  // 1. The operation.
  localparam [LANES-1:0] ONE = 1;
  reg open_q;
  // Which lanes are for this unit is known a clock after a group has entered. Whether it may have some is told at once, from few bits of the
  // operands: a lane that names a CTA that there is not counts, and what was taken for nothing ends by itself.
  reg fresh_q;    // it entered a clock ago
  wire any, none;  // the group that is here may have some; the one that stands there has none
  reg settled_q;       // !fresh_q, for what hangs on open
  wire open = open_q && (any || settled_q);
  wire enters = grp_valid_i && !open;
  wire [LANES-1:0] new_lanes, new_due, new_lay, new_away;
  wire [LANES*3-1:0] new_code;
  wire [7:0] new_fn;
  wire [4:0] new_bytes;
  assign {new_lanes, new_due, new_lay, new_away, new_code, new_fn, new_bytes} = new_i;

  ws_atom_any #(
      .LANES(LANES)
  ) may (
      .clk_i  (clk_i),
      .load_i (!open),  // whether one enters or not, which open_q says
      .self_i (self_i),
      .fn_i   (grp_head_i[WARP_W+TAG_W+:8]),
      .lanes_i(grp_head_i[`WS_HEAD_LANES]),
      .addr_i (grp_addr_i),
      .pred_i (grp_pred_i),
      .any_o  (any),
      .none_o (none)
  );

  genvar g;
  reg [WARP_W-1:0] warp_q;
  reg [TAG_W-1:0] tag_q;
  reg [11:0] op_q;
  reg [7:0] fn_q;
  reg [4:0] bytes_q;
  // A lane: {rank + 1 of a CTA and 14 bits of address, or 16 bits of address, c, b, a}.
  localparam REC = 18 + 128;
  (* no_rw_check *) reg [2*REC-1:0] rows[0:LANES/2-1];
  reg [LANES*3-1:0] code_q;
  reg [LANES-1:0] away_q;
  reg [LANES-1:0] lay_q;    // lanes that lay down
  reg [LANES-1:0] wants_q;  // lanes that ask or lay down
  reg [LANES-1:0] due_q;    // lanes of which the operands have not come
  reg [LANES-1:0] todo_q;   // lanes of which they have, and that have not asked or laid down
  reg [LANES-1:0] owed_q;   // lanes without an answer
  reg [LANES-1:0] lanes_q;  // lanes without a response
  reg [LANES-1:0] fine;
  wire pairs = atom_is_pairs(op_q[7:0]);
  integer i;

  always @(*) begin
    fine = {LANES{1'b0}};
    if (fresh_q) for (i = 0; i < LANES; i = i + 1) fine[i] = new_lanes[i] && new_code[i*3+:3] == CODE_OK;
  end

  always @(posedge clk_i)
    if (!open) begin  // whether one enters or not, which open_q says
      warp_q <= grp_head_i[`WS_HEAD_WARP];
      tag_q <= grp_head_i[`WS_HEAD_TAG];
      op_q <= grp_head_i[`WS_HEAD_OP];
    end

  always @(posedge clk_i) if (fresh_q) {fn_q, bytes_q, away_q, lay_q} <= {new_fn, new_bytes, new_away, new_lay};

  // What stands there does so until it is taken; what is here goes on until then.
  reg stood_q, other_q;  // it stood there and was not taken; is of another warp
  ws_atom_enters enters_here (
      .room_i   (room_i),
      .hold_i   (hold_i),
      .open_i   (open_q),
      .any_i    (any),
      .settled_i(settled_q),
      .stood_i  (stood_q),
      .none_i   (none),
      .other_i  (other_q),
      .ready_o  (grp_ready_o)
  );
  always @(posedge clk_i) begin
    stood_q <= rst_ni && grp_stands_i && !grp_valid_i;
    other_q <= grp_head_i[`WS_HEAD_WARP] != warp_q;
  end

  assign quiet_o = !open;

  // 2. Whose turn it is, and its request. A lane that lays down asks nobody.
  reg lane_valid_q, out_gm_q, out_ask_q, out_last_q;  // a request stands there: to memory, to a CTA; last: of two messages; else the only one
  reg out_lay_q;           // !out_last_q, for what is wide
  reg [LANES-1:0] turn_q;  // the lane, its bit
  reg [LANE_W-1:0] lane_q, out_lane_q;
  reg [17:0] out_at_q;
  reg [127:0] out_s_q;
  wire [127:0] laid;
  wire gm_taken = out_gm_q && gm_ready_i;
  wire out_taken, go, choose;
  wire [LANES-1:0] chosen, left;
  wire lays = |(turn_q & lay_q);
  wire ask = go && !lays;
  wire asks_away = |(turn_q & away_q);
  wire [2:0] out_rank = out_at_q[16:14] - 3'd1;
  integer n, w;
  ws_atom_ask #(
      .LANES(LANES)
  ) turns (
      .todo_i      (todo_q),
      .lane_valid_i(lane_valid_q),
      .out_gm_i    (out_gm_q),
      .gm_ready_i  (gm_ready_i),
      .out_ask_i   (out_ask_q),
      .out_last_i  (out_last_q),
      .ask_ready_i (ask_ready_i),
      .taken_o     (out_taken),
      .go_o        (go),
      .choose_o    (choose),
      .chosen_o    (chosen),
      .left_o      (left)
  );

  wire [2*REC-1:0] row = rows[lane_q[LANE_W-1:1]];
  wire [REC-1:0] rec = lane_q[0] ? row[REC+:REC] : row[0+:REC];
  reg [LANES-1:0] comes;  // lanes of which the operands come

  always @(*) begin
    comes = {LANES{1'b0}};
    if (row_valid_i) for (n = 0; n < LANES; n = n + 1) comes[n] = row_lanes_i[n%2] && {row_i, n[0]} == n[LANE_W-1:0];
  end

  always @(posedge clk_i) if (row_valid_i) rows[row_i] <= row_rec_i;

  always @(posedge clk_i) begin
    if (choose) {turn_q, lane_q} <= {chosen, number(chosen)};
    if (ask) {out_at_q, out_s_q, out_lane_q} <= {rec, lane_q};
    if (ask) {out_last_q, out_lay_q} <= {!pairs, pairs};
    else if (out_ask_q && ask_ready_i) {out_last_q, out_lay_q} <= 2'b10;
  end

  ws_atom_laid #(
      .LANES (LANES),
      .WARPS (WARPS),
      .WARP_W(WARP_W)
  ) copy (
      .clk_i    (clk_i),
      .at_warp_i(warp_q),
      .at_lane_i(lane_q),
      .guest_i  (1'b0),
      .rank_i   (3'd0),
      .put_i    (go && lays),
      .t_i      (rec[127:0]),
      .get_i    (ask && pairs),
      .t_o      (laid)
  );

  // 3. Answers: of memory to the lowest lane that is owed one, of a CTA to the lane that it names. Memory's go first.
  reg [5:0] out_q;  // requests to memory without an answer
  reg ans_valid_q;
  reg [`WS_ANS_W-1:0] ans_q;
  reg gm_valid_q;  // memory's answer has come
  reg [127:0] gm_data_q;
  wire answer = gm_valid_q;
  wire back = ans_valid_q && !answer;
  wire [LANES-1:0] memory = owed_q & ~away_q;
  wire [4:0] ans_lane = ans_q[`WS_ANS_LANE];
  wire [LANES-1:0] first = answer ? memory & (~memory + ONE) : back ? ONE << ans_lane[LANE_W-1:0] : {LANES{1'b0}};
  wire [127:0] data = answer ? gm_data_q : ans_q[`WS_ANS_D];
  reg [127:0] old;
  reg [127:0] old_q;           // of the lane that was answered a clock ago; below, of the one whose upper half comes, that half
  reg [LANES-1:0] put_q;       // which lane that is, its bit: so that what is wide loads from registers beside it
  reg keep_q;                  // it was answered,
  reg [LANE_W-1:0] keep_lane_q;  // ... and is this one
  reg [LANES*64-1:0] d_q;
  reg [63:0] high[0:LANES-1];  // upper halves
  reg [LANES-1:0] fetch_q;     // lanes whose upper half is to come to d_q
  wire [LANES-1:0] fetch = fetch_q & (~fetch_q + ONE);

  always @(*) begin
    old = 128'd0;
    if (op_q[11:8] == WS_UNIT_ATOM) begin
      old[15:0] = data[15:0];
      old[31:16] = bytes_q[1] ? 16'd0 : data[31:16];
      old[63:32] = |bytes_q[4:3] ? data[63:32] : 32'd0;
      old[127:64] = data[127:64];
    end
  end

  always @(posedge clk_i) begin
    if (!ans_valid_q) ans_q <= ans_msg_i;
    if (|out_q) gm_data_q <= gm_rsp_data_i;
    old_q <= {old[127:64], |fetch_q ? high[number(fetch)] : old[63:0]};
    {keep_q, keep_lane_q} <= {answer || back, number(first)};
    if (fresh_q) d_q <= {LANES * 64{1'b0}};
    else for (i = 0; i < LANES; i = i + 1) if (put_q[i]) d_q[i*64+:64] <= old_q[63:0];
    if (fresh_q) code_q <= new_code;
    else
      for (i = 0; i < LANES; i = i + 1)
        if (first[i]) code_q[i*3+:3] <= answer ? CODE_OK : ans_q[`WS_ANS_GONE] ? CODE_GONE : ans_q[`WS_ANS_RAW] ? CODE_RAW : CODE_OK;
  end

  always @(posedge clk_i) if (keep_q) high[keep_lane_q] <= old_q[127:64];

  assign gm_rsp_ready_o = |out_q;
  assign ans_ready_o = !ans_valid_q;

  // 4. Responses: lanes with the status of the lowest one, which are found in the clock before; of 16 bytes the same lanes again.
  reg res_q, half_q;  // a response stands; it is, or will be, the second one
  reg [LANES-1:0] group_q;
  reg [2:0] group_code_q;
  reg [2:0] code;
  reg [LANES*3-1:0] best;  // of ever more lanes the code of the lowest one
  reg [LANES-1:0] some;
  reg [LANES-1:0] group;
  wire taken = res_q && res_ready_i;
  reg quad_q;  // of 16 bytes, with a value; before a response stands
  always @(posedge clk_i) quad_q <= bytes_q[4] && op_q[11:8] == WS_UNIT_ATOM;
  wire again = quad_q && (group_code_q == CODE_OK || group_code_q == CODE_RAW) && !half_q;
  wire low = taken && again;  // the upper halves follow
  wire pick = open_q && !fresh_q && !res_q && !half_q && |lanes_q && !(|owed_q);
  wire ends = !fresh_q && lanes_q == {LANES{1'b0}} && todo_q == {LANES{1'b0}} && due_q == {LANES{1'b0}} && !lane_valid_q && (res_q ? res_ready_i && !again : !half_q);

  always @(*) begin
    best = code_q;
    some = lanes_q;
    code = 3'd0;
    group = {LANES{1'b0}};
    if (open_q) begin
      for (w = 1; w < LANES; w = 2 * w)
        for (n = 0; n < LANES; n = n + 2 * w) begin
          if (!some[n]) best[n*3+:3] = best[(n+w)*3+:3];
          some[n] = some[n] || some[n+w];
        end
      code = best[2:0];
      for (n = 0; n < LANES; n = n + 1) group[n] = lanes_q[n] && code_q[n*3+:3] == code;
    end
  end

  always @(posedge clk_i) if (fresh_q) wants_q <= fine | new_lay;
  always @(posedge clk_i) if (!res_q && !half_q) {group_q, group_code_q} <= {group, code};

  always @(posedge clk_i)
    if (!rst_ni) begin
      {open_q, fresh_q, lane_valid_q, out_gm_q, out_ask_q, gm_valid_q, ans_valid_q, res_q, half_q} <= 9'd0;
      {todo_q, due_q, owed_q, lanes_q, fetch_q, put_q} <= {6 * LANES{1'b0}};
      out_q <= 6'd0;
      settled_q <= 1'b1;
    end else begin
      open_q <= enters || (open && !ends);
      fresh_q <= enters;
      settled_q <= !enters;
      todo_q <= left | (comes & wants_q);
      due_q <= fresh_q ? new_due : due_q & ~comes;
      owed_q <= fresh_q ? fine : owed_q & ~first;
      lanes_q <= fresh_q ? new_lanes : pick ? lanes_q & ~group : lanes_q;
      fetch_q <= low ? group_q : fetch_q & ~fetch;
      put_q <= first | fetch;
      lane_valid_q <= choose || (lane_valid_q && !go);
      out_gm_q <= ask ? !asks_away : out_gm_q && !out_taken;
      out_ask_q <= ask ? asks_away : out_ask_q && !out_taken;
      gm_valid_q <= gm_rsp_valid_i && gm_rsp_ready_o;
      ans_valid_q <= ans_valid_q ? !back : ans_valid_i;
      out_q <= out_q + {5'd0, gm_taken} - {5'd0, answer};
      res_q <= res_q ? !res_ready_i : half_q ? !(|fetch_q) : pick;
      half_q <= taken ? again : half_q;
    end

  assign res_valid_o = res_q;
  assign res_more_o = 1'b0;
  assign res_head_o[`WS_HEAD_STATUS] = long_status(group_code_q);
  assign res_head_o[`WS_HEAD_OPND] = {LANES{1'b0}};
  assign res_head_o[`WS_HEAD_LANES] = group_q;
  assign res_head_o[`WS_HEAD_OP] = op_q;
  assign {res_head_o[`WS_HEAD_TAG], res_head_o[`WS_HEAD_WARP]} = {tag_q, warp_q};
  generate
    for (g = 0; g < LANES; g = g + 1) begin : value
      assign res_d_o[g*32+:32] = d_q[g*64+:32];
      assign res_d_hi_o[g*32+:32] = d_q[g*64+32+:32];
    end
  endgenerate
  assign res_p_o = {LANES{again}};

  assign gm_valid_o = out_gm_q;
  assign gm_addr_o = {16'd0, out_at_q[15:0]};
  assign gm_bytes_o = bytes_q;
  assign gm_more_o[`WS_GM_OP] = 2'd2;
  assign gm_more_o[`WS_GM_FN] = fn_q;
  assign gm_more_o[`WS_GM_BE] = 16'd0;
  assign gm_more_o[`WS_GM_S] = out_s_q;
  assign gm_more_o[`WS_GM_T] = pairs ? laid : {64'd0, out_s_q[127:64]};  // c of cas

  assign ask_valid_o = out_ask_q;
  assign ask_dest_o = out_rank;
  assign ask_msg_o[`WS_ASK_SRC] = rank_i;
  wire [5:0] out_lane = {{6 - LANE_W{1'b0}}, out_lane_q};
  assign ask_msg_o[`WS_ASK_LANE] = out_lane[4:0];
  assign ask_msg_o[`WS_ASK_LAY] = out_lay_q;
  assign ask_msg_o[`WS_ASK_FN] = fn_q;
  assign ask_msg_o[`WS_ASK_AT] = out_at_q[13:0];
  assign ask_msg_o[`WS_ASK_S] = out_lay_q ? laid : out_s_q;
  wire unused = &{1'b0, grp_head_i, grp_addr_i, ans_lane, out_lane[5], out_at_q[17]};
endmodule
`default_nettype wire
