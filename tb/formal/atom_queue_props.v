// SPDX-License-Identifier: Apache-2.0
// ws_atom_queue with 2 lanes and 4 ALUs, of whose words one bit each counts. Lanes go in any clock in which there is room, and what comes of them
// comes in any later clock. One result, any one, is marked: it leaves once, behind all that came before it, as it came: with the words of its own
// lanes, and the upper ones of 128 bits, which come back when they are asked for. Nothing is shown that has not come, what has come is shown at once.
// Of lanes that went and results that have not left there are 8 at most; room is denied only while there are 8, or one has just left.
// What is said of counters, and of the memory once more, makes reachability find an end.
`default_nettype none
module atom_queue (
    input  wire        clk_i, rst_ni, want, come, mark, r_out, again,
    input  wire [ 1:0] head, go,
    input  wire [ 5:0] code,
    input  wire [11:0] way,
    input  wire [ 3:0] old,
    input  wire [ 1:0] any_upper,
    output wire        bad,
    output wire [ 5:0] reached,
    output wire        v_out
);
  localparam CL = 2, S = 4, PLACES = 8, W = 2 + CL + 3 * CL + 12 + 32 * S;
  wire on, room, busy;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));
  function [127:0] words(input [3:0] bits);
    words = {31'd0, bits[3], 31'd0, bits[2], 31'd0, bits[1], 31'd0, bits[0]};
  endfunction

  reg [3:0] gone_q, held_q, ahead_q;  // lanes that have gone and of which nothing has come; results inside; those before the marked one
  reg marked_q, within_q, left_q;     // left: one left in the clock before
  reg [W-1:0] mine_q;
  reg [2:0] in_q, out_q, at_q;        // results that have come, have left, had come before the marked one, modulo 8
  reg [W-1:0] again_q[0:7];           // the memory once more
  reg [3:0] owed_q;                   // places, those that a result left in the clock before among them
  wire issue = on && want && room;
  wire valid = on && come && gone_q != 0;
  wire leaves = on && v_out && r_out;
  wire mine = within_q && ahead_q == 0;
  wire [63:0] lo, hi, mine_lo, mine_hi, upper;
  wire [63:0] upper_in = {31'd0, any_upper[1], 31'd0, any_upper[0]};
  wire [1:0] head_out, go_out;
  wire [5:0] code_out;

  ws_atom_queue #(.HEAD(2), .CL(CL), .S(S)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .issue_i(issue), .room_o(room), .busy_o(busy), .valid_i(valid), .head_i(head), .go_i(go), .code_i(code),
      .way_i(way), .old_i(words(old)), .valid_o(v_out), .ready_i(r_out), .head_o(head_out), .go_o(go_out), .code_o(code_out), .lo_o(lo), .hi_o(hi),
      .upper_o(upper), .again_i(again), .upper_i(upper_in));

  always @(posedge clk_i) if (valid) again_q[in_q] <= {head, go, code, way, words(old)};

  always @(posedge clk_i)
    if (!rst_ni) {gone_q, held_q, ahead_q, marked_q, within_q, left_q, in_q, out_q, owed_q} <= 25'd0;
    else begin
      gone_q <= gone_q + issue - valid;
      held_q <= held_q + valid - leaves;
      left_q <= leaves;
      in_q <= in_q + {2'd0, valid};
      out_q <= out_q + {2'd0, leaves};
      owed_q <= owed_q - {3'd0, left_q} + {3'd0, issue};
      if (valid && mark && !marked_q) begin
        {marked_q, within_q} <= 2'b11;
        ahead_q <= held_q - leaves;
        at_q <= in_q;
        mine_q <= {head, go, code, way, words(old)};
      end else if (leaves && within_q) begin
        if (mine) within_q <= 1'b0;
        else ahead_q <= ahead_q - 1'b1;
      end
    end

  // What the way back makes of the marked one's words.
  wire [127:0] mine_old = mine_q[127:0];
  ws_atom_out #(.CL(CL), .S(S), .W(32)) way_back (
      .way_i(again ? 12'd0 : mine_q[128+:12]), .word_i(again ? {mine_old[127:64], upper_in} : mine_old), .lo_o(mine_lo), .hi_o(mine_hi));

  wire wrong_what = v_out && mine && ({head_out, go_out, code_out} != mine_q[W-1:140] || lo != mine_lo || hi != mine_hi || upper != mine_old[127:64]);
  wire wrong_valid = v_out != (held_q != 0);
  wire wrong_busy = !busy && (gone_q != 0 || held_q != 0);
  wire [4:0] places = gone_q + held_q;
  wire wrong_room = places > PLACES || (room && places == PLACES) || (!room && places + left_q < PLACES);

  wire [2:0] between = in_q - out_q, before = at_q - out_q;
  wire odd = held_q > PLACES || held_q[2:0] != between || owed_q != places + left_q || (within_q && (ahead_q != before || ahead_q >= held_q || again_q[at_q] != mine_q));

  assign bad = on && (odd || wrong_what || wrong_valid || wrong_busy || wrong_room);
  // Full; all of it results; the marked one is the last of eight; of one, at once; it goes as another one comes and lanes go; its words come back.
  assign reached = {6{on}} & {
    places == PLACES, held_q == PLACES, within_q && ahead_q == 7, leaves && mine && held_q == 1 && mine_q[0] && mine_q[96], leaves && mine && valid && issue, leaves && mine && again
  };
endmodule
`default_nettype wire
