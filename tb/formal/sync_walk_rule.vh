// SPDX-License-Identifier: Apache-2.0
// Part of sync_lanes in sync_props.v: what has to be known of the walker's registers, with one warp, so that reachability finds an end.
// `unruly` says that one of these rules does not hold.
//   - the lanes that wait are those of the records, of the piece, and of the group that goes, each in one of them; a record names the
//     operation and key of its lanes, no two the same
//   - what is read of a record is what was written, when the place says so
//   - a record that nobody walks over misses a live lane; one that a pass has not reached misses a lane that was not reached
localparam KEY_W = LANES < 12 ? 12 : LANES;
localparam LOG = $clog2(LANES);
localparam INFO_W = 1 + 1 + 3 + WS_PORTS;
localparam REC_W = LANES + KEY_W + 1 + 12 + WS_PORTS;  // lanes, key, gathers, operation, port
localparam [3:0] IDLE = 4'd0, LEAD = 4'd1, ALONE = 4'd2, WALK = 4'd3, AGAIN = 4'd4, KEYS = 4'd5, PICK = 4'd6, COMPARE = 4'd7, PART = 4'd8,
                 SETTLE = 4'd9, DECIDE = 4'd10, GIVE = 4'd11, NEXT = 4'd12;
(* hierconn *) wire [12:0] \dut.walk.state_q ;  // a bit each
(* hierconn *) wire [7:0] \dut.walk.kind_q ;
(* hierconn *) wire \dut.walk.p_valid , \dut.walk.p_several , \dut.walk.p_gathers ;
(* hierconn *) wire [LANES-1:0] \dut.walk.p_lanes , \dut.walk.lanes_q , \dut.walk.rest_q , \dut.walk.lone_q , \dut.walk.with_q , \dut.walk.live_q ,
  \dut.walk.wait_q , \dut.walk.reach_q , \dut.walk.dead_q , \dut.walk.probe_q , \dut.walk.e_lanes_q ;
(* hierconn *) wire [KEY_W-1:0] \dut.walk.p_key , \dut.walk.key_q , \dut.walk.e_mask_q ;
(* hierconn *) wire [11:0] \dut.walk.p_op , \dut.walk.op_q , \dut.walk.e_op_q ;
(* hierconn *) wire [INFO_W-1:0] \dut.walk.p_info , \dut.walk.info_q ;
(* hierconn *) wire [WS_PORTS-1:0] \dut.walk.port_o ;
(* hierconn *) wire [LOG:0] \dut.walk.of_warp[0].of_q , \dut.walk.records_q , \dut.walk.read_q , \dut.walk.at_q , \dut.walk.write_q ;
(* hierconn *) wire \dut.walk.gathers_q , \dut.walk.moved_q , \dut.walk.changed_q , \dut.walk.fresh_q , \dut.walk.nobody_q , \dut.walk.miss_q ,
  \dut.walk.several_q , \dut.walk.several_o , \dut.walk.valid_o , \dut.walk.disturbed_q , \dut.walk.ends_here_q , \dut.walk.ends_next_q ,
  \dut.walk.rests_q , \dut.walk.some_dead_q , \dut.walk.e_gathers_q ;
(* hierconn *) wire [WARPS-1:0] \dut.walk.holds_q , \dut.walk.going_q , \dut.walk.apart , \dut.walk.turns.pend_q , \dut.walk.turns.exits_q ,
  \dut.walk.turns.next_sel_o ;
(* hierconn *) wire \dut.walk.turns.search_o , \dut.walk.turns.next_q ;
(* hierconn *) wire \dut.walk.record.we_i ;
(* hierconn *) wire [WARP_W+LOG-1:0] \dut.walk.record.waddr_i ;
(* hierconn *) wire [LANES-1:0] \dut.walk.record.lanes_i , \dut.walk.record.lanes_o , \dut.walk.record.missing_o ;
(* hierconn *) wire [KEY_W-1:0] \dut.walk.record.mask_i , \dut.walk.record.mask_o ;
(* hierconn *) wire [11:0] \dut.walk.record.code_i , \dut.walk.record.code_o ;
(* hierconn *) wire [INFO_W-1:0] \dut.walk.record.info_i , \dut.walk.record.info_o ;
(* hierconn *) wire [LANES+KEY_W+13+INFO_W-1:0] \dut.walk.record.read_q , \dut.walk.record.record_q ;
(* hierconn *) wire \dut.walk.record.gathers_i , \dut.walk.record.gathers_o , \dut.walk.record.match_o , \dut.walk.record.op_o ,
  \dut.walk.record.miss_o , \dut.walk.record.hit_o ;
