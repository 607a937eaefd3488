// SPDX-License-Identifier: Apache-2.0
// In place of ws_atom_pipe, for a proof of what is issued to it: it says anything in any clock. So what is proved holds with the real one too.
`default_nettype none
module ws_atom_pipe #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter SLOTS  = 1,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter CL     = 8,
    parameter S      = 8,
    parameter BANKS  = 32,
    parameter ROW_W  = 12 - $clog2(BANKS),
    parameter G      = $clog2(S),
    parameter WAY    = CL + S / 2 + S * G,
    parameter HEAD   = 1 + $clog2(LANES) + 7 + 12 + TAG_W + WARP_W
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    input  wire             issue_i,
    input  wire [ HEAD-1:0] head_i,
    input  wire             fold_i,
    input  wire [      6:0] fold_ctl_i,
    input  wire             lay_i,
    input  wire [   CL-1:0] go_i,
    input  wire [   CL-1:0] take_i,
    input  wire [   CL-1:0] has_i,
    input  wire [ CL*3-1:0] code_i,
    input  wire [CL*12-1:0] word_i,
    input  wire [   CL-1:0] upper_half_i,
    input  wire [   CL-1:0] one_i,
    input  wire [CL*(G-1)-1:0] place_i,
    input  wire [CL*64-1:0] a_i,
    input  wire [CL*32-1:0] b_i,
    input  wire [CL*32-1:0] c_i,
    input  wire             first_i,
    input  wire             next_use_i,
    input  wire [     11:0] next_word_i,
    input  wire [     11:0] one_word_i,
    input  wire             one_use_i,
    output wire             late_o,
    output wire             float_busy_o,
    output wire             uses_o,
    output wire [SLOTS-1:0] busy_o,
    output wire [    127:0] lay_o,
    input  wire [    127:0] laid_i,
    output wire             valid_o,
    output wire [ HEAD-1:0] head_o,
    output wire [   CL-1:0] go_o,
    output wire [ CL*3-1:0] code_o,
    output wire [  WAY-1:0] way_o,
    output wire [ S*32-1:0] old_o,
    output wire [BANKS-1:0] mem_read_o,
    output wire [BANKS*ROW_W-1:0] mem_read_row_o,
    input  wire [BANKS*32-1:0] mem_rdata_i,
    input  wire [BANKS-1:0] mem_raw_i,
    output wire [BANKS*4-1:0] mem_be_o,
    output wire [BANKS*ROW_W-1:0] mem_write_row_o,
    output wire [BANKS*32-1:0] mem_wdata_o
);
  assign late_o = $anyseq;
  assign float_busy_o = $anyseq;
  assign uses_o = $anyseq;
  assign busy_o = $anyseq;
  assign lay_o = $anyseq;
  assign valid_o = $anyseq;
  assign head_o = $anyseq;
  assign go_o = $anyseq;
  assign code_o = $anyseq;
  assign way_o = $anyseq;
  assign old_o = $anyseq;
  assign mem_read_o = $anyseq;
  assign mem_read_row_o = $anyseq;
  assign mem_be_o = $anyseq;
  assign mem_write_row_o = $anyseq;
  assign mem_wdata_o = $anyseq;
endmodule
`default_nettype wire
