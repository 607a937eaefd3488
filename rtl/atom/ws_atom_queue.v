// SPDX-License-Identifier: Apache-2.0
// Results of lanes that have gone, until they are gathered: a small memory, in which they stand as they were in P3, and the way back from ALUs to
// lanes behind it. It is what lets the stages before it never stand still: lanes go only while room_o, a register, says that there is a place for
// what comes of them, also if no result leaves. The oldest result stands in registers: of the memory behind them nothing but their inputs hangs.
//
// What comes in t (valid_i) stands at the outputs from t + 1 on, behind all that came before. One in and one out a clock. A place is free again two
// clocks after its result has left; from issue_i to its result 4 clocks pass. So with 8 places a lane goes in every clock if a result leaves in every one.
`default_nettype none
module ws_atom_queue #(
    parameter HEAD  = 30,
    parameter CL    = 8,                              // lanes of a chunk
    parameter S     = 8,                              // ALUs
    parameter WAY   = CL + S / 2 + S * $clog2(S)      // derived, not to be set
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    // places
    input  wire             issue_i,   // lanes go
    output reg              room_o,    // more may
    output wire             busy_o,    // some of which the result has not left, or did so in the clock before
    // what they have: see ws_atom_pipe.v
    input  wire             valid_i,
    input  wire [ HEAD-1:0] head_i,
    input  wire [   CL-1:0] go_i,
    input  wire [ CL*3-1:0] code_i,
    input  wire [  WAY-1:0] way_i,
    input  wire [ S*32-1:0] old_i,
    // the oldest one
    output wire             valid_o,
    input  wire             ready_i,
    output wire [ HEAD-1:0] head_o,
    output wire [   CL-1:0] go_o,
    output wire [ CL*3-1:0] code_o,
    output wire [CL*32-1:0] lo_o,      // old word of each lane that has one; of others arbitrary
    output wire [CL*32-1:0] hi_o,      // ... of 64 bits the upper one
    // words 3, 2 of 128 bits: as they were, and back for the first lane of all pairs of words
    output reg  [     63:0] upper_o,
    input  wire             again_i,   // they are at lo_o and hi_o of all lanes
    input  wire [     63:0] upper_i
);
  localparam [3:0] PLACES = 4'd8;
  localparam W = HEAD + 4 * CL + WAY + 32 * S;
  (* no_rw_check *) reg [W-1:0] mem[0:7];
  reg [W-1:0] first_q;       // the oldest result
  reg [2:0] in_q, second_q;  // where the next one comes; the one behind the oldest
  reg [3:0] held_q;          // results
  reg some_q, more_q;        // ... there are some; more than one
  reg [3:0] owed_q;  // places that are not free
  reg left_q;        // a result left in the clock before
  wire leaves = some_q && ready_i;
  wire [3:0] owed = owed_q - {3'd0, left_q};
  integer i;

  always @(posedge clk_i) if (valid_i) mem[in_q] <= {head_i, go_i, code_i, way_i, old_i};
  always @(posedge clk_i) if (leaves || !some_q) first_q <= more_q ? mem[second_q] : {head_i, go_i, code_i, way_i, old_i};

  always @(posedge clk_i)
    if (!rst_ni) begin
      {in_q, held_q, some_q, more_q, owed_q, left_q} <= 14'd0;
      second_q <= 3'd1;
      room_o <= 1'b1;
    end else begin
      in_q <= in_q + {2'd0, valid_i};
      second_q <= second_q + {2'd0, leaves};
      held_q <= held_q + {3'd0, valid_i} - {3'd0, leaves};
      some_q <= valid_i || (some_q && !(ready_i && !more_q));
      more_q <= leaves ? held_q > 4'd2 || (more_q && valid_i) : more_q || (some_q && valid_i);
      owed_q <= owed + {3'd0, issue_i};
      left_q <= leaves;
      room_o <= issue_i ? owed < PLACES - 4'd1 : owed < PLACES;
    end

  wire [WAY-1:0] way;
  wire [S*32-1:0] old;
  assign {head_o, go_o, code_o, way, old} = first_q;
  assign valid_o = some_q;
  assign busy_o = owed_q != 4'd0;

  // Old words to lanes. Words 2 and 3 of 128 bits come to words 0 and 1 of all, when their turn is.
  reg [S*32-1:0] back;

  always @(*) begin
    upper_o = 64'd0;
    for (i = 0; i < S; i = i + 1) begin
      back[i*32+:32] = again_i && i < 2 ? upper_i[i%2*32+:32] : old[i*32+:32];
      if (i % 4 == 2) upper_o = upper_o | old[i*32+:64];
    end
  end

  ws_atom_out #(
      .CL(CL),
      .S (S),
      .W (32)
  ) to_lanes (
      .way_i (again_i ? {WAY{1'b0}} : way),
      .word_i(back),
      .lo_o  (lo_o),
      .hi_o  (hi_o)
  );
endmodule
`default_nettype wire
