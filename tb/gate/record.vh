// SPDX-License-Identifier: Apache-2.0
// Widths of the records of one CTA (tb/cosim/stimulus.h), and of all that goes into it and comes out of it in a cycle. Include inside a
// module that has LANES and WARPS.
`include "ws_layout.vh"
localparam TAG_W = 8;
localparam WARP_W = WARPS == 1 ? 1 : $clog2(WARPS);
localparam MSG_W = `WS_MSG_W;
localparam ASK_W = `WS_ASK_W;
localparam ANS_W = `WS_ANS_W;
localparam OP_AT = TAG_W + WARP_W;
localparam LANES_AT = OP_AT + 12;
localparam MASK_AT = LANES_AT + LANES + 1;
localparam ADDR_AT = MASK_AT + LANES * LANES;
localparam A_AT = ADDR_AT + LANES * 64;
localparam B_AT = A_AT + LANES * 64;
localparam C_AT = B_AT + LANES * 32;
localparam PRED_AT = C_AT + LANES * 32;
localparam REQ_W = PRED_AT + LANES;
localparam ONE_W = WARP_W + LANES;
localparam LS_W = 32 + 32 * 7 + 32 * 4 + 32 * 32;
localparam INS_W = 16;
localparam OUTS_W = 18 + 2 * WARPS * LANES;
localparam RSP_W = TAG_W + WARP_W + 12 + LANES + 10 + LANES * 65;
localparam LSR_W = 64 + 32 * 32;
localparam GM_W = 32 + 5 + `WS_GM_W + 1;
localparam ERR_W = 10 + WARP_W + 12 + 2 * LANES + 3;
localparam IN_W = INS_W + REQ_W + 2 * ONE_W + 6 + LS_W + 64 + 129 + MSG_W + ASK_W + ANS_W;
localparam OUT_W = OUTS_W + RSP_W + LSR_W + GM_W + MSG_W + 3 + ERR_W + ASK_W + 3 + ANS_W + 3;
