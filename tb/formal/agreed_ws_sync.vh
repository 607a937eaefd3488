// SPDX-License-Identifier: Apache-2.0
// What is always so inside ws_sync, at 4 lanes and 4 warps, and what both sides agree on. Inside a module with ws_sync's nets,
// of its scan of_scan_*, and of its tables all words: word k of 4 lanes' memories is lane k / 4 of warp k % 4.
// scripts/mutant_rows.py has the rows. Each state follows from all of them, one clock earlier.
`include "ws_ops.vh"

localparam [1:0] DIRTY = 2'd1, LOOK = 2'd2, VICTIM = 2'd3;  // of_scan_pick_q, as in ws_sync_scan
localparam [1:0] DEAD = 2'd1, AGE = 2'd2, BREAK = 2'd3;                  // of_scan_mode_q

// What a lane can wait with: an operation that waits, and of it a key that ws_sync_key makes.
function may_wait(input [11:0] op, input [11:0] key, input [1:0] lane);
  case (op[11:8])
    WS_UNIT_SHFL, WS_UNIT_MATCH, WS_UNIT_VOTE: may_wait = op[7:4] == 4'd0 && key[11:4] == 8'd0 && key[lane];
    WS_UNIT_REDUX: may_wait = key[11:4] == 8'd0 && key[lane];
    WS_UNIT_CLUSTER: may_wait = key == 12'd0;
    WS_UNIT_BAR:
    may_wait = (!key[4] || key[3:0] == 4'd0) && (op[3] ? key[11] == (key[10:5] == 6'd0) : key[11:5] == 7'd0) &&
               !(key[10] && |key[9:5]);
    default: may_wait = 1'b0;
  endcase
endfunction

function one_hot(input [3:0] set);  // or nothing
  one_hot = !(|(set & (set - 4'd1)));
endfunction

reg [11:0] op, key, other_op, other_key;
reg [3:0] kin;             // lanes that wait with the same
reg [15:0] good, bgood;    // states, a bit for each lane of each warp
reg [15:0] dirt, fresh;    // who is dirty waits; who was never looked at is not joined;
reg [15:0] mate, even;     // nobody is joined alone; and who was looked at together is joined together
reg [255:0] age;           // what both sides agree on: how long each lane has waited,
reg [15:0] group_joined;   // and whether its group is of more than one request
reg [3:0] s_wait, s_dirty, p_wait, p_dirty;  // of the scan's warp, and of the warp of which a lane is chosen
integer at, one, two;

always @(*) begin
  s_wait  = 4'd0;
  s_dirty = 4'd0;
  p_wait  = 4'd0;
  p_dirty = 4'd0;
  for (at = 0; at < 4; at = at + 1) begin
    if (of_scan_warp_q[at]) s_wait = s_wait | wait_q[at*4+:4];
    if (of_scan_warp_q[at]) s_dirty = s_dirty | dirty_q[at*4+:4];
    if (of_scan_pick_warp_q[at]) p_wait = p_wait | wait_q[at*4+:4];
    if (of_scan_pick_warp_q[at]) p_dirty = p_dirty | dirty_q[at*4+:4];
    for (one = 0; one < 4; one = one + 1) begin
      op  = of_table_op_words[(one*4+at)*12+:12];
      key = of_table_key_words[(one*4+at)*12+:12];
      kin = 4'd0;
      even[at*4+one] = 1'b1;
      for (two = 0; two < 4; two = two + 1) begin
        other_op  = of_table_op_words[(two*4+at)*12+:12];
        other_key = of_table_key_words[(two*4+at)*12+:12];
        kin[two]    = wait_q[at*4+one] && wait_q[at*4+two] && op == other_op && key == other_key;
        // examined together, of more than one request together
        if (kin[two] && old_q[at*4+one] && old_q[at*4+two] && joined_q[at*4+one] != joined_q[at*4+two]) even[at*4+one] = 1'b0;
      end
      good[at*4+one]  = !wait_q[at*4+one] || (live_q[at*4+one] && may_wait(op, key, one[1:0]));
      bgood[at*4+one] = !(of_scan_mode_q == BREAK && of_scan_warp_q[at] && of_scan_bwait_q[one]) || may_wait(op, key, one[1:0]);
      dirt[at*4+one]  = !dirty_q[at*4+one] || wait_q[at*4+one];
      fresh[at*4+one] = !(wait_q[at*4+one] && joined_q[at*4+one] && !old_q[at*4+one]);
      // and never alone
      mate[at*4+one] = !(wait_q[at*4+one] && joined_q[at*4+one]) || |(kin & joined_q[at*4+:4] & ~(4'd1 << one));
      age[(at*4+one)*16+:16] = (now_q - of_stamp_table_stamp_words[(one*4+at)*16+:16]) & {16{wait_q[at*4+one]}};
      group_joined[at*4+one] = |(kin & joined_q[at*4+:4]);
    end
  end
end

wire looks = of_scan_mode_q == DEAD || of_scan_mode_q == AGE;
wire [3:0] below = of_scan_pick_lane_q - 4'd1;
wire [13:0] scans = {
  one_hot(of_scan_warp_q),
  one_hot(of_scan_pick_warp_q),
  one_hot(of_scan_pick_lane_q),
  of_scan_mode_q == 2'd0 || |of_scan_warp_q,
  // of the warp that is looked at nothing is dirty, so that nobody is sent
  !looks || !(|s_dirty),
  !(looks && of_scan_pick_q == DIRTY && |(of_scan_pick_warp_q & of_scan_warp_q)),
  // who is not within reach waits, and so do those of whom the age is looked at, the lowest first
  !(of_scan_mode_q == DEAD) || !(|(~of_scan_reach_q & ~s_wait)),
  !(of_scan_mode_q == AGE) || !(|(of_scan_left_q & ~s_wait)),
  !(of_scan_mode_q == AGE && of_scan_pick_q == LOOK) || (|(of_scan_left_q & of_scan_pick_lane_q) && !(|(of_scan_left_q & below))),
  // the lane that is chosen
  !(of_scan_pick_q == DIRTY) || |(of_scan_pick_lane_q & p_dirty),
  !(of_scan_pick_q == LOOK) || (looks && of_scan_pick_warp_q == of_scan_warp_q && |(of_scan_pick_lane_q & p_wait)),
  !(of_scan_pick_q == VICTIM) || (of_scan_mode_q == BREAK && of_scan_pick_warp_q == of_scan_warp_q && |(of_scan_pick_lane_q & of_scan_left_q)),
  // who is released waited when it was decided, and so did all who wait still
  !(of_scan_mode_q == BREAK) || !(|(s_wait & ~of_scan_bwait_q)),
  !(of_scan_mode_q == BREAK) || (|of_scan_left_q && !(|(of_scan_left_q & ~of_scan_bwait_q)))
};

wire [109:0] states = {scans, even, mate, fresh, dirt, bgood, good};
