// SPDX-License-Identifier: Apache-2.0
// An operation (W), cut into chunks of CL lanes (V, U); see ws_atom.v. C twin: cut in atom_unit.c.
//
// All chunks of the operation stand in V, 0 but the one whose turn it is: so U takes it by an OR, and nothing selects. A chunk in which no
// lane is named is left out. A group enters in clock t (enter_i, only while there is room) and its first chunk stands in U in t + 3; one a clock
// as long as what stands is taken (idle_i || (can_i && moves_i)). A half stands in both halves of its word. Operands come into W with offers_i whether the
// group enters or not, so that nothing wide waits for enter_i.
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
    input  wire                     offers_i, // one stands there, and may enter
    input  wire                     enter_i,
    output wire                     room_o,   // there is room whether anything that stands here is taken or not
    output wire                     last_o,   // there is if all moves on: the operation in W is at its last chunk
    input  wire [         HEAD-1:0] head_i,
    input  wire [        LANES-1:0] lanes_i,
    input  wire [     LANES*14-1:0] at_i,     // byte address in memory
    input  wire [     LANES*64-1:0] a_i,
    input  wire [     LANES*32-1:0] b_i,
    input  wire [     LANES*32-1:0] c_i,
    input  wire [      LANES*3-1:0] code_i,
    // chunk
    output wire                     valid_o,
    input  wire                     idle_i,   // what stands is taken: at any rate,
    input  wire                     can_i,    // or if
    input  wire                     moves_i,  // ... this says so too
    input  wire                     moves_wide_i, // the same, for what is wide
    output wire [HEAD+LANE_W+1-1:0] head_o,   // {last one, lowest lane, head}
    output reg  [           CL-1:0] todo_o,
    output reg  [           CL-1:0] use_o,
    output reg                      any_use_o,
    output reg                      same_o,   // whoever uses memory is at one word
    output reg  [           CL-1:0] lays_o,   // lays down, of a cas.b128
    output reg  [           CL-1:0] half_o,   // of 16 bits: the upper half of its word
    output reg  [        CL*12-1:0] word_o,   // address / 4
    output reg  [        CL*64-1:0] a_o,
    output reg  [        CL*32-1:0] b_o,
    output reg  [        CL*32-1:0] c_o,
    output reg  [         CL*3-1:0] code_o,
    // an operation or a chunk is here; CTAs of which
    output wire                     want_o,
    output wire [        SLOTS-1:0] busy_o
);
  `include "ws_ops.vh"
  `include "atom/ws_atom_code.vh"
  localparam CHUNKS = LANES / CL;
  localparam REC = 13 + 64 + 32 + 32 + 3;  // a lane: at / 2, a, b, c, code
  integer i;

  reg w_valid_q, v_valid_q, u_valid_q;
  reg [HEAD-1:0] w_head_q;
  reg [LANES-1:0] w_todo_q, w_ok;  // ok: use memory
  reg [LANES*REC-1:0] w_rec_q;

  // The lowest chunk in which a lane is left.
  reg [CHUNKS-1:0] w_any;
  wire [CHUNKS-1:0] w_chunk = w_any & (~w_any + {{CHUNKS - 1{1'b0}}, 1'b1});
  wire [LANES-1:0] w_rest;
  wire w_last = (w_any & ~w_chunk) == {CHUNKS{1'b0}};
  // What moves if Q moves comes last, so that little hangs on it.
  wire u_room = !u_valid_q || idle_i, v_room = !v_valid_q || u_room;
  wire u_free = u_room || (can_i && moves_i);
  wire w_go = (w_valid_q && v_room) || (w_valid_q && can_i && moves_i);
  wire w_load = (w_valid_q && v_room) || (w_valid_q && can_i && moves_wide_i);
  wire v_go = (v_valid_q && u_room) || (v_valid_q && can_i && moves_i);
  wire v_load = (v_valid_q && u_room) || (v_valid_q && can_i && moves_wide_i);
  wire w_leaves = w_go && w_last;
  wire w_room = !w_valid_q || (w_last && v_room);
  wire ready = w_room || (w_last && can_i && moves_i);  // ws_atom_ready.v says so to others
  assign {room_o, last_o} = {w_room, w_last};

  always @(*) for (i = 0; i < CHUNKS; i = i + 1) w_any[i] = |w_todo_q[i*CL+:CL];
  always @(*) for (i = 0; i < LANES; i = i + 1) w_ok[i] = w_rec_q[i*REC+:3] == CODE_OK;

  always @(posedge clk_i)
    if (!rst_ni) w_valid_q <= 1'b0;
    else w_valid_q <= enter_i || (w_valid_q && !w_leaves);

  always @(posedge clk_i)
    if ((offers_i && w_room) || (offers_i && w_last && can_i && moves_wide_i)) begin
      for (i = 0; i < LANES; i = i + 1)
        w_rec_q[i*REC+:REC] <= {at_i[i*14+1+:13], a_i[i*64+:64], b_i[i*32+:32], c_i[i*32+:32], code_i[i*3+:3]};
    end

  always @(posedge clk_i)
    if (offers_i && ready) {w_head_q, w_todo_q} <= {head_i, lanes_i};
    else if (w_go) w_todo_q <= w_rest;

  reg v_last_q;
  reg [CHUNKS-1:0] v_chunk_q;
  reg [HEAD-1:0] v_head_q;
  reg [LANES-1:0] v_todo_q, v_use_q;
  reg [LANES*REC-1:0] v_rec_q;

  genvar g;
  generate
    for (g = 0; g < CHUNKS; g = g + 1) begin : turn
      assign w_rest[g*CL+:CL] = w_chunk[g] ? {CL{1'b0}} : w_todo_q[g*CL+:CL];
      if (CHUNKS > 1) begin : some
        always @(posedge clk_i)
          if (w_load && !w_chunk[g]) {v_todo_q[g*CL+:CL], v_use_q[g*CL+:CL], v_rec_q[g*CL*REC+:CL*REC]} <= {CL * (2 + REC) {1'b0}};
          else if (w_load) begin
            {v_todo_q[g*CL+:CL], v_use_q[g*CL+:CL]} <= {w_todo_q[g*CL+:CL], w_todo_q[g*CL+:CL] & w_ok[g*CL+:CL]};
            v_rec_q[g*CL*REC+:CL*REC] <= w_rec_q[g*CL*REC+:CL*REC];
          end
      end else begin : one
        always @(posedge clk_i) if (w_load) {v_todo_q, v_use_q, v_rec_q} <= {w_todo_q, w_todo_q & w_ok, w_rec_q};
      end
    end
  endgenerate

  always @(posedge clk_i)
    if (!rst_ni) v_valid_q <= 1'b0;
    else v_valid_q <= w_go || (v_valid_q && !u_free);

  always @(posedge clk_i) if (w_load) {v_head_q, v_chunk_q, v_last_q} <= {w_head_q, w_chunk, w_last};


  reg [HEAD+LANE_W+1-1:0] u_head_q;
  reg [LANE_W-1:0] v_base;
  reg [CL-1:0] v_todo, v_use;
  reg [CL*REC-1:0] v_rec;
  wire v_half = v_head_q[KIND+2];
  reg [11:0] v_some, v_every;  // bits of the words of lanes that use memory

  always @(*) begin
    v_some  = 12'd0;
    v_every = 12'hfff;
    for (i = 0; i < CL; i = i + 1)
      if (v_use[i]) {v_some, v_every} = {v_some | v_rec[i*REC+132+:12], v_every & v_rec[i*REC+132+:12]};
  end

  always @(*) begin
    v_base = {LANE_W{1'b0}};
    v_todo = {CL{1'b0}};
    v_use  = {CL{1'b0}};
    v_rec  = {CL * REC{1'b0}};
    for (i = 0; i < CHUNKS; i = i + 1) begin
      if (v_chunk_q[i]) v_base = v_base | i[LANE_W-1:0] * CL[LANE_W-1:0];
      v_todo = v_todo | v_todo_q[i*CL+:CL];
      v_use  = v_use | v_use_q[i*CL+:CL];
      v_rec  = v_rec | v_rec_q[i*CL*REC+:CL*REC];
    end
  end

  always @(posedge clk_i)
    if (!rst_ni) u_valid_q <= 1'b0;
    else u_valid_q <= v_go || (u_valid_q && !u_free);

  always @(posedge clk_i)
    if (v_load) begin
      u_head_q <= {v_last_q, v_base, v_head_q};
      todo_o <= v_todo;
      use_o  <= v_use;
      any_use_o <= |v_use;
      same_o <= (v_some & ~v_every) == 12'd0;
      for (i = 0; i < CL; i = i + 1) begin
        lays_o[i] <= v_head_q[KIND+1] && v_rec[i*REC+:3] == CODE_LAID;
        {word_o[i*12+:12], half_o[i], a_o[i*64+:64], b_o[i*32+:32], c_o[i*32+:32], code_o[i*3+:3]} <= v_rec[i*REC+:REC];
        if (v_half) begin  // a half stands in both halves of its word
          a_o[i*64+16+:16] <= v_rec[i*REC+67+:16];
          b_o[i*32+16+:16] <= v_rec[i*REC+35+:16];
        end
      end
    end

  assign valid_o = u_valid_q;
  assign head_o = u_head_q;
  assign want_o = w_valid_q || v_valid_q || u_valid_q;

  generate
    for (g = 0; g < SLOTS; g = g + 1) begin : slots
      localparam AT = $clog2(WARPS / SLOTS);
      assign busy_o[g] = (w_valid_q && w_head_q[WARP_W-1:0] >> AT == g[WARP_W-1:0]) || (v_valid_q && v_head_q[WARP_W-1:0] >> AT == g[WARP_W-1:0]) ||
          (u_valid_q && u_head_q[WARP_W-1:0] >> AT == g[WARP_W-1:0]);
    end
  endgenerate
  wire unused = &{1'b0, at_i};
endmodule
`default_nettype wire
