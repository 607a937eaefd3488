// SPDX-License-Identifier: Apache-2.0
// An operation (W), cut into chunks of CL lanes (V, U); see ws_atom.v. C twin: cut in atom_unit.c.
//
// A chunk in which no lane is named is left out. A group enters in clock t (enter_i, only while room_o) and its first chunk stands in U in t + 3;
// one a clock as long as what stands is taken. A half stands in both halves of its word. What is before W comes into it whenever there is room, a group or
// not, so that nothing wide waits for enter_i.
// A chunk leaves V while X, a spare place beside U, is empty: for U where that is free, else for X. So what moves before U, and whether a group may
// enter, hangs on registers of W, V and X alone, and not on what stands behind U. U takes what is in X first.
// Where lanes go is decided in W, a clock after they came, since operands come late. Those that ws_atom_far takes leave V two a clock, as one
// row of its memory (far_valid_o). A chunk of an operation that has such lanes leaves V in the clock after its last row, or after its first
// clock, and goes to U if it has others.
`default_nettype none
module ws_atom_chunk #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter SLOTS  = 1,
    parameter WARP_W = 2,
    parameter CL     = 8,              // lanes of a chunk
    parameter HEAD   = 34,             // {kind, op, tag, warp}
    parameter KIND   = 28,             // where kind begins, see ws_atom.v
    parameter LANE_W = $clog2(LANES)   // derived, not to be set
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,
    // operation
    input  wire                     enter_i,
    output wire                     room_o,   // W is free, or its last chunk leaves it
    input  wire [         HEAD-1:0] head_i,
    input  wire [        LANES-1:0] lanes_i,
    input  wire [              3:0] self_i,   // rank + 1
    input  wire [              3:0] ctas_i,
    input  wire [     LANES*64-1:0] addr_i,
    input  wire [     LANES*64-1:0] a_i,
    input  wire [     LANES*32-1:0] b_i,
    input  wire [     LANES*32-1:0] c_i,
    input  wire [        LANES-1:0] pred_i,
    input  wire [        LANES-1:0] laid_i,
    input  wire [             63:0] first_addr_i,  // these six in place of lane 0's
    input  wire [             63:0] first_a_i,
    input  wire [             31:0] first_b_i,
    input  wire [             31:0] first_c_i,
    input  wire                     first_pred_i,
    input  wire                     first_laid_i,
    // of the operation that came a clock ago, for ws_atom_far (new_i there)
    output wire [     LANES*7+12:0] new_o,
    // chunk
    output wire                     valid_o,
    input  wire                     free_i,   // none does, or it is taken
    output wire [HEAD+LANE_W+1-1:0] head_o,   // {last one, lowest lane, head}
    output wire [           CL-1:0] todo_o,
    output wire [           CL-1:0] use_o,
    output wire                     any_use_o,
    output wire                     same_o,   // whoever uses memory is at one word
    output wire [           CL-1:0] lays_o,   // lays down, of a cas.b128
    output wire [           CL-1:0] half_o,   // of 16 bits: the upper half of its word
    output wire [        CL*12-1:0] word_o,   // address / 4
    output wire [        CL*64-1:0] a_o,
    output wire [        CL*32-1:0] b_o,
    output wire [        CL*32-1:0] c_o,
    output wire [         CL*3-1:0] code_o,
    // lanes for ws_atom_far, two side by side: which two, which of them count, {high, at, c, b, a} of each
    output wire                     far_valid_o,
    output reg  [       LANE_W-2:0] far_row_o,
    output wire [              1:0] far_lanes_o,
    output wire [        2*146-1:0] far_rec_o,
    // an operation or a chunk that has lanes in shared memory is here; CTAs of which
    output wire                     want_o,
    output wire [        SLOTS-1:0] busy_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "atom/ws_atom_code.vh"
  `include "atom/ws_atom_brief.vh"
  localparam CHUNKS = LANES / CL;
  localparam PAIRS = CL / 2;
  localparam REC = 4 + 13 + 64 + 32 + 32 + 3;         // a lane from V on: high, at / 2, a, b, c, code
  localparam W_OWN = 13 + 64 + 32 + 32;               // in W: at / 2, a, b, c
  localparam W_REC = BRIEF_W + W_OWN;                 // and before these brief
  localparam WINDOW_W = 14 - $clog2(SLOTS);           // log2 of the window, in bytes
  integer i;

  reg w_valid_q, v_valid_q, x_valid_q, u_valid_q;
  reg [1:0] x_free_q;  // two copies of !x_valid_q, each set from itself, so that synthesis does not merge them
  reg [HEAD-1:0] w_head_q;
  reg [LANES-1:0] w_todo_q;
  reg w_vector_q, w_pairs_q, w_hints_q;  // of its operation, see ws_atom_space
  wire [LANES-1:0] w_near, w_far, w_away;  // of these in shared memory, for ws_atom_far, in other CTAs; that lay down are in two
  // The operation has lanes in shared memory, for ws_atom_far: found in the clock after it has come (fresh), in which it counts as if it had some in the former.
  reg w_fresh_q, w_some_near_q, w_some_far_q;
  wire w_some_near = w_fresh_q || w_some_near_q, w_some_far = w_fresh_q ? |w_far : w_some_far_q;
  reg [LANES*W_OWN-1:0] w_rec_q;
  wire [LANES*W_REC-1:0] w_rec;
  wire w_guest = w_head_q[KIND-13];        // another CTA's, whose lanes are here
  wire [LANES*BRIEF_W-1:0] w_brief;
  wire [LANES-1:0] mine, some, lay;
  wire [LANES*3-1:0] code;
  wire [7:0] fn;
  wire [4:0] bytes;

  ws_atom_space #(
      .LANES(LANES)
  ) space (
      .op_i   (w_head_q[KIND-12+:8]),
      .vector_i(w_vector_q),
      .pairs_i(w_pairs_q),
      .hints_i(w_hints_q),
      .brief_i(w_brief),
      .lanes_o(mine),
      .away_o (w_away),
      .lay_o  (lay),
      .some_o (some),
      .code_o (code),
      .fn_o   (fn),
      .bytes_o(bytes)
  );
  assign w_near = w_todo_q & ~mine;
  assign w_far = w_todo_q & some & ~{LANES{w_guest}};
  assign new_o = {w_todo_q & mine, w_far, w_todo_q & lay, w_away, code, fn, bytes};

  reg [CHUNKS-1:0] w_some;     // chunks with a lane in shared memory
  reg [CHUNKS-1:0] w_chunk_q;  // the lowest chunk in which a lane is left
  reg [LANES-1:0] w_turn;      // its lanes
  reg w_last_q;  // that is the last one
  reg v_done_q;  // no lane for ws_atom_far is left in V
  wire v_goes = v_done_q && x_free_q[0];  // V to U or X, if it has something
  wire v_open = !v_valid_q || v_goes;
  wire w_go = w_valid_q && v_open;
  wire room;  // as room_o; nothing else hangs on that

  ws_atom_room may (
      .w_valid_i(w_valid_q),
      .w_last_i (w_last_q),
      .v_valid_i(v_valid_q),
      .v_done_i (v_done_q),
      .x_free_i (x_free_q[0]),
      .room_o   (room_o)
  );
  ws_atom_room loads (
      .w_valid_i(w_valid_q),
      .w_last_i (w_last_q),
      .v_valid_i(v_valid_q),
      .v_done_i (v_done_q),
      .x_free_i (x_free_q[0]),
      .room_o   (room)
  );

  always @(*)
    for (i = 0; i < CHUNKS; i = i + 1) begin
      w_some[i] = |w_near[i*CL+:CL];
      w_turn[i*CL+:CL] = {CL{w_chunk_q[i]}};
    end

  always @(posedge clk_i)
    if (!rst_ni) w_valid_q <= 1'b0;
    else w_valid_q <= enter_i || !room;

  always @(posedge clk_i)
    if (room) begin
      w_rec_q[W_OWN-1:0] <= {at_of(first_addr_i[31], first_addr_i[13:1], window[13:1]), first_a_i, first_b_i, first_c_i};
      for (i = 1; i < LANES; i = i + 1)
        w_rec_q[i*W_OWN+:W_OWN] <= {at_of(addr_i[i*64+31], addr_i[i*64+1+:13], window[13:1]), a_i[i*64+:64], b_i[i*32+:32], c_i[i*32+:32]};
    end

  wire [LANES-1:0] w_rest = w_todo_q & ~w_turn;
  wire [7:0] op_i = head_i[KIND-12+:8];
  wire [WARP_W-1:0] warp_i = head_i[WARP_W-1:0];
  wire [13:0] window = {{14 - WARP_W{1'b0}}, warp_i >> (WARP_W - $clog2(SLOTS))} << WINDOW_W;  // each slot has as many warps

  // Half the byte address in memory: within the CTA's window, but for lanes in global memory.
  function [12:0] at_of(input elsewhere, input [12:0] at, input [12:0] slot);
    at_of = WINDOW_W == 14 || elsewhere ? at : at & ~(13'h1fff << (WINDOW_W - 1)) | slot;
  endfunction

  ws_atom_brief #(
      .LANES   (LANES),
      .WINDOW_W(WINDOW_W)
  ) brief (
      .clk_i  (clk_i),
      .load_i (room),
      .self_i (self_i),
      .ctas_i (ctas_i),
      .fn_i   (op_i),
      .addr_i (addr_i),
      .pred_i (pred_i),
      .laid_i (laid_i),
      .first_addr_i(first_addr_i),
      .first_pred_i(first_pred_i),
      .first_laid_i(first_laid_i),
      .brief_o(w_brief)
  );

  always @(posedge clk_i)
    if (room) begin
      {w_head_q, w_todo_q, w_last_q, w_chunk_q} <= {head_i, lanes_i, one_chunk(chunks(lanes_i)), lowest(chunks(lanes_i))};
      {w_vector_q, w_pairs_q, w_hints_q} <= {atom_is_vector(op_i), atom_is_pairs(op_i), !atom_is_cas(op_i)};
    end else if (v_open) {w_todo_q, w_last_q, w_chunk_q} <= {w_rest, one_chunk(chunks(w_rest)), lowest(chunks(w_rest))};

  always @(posedge clk_i) {w_fresh_q, w_some_near_q, w_some_far_q} <= {room, w_fresh_q ? |w_near : w_some_near_q, w_some_far};

  // The chunks in which a lane is left; there is at most one; the lowest of them.
  function [CHUNKS-1:0] chunks(input [LANES-1:0] lanes);
    integer k;
    for (k = 0; k < CHUNKS; k = k + 1) chunks[k] = |lanes[k*CL+:CL];
  endfunction

  function one_chunk(input [CHUNKS-1:0] any);
    one_chunk = (any & (any - {{CHUNKS - 1{1'b0}}, 1'b1})) == {CHUNKS{1'b0}};
  endfunction

  function [CHUNKS-1:0] lowest(input [CHUNKS-1:0] any);
    lowest = any & (~any + {{CHUNKS - 1{1'b0}}, 1'b1});
  endfunction

  reg v_some_q, v_last_q;  // lanes in shared memory; the last ones of their operation
  reg [LANE_W-1:0] v_base_q;
  reg [HEAD-1:0] v_head_q;
  reg [CL-1:0] v_todo_q, v_use_q, v_far_q;
  reg [CL*REC-1:0] v_rec_q;

  // 1. W to V: the chunk whose turn it is.
  wire [CL-1:0] w_next_todo, w_next_far, w_next_away;
  wire [CL*W_REC-1:0] w_next_rec;
  wire [CL*BRIEF_W-1:0] w_next_brief;
  wire [CL*3-1:0] w_next_code;
  reg [CL-1:0] w_next_use;
  reg [CL*REC-1:0] v_rec;
  reg [LANE_W-1:0] w_base;

  always @(*) begin
    w_base = {LANE_W{1'b0}};
    for (i = 0; i < CHUNKS; i = i + 1) if (w_chunk_q[i]) w_base = w_base | i[LANE_W-1:0] * CL[LANE_W-1:0];
  end

  ws_choose #(
      .N(CHUNKS),
      .W(CL * (3 + W_REC))
  ) choose (
      .one_i  (w_chunk_q),
      .words_i(w_words),
      .word_o ({w_next_todo, w_next_far, w_next_away, w_next_rec})
  );

  genvar g;
  wire [LANES*(3+W_REC)-1:0] w_words;
  generate
    for (g = 0; g < CHUNKS; g = g + 1) begin : chunk
      assign w_words[g*CL*(3+W_REC)+:CL*(3+W_REC)] = {
        w_near[g*CL+:CL], w_far[g*CL+:CL], w_away[g*CL+:CL], w_rec[g*CL*W_REC+:CL*W_REC]
      };
    end
    for (g = 0; g < LANES; g = g + 1) begin : lane
      assign w_rec[g*W_REC+:W_REC] = {w_brief[g*BRIEF_W+:BRIEF_W], w_rec_q[g*W_OWN+:W_OWN]};
    end
    for (g = 0; g < CL; g = g + 1) begin : next
      assign w_next_brief[g*BRIEF_W+:BRIEF_W] = w_next_rec[g*W_REC+W_OWN+:BRIEF_W];
    end
  endgenerate

  ws_atom_place #(
      .LANES(CL)
  ) place (
      .fn_i   (w_head_q[KIND-12+:8]),
      .brief_i(w_next_brief),
      .code_o (w_next_code)
  );

  // The upper bits that ws_atom_far needs: of another CTA's address its number, of global memory's the two above.
  always @(*)
    for (i = 0; i < CL; i = i + 1) begin
      w_next_use[i] = w_next_todo[i] && w_next_code[i*3+:3] == CODE_OK;
      v_rec[i*REC+:REC] = {
        w_next_brief[i*BRIEF_W+BRIEF_CTA+2+:2], w_next_away[i] ? w_next_brief[i*BRIEF_W+BRIEF_CTA+:2] : w_next_brief[i*BRIEF_W+BRIEF_UP+:2],
        w_next_rec[i*W_REC+:W_OWN], w_next_code[i*3+:3]
      };
    end

  always @(posedge clk_i)
    if (!rst_ni) v_valid_q <= 1'b0;
    else v_valid_q <= w_valid_q || !v_open;

  always @(posedge clk_i)
    if (w_go) begin
      {v_head_q, v_base_q, v_todo_q, v_use_q, v_rec_q} <= {w_head_q, w_base, w_next_todo, w_next_use, v_rec};
      {v_some_q, v_last_q} <= {|(w_chunk_q & w_some), (w_some & ~w_chunk_q) == {CHUNKS{1'b0}}};
    end

  // 2. V to ws_atom_far: the lowest two lanes, of which one is left.
  reg [PAIRS-1:0] v_pairs;
  wire [PAIRS-1:0] v_pair = v_pairs & (~v_pairs + {{PAIRS - 1{1'b0}}, 1'b1});
  reg [CL-1:0] v_turn;

  always @(*)
    for (i = 0; i < PAIRS; i = i + 1) begin
      v_pairs[i] = |v_far_q[i*2+:2];
      v_turn[i*2+:2] = {2{v_pair[i]}};
    end
  wire [CL-1:0] v_rest = v_far_q & ~v_turn;

  always @(posedge clk_i)
    if (w_go) {v_far_q, v_done_q} <= {w_next_far, !w_some_far};
    else {v_far_q, v_done_q} <= {v_rest, v_done_q || v_rest == {CL{1'b0}}};

  reg [PAIRS*2-1:0] v_named;
  wire [PAIRS*2*146-1:0] v_rows;

  always @(*) begin
    far_row_o = v_base_q[LANE_W-1:1];
    for (i = 0; i < PAIRS; i = i + 1) begin
      if (v_pair[i]) far_row_o = far_row_o | i[LANE_W-2:0];
      v_named[i*2+:2] = v_far_q[i*2+:2] & {2{v_pair[i]}};
    end
  end

  generate
    for (g = 0; g < CL; g = g + 1) begin : row
      assign v_rows[g*146+:146] = {
        v_rec_q[g*REC+131+:17], 1'b0, v_rec_q[g*REC+3+:32], v_rec_q[g*REC+35+:32], v_rec_q[g*REC+67+:64]
      };
    end
  endgenerate
  ws_choose #(
      .N(PAIRS),
      .W(2 * 146)
  ) choose_row (
      .one_i  (v_pair),
      .words_i(v_rows),
      .word_o (far_rec_o)
  );
  assign far_valid_o = v_valid_q && |v_far_q;
  assign far_lanes_o = v_named_of(v_named);

  function [1:0] v_named_of(input [PAIRS*2-1:0] named);
    integer k;
    begin
      v_named_of = 2'b00;
      for (k = 0; k < PAIRS; k = k + 1) v_named_of = v_named_of | named[k*2+:2];
    end
  endfunction

  // 3. V to U, or to X. What is in X counts only with x_valid_q, so it loads what stands in V as long as it is empty.
  localparam U_W = HEAD + LANE_W + 1 + 3 * CL + 2 + 144 * CL;
  reg [U_W-1:0] x_q, u_q;
  wire v_leaves = v_valid_q && v_done_q && v_some_q && x_free_q[0];
  wire v_half = v_head_q[KIND+2];
  reg [11:0] v_some, v_every;  // bits of the words of lanes that use memory
  reg [CL-1:0] v_lays;
  reg [CL*144-1:0] v_lane;

  always @(*) begin
    v_some  = 12'd0;
    v_every = 12'hfff;
    for (i = 0; i < CL; i = i + 1) begin
      if (v_use_q[i]) {v_some, v_every} = {v_some | v_rec_q[i*REC+132+:12], v_every & v_rec_q[i*REC+132+:12]};
      v_lays[i] = v_head_q[KIND+1] && v_rec_q[i*REC+:3] == CODE_LAID;
      v_lane[i*144+:144] = v_rec_q[i*REC+:144];
      if (v_half) {v_lane[i*144+67+16+:16], v_lane[i*144+35+16+:16]} = {v_rec_q[i*REC+67+:16], v_rec_q[i*REC+35+:16]};
    end
  end
  wire [U_W-1:0] v_out = {v_last_q, v_base_q, v_head_q, v_todo_q, v_use_q, v_lays, |v_use_q, (v_some & ~v_every) == 12'd0, v_lane};

  always @(posedge clk_i)
    if (!rst_ni) {x_valid_q, x_free_q, u_valid_q} <= 4'b0110;
    else begin
      x_valid_q <= !free_i && (v_leaves || x_valid_q);
      x_free_q  <= {2{free_i}} | ({2{!v_leaves}} & x_free_q);
      u_valid_q <= !free_i || v_leaves || x_valid_q;
    end

  always @(posedge clk_i) if (x_free_q[1]) x_q <= v_out;
  always @(posedge clk_i) if (free_i) u_q <= x_valid_q ? x_q : v_out;

  wire [CL*144-1:0] u_lane;
  assign valid_o = u_valid_q;
  assign {head_o, todo_o, use_o, lays_o, any_use_o, same_o, u_lane} = u_q;
  generate
    for (g = 0; g < CL; g = g + 1) begin : out
      assign {word_o[g*12+:12], half_o[g], a_o[g*64+:64], b_o[g*32+:32], c_o[g*32+:32], code_o[g*3+:3]} = u_lane[g*144+:144];
    end
  endgenerate
  wire w_wants = w_valid_q && w_some_near, v_wants = v_valid_q && v_some_q;
  assign want_o = w_wants || v_wants || u_valid_q;

  wire [HEAD-1:0] x_head = x_q[3*CL+2+144*CL+:HEAD];

  generate
    for (g = 0; g < SLOTS; g = g + 1) begin : slots
      localparam AT = $clog2(WARPS / SLOTS);
      assign busy_o[g] = (w_wants && w_head_q[WARP_W-1:0] >> AT == g[WARP_W-1:0]) || (v_wants && v_head_q[WARP_W-1:0] >> AT == g[WARP_W-1:0]) ||
          (x_valid_q && x_head[WARP_W-1:0] >> AT == g[WARP_W-1:0]) || (u_valid_q && head_o[WARP_W-1:0] >> AT == g[WARP_W-1:0]);
    end
  endgenerate
  wire unused = &{1'b0, addr_i, first_addr_i, a_i[63:0], b_i[31:0], c_i[31:0], window[0], x_head};
endmodule
`default_nettype wire
