// SPDX-License-Identifier: Apache-2.0
// What is proved of the functions of the rendezvous and of what picks words: each module has one output `bad` that must stay 0, and
// each bit of `reached` becomes 1 for some inputs. The rule is written a second time, lane by lane.
`default_nettype none

// Every code of the table is legal and no other, deprecated vote under its profile alone; and what is known of each.
module sync_decode_same (
    input  wire [11:0] op,
    input  wire        legacy,
    output wire        bad,
    output wire [ 1:0] reached
);
  `include "ws_ops.vh"
  wire [15:0] of_unit;
  wire legal = |of_unit;
  wire immediate, gathers, aligned, reports;
  wire [WS_PORTS-1:0] port;
  reg built, old, waits_not, want_aligned;
  reg [WS_PORTS-1:0] want_port;
  ws_sync_decode dut (
      .op_i(op), .legacy_i(legacy), .legal_o(of_unit), .immediate_o(immediate), .gathers_o(gathers), .aligned_o(aligned),
      .reports_o(reports), .port_o(port));
  always @(*) begin
    case (op)
      WS_OP_SHFL_UP, WS_OP_SHFL_DOWN, WS_OP_SHFL_BFLY, WS_OP_SHFL_IDX, WS_OP_VOTE_ALL, WS_OP_VOTE_ANY, WS_OP_VOTE_UNI,
      WS_OP_VOTE_BALLOT, WS_OP_VOTE_LEGACY_ALL, WS_OP_VOTE_LEGACY_ANY, WS_OP_VOTE_LEGACY_UNI, WS_OP_VOTE_LEGACY_BALLOT,
      WS_OP_ACTIVEMASK, WS_OP_ELECT, WS_OP_BAR_WARP, WS_OP_MATCH_ANY_B32, WS_OP_MATCH_ANY_B64, WS_OP_MATCH_ALL_B32,
      WS_OP_MATCH_ALL_B64, WS_OP_REDUX_ADD_U32, WS_OP_REDUX_ADD_S32, WS_OP_REDUX_MIN_U32, WS_OP_REDUX_MIN_S32,
      WS_OP_REDUX_MAX_U32, WS_OP_REDUX_MAX_S32, WS_OP_REDUX_AND_B32, WS_OP_REDUX_OR_B32, WS_OP_REDUX_XOR_B32,
      WS_OP_REDUX_MIN_F32, WS_OP_REDUX_MIN_NAN_F32, WS_OP_REDUX_MIN_ABS_F32, WS_OP_REDUX_MIN_ABS_NAN_F32, WS_OP_REDUX_MAX_F32,
      WS_OP_REDUX_MAX_NAN_F32, WS_OP_REDUX_MAX_ABS_F32, WS_OP_REDUX_MAX_ABS_NAN_F32, WS_OP_BAR_SYNC, WS_OP_BAR_SYNC_ALIGNED,
      WS_OP_BAR_SYNC_COUNT, WS_OP_BAR_SYNC_ALIGNED_COUNT, WS_OP_BAR_ARRIVE, WS_OP_BAR_ARRIVE_ALIGNED, WS_OP_BAR_RED_POPC,
      WS_OP_BAR_RED_POPC_ALIGNED, WS_OP_BAR_RED_POPC_COUNT, WS_OP_BAR_RED_POPC_ALIGNED_COUNT, WS_OP_BAR_RED_AND,
      WS_OP_BAR_RED_AND_ALIGNED, WS_OP_BAR_RED_OR, WS_OP_BAR_RED_OR_ALIGNED, WS_OP_BAR_RED_AND_COUNT,
      WS_OP_BAR_RED_AND_ALIGNED_COUNT, WS_OP_BAR_RED_OR_COUNT, WS_OP_BAR_RED_OR_ALIGNED_COUNT, WS_OP_CLUSTER_ARRIVE_RELEASE,
      WS_OP_CLUSTER_ARRIVE_RELEASE_ALIGNED, WS_OP_CLUSTER_ARRIVE_RELAXED, WS_OP_CLUSTER_ARRIVE_RELAXED_ALIGNED,
      WS_OP_CLUSTER_WAIT, WS_OP_CLUSTER_WAIT_ALIGNED, WS_OP_MBAR_INIT, WS_OP_MBAR_INVAL, WS_OP_MBAR_EXPECT_TX,
      WS_OP_MBAR_COMPLETE_TX, WS_OP_MBAR_ARRIVE, WS_OP_MBAR_ARRIVE_DROP, WS_OP_MBAR_ARRIVE_SINK, WS_OP_MBAR_ARRIVE_DROP_SINK,
      WS_OP_MBAR_ARRIVE_EXPECT_TX, WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK,
      WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX_SINK, WS_OP_MBAR_ARRIVE_NOCOMPLETE, WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE,
      WS_OP_MBAR_ARRIVE_NOCOMPLETE_SINK, WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE_SINK, WS_OP_MBAR_TEST_WAIT,
      WS_OP_MBAR_TEST_WAIT_PARITY, WS_OP_MBAR_TRY_WAIT, WS_OP_MBAR_TRY_WAIT_HINT, WS_OP_MBAR_TRY_WAIT_PARITY,
      WS_OP_MBAR_TRY_WAIT_PARITY_HINT, WS_OP_MBAR_PENDING_COUNT, WS_OP_MBAR_CP_ASYNC_ARRIVE, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC,
      WS_OP_CP_ASYNC_CA, WS_OP_CP_ASYNC_CG,
      WS_OP_ATOM_AND_B32, WS_OP_ATOM_AND_B64, WS_OP_ATOM_OR_B32, WS_OP_ATOM_OR_B64, WS_OP_ATOM_XOR_B32, WS_OP_ATOM_XOR_B64,
      WS_OP_ATOM_EXCH_B32, WS_OP_ATOM_EXCH_B64, WS_OP_ATOM_EXCH_B128, WS_OP_ATOM_CAS_B16, WS_OP_ATOM_CAS_B32,
      WS_OP_ATOM_CAS_B64, WS_OP_ATOM_CAS_B128, WS_OP_ATOM_ADD_U32, WS_OP_ATOM_ADD_S32, WS_OP_ATOM_ADD_U64,
      WS_OP_ATOM_ADD_F32, WS_OP_ATOM_ADD_F64, WS_OP_ATOM_INC_U32, WS_OP_ATOM_DEC_U32, WS_OP_ATOM_MIN_U32,
      WS_OP_ATOM_MIN_S32, WS_OP_ATOM_MIN_U64, WS_OP_ATOM_MIN_S64, WS_OP_ATOM_MAX_U32, WS_OP_ATOM_MAX_S32,
      WS_OP_ATOM_MAX_U64, WS_OP_ATOM_MAX_S64, WS_OP_ATOM_ADD_F16, WS_OP_ATOM_ADD_BF16, WS_OP_ATOM_ADD_F16X2,
      WS_OP_ATOM_ADD_BF16X2, WS_OP_ATOM_ADD_V2_F32, WS_OP_ATOM_ADD_V4_F32, WS_OP_ATOM_ADD_V2_F16, WS_OP_ATOM_ADD_V2_BF16,
      WS_OP_ATOM_ADD_V4_F16, WS_OP_ATOM_ADD_V4_BF16, WS_OP_ATOM_ADD_V8_F16, WS_OP_ATOM_ADD_V8_BF16, WS_OP_ATOM_MAX_V2_F16,
      WS_OP_ATOM_MAX_V2_BF16, WS_OP_ATOM_MAX_V4_F16, WS_OP_ATOM_MAX_V4_BF16, WS_OP_ATOM_MAX_V8_F16, WS_OP_ATOM_MAX_V8_BF16,
      WS_OP_ATOM_MIN_V2_F16, WS_OP_ATOM_MIN_V2_BF16, WS_OP_ATOM_MIN_V4_F16, WS_OP_ATOM_MIN_V4_BF16, WS_OP_ATOM_MIN_V8_F16,
      WS_OP_ATOM_MIN_V8_BF16, WS_OP_RED_AND_B32, WS_OP_RED_AND_B64, WS_OP_RED_OR_B32, WS_OP_RED_OR_B64, WS_OP_RED_XOR_B32,
      WS_OP_RED_XOR_B64, WS_OP_RED_ADD_U32, WS_OP_RED_ADD_S32, WS_OP_RED_ADD_U64, WS_OP_RED_ADD_F32, WS_OP_RED_ADD_F64,
      WS_OP_RED_INC_U32, WS_OP_RED_DEC_U32, WS_OP_RED_MIN_U32, WS_OP_RED_MIN_S32, WS_OP_RED_MIN_U64, WS_OP_RED_MIN_S64,
      WS_OP_RED_MAX_U32, WS_OP_RED_MAX_S32, WS_OP_RED_MAX_U64, WS_OP_RED_MAX_S64, WS_OP_RED_ADD_F16, WS_OP_RED_ADD_BF16,
      WS_OP_RED_ADD_F16X2, WS_OP_RED_ADD_BF16X2, WS_OP_RED_ADD_V2_F32, WS_OP_RED_ADD_V4_F32, WS_OP_RED_ADD_V2_F16,
      WS_OP_RED_ADD_V2_BF16, WS_OP_RED_ADD_V4_F16, WS_OP_RED_ADD_V4_BF16, WS_OP_RED_ADD_V8_F16, WS_OP_RED_ADD_V8_BF16,
      WS_OP_RED_MAX_V2_F16, WS_OP_RED_MAX_V2_BF16, WS_OP_RED_MAX_V4_F16, WS_OP_RED_MAX_V4_BF16, WS_OP_RED_MAX_V8_F16,
      WS_OP_RED_MAX_V8_BF16, WS_OP_RED_MIN_V2_F16, WS_OP_RED_MIN_V2_BF16, WS_OP_RED_MIN_V4_F16, WS_OP_RED_MIN_V4_BF16,
      WS_OP_RED_MIN_V8_F16, WS_OP_RED_MIN_V8_BF16: built = 1'b1;
      default: built = 1'b0;
    endcase
    case (op)
      WS_OP_VOTE_LEGACY_ALL, WS_OP_VOTE_LEGACY_ANY, WS_OP_VOTE_LEGACY_UNI, WS_OP_VOTE_LEGACY_BALLOT: old = 1'b1;
      default: old = 1'b0;
    endcase
    case (op[11:8])
      WS_UNIT_SHFL: want_port = 1 << WS_PORT_SHFL;
      WS_UNIT_REDUX: want_port = 1 << WS_PORT_REDUX;
      WS_UNIT_MATCH: want_port = 1 << (op == WS_OP_MATCH_ALL_B32 || op == WS_OP_MATCH_ALL_B64 ? WS_PORT_MATCH_ALL : WS_PORT_MATCH_ANY);
      WS_UNIT_MBAR: want_port = 1 << WS_PORT_MBAR;
      WS_UNIT_ATOM, WS_UNIT_RED: want_port = 1 << WS_PORT_ATOM;
      WS_UNIT_BAR, WS_UNIT_CLUSTER: want_port = 1 << WS_PORT_BAR;
      default: want_port = 1 << WS_PORT_VOTE;
    endcase
    waits_not = old || op == WS_OP_ACTIVEMASK || op[11:8] == WS_UNIT_MBAR || op[11:8] == WS_UNIT_ATOM || op[11:8] == WS_UNIT_RED;
    case (op)
      WS_OP_BAR_SYNC_ALIGNED, WS_OP_BAR_SYNC_ALIGNED_COUNT, WS_OP_BAR_ARRIVE_ALIGNED,
      WS_OP_BAR_RED_POPC_ALIGNED, WS_OP_BAR_RED_POPC_ALIGNED_COUNT, WS_OP_BAR_RED_AND_ALIGNED,
      WS_OP_BAR_RED_OR_ALIGNED, WS_OP_BAR_RED_AND_ALIGNED_COUNT, WS_OP_BAR_RED_OR_ALIGNED_COUNT,
      WS_OP_CLUSTER_ARRIVE_RELEASE_ALIGNED, WS_OP_CLUSTER_ARRIVE_RELAXED_ALIGNED, WS_OP_CLUSTER_WAIT_ALIGNED: want_aligned = 1'b1;
      default: want_aligned = 1'b0;
    endcase
  end
  wire want_gathers = op[11:8] == WS_UNIT_BAR || op[11:8] == WS_UNIT_CLUSTER;
  wire want_reports = op == WS_OP_ELECT || op == WS_OP_BAR_WARP;
  wire known_bad = port != want_port || immediate != waits_not || gathers != want_gathers || aligned != want_aligned || reports != want_reports;
  assign bad = legal != (built && (legacy || !old)) || (legal && known_bad);
  assign reached = {legal && aligned, legal && old};
