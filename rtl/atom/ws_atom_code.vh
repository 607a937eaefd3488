// SPDX-License-Identifier: Apache-2.0
// Short statuses of the atomic unit, and what they stand for. Include after ws_ops.vh.
// GONE: no warp of the CTA that the address belongs to lives. LAID: the lane has laid down the c of a cas.b128 and does not use memory. ILLEGAL: it has a cas.b128 and has laid down none.
localparam [2:0] CODE_OK = 3'd0, CODE_MISALIGNED = 3'd1, CODE_SPACE = 3'd2, CODE_RAW = 3'd3, CODE_LAID = 3'd4, CODE_ILLEGAL = 3'd5, CODE_HINT = 3'd6,
    CODE_GONE = 3'd7;

function [9:0] long_status(input [2:0] code);
  case (code)
    CODE_MISALIGNED: long_status = WS_ST_AT_MISALIGNED;
    CODE_SPACE: long_status = WS_ST_AT_BAD_SPACE;
    CODE_HINT: long_status = WS_ST_AT_BAD_HINT;
    CODE_RAW: long_status = WS_ST_MB_RAW_ACCESS;
    CODE_GONE: long_status = WS_ST_RA_CTA_GONE;
    CODE_ILLEGAL: long_status = WS_ST_DEC_ILLEGAL;
    CODE_OK, CODE_LAID: long_status = WS_ST_OK;
    default: long_status = WS_ST_OK;
  endcase
endfunction
