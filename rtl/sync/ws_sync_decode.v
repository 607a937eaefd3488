// SPDX-License-Identifier: Apache-2.0
// What the rendezvous must know of an operation code. Pure.
//
// legal_o      in the table of built operations; deprecated vote (PTX 9.7.13.8) only under the legacy profile
// immediate_o  never waits here: activemask, deprecated vote and the mbarrier family, whose participants are the issue
// reports_o    a group reports members that have exited (CV_EXITED_MEMBER): elect and bar.warp.sync
// unit_o       one bit a unit {mbar, match_any, match_all, redux, shfl, vote}; what is not legal goes to vote, for its poison
`default_nettype none
module ws_sync_decode (
    input  wire [11:0] op_i,
    input  wire        legacy_i,
    output reg         legal_o,
    output wire        immediate_o,
    output wire        reports_o,
    output reg  [ 5:0] unit_o
);
  `include "ws_ops.vh"

  wire vote_legacy = op_i[11:2] == WS_OP_VOTE_LEGACY_ALL[11:2];

  assign immediate_o = vote_legacy || op_i == WS_OP_ACTIVEMASK || op_i[11:8] == WS_UNIT_MBAR;
  assign reports_o   = op_i == WS_OP_ELECT || op_i == WS_OP_BAR_WARP;

  // redux: {NaN, abs, type[1:0], operation[2:0]}
  wire minmax        = op_i[2:0] == 3'd1 || op_i[2:0] == 3'd2;
  wire bitwise       = op_i[2:0] == 3'd3 || op_i[2:0] == 3'd4 || op_i[2:0] == 3'd5;
  reg  redux;

  always @(*)
    case (op_i[4:3])
      2'd0: redux = op_i[7:5] == 3'd0 && (minmax || bitwise || op_i[2:0] == 3'd0);
      2'd1: redux = op_i[7:5] == 3'd0 && (minmax || op_i[2:0] == 3'd0);
      2'd2: redux = !op_i[7] && minmax;
      default: redux = 1'b0;
    endcase

  // mbarrier: {0, result not wanted or limit given, wait, drop, operation[2:0]}, see scripts/ops.toml
  reg mbar;

  always @(*)
    case (op_i[7:3])
      5'd0: mbar = op_i[2:0] != 3'd7;
      5'd1, 5'd4, 5'd5: mbar = op_i[2] && op_i[2:0] != 3'd7;
      5'd2: mbar = op_i[2:0] <= 3'd4;
      5'd3: mbar = !op_i[2];
      5'd6: mbar = op_i[2:1] == 2'd1;
      default: mbar = 1'b0;
    endcase

  always @(*)
    case (op_i[11:8])
      WS_UNIT_SHFL: begin
        legal_o = op_i[7:2] == 6'd0;
        unit_o  = 6'b000010;
      end
      WS_UNIT_VOTE: begin
        legal_o = vote_legacy ? legacy_i : op_i[7:0] <= WS_OP_BAR_WARP[7:0];
        unit_o  = 6'b000001;
      end
      WS_UNIT_MATCH: begin
        legal_o = op_i[7:2] == 6'd0;
        unit_o  = op_i[0] ? 6'b001000 : 6'b010000;
      end
      WS_UNIT_REDUX: begin
        legal_o = redux;
        unit_o  = 6'b000100;
      end
      WS_UNIT_MBAR: begin
        legal_o = mbar;
        unit_o  = 6'b100000;
      end
      default: begin
        legal_o = 1'b0;
        unit_o  = 6'b000001;
      end
    endcase
endmodule
`default_nettype wire
