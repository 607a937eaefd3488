// SPDX-License-Identifier: Apache-2.0
// Cuts a warp's mbarrier operation into pieces, the lanes that ask for the same, lowest first. C twin: mbar_issue.c.
//
//   grp ─► in ─► cut ─► low ─► out, spare ─► piece
//
//   in     the operands of each lane, digested. Does the whole warp ask for the same?
//   cut    the lowest lane that is left, and its operands; who asks for the same; what is left then
//   low    the lowest lane's operands are decoded
//   out    the piece stands at the outputs until it is taken; spare: one that came while it could not go on. Two places that take turns
//
// A warp of which all lanes ask for the same is a piece at once, and so is a single lane and each lane of cp.async: one piece a clock. Any other
// piece takes three clocks in `cut`: pick, compare, take off; and its group one more to leave.
// Lanes are compared by digests (ws_mbar_lane.vh). Where an operation changes counts, a piece ends before a lane that wants another change of the
// same object, so lanes take effect in ascending order.
//
// A group enters in clock t; its first piece stands at the outputs in t + 4, or in t + 6 if lanes are compared. No ready runs through: `low`
// moves on while `spare`, a register, is empty, and grp_ready_o is a register.
`default_nettype none
module ws_mbar_issue #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter SLOTS  = 1,  // CTAs: 1, 2, 4, 8, at most WARPS
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter STRUCT = 0   // 0: nothing is compared unless there is a group, and operands of others are not looked at
) (
    input  wire                clk_i,
    input  wire                rst_ni,
    input  wire [         2:0] cfg_rank_i,
    input  wire [         3:0] cfg_ctas_i,
    // a group with the operands of its lanes; grp_valid_i is a strobe, only while grp_ready_o
    input  wire                grp_valid_i,
    input  wire                grp_here_i,     // what stands there is an operation of this unit, valid or not; true with grp_valid_i
    output wire                grp_ready_o,
    input  wire [  WARP_W-1:0] grp_warp_i,
    input  wire [   TAG_W-1:0] grp_tag_i,
    input  wire [         7:0] grp_fn_i,
    input  wire [   LANES-1:0] grp_lanes_i,
    input  wire [LANES*64-1:0] req_addr_i,
    input  wire [LANES*64-1:0] req_a_i,
    input  wire [LANES*32-1:0] req_b_i,
    input  wire [LANES*32-1:0] req_c_i,
    // a piece
    output wire                piece_valid_o,
    input  wire                piece_take_i,   // only while piece_valid_o
    output wire                piece_last_o,
    output wire [  WARP_W-1:0] piece_warp_o,
    output wire [   TAG_W-1:0] piece_tag_o,
    output wire [         7:0] piece_fn_o,
    output wire [   LANES-1:0] piece_lanes_o,
    output wire [         2:0] piece_code_o,   // as in ws_mbar_lane.vh
    output wire [         3:0] piece_owner_o,
    output wire                piece_want_o,
    output wire [        11:0] piece_at_o,
    output wire [        31:0] piece_x_o,
    output wire                piece_hint_o,   // it names a time limit,
    output wire                piece_some_o,   // ... above 0
    output wire                piece_pass_o,   // as piece_is says (ws_mbar_fn.vh)
    output wire                piece_remote_o,
    output wire                piece_copy_o,
    output wire                piece_tries_o,
    output wire                piece_defers_o,
    // what is inside
    output wire                empty_o,
    output reg  [   SLOTS-1:0] busy_o          // CTAs of which something is
);
  localparam WINDOW_W = 14 - $clog2(SLOTS);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "mbar/ws_mbar_fn.vh"
  `include "mbar/ws_mbar_lane.vh"
  localparam DIGEST_W = BRIEF_W + 32;
  localparam FOURS = (LANES + 1) / 3;
  localparam HEAD_W = WARP_W + TAG_W + 8;
  localparam PIECE_W = HEAD_W + LANES + 1 + ASK_W;

  localparam [1:0] PICK = 2'd0, COMPARE = 2'd1, TAKE = 2'd2;
  reg in_valid_q, cut_valid_q, low_valid_q, out_valid_q, spare_valid_q;
  wire [LANES-1:0] one = {{LANES - 1{1'b0}}, 1'b1};
  integer i, j, k;

  // ----------------------------------------------------------------------------------------------- who moves on

  reg [1:0] step_q;  // of `cut`
  reg cut_whole_q;  // the group is one piece
  reg cut_apart_q;  // each lane is one
  reg cut_ends_q;  // its next piece is its last, and needs no comparison
  wire direct = cut_whole_q || cut_apart_q;  // nothing is compared
  wire low_free = !low_valid_q || !spare_valid_q;
  wire pick = cut_valid_q && step_q == PICK && low_free;
  wire take = step_q == TAKE;
  wire cut_free = !cut_valid_q || (cut_ends_q && low_free);  // with cut_ends_q it picks
  wire out_free = !out_valid_q || piece_take_i;
  wire none;  // is left behind this piece
  reg to_q, from_q;  // the place that `low` goes to; that stands at the outputs
  reg first_q;  // !from_q, for what the piece is: that comes early, because few hang on this one
  wire in_whole;  // what stands in `in` is one piece
  wire ends;  // cut_ends_q of the next clock, unless a group comes to `cut`
  // low_free of the next clock, if no piece is taken in this one; else it is 1
  wire low_goes = !(low_free ? take || (pick && direct) : low_valid_q) || !out_valid_q || !(spare_valid_q || low_valid_q);

  reg ready_q;  // !in_valid_q || cut_free, found a clock ahead

  // What is taken comes late.
  wire ready = cut_free ? !grp_valid_i || !in_valid_q || (in_whole && low_goes) : (ready_q && !grp_valid_i) || (take && none) || (ends && low_goes);
  wire ready_if_taken = cut_free ? in_whole : ends;

  assign grp_ready_o = ready_q;

  always @(posedge clk_i)
    if (!rst_ni) begin
      {in_valid_q, cut_valid_q, low_valid_q, out_valid_q, spare_valid_q} <= 5'd0;
      step_q <= PICK;
      {to_q, from_q, first_q} <= 3'b001;
      ready_q <= 1'b1;
    end else begin
      if (grp_ready_o) in_valid_q <= grp_valid_i;
      if (cut_free) cut_valid_q <= in_valid_q;
      else if (take) cut_valid_q <= !none;
      case (step_q)
        PICK: if (pick && !direct) step_q <= COMPARE;
        COMPARE: step_q <= TAKE;
        default: step_q <= PICK;
      endcase
      if (low_free) low_valid_q <= take || (pick && direct);
      if (out_free) out_valid_q <= spare_valid_q || low_valid_q;
      spare_valid_q <= !out_free && (spare_valid_q || low_valid_q);
      if (low_valid_q && !spare_valid_q) to_q <= !to_q;
      if (piece_take_i) {from_q, first_q} <= {!from_q, from_q};
      ready_q <= ready || (ready_if_taken && piece_take_i);
    end

  // --------------------------------------------------------------------------------------------------------- in

  reg [3:0] self_q;  // own rank + 1
  reg [KIND_W-1:0] grp_kind;
  wire grp_zero, grp_home, grp_copy, grp_pending, grp_arrival, grp_counts, grp_hint, grp_waits, grp_parity;
  assign {grp_zero, grp_home, grp_copy, grp_pending, grp_arrival, grp_counts, grp_hint, grp_waits, grp_parity} = grp_kind;
  // grp_here_i, because grp_valid_i depends on inputs of the block, and a simulator would do all this twice
  wire unused_grp = &{1'b0, grp_arrival, grp_home};

  always @(posedge clk_i) self_q <= {1'b0, cfg_rank_i} + 4'd1;

  always @(*) begin
    grp_kind = {KIND_W{1'b0}};
    if (grp_here_i || STRUCT != 0) grp_kind = decode_fn(grp_fn_i);
  end

  // The operands, digested. A function, called only as `in` loads: a simulator pays for each lane. STRUCT 0: what ws_mbar_brief says, with one
  // mask a word in place of conditions in each lane.
  localparam [63:0] FAR = {31'd0, 2'b11, 14'd0, {17 - WINDOW_W{1'b1}}, {WINDOW_W{1'b0}}};
  wire grp_marks = grp_waits || grp_pending;
  wire [LANES*BRIEF_W-1:0] grp_briefs;
  function [LANES*BRIEF_W-1:0] briefs(input [3:0] self);
    reg [63:0] odd_a, even_a, want_a, far_a, addr, a;
    reg [31:0] odd_b, b;
    reg no_zero;
    integer m;
    begin
      odd_a = grp_marks ? (grp_parity ? 64'hfffffffe : 64'd1) : 64'd0;
      even_a = grp_parity ? 64'd0 : odd_a;
      odd_b = grp_copy ? 32'hffffffe3 : grp_counts ? 32'hfff00000 : 32'd0;
      no_zero = grp_counts && !grp_zero && !grp_copy;  // a count of 0 is odd
      want_a = grp_pending ? 64'd2 : grp_waits ? (grp_parity ? 64'd1 : 64'd1 << 63) : 64'd0;
      far_a = grp_copy ? ~64'hffff : 64'd0;
      for (m = 0; m < LANES; m = m + 1) begin
        addr = req_addr_i[m*64+:64];
        a = req_a_i[m*64+:64];
        b = req_b_i[m*32+:32];
        briefs[m*BRIEF_W+:BRIEF_W] = {
          (b & odd_b) != 32'd0 || ((a ^ even_a) & odd_a) != 64'd0 || (no_zero && b[19:0] == 20'd0),
          (a & want_a) != 64'd0,
          ((addr & FAR) | (a & far_a)) != 64'd0,
          addr[27:24] == self ? 4'd0 : addr[27:24],
          addr[13:0]
        };
      end
    end
  endfunction

  genvar l;
  generate
    if (STRUCT != 0) begin : digest
      for (l = 0; l < LANES; l = l + 1) begin : lane
        ws_mbar_brief #(
            .WINDOW_W(WINDOW_W)
        ) brief (
            .rest_i   (grp_marks && grp_parity),
            .even_i   (grp_marks && !grp_parity),
            .many_i   (grp_counts || grp_copy),
            .size_i   (grp_copy),
            .zero_i   (grp_counts && !grp_zero && !grp_copy),
            .want_0_i (grp_waits && !grp_pending && grp_parity),
            .want_1_i (grp_pending),
            .want_63_i(grp_waits && !grp_pending && !grp_parity),
            .source_i (grp_copy),
            .self_i   (self_q),
            .addr_i   (req_addr_i[l*64+:33]),
            .a_i      (req_a_i[l*64+:64]),
            .b_i      (req_b_i[l*32+:32]),
            .brief_o  (grp_briefs[l*BRIEF_W+:BRIEF_W])
        );
      end
    end else begin : no_digest
      assign grp_briefs = {LANES * BRIEF_W{1'b0}};
    end
  endgenerate

  function [LANES*32-1:0] xs(input with_c, input with_b, input with_a);
    integer m;
    for (m = 0; m < LANES; m = m + 1)
      xs[m*32+:32] = (req_c_i[m*32+:32] & {12'hfff, {20{with_c}}}) | (req_b_i[m*32+:32] & {12'd0, {20{with_b}}}) |
                     ({12'd0, req_a_i[m*64+43+:20]} & {32{with_a}});
  endfunction

  function [LANES*COPY_W-1:0] copied(input any);
    integer m;
    begin
      copied = {LANES * COPY_W{1'b0}};
      if (any || STRUCT != 0) for (m = 0; m < LANES; m = m + 1) copied[m*COPY_W+:COPY_W] = {req_b_i[m*32+2+:3], req_a_i[m*64+:16]};
    end
  endfunction

  reg [HEAD_W-1:0] in_head_q;
  reg [KIND_W-2:0] in_kind_q;
  reg [LANES-1:0] in_lanes_q, in_first_q;
  reg in_single_q, in_full_q;  // one lane; all lanes, and they may go together
  reg [LANES*BRIEF_W-1:0] in_brief_q;
  reg [LANES*32-1:0] in_x_q;
  reg [LANES*COPY_W-1:0] in_copy_q;

  always @(posedge clk_i)
    if (grp_ready_o && grp_here_i) begin  // valid or not, which comes late
      in_head_q    <= {grp_warp_i, grp_tag_i, grp_fn_i};
      in_kind_q    <= grp_kind[KIND_W-2:0];
      in_lanes_q   <= grp_lanes_i;
      in_first_q   <= grp_lanes_i & (~grp_lanes_i + one);
      in_single_q  <= (grp_lanes_i & (grp_lanes_i - one)) == {LANES{1'b0}};
      in_full_q    <= &grp_lanes_i && !grp_copy;
      in_brief_q   <= STRUCT != 0 ? grp_briefs : briefs(self_q);
      in_x_q       <= xs(grp_hint || grp_copy, grp_counts, grp_pending);
      in_copy_q    <= copied(grp_copy);
    end

  // Do neighbours differ? Four lanes at a time, of which the last is the first of the next four. The upper bits of x count with a time
  // limit alone, an object does not with pending_count. STRUCT 0: each lane beside lane 0, of a group that may be whole.
  wire in_copy = in_kind_q[6];
  wire in_pending = in_kind_q[5];
  wire in_hint = in_kind_q[2];
  reg [DIGEST_W-1:0] column;
  wire differs = (|column[50:32] && !in_pending) || |column[52:51] || |column[19:0] || (in_hint && |column[31:20]);
  genvar f, w;
  generate
    if (STRUCT == 0) begin : plain
      always @(*) begin
        column = {DIGEST_W{1'b0}};
        if (in_valid_q && in_full_q && !in_single_q)
          for (j = 1; j < LANES; j = j + 1)
            column = column | {in_brief_q[j*BRIEF_W+:BRIEF_W] ^ in_brief_q[BRIEF_W-1:0], in_x_q[j*32+:32] ^ in_x_q[31:0]};
      end
    end else begin : structure
      wire [FOURS*DIGEST_W-1:0] fours;
      for (f = 0; f < FOURS; f = f + 1) begin : four
        wire [4*DIGEST_W-1:0] words;
        for (w = 0; w < 4; w = w + 1) begin : lane
          localparam L = f * 3 + w < LANES ? f * 3 + w : LANES - 1;
          assign words[w*DIGEST_W+:DIGEST_W] = {in_brief_q[L*BRIEF_W+:BRIEF_W], in_x_q[L*32+:32]};
        end
        ws_mbar_differ #(
            .W(DIGEST_W)
        ) differ (
            .words_i (words),
            .differ_o(fours[f*DIGEST_W+:DIGEST_W])
        );
      end

      always @(*) begin
        column = {DIGEST_W{1'b0}};
        for (j = 0; j < FOURS; j = j + 1) column = column | fours[j*DIGEST_W+:DIGEST_W];
      end
    end
  endgenerate

  // -------------------------------------------------------------------------------------------------------- cut

  reg [HEAD_W-1:0] cut_head_q;
  reg [KIND_W-2:0] cut_kind_q;
  reg [LANES-1:0] cut_todo_q;  // lanes still to be sent
  reg [LANES-1:0] cut_first_q;  // the lowest of them
  reg [LANES*BRIEF_W-1:0] cut_brief_q;
  reg [LANES*32-1:0] cut_x_q;
  reg [LANES*COPY_W-1:0] cut_copy_q;
  reg [LANES-1:0] same_q, other_q;  // who asks for the same as the lowest; for something else of the same object
  wire [LANES-1:0] below = (other_q - one) & ~other_q;  // lanes below the lowest of `other`
  wire [LANES-1:0] piece = cut_todo_q & same_q & below;

  // The lowest lane that is left is the lowest one that is not `same`, because a lane that is and stays behind is above one that is not.
  wire [LANES-1:0] later = cut_todo_q & ~(take ? same_q : cut_first_q);
  wire [LANES-1:0] less = later - one;
  wire [LANES-1:0] copies = cut_todo_q & ~cut_first_q;  // later, of a group of which each lane is a piece
  assign none = later == {LANES{1'b0}};

  // Two lanes or more: a tree in place of a carry chain over all lanes.
  function several(input [LANES-1:0] lanes);
    integer step, m;
    reg [LANES-1:0] any, more;
    begin
      any  = lanes;
      more = {LANES{1'b0}};
      for (step = 1; step < LANES; step = step * 2)
        for (m = 0; m + step < LANES; m = m + 2 * step) begin
          more[m] = more[m] | more[m+step] | (any[m] & any[m+step]);
          any[m]  = any[m] | any[m+step];
        end
      several = more[0];
    end
  endfunction

  always @(posedge clk_i)
    if (cut_free) begin
      if (in_valid_q) begin
        cut_head_q   <= in_head_q;
        cut_kind_q   <= in_kind_q;
        cut_brief_q  <= in_brief_q;
        cut_x_q      <= in_x_q;
        cut_copy_q   <= in_copy_q;
        cut_todo_q   <= in_lanes_q;
        cut_first_q  <= in_first_q;
        cut_apart_q  <= in_copy;
      end
    end else if (take || (pick && cut_apart_q)) begin
      cut_todo_q   <= take ? cut_todo_q & ~piece : later;
      cut_first_q  <= later & ~less;
    end

  assign in_whole = in_single_q || (in_full_q && !differs);
  assign ends = pick && cut_apart_q ? !several(copies) : cut_ends_q;

  always @(posedge clk_i) begin
    if (cut_free) cut_whole_q <= in_whole;
    cut_ends_q <= cut_free ? in_whole : ends;
  end

  reg [BRIEF_W-1:0] cut_brief;
  reg [31:0] cut_x;
  reg [COPY_W-1:0] cut_copy;

  always @(*) begin
    cut_brief = {BRIEF_W{1'b0}};
    cut_x = 32'd0;
    cut_copy = {COPY_W{1'b0}};
    if (cut_valid_q || STRUCT != 0)
      for (i = 0; i < LANES; i = i + 1)
        if (cut_first_q[i]) begin
          cut_brief = cut_brief | cut_brief_q[i*BRIEF_W+:BRIEF_W];
          cut_x = cut_x | cut_x_q[i*32+:32];
          cut_copy = cut_copy | cut_copy_q[i*COPY_W+:COPY_W];
        end
  end

  // -------------------------------------------------------------------------------------------------------- low

  reg [HEAD_W-1:0] low_head_q;
  reg [KIND_W-2:0] low_kind_q;
  reg [LANES-1:0] low_lanes_q;
  reg low_last_q;
  reg [BRIEF_W-1:0] low_brief_q;
  reg [31:0] low_x_q;
  reg [COPY_W-1:0] low_copy_q;
  always @(posedge clk_i)
    if (pick) begin
      low_head_q  <= cut_head_q;
      low_kind_q  <= cut_kind_q;
      low_brief_q <= cut_brief;
      low_x_q     <= cut_x;
      low_copy_q  <= cut_copy;
    end

  always @(posedge clk_i)
    if (pick || take) begin
      low_lanes_q <= take ? piece : cut_whole_q ? cut_todo_q : cut_first_q;
      low_last_q  <= take ? none : cut_ends_q;
    end

  // Who asks for the same as the lane in `low`, whose operands were picked in the clock before.
  reg [LANES-1:0] same, other;
  reg near;
  wire cut_pending = cut_kind_q[5];
  wire cut_counts = cut_kind_q[3];
  wire cut_hint = cut_kind_q[2];

  always @(*) begin
    same  = {LANES{1'b0}};
    other = {LANES{1'b0}};
    near  = 1'b0;
    if (step_q == COMPARE || STRUCT != 0)
      for (k = 0; k < LANES; k = k + 1) begin
        near = cut_pending || cut_brief_q[k*BRIEF_W+:19] == low_brief_q[18:0];
        same[k] = near && cut_brief_q[k*BRIEF_W+19+:2] == low_brief_q[20:19] && cut_x_q[k*32+:20] == low_x_q[19:0] &&
                  (!cut_hint || cut_x_q[k*32+20+:12] == low_x_q[31:20]);
        other[k] = cut_todo_q[k] && cut_counts && near && !same[k];
      end
  end

  always @(posedge clk_i) if (step_q == COMPARE) {same_q, other_q} <= {same, other};

  // --------------------------------------------------------------------------------------------------------- out

  wire [6:0] low_is;
  wire [ASK_W-1:0] ask;

  ws_mbar_decode #(
      .STRUCT(STRUCT)
  ) lowest (
      .valid_i(low_valid_q),
      .fn_i   (low_head_q[7:0]),
      .kind_i (low_kind_q),
      .ctas_i (cfg_ctas_i),
      .brief_i(low_brief_q),
      .x_i    (low_x_q),
      .copy_i (low_copy_q),
      .piece_o({low_is, ask})
  );

  wire [PIECE_W+6:0] low = {low_is, low_head_q, low_lanes_q, low_last_q, ask};
  reg [PIECE_W+6:0] place0_q, place1_q;
  wire put = low_valid_q && !spare_valid_q;

  always @(posedge clk_i) begin
    if (put && !to_q) place0_q <= low;
    if (put && to_q) place1_q <= low;
  end

  // The window that `at` counts from. An address outside the window comes only with an error.
  wire [11:0] slot = {{12 - WARP_W{1'b0}}, piece_warp_o} >> $clog2(WARPS / SLOTS);
  wire [11:0] at;
  wire [PIECE_W-1:0] out = from_q ? place1_q[PIECE_W-1:0] : place0_q[PIECE_W-1:0];
  assign {piece_warp_o, piece_tag_o, piece_fn_o, piece_lanes_o, piece_last_o, piece_code_o, piece_owner_o, piece_want_o, at, piece_x_o} = out;
  assign piece_at_o = at | slot << (WINDOW_W - 2);
  assign piece_valid_o = out_valid_q;
  assign {piece_pass_o, piece_remote_o, piece_copy_o, piece_tries_o, piece_defers_o, piece_hint_o, piece_some_o} =
      first_q ? place0_q[PIECE_W+:7] : place1_q[PIECE_W+:7];

  // ----------------------------------------------------------------------------------------------- what is inside

  wire [1:0] full = {spare_valid_q || (out_valid_q && from_q), spare_valid_q || (out_valid_q && !from_q)};  // places
  wire [4:0] valid = {in_valid_q, cut_valid_q, low_valid_q, full};
  wire [5*WARP_W-1:0] warps = {in_head_q[HEAD_W-1-:WARP_W], cut_head_q[HEAD_W-1-:WARP_W], low_head_q[HEAD_W-1-:WARP_W],
                               place1_q[PIECE_W-1-:WARP_W], place0_q[PIECE_W-1-:WARP_W]};
  assign empty_o = valid == 5'd0;

  always @(*) begin : windows
    integer s, v;
    busy_o = {SLOTS{1'b0}};
    for (s = 0; s < SLOTS; s = s + 1)
      for (v = 0; v < 5; v = v + 1) if (valid[v] && warps[v*WARP_W+:WARP_W] >> $clog2(WARPS / SLOTS) == s[WARP_W-1:0]) busy_o[s] = 1'b1;
  end
endmodule
`default_nettype wire