(* hierconn *) wire \dut.walk.split.valid_o ;
(* hierconn *) wire [KEY_W-1:0] \dut.walk.split.key_o ;
(* hierconn *) wire [LANES-1:0] \dut.walk.split.same_o ;
(* hierconn *) wire [LANES*KEY_W-1:0] \dut.keys ;

(* hierconn *) wire [2:0] \dut.walk.turns.next_kind_o ;
(* hierconn *) wire [9:0] \dut.walk.e_status_q ;
(* hierconn *) wire [WARPS-1:0] \dut.walk.sel_q ;
(* hierconn *) wire [WARPS-1:0] \dut.walk.sel_o , \dut.changed , \dut.touched_q , \dut.lives.exits.next_q , \dut.lives.exits.sel_q ,
  \dut.lives.launch_sel_o ;
(* hierconn *) wire [N-1:0] \dut.lives.exits.leaving_q , \dut.front.live_q , \dut.front.wait_q , \dut.arrived_at , \dut.away_q ;
(* hierconn *) wire [LANES-1:0] \dut.lives.exits.warp[0].comes , \dut.lives.exits.lanes_o , \dut.lives.exits.wait_o , \dut.lives.stay_q ,
  \dut.lives.came_q ;
(* hierconn *) wire [7:0] \dut.lives.exits.warp[0].ahead_q ;
(* hierconn *) wire \dut.lives.exits.warp[0].some_q , \dut.lives.came_valid_q , \dut.out.next_q , \dut.out.last_q , \dut.out.several_o ;
(* hierconn *) wire [WARPS-1:0] \dut.lives.both , \dut.lives.exits.here_o ;
(* hierconn *) wire \dut.judges.changes_i , \dut.judges.several_i , \dut.walk.fits , \dut.out.empty_o ;
(* hierconn *) wire [3:0] \dut.lives.launch_valid_q ;
(* hierconn *) wire [5*(WARP_W+LANES+6)-1:0] \dut.lives.launch_q ;
(* hierconn *) wire [LANES-1:0] \dut.refuse.exited_q , \dut.refuse.busy_q , \dut.refuse.other_q , \dut.refuse.first_q ;
(* hierconn *) wire \dut.refuse.is_exited_q , \dut.refuse.is_busy_q , \dut.refuse.some_exited_q , \dut.refuse.some_busy_q ,
  \dut.refuse.some_other_q , \dut.refuse.looked_q , \dut.refuse.legal_q , \dut.refuse.refusing_o , \dut.refuse.ready_o ;

