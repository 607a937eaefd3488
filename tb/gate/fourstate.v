// SPDX-License-Identifier: Apache-2.0
// Plays what stood at the ports of one CTA, or of all CTAs of a cluster (tb/cosim/stimulus.h), into ws_top or, by
// played_cluster.v, into ws_cluster, under a simulator with four states: does anything undefined reach an output that counts?
// Registers start at X. X stands at each input while it means nothing: records that are not valid, operands of lanes that are
// not named, addresses of operations without one; and at all inputs during reset. Every output bit that the record names has to be 0 or 1, as the model had it, in every cycle.
//   +stimulus=FILE   the record
//   +hash            compares nothing, and prints a hash of the outputs that count, as ws_sim_* --hash does; it is x if one is
`default_nettype none
module fourstate;
  parameter CTAS = 1;
  parameter HOP = 4;
  parameter LANES = 4;
  parameter WARPS = 4;
  parameter SLOTS = 1;
  parameter WAITERS = 4;
  parameter COPIES = 4;
  parameter STRUCT = 0;
  parameter WATCHDOG = 1;
  parameter SHFL_FORM = 0;
  `include "ws_ops.vh"
  `include "record.vh"
  localparam MIX_W = 32 + (RSP_W > LSR_W ? RSP_W : LSR_W);
  localparam WANT_W = OUTS_W + 2 * (RSP_W + LSR_W + GM_W + MSG_W + 3 + ERR_W + ASK_W + 3 + ANS_W + 3);

  reg clk, rst_n;
  reg [39:0] cfg;
  reg [CTAS*IN_W-1:0] in_all;
  wire [CTAS*OUT_W-1:0] out_all;
  reg [CTAS*WANT_W-1:0] want_all;

  // Of the CTA that is looked at. One CTA alone is connected to these; a cluster to the words of all, which put and get copy.
  reg [INS_W-1:0] ins;
  reg [REQ_W-1:0] req;
  reg [ONE_W-1:0] exits, launch;
  reg [5:0] launch_warps;
  reg [LS_W-1:0] ls;
  reg [63:0] tx;
  reg [128:0] gm_rsp;  // {tag, data}
  reg [MSG_W-1:0] net;
  reg [ASK_W-1:0] ask;
  reg [ANS_W-1:0] ans;
  reg [OUTS_W-1:0] outs;
  reg [RSP_W-1:0] rsp;
  reg [LSR_W-1:0] ls_rsp;
  reg [GM_W-1:0] gm;  // {tag, more, bytes, addr}
  reg [MSG_W+2:0] net_out;
  reg [ASK_W+2:0] ask_out;
  reg [ANS_W+2:0] ans_out;
  reg [ERR_W-1:0] err;
  // What comes out of one CTA alone.
  wire [OUTS_W-1:0] outs_1;
  wire [RSP_W-1:0] rsp_1;
  wire [LSR_W-1:0] ls_rsp_1;
  wire [GM_W-1:0] gm_1;
  wire [MSG_W+2:0] net_out_1;
  wire [ASK_W+2:0] ask_out_1;
  wire [ANS_W+2:0] ans_out_1;
  wire [ERR_W-1:0] err_1;

  generate
    if (CTAS == 1) begin : one
      ws_top #(
          .LANES    (LANES),
          .WARPS    (WARPS),
          .SLOTS    (SLOTS),
          .WAITERS  (WAITERS),
          .COPIES   (COPIES),
          .STRUCT   (STRUCT),
          .WATCHDOG (WATCHDOG),
          .SHFL_FORM(SHFL_FORM)
      ) dut (
          .clk_i         (clk),
          .rst_ni        (rst_n),
          .cfg_legacy_i  (cfg[0]),
          .cfg_watchdog_i(cfg[16:1]),
          .cfg_trywait_i (cfg[32:17]),
          .cfg_rank_i    (cfg[35:33]),
          .cfg_ctas_i    (cfg[39:36]),
          .tick_i        (ins[8]),
          .req_valid_i   (ins[0]),
          .req_ready_o   (outs_1[5]),
          .req_tag_i     (req[0+:TAG_W]),
          .req_warp_i    (req[TAG_W+:WARP_W]),
          .req_op_i      (req[OP_AT+:12]),
          .req_lanes_i   (req[LANES_AT+:LANES]),
          .req_neg_i     (req[LANES_AT+LANES]),
          .req_mask_i    (req[MASK_AT+:LANES*LANES]),
          .req_addr_i    (req[ADDR_AT+:LANES*64]),
          .req_a_i       (req[A_AT+:LANES*64]),
          .req_b_i       (req[B_AT+:LANES*32]),
          .req_c_i       (req[C_AT+:LANES*32]),
          .req_pred_i    (req[PRED_AT+:LANES]),
          .exit_valid_i  (ins[1]),
          .exit_warp_i   (exits[0+:WARP_W]),
          .exit_lanes_i  (exits[WARP_W+:LANES]),
          .launch_valid_i(ins[2]),
          .launch_warp_i (launch[0+:WARP_W]),
          .launch_lanes_i(launch[WARP_W+:LANES]),
          .launch_warps_i(launch_warps),
          .rsp_valid_o   (outs_1[0]),
          .rsp_ready_i   (ins[7]),
          .rsp_tag_o     (rsp_1[0+:TAG_W]),
          .rsp_warp_o    (rsp_1[TAG_W+:WARP_W]),
          .rsp_op_o      (rsp_1[OP_AT+:12]),
          .rsp_lanes_o   (rsp_1[LANES_AT+:LANES]),
          .rsp_status_o  (rsp_1[LANES_AT+LANES+:10]),
          .rsp_d_o       (rsp_1[LANES_AT+LANES+10+:LANES*32]),
          .rsp_d_hi_o    (rsp_1[LANES_AT+LANES+10+LANES*32+:LANES*32]),
          .rsp_p_o       (rsp_1[RSP_W-1-:LANES]),
          .ls_valid_i    (ins[3]),
          .ls_ready_o    (outs_1[6]),
          .ls_en_i       (ls[0+:32]),
          .ls_row_i      (ls[32+:32*7]),
          .ls_be_i       (ls[32*8+:32*4]),
          .ls_wdata_i    (ls[32*12+:32*32]),
          .ls_rsp_valid_o(outs_1[1]),
          .ls_rsp_en_o   (ls_rsp_1[0+:32]),
          .ls_rsp_raw_o  (ls_rsp_1[32+:32]),
          .ls_rsp_rdata_o(ls_rsp_1[64+:32*32]),
          .tx_valid_i    (ins[4]),
          .tx_ready_o    (outs_1[7]),
          .tx_addr_i     (tx[31:0]),
          .tx_bytes_i    (tx[63:32]),
          .gm_valid_o    (outs_1[2]),
          .gm_ready_i    (ins[9]),
          .gm_addr_o     (gm_1[31:0]),
          .gm_bytes_o    (gm_1[36:32]),
          .gm_more_o     (gm_1[GM_W-2:37]),
          .gm_tag_o      (gm_1[GM_W-1]),
          .gm_rsp_valid_i(ins[5]),
          .gm_rsp_ready_o(outs_1[8]),
          .gm_rsp_data_i (gm_rsp[127:0]),
          .gm_rsp_tag_i  (gm_rsp[128]),
          .net_valid_o   (outs_1[3]),
          .net_ready_i   (ins[10]),
          .net_dest_o    (net_out_1[2:0]),
          .net_msg_o     (net_out_1[3+:MSG_W]),
          .net_valid_i   (ins[6]),
          .net_ready_o   (outs_1[9]),
          .net_msg_i     (net),
          .ask_valid_o   (outs_1[14]),
          .ask_ready_i   (ins[14]),
          .ask_dest_o    (ask_out_1[2:0]),
          .ask_msg_o     (ask_out_1[3+:ASK_W]),
          .ask_valid_i   (ins[12]),
          .ask_ready_o   (outs_1[16]),
          .ask_msg_i     (ask),
          .ans_valid_o   (outs_1[15]),
          .ans_ready_i   (ins[15]),
          .ans_dest_o    (ans_out_1[2:0]),
          .ans_msg_o     (ans_out_1[3+:ANS_W]),
          .ans_valid_i   (ins[13]),
          .ans_ready_o   (outs_1[17]),
          .ans_msg_i     (ans),
          .clb_o         (outs_1[13:11]),
          .clb_phase_i   (ins[11]),
          .live_o        (outs_1[18+:WARPS*LANES]),
          .wait_o        (outs_1[18+WARPS*LANES+:WARPS*LANES]),
          .idle_o        (outs_1[10]),
          .err_valid_o   (outs_1[4]),
          .err_status_o  (err_1[0+:10]),
          .err_warp_o    (err_1[10+:WARP_W]),
          .err_op_o      (err_1[10+WARP_W+:12]),
          .err_lanes_o   (err_1[22+WARP_W+:LANES]),
          .err_opnd_o    (err_1[22+WARP_W+LANES+:LANES]),
          .err_cta_o     (err_1[ERR_W-1-:3])
      );
    end else begin : several
      played_cluster #(
          .CTAS     (CTAS),
          .HOP      (HOP),
          .LANES    (LANES),
          .WARPS    (WARPS),
          .WAITERS  (WAITERS),
          .COPIES   (COPIES),
          .STRUCT   (STRUCT),
          .WATCHDOG (WATCHDOG),
          .SHFL_FORM(SHFL_FORM),
          .I_W      (IN_W),
          .O_W      (OUT_W)
      ) rtl (
          .clk  (clk),
          .rst_n(rst_n),
          .cfg  (cfg),
          .in   (in_all),
          .out  (out_all)
      );
    end
  endgenerate

  // What the record says.
  reg [OUTS_W-1:0] want_outs, mask_outs;
  reg [RSP_W-1:0] want_rsp, mask_rsp;
  reg [LSR_W-1:0] want_ls, mask_ls;
  reg [GM_W-1:0] want_gm, mask_gm;
  reg [MSG_W+2:0] want_net, mask_net;
  reg [ASK_W+2:0] want_ask, mask_ask;
  reg [ANS_W+2:0] want_ans, mask_ans;
  reg [ERR_W-1:0] want_err, mask_err;
  reg [8*512-1:0] name;
  reg hashing;
  reg [63:0] hash;
  integer file, kind, got, cycle, line, cta, k;

  task undefined;  // every input that has nothing to say
    begin
      req = {REQ_W{1'bx}};
      exits = {ONE_W{1'bx}};
      launch = {ONE_W{1'bx}};
      launch_warps = 6'bx;
      ls = {LS_W{1'bx}};
      tx = 64'bx;
      gm_rsp = 129'bx;
      net = {MSG_W{1'bx}};
      ask = {ASK_W{1'bx}};
      ans = {ANS_W{1'bx}};
    end
  endtask

  task request;
    begin
      got = $fscanf(file, "%h", req);
      for (k = 0; k < LANES; k = k + 1)
        if (!req[LANES_AT+k]) begin
          req[MASK_AT+k*LANES+:LANES] = {LANES{1'bx}};
          req[ADDR_AT+k*64+:64] = 64'bx;
          req[A_AT+k*64+:64] = 64'bx;
          req[B_AT+k*32+:32] = 32'bx;
          req[C_AT+k*32+:32] = 32'bx;
          req[PRED_AT+k] = 1'bx;
        end
      if (req[OP_AT+8+:4] != WS_UNIT_MBAR && req[OP_AT+8+:4] != WS_UNIT_ATOM && req[OP_AT+8+:4] != WS_UNIT_RED)
        req[ADDR_AT+:LANES*64] = {LANES * 64{1'bx}};
    end
  endtask

  task inputs;
    begin
      undefined;
      got = $fscanf(file, "%h %h", ins, want_outs);
      if (ins[0]) request;
      if (ins[1]) got = $fscanf(file, "%h", exits);
      if (ins[2]) got = $fscanf(file, "%h %h", launch, launch_warps);
      if (ins[3]) got = $fscanf(file, "%h", ls);
      if (ins[4]) got = $fscanf(file, "%h", tx);
      if (ins[5]) got = $fscanf(file, "%h", gm_rsp);
      if (ins[6]) got = $fscanf(file, "%h", net);
      if (ins[12]) got = $fscanf(file, "%h", ask);
      if (ins[13]) got = $fscanf(file, "%h", ans);
      if (want_outs[0]) got = $fscanf(file, "%h %h", want_rsp, mask_rsp);
      if (want_outs[1]) got = $fscanf(file, "%h %h", want_ls, mask_ls);
      if (want_outs[2]) got = $fscanf(file, "%h %h", want_gm, mask_gm);
      if (want_outs[3]) got = $fscanf(file, "%h %h", want_net, mask_net);
      if (want_outs[4]) got = $fscanf(file, "%h %h", want_err, mask_err);
      if (want_outs[14]) got = $fscanf(file, "%h %h", want_ask, mask_ask);
      if (want_outs[15]) got = $fscanf(file, "%h %h", want_ans, mask_ans);
    end
  endtask

  task put;  // into the words of a cluster's CTAs
    if (CTAS > 1) begin
      in_all[cta*IN_W+:IN_W] = {ins, req, exits, launch, launch_warps, ls, tx, gm_rsp, net, ask, ans};
      want_all[cta*WANT_W+:WANT_W] = {
        want_outs, want_rsp, mask_rsp, want_ls, mask_ls, want_gm, mask_gm, want_net, mask_net, want_err, mask_err,
        want_ask, mask_ask, want_ans, mask_ans
      };
    end
  endtask

  task get;
    if (CTAS == 1) begin
      outs = outs_1;
      if (outs[0] !== 1'b0) rsp = rsp_1;
      if (outs[1] !== 1'b0) ls_rsp = ls_rsp_1;
      gm = gm_1;
      net_out = net_out_1;
      ask_out = ask_out_1;
      ans_out = ans_out_1;
      err = err_1;
    end else begin
      ins = in_all[(cta+1)*IN_W-1-:INS_W];
      {outs, rsp, ls_rsp, gm, net_out, err, ask_out, ans_out} = out_all[cta*OUT_W+:OUT_W];
      {want_outs, want_rsp, mask_rsp, want_ls, mask_ls, want_gm, mask_gm, want_net, mask_net, want_err, mask_err, want_ask, mask_ask,
       want_ans, mask_ans} =
          want_all[cta*WANT_W+:WANT_W];
    end
  endtask

  task wrong;
    input [8*8-1:0] port;
    begin
      $display("%0s:%0d: cycle %0d: %0s of CTA %0d is undefined or not what the model says", name, line + cta + 1 - CTAS, cycle, port, cta);
      case (port)
        "rsp": $display("  is    %h\n  model %h\n  of    %h", rsp, want_rsp, mask_rsp);
        "ls_rsp": $display("  is    %h\n  model %h\n  of    %h", ls_rsp, want_ls, mask_ls);
        "gm": $display("  is    %h\n  model %h", gm, want_gm);
        "net": $display("  is    %h\n  model %h", net_out, want_net);
        "ask": $display("  is    %h\n  model %h", ask_out, want_ask);
        "ans": $display("  is    %h\n  model %h", ans_out, want_ans);
        "err": $display("  is    %h\n  model %h", err, want_err);
        default: begin
          $display("  is    %b\n  model %b", outs, want_outs);
          $display("  from the left: wait, live, ready of ans ask, valid of ans ask, clb, idle, ready of net gm_rsp tx ls req, valid of err net gm ls_rsp rsp");
        end
      endcase
      $finish_and_return(1);
    end
  endtask

  task outputs;
    begin
      // Whether a request would be accepted that is not there, may depend on what it would be.
      // What a cluster keeps inside is no output of it.
      mask_outs = {OUTS_W{1'b1}};
      mask_outs[5] = ins[0];
      if (CTAS > 1) {mask_outs[17:11], mask_outs[9], mask_outs[3]} = 9'd0;
      if (hashing) hash_outputs;
      else compare_outputs;
    end
  endtask

  task compare_outputs;
    begin
      if (((outs ^ want_outs) & mask_outs) !== {OUTS_W{1'b0}}) wrong("bits");
      if (outs[0] && ((rsp ^ want_rsp) & mask_rsp) !== {RSP_W{1'b0}}) wrong("rsp");
      if (outs[1] && ((ls_rsp ^ want_ls) & mask_ls) !== {LSR_W{1'b0}}) wrong("ls_rsp");
      if (outs[2] && ((gm ^ want_gm) & mask_gm) !== {GM_W{1'b0}}) wrong("gm");
      if (outs[3] && ((net_out ^ want_net) & mask_net) !== {MSG_W + 3{1'b0}}) wrong("net");
      if (outs[14] && ((ask_out ^ want_ask) & mask_ask) !== {ASK_W + 3{1'b0}}) wrong("ask");
      if (outs[15] && ((ans_out ^ want_ans) & mask_ans) !== {ANS_W + 3{1'b0}}) wrong("ans");
      if (outs[4] && ((err ^ want_err) & mask_err) !== {ERR_W{1'b0}}) wrong("err");
    end
  endtask

  task mix;  // FNV-1a on words
    input [MIX_W-1:0] bits;
    input integer width;
    for (k = 0; k < width; k = k + 32) hash = (hash ^ bits[k+:32]) * 64'h100000001b3;
  endtask

  task hash_outputs;
    begin
      mix(outs & mask_outs, OUTS_W);
      if (outs[0] !== 1'b0) mix(rsp & mask_rsp, RSP_W);
      if (outs[1] !== 1'b0) mix(ls_rsp & mask_ls, LSR_W);
      if (outs[2] !== 1'b0) mix(gm & mask_gm, GM_W);
      if (outs[3] !== 1'b0) mix(net_out & mask_net, MSG_W + 3);
      if (outs[4] !== 1'b0) mix(err & mask_err, ERR_W);
      if (outs[14] !== 1'b0) mix(ask_out & mask_ask, ASK_W + 3);
      if (outs[15] !== 1'b0) mix(ans_out & mask_ans, ANS_W + 3);
    end
  endtask

  task clock;
    begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
    end
  endtask

  initial begin
    clk = 1'b0;
    hashing = $test$plusargs("hash");
    hash = 64'hcbf29ce484222325;
    cycle = 0;
    line = 0;
    if (!$value$plusargs("stimulus=%s", name)) name = "";
    file = $fopen(name, "r");
    if (file == 0) begin
      $display("%0s: cannot be read; say +stimulus=FILE", name);
      $finish_and_return(1);
    end
    while ($fscanf(file, "%d", kind) == 1) begin
      line = line + 1;
      cta = 0;
      if (kind == 0) begin
        got = $fscanf(file, "%h", cfg);
        rst_n = 1'b0;
        undefined;
        ins = {INS_W{1'bx}};
        in_all = {CTAS * IN_W{1'bx}};
        repeat (4) clock;
        rst_n = 1'b1;
      end else begin
        inputs;
        put;
        for (cta = 1; cta < CTAS; cta = cta + 1) begin
          got = $fscanf(file, "%d", kind);
          line = line + 1;
          inputs;
          put;
        end
        #1;
        for (cta = 0; cta < CTAS; cta = cta + 1) begin
          get;
          outputs;
        end
        clock;
        cycle = cycle + 1;
      end
    end
    if (!$feof(file) || cycle == 0) begin
      $display("%0s:%0d: is no record of ports", name, line + 1);
      $finish_and_return(1);
    end
    if (hashing) $display("%0d cycles, hash %h", cycle, hash);
    else $display("%0d cycles, nothing undefined", cycle);
    $finish;
  end
endmodule
`default_nettype wire