endmodule

// What lanes must agree on.
module sync_key_same #(
    parameter LANES = 32
) (
    input  wire [         11:0] op,
    input  wire [LANES*LANES-1:0] mask,
    input  wire [ LANES*32-1:0] a,
    input  wire [ LANES*32-1:0] b,
    output reg                  bad,
    output reg  [          2:0] reached
);
  `include "ws_ops.vh"
  wire gathers = op[11:8] == WS_UNIT_BAR || op[11:8] == WS_UNIT_CLUSTER;
  wire [LANES*32-1:0] key;
  reg  [31:0] id, count, want;
  reg no_id, no_count;
  integer i;
  ws_sync_key #(.LANES(LANES), .KEY_W(32)) dut (
      .gathers_i(gathers), .op_i(op), .mask_i(mask), .a_i(a), .b_i(b), .key_o(key));
  always @(*) begin
    bad = 1'b0;
    reached = 3'd0;
    for (i = 0; i < LANES; i = i + 1) begin
      id = a[i*32+:32];
      count = b[i*32+:32];
      no_id = op[11:8] == WS_UNIT_BAR && id > 32'd15;
      no_count = op[11:8] == WS_UNIT_BAR && op[3] && (count == 32'd0 || count > 32'd1024 || (count & 32'd31) != 32'd0);
      want = 32'd0;
      if (op[11:8] == WS_UNIT_BAR) begin
        want = no_id ? 32'd16 : id;
        if (op[3]) want = want + (no_count ? 32'd2048 : count);  // warps stand at bit 5, as threads do
      end
      if (gathers ? key[i*32+:12] != want[11:0] : key[i*32+:32] != mask[i*LANES+:LANES]) bad = 1'b1;
      reached = reached | {gathers && !no_count && op[3] && count == 32'd1024, no_count, no_id};
    end
  end
endmodule

// The lanes of a request, one after the other.
module sync_arrive_same #(
    parameter LANES = 32,
    parameter KEY_W = 32
) (
    input  wire                   legal, immediate, gathers,
    input  wire [      LANES-1:0] lanes, live, waits,
    input  wire [LANES*KEY_W-1:0] key,
    output reg                    bad,
    output reg  [            3:0] reached
);
  wire [LANES-1:0] member, exited, busy, other, ok;
  wire refused;
  wire [LANES-1:0] may = lanes & {LANES{legal}} & (member | {LANES{immediate || gathers}});
  wire [KEY_W-1:0] key_o, all_o;
  wire one_key, slow;
  wire fast = |ok && !slow;  // a complete group
  reg [LANES-1:0] w_exited, w_busy, w_illegal, w_stranger, w_ok, members;
  reg [KEY_W-1:0] mine, first, all_bits;
  reg found, one;
  integer i;
  reg [LANES*KEY_W-1:0] own_key;
  always @(*)
    for (i = 0; i < LANES; i = i + 1) own_key[i*KEY_W+:KEY_W] = lanes[i] ? key[i*KEY_W+:KEY_W] : 0;
  ws_sync_agree #(.LANES(LANES), .KEY_W(KEY_W)) agree (
      .lanes_i(lanes), .key_i(own_key), .member_o(member), .any_o(key_o), .all_o(all_o));
  ws_sync_one #(.KEY_W(KEY_W)) dut_one (.gathers_i(gathers), .any_i(key_o), .all_i(all_o), .one_o(one_key));
  ws_sync_arrive #(.LANES(LANES)) dut (
      .lanes_i(lanes), .may_i(may), .mask_i(key_o[LANES-1:0] | {LANES{gathers}}), .one_key_i(one_key), .live_i(live), .wait_i(waits),
      .immediate_i(immediate), .exited_o(exited), .busy_o(busy), .other_o(other),
      .ok_o(ok), .refused_o(refused), .slow_o(slow));
  always @(*) begin
    {w_exited, w_busy, w_illegal, w_stranger, w_ok} = {5 * LANES{1'b0}};
    {found, one} = 2'b01;
    first = {KEY_W{1'b0}};
    all_bits = {KEY_W{1'b0}};
    for (i = 0; i < LANES; i = i + 1)
      if (lanes[i]) begin
        mine = key[i*KEY_W+:KEY_W];
        all_bits = all_bits | mine;
        if (!live[i]) w_exited[i] = 1'b1;
        else if (waits[i]) w_busy[i] = 1'b1;
        else if (!legal) w_illegal[i] = 1'b1;
        else if (!immediate && !gathers && !mine[i]) w_stranger[i] = 1'b1;
        else w_ok[i] = 1'b1;
        if (!found) first = mine;
        else if (gathers ? first[11:0] != mine[11:0] : first != mine) one = 1'b0;
        found = 1'b1;
      end
    members = gathers ? live : first[LANES-1:0] & live;
    bad = {w_exited, w_busy, w_illegal | w_stranger, w_ok} != {exited, busy, other, ok} || refused != |(lanes & ~w_ok) || key_o != all_bits ||
        fast != (w_ok != {LANES{1'b0}} && (immediate || (one && w_ok == lanes && w_ok == members)));
    if (gathers && immediate) bad = 1'b0;  // no operation is both
    reached = {fast && &live, fast && gathers, |w_ok && !fast && one, |w_stranger && |w_ok};
  end
endmodule

// Lanes of several keys, sorted into those of one: the keys have come, a lane is named, and two clocks later its peers are known.
module sync_split_same #(
    parameter LANES = 8,
    parameter KEY_W = 16
) (
    input  wire                   clk_i,
    input  wire                   keep, gathers,
    input  wire [LANES*KEY_W-1:0] keys,
    input  wire [            2:0] at,
    output reg                    bad,
    output wire [            2:0] reached
);
  reg started = 0;
  reg [LANES*KEY_W-1:0] kept;
  reg here = 0, g_q;
  reg [2:0] at_q, phase = 0;  // named since so many clocks
  wire valid;
  wire [KEY_W-1:0] key;
  wire [LANES-1:0] same;
  wire free = phase == 0;
  integer i;

  ws_sync_split #(.LANES(LANES), .KEY_W(KEY_W)) dut (
      .clk_i(clk_i), .rst_ni(started), .come_i(keep && free && started), .keys_i(kept), .valid_o(valid), .done_i(1'b0),
      .gathers_i(free ? gathers : g_q), .which_i({{LANES - 1{1'b0}}, 1'b1} << (free ? at : at_q)), .key_o(key), .same_o(same));

  always @(posedge clk_i) begin
    started <= 1;
    if (keep && free && started) {here, kept} <= {1'b1, keys};
    if (free) {at_q, g_q} <= {at, gathers};
    phase <= !here || (keep && free) ? 0 : phase == 3 ? 0 : phase + 1;
  end

  always @(*) begin
    bad = valid != here;
    for (i = 0; i < LANES; i = i + 1)
      if (phase >= 2 && same[i] != (g_q ? kept[i*KEY_W+:12] == kept[at_q*KEY_W+:12] : kept[i*KEY_W+:KEY_W] == kept[at_q*KEY_W+:KEY_W])) bad = 1;
    if (phase >= 1 && key != kept[at_q*KEY_W+:KEY_W]) bad = 1;
  end
  assign reached = {phase == 2 && &same && g_q, phase == 2 && same == 8'h81, phase == 2 && same == 8'h04 && g_q};
endmodule

// One of eight words of three bits.
module pick_same (
    input  wire [ 3:0] at,
    input  wire [23:0] words,
    output wire        bad,
    output wire [ 9:0] reached
);
  wire [2:0] word;
  ws_pick #(.N(8), .W(3)) dut (.sel_i(8'd1 << at), .words_i(words), .word_o(word));
  assign bad = word != (at > 4'd7 ? 3'd0 : words[at*3+:3]);

  // Nobody is selected; a word comes out while all others are 0; each comes out while all others have the bit that it has not.
  reg [7:0] each;
  integer i;
  always @(*) for (i = 0; i < 8; i = i + 1) each[i] = at == i && word == 3'd5 && words == (~24'd0 ^ (24'd2 << 3 * i));
  assign reached = {at == 4'd8 && word == 3'd0 && words == ~24'd0, at == 4'd3 && word == 3'd7 && words == 24'd7 << 9, each};
endmodule

// What a warp asks of a barrier, 32 lanes, up to 32 warps.
module bar_ask_same (
    input  wire [ 5:0] op,
    input  wire [31:0] lanes, pred,
    input  wire [11:4] key,
    input  wire [ 5:0] warps,
    output reg         bad,
    output wire [ 2:0] reached
);
  `include "ws_ops.vh"
  wire [1:0] kind;
  wire all, bad_id, bad_count;
  wire [5:0] want, sum;
  ws_bar_ask #(.LANES(32), .CNT_W(6)) dut (
      .op_i(op), .lanes_i(lanes), .pred_i(pred), .key_i(key), .warps_i(warps), .kind_o(kind), .all_o(all), .want_o(want),
      .bad_id_o(bad_id), .bad_count_o(bad_count), .sum_o(sum));
  reg [5:0] hits;
  integer i;
  // [5]: of the cluster's barrier, which knows no reduction.
  wire popc = {op[5], op[2:0]} == {1'b0, WS_OP_BAR_RED_POPC[2:0]};
  wire and_ = {op[5], op[2:0]} == {1'b0, WS_OP_BAR_RED_AND[2:0]};
  wire or_ = {op[5], op[2:0]} == {1'b0, WS_OP_BAR_RED_OR[2:0]};
  wire counted = op[3];
  always @(*) begin
    hits = 6'd0;
    for (i = 0; i < 32; i = i + 1) hits = hits + (lanes[i] && (and_ ? !pred[i] : pred[i]) ? 6'd1 : 6'd0);
    bad = all != !counted || want != (counted ? key[10:5] : warps) || bad_id != key[4] ||
        bad_count != (counted && (key[11] || key[10:5] > warps)) || sum != hits || kind != (popc ? 2'd1 : and_ ? 2'd2 : or_ ? 2'd3 : 2'd0);
    if (op[2:0] > 3'd4 || (op[5] && op[2:0] > 3'd2)) bad = 1'b0;  // no such operation
  end
  assign reached = {sum == 6'd32 && and_, bad_count && !key[11], sum == 6'd17};
endmodule
`default_nettype wire
