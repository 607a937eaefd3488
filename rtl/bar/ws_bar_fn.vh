// SPDX-License-Identifier: Apache-2.0
// Classes of the operations of BAR and CLUSTER, and short statuses. Include inside a module, behind ws_ops.vh.
// op is {is it CLUSTER, low five bits of the operation code}.

function [2:0] count4(input [3:0] x);  // bits set
  count4 = {&x, (x[0] & x[1]) ^ (x[2] & x[3]) ^ ((x[0] ^ x[1]) & (x[2] ^ x[3])), ^x};
endfunction
function is_blocking(input [5:0] op);  // all but arrive
  is_blocking = op[5] ? (op & 6'h03) == {4'd0, WS_OP_CLUSTER_WAIT[1:0]} : (op & 6'h07) != {3'd0, WS_OP_BAR_ARRIVE[2:0]};
endfunction
function [1:0] kind_of(input [5:0] op);  // 0 sync and arrive, 1 red.popc, 2 red.and, 3 red.or
  case (op & 6'h27)
    {3'd0, WS_OP_BAR_RED_POPC[2:0]}: kind_of = 2'd1;
    {3'd0, WS_OP_BAR_RED_AND[2:0]}: kind_of = 2'd2;
    {3'd0, WS_OP_BAR_RED_OR[2:0]}: kind_of = 2'd3;
    default: kind_of = 2'd0;
  endcase
endfunction
function [11:0] long_op(input [5:0] op);
  long_op = {op[5] ? WS_UNIT_CLUSTER : WS_UNIT_BAR, 3'd0, op[4:0]};
endfunction

// A short status has 4 bits: 0 OK, 3 CLB_DUP_ARRIVE, else the low 4 bits of the code, 0x18 to 0x1e, 0x21, 0x22.
localparam [3:0] SHORT_CLB_DUP_ARRIVE = 4'd3;

function is_poison(input [3:0] short);
  is_poison = short != WS_ST_OK[3:0] && short != WS_ST_CLB_SKIPPED_WAIT[3:0] && short != WS_ST_BAR_ALIGNED_DIVERGED[3:0];
endfunction
function [9:0] long_status(input [3:0] short);
  case (short)
    WS_ST_OK[3:0]: long_status = WS_ST_OK;
    WS_ST_CLB_WAIT_NO_ARRIVE[3:0]: long_status = WS_ST_CLB_WAIT_NO_ARRIVE;
    WS_ST_CLB_SKIPPED_WAIT[3:0]: long_status = WS_ST_CLB_SKIPPED_WAIT;
    SHORT_CLB_DUP_ARRIVE: long_status = WS_ST_CLB_DUP_ARRIVE;
    WS_ST_BAR_ALIGNED_DIVERGED[3:0]: long_status = WS_ST_BAR_ALIGNED_DIVERGED;
    WS_ST_BAR_UNSATISFIABLE[3:0]: long_status = WS_ST_BAR_UNSATISFIABLE;
    default: long_status = {WS_ST_BAR_BAD_ID[9:4], short};
  endcase
endfunction