reg [3:0] state;
integer s;
always @(*) begin
  state = 15;
  for (s = 0; s <= NEXT; s = s + 1) if (\dut.walk.state_q == 13'd1 << s) state = s;
end
wire [LOG:0] n = \dut.walk.of_warp[0].of_q , at = \dut.walk.at_q , put = \dut.walk.write_q ;
wire steps = state == LEAD || state == ALONE || state == WALK || state == AGAIN;
wire parts = state == KEYS || state == PICK || state == COMPARE || state == PART;
wire of_piece = state != IDLE && \dut.walk.kind_q [0], of_exit = steps && \dut.walk.kind_q [1];
wire of_dead = state != IDLE && \dut.walk.kind_q [2], gives_up = state != IDLE && |\dut.walk.kind_q [6:4];
wire [LANES-1:0] given = gives_up ? \dut.walk.dead_q & ~\dut.walk.reach_q : 0;
wire [LANES-1:0] held_piece = \dut.walk.p_valid ? \dut.walk.p_lanes : 0;
wire [LANES-1:0] joining = of_piece && steps && !\dut.walk.moved_q ? \dut.walk.lanes_q : 0;
wire [LANES-1:0] rest = of_piece ? \dut.walk.rest_q : 0;
wire [LANES-1:0] leaves_now = \dut.walk.valid_o ? \dut.walk.e_lanes_q : 0;

// The records once more.
reg [REC_W-1:0] rec[0:LANES-1];
integer r, q;
function [REC_W-1:0] packed_as(input [LANES-1:0] of_lanes, input [KEY_W-1:0] mask, input gathers, input [11:0] code, input [WS_PORTS-1:0] port);
  packed_as = {of_lanes, mask, gathers, code, port};
endfunction
always @(posedge clk_i)
  for (r = 0; r < LANES; r = r + 1)
    if (\dut.walk.record.we_i && \dut.walk.record.waddr_i [LOG-1:0] == r)
      rec[r] <= packed_as(\dut.walk.record.lanes_i , \dut.walk.record.mask_i , \dut.walk.record.gathers_i , \dut.walk.record.code_i ,
                          \dut.walk.record.info_i [WS_PORTS-1:0]);
// Of a word of the RAM without time, tag and what was told.
function [REC_W-1:0] narrow(input [LANES+KEY_W+13+INFO_W-1:0] word);
  narrow = {word[LANES+KEY_W+13+INFO_W-1:INFO_W], word[WS_PORTS-1:0]};
endfunction

// What all lanes of a set carry.
function carries(input [LANES-1:0] of_lanes, input with_key, input [KEY_W-1:0] key, input gathers, input [11:0] code, input [WS_PORTS-1:0] port,
                 input [LANES*2-1:0] all_kinds, input [LANES*LANES-1:0] all_names);
  integer z;
  begin
    carries = 1;
    for (z = 0; z < LANES; z = z + 1)
      if (of_lanes[z]) begin
        if (gathers != (all_kinds[z*2+:2] == GATHERS)) carries = 0;
        if (code != (all_kinds[z*2+:2] == MASKED ? WS_OP_BAR_WARP : all_kinds[z*2+:2] == OTHER ? WS_OP_SHFL_IDX : WS_OP_BAR_SYNC)) carries = 0;
        if (port != (all_kinds[z*2+:2] == MASKED ? VOTE : all_kinds[z*2+:2] == OTHER ? SHFL : BAR)) carries = 0;
        if (all_kinds[z*2+:2] == NEVER) carries = 0;
        if (with_key && key != {{KEY_W - LANES{1'b0}}, all_names[z*LANES+:LANES]}) carries = 0;
      end
  end
endfunction
function holds_keys(input [LANES-1:0] of_lanes, input [LANES*KEY_W-1:0] all_keys, input [LANES*LANES-1:0] all_names);
  integer z;
  begin
    holds_keys = 1;
    for (z = 0; z < LANES; z = z + 1)
      if (of_lanes[z] && all_keys[z*KEY_W+:KEY_W] != {{KEY_W - LANES{1'b0}}, all_names[z*LANES+:LANES]}) holds_keys = 0;
  end
endfunction

// The warp is not what it was a clock before.
reg recent_q;
always @(posedge clk_i) recent_q <= \dut.changed [0] || \dut.judges.changes_i && judged;

reg [15:0] rule;  // 1: broken
reg [LANES-1:0] to_go, in_records, r_lanes, q_lanes, r_miss;
reg [KEY_W-1:0] r_key, q_key;
reg [11:0] r_code, q_code;
reg [WS_PORTS-1:0] r_port, q_port;
reg r_gathers, q_gathers, undisturbed, asked;
reg [LANES-1:0] there;  // places that hold a record
always @(*) begin
  rule = 0;
  in_records = 0;
  there = 0;
  undisturbed = !\dut.walk.disturbed_q && !\dut.walk.apart [0];
  // 0: counts and places
  if (n > LANES) rule[0] = 1;
  if (steps && (\dut.walk.records_q != n || put > at || at > n || (state == WALK && at == n) || \dut.walk.moved_q != (put != at))) rule[0] = 1;
  if (\dut.walk.read_q != (state == LEAD ? at + 1 : state == ALONE ? at + 2 : state == WALK ? at + 3 : state == AGAIN ? at : 0) % (2 << LOG))
    rule[0] = 1;
  if (state == ALONE && \dut.walk.ends_here_q != (at == n)) rule[0] = 1;
  if (state == WALK && \dut.walk.ends_next_q != (at + 1 == n)) rule[0] = 1;
  if (state != LEAD && state != IDLE && state != AGAIN && of_piece && steps && \dut.walk.rests_q != |\dut.walk.rest_q ) rule[0] = 1;
  // 1: records
  for (r = 0; r < LANES; r = r + 1) begin
    {r_lanes, r_key, r_gathers, r_code, r_port} = rec[r];
    there[r] = steps ? r < put || (r >= at && r < n) : r < n;
    if (there[r]) begin
      if (r_lanes == 0 || (r_lanes & in_records) != 0 || ((r_lanes & given) != 0 && (r_lanes & ~given) != 0)) rule[1] = 1;
      if (!carries(r_lanes, 1'b1, r_key, r_gathers, r_code, r_port, kinds, names)) rule[1] = 1;
      in_records = in_records | r_lanes;
      for (q = 0; q < r; q = q + 1) begin
        {q_lanes, q_key, q_gathers, q_code, q_port} = rec[q];
        if (there[q] && q_key == r_key && q_code == r_code) rule[1] = 1;
      end
      // of a piece that walks no record before it is one that it joins
      if (joining != 0 && r < at && r_key == \dut.walk.key_q && r_code == \dut.walk.op_q ) rule[1] = 1;
    end
  end
  // 2: who waits is in one place
  if (waits[LANES-1:0] != ((in_records & ~given) | held_piece | joining | rest | leaves_now)) rule[2] = 1;
  if (((in_records & ~given) & (held_piece | joining | rest | leaves_now)) != 0 || (held_piece & (joining | rest | leaves_now)) != 0 ||
      (joining & (rest | leaves_now)) != 0 || (rest & leaves_now) != 0) rule[2] = 1;
  if ((waits & ~lives) != 0) rule[2] = 1;
  for (r = 0; r < LANES; r = r + 1)
    if (waits[r] && kinds[r*2+:2] != GATHERS && !names[r*LANES+r]) rule[2] = 1;
  // 3: the piece
  if (of_piece && steps && (\dut.walk.lanes_q == 0 || !carries(joining, 1'b1, \dut.walk.key_q , \dut.walk.gathers_q , \dut.walk.op_q ,
                                                               \dut.walk.info_q [WS_PORTS-1:0], kinds, names))) rule[3] = 1;
  if (!carries(rest, 1'b0, 0, \dut.walk.gathers_q , \dut.walk.op_q , \dut.walk.info_q [WS_PORTS-1:0], kinds, names) ||
      !holds_keys(rest, \dut.keys , names)) rule[3] = 1;
  if (\dut.walk.p_valid && (\dut.walk.p_lanes == 0 || !carries(\dut.walk.p_lanes , !\dut.walk.p_several , \dut.walk.p_key , \dut.walk.p_gathers ,
       \dut.walk.p_op , \dut.walk.p_info [WS_PORTS-1:0], kinds, names) || (\dut.walk.p_several && !holds_keys(\dut.walk.p_lanes , \dut.keys , names))))
    rule[3] = 1;
  for (r = 0; r < LANES; r = r + 1)
    if (joining != 0 && rest[r] && {{KEY_W - LANES{1'b0}}, names[r*LANES+:LANES]} == \dut.walk.key_q ) rule[3] = 1;
  if (\dut.walk.several_o != ((\dut.walk.p_valid && \dut.walk.p_several ) || (of_piece && \dut.walk.several_q ))) rule[3] = 1;
  if (of_piece && !\dut.walk.several_q && (rest != 0 || parts)) rule[3] = 1;
  if (parts && (!of_piece || rest == 0)) rule[3] = 1;
  if (of_piece && state > PART) rule[3] = 1;
  if (\dut.walk.turns.pend_q [0] != (\dut.walk.p_valid || of_piece)) rule[3] = 1;
  if (\dut.walk.p_valid && of_piece) rule[3] = 1;
  // 4: a request with several keys, taken apart
  if (state == PICK || state == COMPARE || state == PART || (of_piece && \dut.walk.several_q && steps)) if (!\dut.walk.split.valid_o ) rule[4] = 1;
  if ((state == PICK || state == COMPARE) && \dut.walk.lone_q != (\dut.walk.rest_q & -\dut.walk.rest_q )) rule[4] = 1;
  for (r = 0; r < LANES; r = r + 1) begin
    if (state == COMPARE && \dut.walk.lone_q [r] && \dut.walk.split.key_o != {{KEY_W - LANES{1'b0}}, names[r*LANES+:LANES]}) rule[4] = 1;
    if (state == PART && \dut.walk.lone_q [r] && \dut.walk.split.key_o != {{KEY_W - LANES{1'b0}}, names[r*LANES+:LANES]}) rule[4] = 1;
    if (state == PART && rest[r] && \dut.walk.split.same_o [r] != (\dut.walk.split.key_o == {{KEY_W - LANES{1'b0}}, names[r*LANES+:LANES]}))
      rule[4] = 1;
  end
  if (state == PART && \dut.walk.lone_q != (\dut.walk.rest_q & -\dut.walk.rest_q )) rule[4] = 1;
  // 5: what was read
  for (r = 0; r < LANES; r = r + 1)
    if (r < n) begin
      if (state == LEAD && r == at && narrow(\dut.walk.record.read_q ) != rec[r]) rule[5] = 1;
      if (state == ALONE && r == at && narrow(\dut.walk.record.record_q ) != rec[r]) rule[5] = 1;
      if (state == ALONE && r == at + 1 && narrow(\dut.walk.record.read_q ) != rec[r]) rule[5] = 1;
      if (state == WALK && r == at && packed_as(\dut.walk.record.lanes_o , \dut.walk.record.mask_o , \dut.walk.record.gathers_o ,
          \dut.walk.record.code_o , \dut.walk.record.info_o [WS_PORTS-1:0]) != rec[r]) rule[5] = 1;
      if (state == WALK && r == at + 1 && narrow(\dut.walk.record.record_q ) != rec[r]) rule[5] = 1;
      if (state == WALK && r == at + 2 && narrow(\dut.walk.record.read_q ) != rec[r]) rule[5] = 1;
    end
  // 6: what was asked
  if (state == WALK) begin
    if (\dut.walk.record.op_o != (\dut.walk.record.code_o == \dut.walk.op_q )) rule[6] = 1;
    if (\dut.walk.record.match_o != (\dut.walk.record.code_o == \dut.walk.op_q && \dut.walk.record.mask_o == \dut.walk.key_q )) rule[6] = 1;
    if (\dut.walk.record.missing_o != ((\dut.walk.record.mask_o [LANES-1:0] | {LANES{\dut.walk.record.gathers_o }}) & \dut.walk.live_q &
        ~(\dut.walk.record.lanes_o | \dut.walk.with_q ))) rule[6] = 1;
    if (\dut.walk.record.miss_o != |\dut.walk.record.missing_o ) rule[6] = 1;
    if (\dut.walk.record.hit_o != |(\dut.walk.record.lanes_o & \dut.walk.probe_q )) rule[6] = 1;
  end
  if ((state == ALONE || state == WALK || state == AGAIN) && \dut.walk.with_q != (of_piece ? \dut.walk.lanes_q : 0)) rule[6] = 1;
  if (state == ALONE && of_piece && \dut.walk.miss_q != |((\dut.walk.key_q [LANES-1:0] | {LANES{\dut.walk.gathers_q }}) & \dut.walk.live_q &
      ~\dut.walk.lanes_q )) rule[6] = 1;
  if (joining != 0 && state == WALK && ((\dut.walk.key_q [LANES-1:0] | {LANES{\dut.walk.gathers_q }}) & lives & ~\dut.walk.lanes_q ) == 0) rule[6] = 1;
  if (((of_piece && steps) || of_exit) && \dut.walk.live_q != lives) rule[6] = 1;
  // 7: a record that is not looked at misses somebody; kinds
  asked = of_exit;
  for (r = 0; r < LANES; r = r + 1) begin
    {r_lanes, r_key, r_gathers, r_code, r_port} = rec[r];
    r_miss = (r_key[LANES-1:0] | {LANES{r_gathers}}) & lives & ~r_lanes;
    if (there[r] && (r_lanes & ~given) != 0 && r_miss == 0 && !\dut.walk.turns.exits_q [0] && !(of_exit && r >= at)) rule[7] = 1;
    // 8: a pass over what can go on
    if (of_dead && undisturbed && state != LEAD && there[r] && !\dut.walk.changed_q && (r < at || !steps) &&
        (r_miss & ~\dut.walk.reach_q ) == 0 && (r_lanes & ~\dut.walk.reach_q ) != 0) rule[8] = 1;
    if (((of_dead && undisturbed && (state != LEAD || !\dut.walk.fresh_q )) || (\dut.walk.turns.search_o && state == IDLE && !\dut.walk.apart [0])) && there[r] &&
        (r_lanes & \dut.walk.reach_q ) != 0 && (r_lanes & ~\dut.walk.reach_q ) != 0) rule[8] = 1;
    if (gives_up && there[r] && (r_lanes & \dut.walk.dead_q ) != 0 && (r_lanes & ~\dut.walk.dead_q ) != 0) rule[9] = 1;
    if (gives_up && there[r] && (r_lanes & \dut.walk.reach_q ) != 0 && (r_lanes & ~\dut.walk.reach_q ) != 0) rule[9] = 1;
  end
  if (of_dead && undisturbed && (\dut.walk.wait_q != waits || \dut.walk.live_q != lives || waits != in_records)) rule[8] = 1;
  if (of_dead && undisturbed && (state != LEAD || !\dut.walk.fresh_q ) && (lives & ~waits & ~\dut.walk.reach_q ) != 0) rule[8] = 1;
  if (\dut.walk.turns.search_o && state == IDLE && !\dut.walk.apart [0] && ((lives & ~waits & ~\dut.walk.reach_q ) != 0 || waits != in_records)) rule[8] = 1;
  if (of_dead ? !(steps || state == SETTLE || state == DECIDE) : state == SETTLE || state == DECIDE) rule[8] = 1;
  if (of_dead && state != LEAD && \dut.walk.nobody_q != ((\dut.walk.live_q & ~\dut.walk.wait_q ) == 0)) rule[8] = 1;
  if (state == DECIDE && \dut.walk.some_dead_q != ((\dut.walk.wait_q & ~(\dut.walk.nobody_q ? 0 : \dut.walk.reach_q )) != 0)) rule[8] = 1;
  // 9: those that are given up have been dead
  if (gives_up && ((!\dut.walk.kind_q [6] && (\dut.walk.dead_q & ~in_records) != 0) || (\dut.walk.reach_q & ~\dut.walk.dead_q ) != 0 ||
                   (\dut.walk.reach_q & ~(dead & waits)) != 0)) rule[9] = 1;
  if (gives_up && (!\dut.walk.holds_q [0] || parts || state == SETTLE || state == DECIDE)) rule[9] = 1;
  if (state == GIVE && !\dut.walk.kind_q [5]) rule[9] = 1;
  if (gives_up && \dut.walk.kind_q [4] && \dut.walk.reach_q == 0) rule[9] = 1;
  if (gives_up && \dut.walk.kind_q [6] && \dut.walk.reach_q != 0) rule[9] = 1;
  if (of_exit && !\dut.walk.holds_q [0]) rule[9] = 1;
  // 10: the group that goes, or is found to be given up
  to_go = gives_up && \dut.walk.kind_q [5] ? \dut.walk.e_lanes_q : 0;
  if (\dut.walk.going_q [0] != \dut.walk.valid_o || (\dut.walk.valid_o && \dut.walk.sel_o != 1)) rule[10] = 1;
  if (to_go != 0 && \dut.walk.valid_o ) rule[10] = 1;
  if (leaves_now != 0 || to_go != 0) begin
    if (!carries(leaves_now | to_go, 1'b1, \dut.walk.e_mask_q , \dut.walk.e_gathers_q , \dut.walk.e_op_q , VOTE, kinds, names) &&
        !carries(leaves_now | to_go, 1'b1, \dut.walk.e_mask_q , \dut.walk.e_gathers_q , \dut.walk.e_op_q , SHFL, kinds, names) &&
        !carries(leaves_now | to_go, 1'b1, \dut.walk.e_mask_q , \dut.walk.e_gathers_q , \dut.walk.e_op_q , BAR, kinds, names)) rule[10] = 1;
    for (r = 0; r < LANES; r = r + 1)
      if (waits[r] && !leaves_now[r] && !to_go[r] && carries(1 << r, 1'b1, \dut.walk.e_mask_q , \dut.walk.e_gathers_q , \dut.walk.e_op_q ,
          kinds[r*2+:2] == MASKED ? VOTE : kinds[r*2+:2] == OTHER ? SHFL : BAR, kinds, names)) rule[10] = 1;
  end
  if (\dut.walk.valid_o ) begin
    if (leaves_now == 0 || \dut.walk.e_status_q == WS_ST_CV_LANE_EXITED || \dut.walk.e_status_q == WS_ST_CV_LANE_BUSY ||
        \dut.walk.e_status_q == WS_ST_DEC_ILLEGAL || \dut.walk.e_status_q == WS_ST_CV_NOT_MEMBER ) rule[10] = 1;
    if (\dut.walk.e_status_q [9:8] == 2'd3) begin
      if ((leaves_now & ~(dead & waits)) != 0 || \dut.walk.port_o != REFUSED) rule[10] = 1;
    end else begin
      if (!carries(leaves_now, 1'b0, 0, \dut.walk.e_gathers_q , \dut.walk.e_op_q , \dut.walk.port_o , kinds, names)) rule[10] = 1;
      if (((\dut.walk.e_mask_q [LANES-1:0] | {LANES{\dut.walk.e_gathers_q }}) & lives & ~leaves_now) != 0) rule[10] = 1;
    end
  end
  if (to_go != 0 && ((to_go & ~\dut.walk.reach_q ) != 0 || \dut.walk.port_o != REFUSED)) rule[10] = 1;
  if (gives_up && \dut.walk.kind_q [5] && to_go == 0) rule[10] = 1;
  asked = 0;  // it is a record
  for (r = 0; r < LANES; r = r + 1) if (there[r] && to_go == rec[r][REC_W-1-:LANES]) asked = 1;
  if (to_go != 0 && !asked) rule[10] = 1;
  if (\dut.walk.fits == \dut.walk.valid_o ) rule[10] = 1;
  // 11: tasks
  if (state > NEXT) rule[11] = 1;
  if (state != IDLE && \dut.walk.kind_q != 8'h81 && \dut.walk.kind_q != 8'h82 && \dut.walk.kind_q != 8'h04 && \dut.walk.kind_q != 8'h90 &&
      \dut.walk.kind_q != 8'h20 && \dut.walk.kind_q != 8'h40) rule[11] = 1;
  if (\dut.walk.turns.next_q && (\dut.walk.turns.next_sel_o != 1 ||
      (\dut.walk.turns.next_kind_o == 3'b001 ? !\dut.walk.turns.exits_q [0] : \dut.walk.turns.next_kind_o != 3'b010))) rule[11] = 1;
  if (state == NEXT && !gives_up) rule[11] = 1;
  if (state == GIVE && \dut.walk.kind_q != 8'h20) rule[11] = 1;
  if (of_exit != (state != IDLE && \dut.walk.kind_q [1])) rule[11] = 1;
  if (state != IDLE && \dut.walk.sel_q != 1) rule[11] = 1;
  if (\dut.walk.turns.pend_q [0] && (\dut.walk.turns.exits_q [0] || \dut.walk.holds_q [0])) rule[11] = 1;
  if (\dut.walk.holds_q [0] != (of_exit || gives_up)) rule[11] = 1;
  // 12: exits and launches
  if (leaving != (\dut.lives.exits.leaving_q | \dut.lives.exits.warp[0].comes ) || \dut.lives.exits.warp[0].some_q != (\dut.lives.exits.leaving_q != 0) ||
      \dut.lives.exits.warp[0].ahead_q != 0) rule[12] = 1;
  if ((\dut.lives.exits.next_q | \dut.lives.exits.sel_q ) != 0) begin
    if (\dut.lives.exits.leaving_q == 0 || \dut.touched_q != 1 || \dut.walk.turns.pend_q != 0 || \dut.walk.turns.exits_q != 0 || of_exit ||
        \dut.walk.valid_o ) rule[12] = 1;
    if (gives_up && state != (\dut.lives.exits.next_q != 0 ? NEXT : LEAD)) rule[12] = 1;
    if (\dut.lives.exits.next_q == 1 && \dut.lives.exits.sel_q == 1) rule[12] = 1;
  end
  if (\dut.lives.exits.sel_q == 1 && (\dut.lives.exits.lanes_o != \dut.lives.exits.leaving_q ||
      ((\dut.lives.exits.wait_o ^ (waits | held)) & \dut.lives.exits.leaving_q ) != 0)) rule[12] = 1;
  if (launches != \dut.lives.launch_valid_q || \dut.lives.launch_sel_o != launches[3] || (launches[3] && recent_q != 1)) rule[12] = 1;
  for (r = 0; r < 4; r = r + 1)
    if (launches[r] && launch_sets[r*LANES+:LANES] != \dut.lives.launch_q [r*(WARP_W+LANES+6)+6+:LANES]) rule[12] = 1;
  if (launches[3] && (\dut.lives.stay_q | (\dut.lives.came_valid_q ? \dut.lives.came_q : 0)) != lives) rule[12] = 1;
  if (\dut.lives.both != (\dut.lives.exits.sel_q & \dut.lives.launch_sel_o )) rule[12] = 1;
  // 13: by what a request is judged
  if (judged && (!\dut.front.valid_o || recent_q || \dut.lives.exits.leaving_q != 0 || \dut.walk.turns.pend_q != 0 || \dut.walk.turns.exits_q != 0 ||
      \dut.walk.holds_q != 0 || \dut.refuse.refusing_o || (\dut.walk.several_o && \dut.judges.several_i ) || !\dut.out.empty_o )) rule[13] = 1;
  if (recent_q == 0 && \dut.front.live_q != lives) rule[13] = 1;
  if (recent_q == 0 && !\dut.walk.turns.pend_q [0] && \dut.front.wait_q != (waits | held)) rule[13] = 1;
  if (\dut.arrived_at != reached_it || \dut.away_q != shown || (held & waits) != 0 || (held & ~lives) != 0 || (away & ~held) != 0 ||
      (dead & ~waits) != 0) rule[13] = 1;
  // 14: lanes that are refused
  if (refused != (\dut.refuse.refusing_o ? \dut.refuse.exited_q | \dut.refuse.busy_q | \dut.refuse.other_q : 0)) rule[14] = 1;
  if ((refused != 0) != \dut.refuse.refusing_o ) rule[14] = 1;
  for (r = 0; r < LANES; r = r + 1)
    if (refused[r] && {\dut.refuse.exited_q [r], \dut.refuse.busy_q [r], \dut.refuse.other_q [r]} !=
        (reason[r*2+:2] == EXITED ? 3'b100 : reason[r*2+:2] == BUSY ? 3'b010 : 3'b001)) rule[14] = 1;
  for (r = 0; r < LANES; r = r + 1)
    if (refused[r] && \dut.refuse.other_q [r] && reason[r*2+:2] != (\dut.refuse.legal_q ? STRANGER : ILLEGAL)) rule[14] = 1;
  if ((\dut.refuse.looked_q || \dut.refuse.ready_o ) && !\dut.refuse.refusing_o ) rule[14] = 1;
  if (\dut.refuse.looked_q && (\dut.refuse.ready_o || \dut.refuse.first_q != (refused & -refused))) rule[14] = 1;
  if (\dut.refuse.ready_o && (\dut.refuse.is_exited_q != ((refused & -refused & \dut.refuse.exited_q ) != 0) ||
      \dut.refuse.is_busy_q != ((refused & -refused & \dut.refuse.busy_q ) != 0) || \dut.refuse.some_exited_q != (\dut.refuse.exited_q != 0) ||
      \dut.refuse.some_busy_q != (\dut.refuse.busy_q != 0) || \dut.refuse.some_other_q != (\dut.refuse.other_q != 0))) rule[14] = 1;
  // 15: a request with several keys on its way to the walker
  if (\dut.walk.split.valid_o && !\dut.walk.several_o ) rule[15] = 1;
  if ((\dut.out.next_q || \dut.out.last_q ) && \dut.out.several_o && (!\dut.walk.several_o || \dut.walk.split.valid_o )) rule[15] = 1;
  if (\dut.out.next_q && \dut.out.last_q ) rule[15] = 1;
end
wire unruly = WARPS == 1 && rule != 0;
