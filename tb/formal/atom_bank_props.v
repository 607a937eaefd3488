// SPDX-License-Identifier: Apache-2.0
// ws_atom_pipe, 4 lanes a chunk, 4 ALUs: one bit of one word, any word, of the memory that it uses. Whatever may be issued is (atom_issue_ok).
// `now` is what the word is after all that have passed P3, each made of the one before and of its own operands (xor_atom.v). Each element that
// comes to P3 finds `now`: so none is lost and none counts twice; its old value is that, and comes to its own lane behind P3. When nothing is under
// way memory is `now`; only then may others write the word. Sums are over 12 clocks after the last one was issued.
// What is said of registers inside makes it hold from clock to clock (induct=1); aig.sh connects the wires to them.
`default_nettype none
module atom_bank #(
    parameter K = 0  // which bit of the word
) (
    input  wire        clk_i, rst_ni, issue, next, next_use, fold, lay, raw, other, other_d, any, laid_bit,
    input  wire [11:0] any_word, one_word, next_word,
    input  wire [ 6:0] kind,
    input  wire [ 7:0] fn,
    input  wire [ 3:0] go, take, has, one, place, upper_half, a_lo, a_hi, b, c,
    input  wire [11:0] code,
    input  wire [47:0] word,
    input  wire [ 1:0] meta,
    output wire        bad,
    output wire [11:0] reached
);
  localparam TAG_W = 1, WARP_W = 1, HEAD = 1 + 2 + 7 + 12 + TAG_W + WARP_W, W_W = 10, WAY = 4 + 2 + 8, N = 9, L = K % 16;
  localparam [7:0] FOLDS = 8'h12;  // what is combined: xor.b32
  `include "ws_ops.vh"
  `include "atom/ws_atom_code.vh"
  `include "atom/ws_atom_fn.vh"
  wire on;
  reg was_q;  // the adders hear of a reset a clock late
  always @(posedge clk_i) was_q <= rst_ni;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));

  // 1. The word, and what it is.
  reg [11:0] w_q;
  reg raw_q;
  wire [11:0] w = w_q;
  wire [1:0] alu = w[1:0];
  integer i, j;

  // 2. What is issued.
  wire valid;
  wire late, busy, uses, ok;
  wire wide = kind[0], quad = kind[1], half = kind[2], float = kind[3], cas = kind[4];
  wire one_use = float && take != 4'd0;
  atom_issue_ok legal (.kind(kind), .fn(fn), .fold(fold), .lay(lay), .go(go), .take(take), .has(has), .one(one), .place(place), .word(word),
                       .one_use(one_use), .one_word(one_word), .ok(ok));
  // A lane of sums goes after it was named as the next one; the one after it is named as it goes, or later.
  reg seen_q, seen_use_q, seen_wide_q;
  reg [11:0] seen_word_q;
  wire seen_it = seen_q && one_use == seen_use_q && (!one_use || (one_word == seen_word_q && wide == seen_wide_q));
  wire goes = on && issue && ok && (!fold || fn == FOLDS) && (float ? !late && seen_it : !busy);
  wire nexts = on && next && (goes || !seen_q);
  wire names = nexts && (!goes || float) && !(next_use && wide && next_word[0]);  // else what it says is never used
  always @(posedge clk_i)
    if (!on) seen_q <= 1'b0;
    else if (names) {seen_q, seen_use_q, seen_wide_q, seen_word_q} <= {1'b1, next_use, wide, next_word};
    else if (goes || nexts) seen_q <= 1'b0;
  wire [HEAD-1:0] head = {1'b0, meta, kind, WS_UNIT_ATOM, fn, 2'd0};
  reg [255:0] a;
  reg [127:0] bb, cc, laid;
  always @(*) begin
    {a, bb, cc, laid} = 640'd0;
    for (i = 0; i < 4; i = i + 1) {a[i*64+K], a[i*64+32+K], bb[i*32+K], cc[i*32+K], laid[i*32+K]} = {a_lo[i], a_hi[i], b[i], c[i], laid_bit};
  end

  wire [127:0] lay_o;
  wire [HEAD-1:0] head_o;
  wire [3:0] go_o;
  wire [11:0] code_o;
  wire [WAY-1:0] way_o;
  wire [127:0] old_o;
  wire [31:0] read;
  wire [32*7-1:0] read_row, write_row;
  wire [127:0] be;
  wire [1023:0] wdata;
  reg [1023:0] rdata;
  reg [31:0] raws;

  ws_atom_pipe #(.LANES(4), .WARPS(2), .SLOTS(1), .WARP_W(WARP_W), .TAG_W(TAG_W), .CL(4), .S(4)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .issue_i(goes), .head_i(head), .fold_i(fold), .fold_ctl_i(atom_fold_ctl(head[TAG_W+WARP_W+:8])), .lay_i(lay), .go_i(go), .take_i(take), .has_i(has),
      .code_i(code), .word_i(word), .upper_half_i(upper_half), .one_i(one), .place_i(place), .a_i(a), .b_i(bb), .c_i(cc), .first_i(nexts), .next_use_i(next_use), .next_word_i(next_word), .one_use_i(one_use),
      .one_word_i(one_word), .late_o(late), .float_busy_o(busy), .uses_o(uses), .busy_o(), .lay_o(lay_o), .laid_i(laid),
      .valid_o(valid), .head_o(head_o), .go_o(go_o), .code_o(code_o), .way_o(way_o), .old_o(old_o), .mem_read_o(read), .mem_read_row_o(read_row), .mem_rdata_i(rdata), .mem_raw_i(raws), .mem_be_o(be),
      .mem_write_row_o(write_row), .mem_wdata_o(wdata));

  // 3. Memory: this bit of the word. What has been read stands until its bank is read again; read and written in one clock it is anything.
  reg mem_q, read_q, now_q, got_raw_q;
  wire [4:0] bank = w[4:0];
  wire at_read = read_row[bank*7+:7] == w[11:5];
  wire writes = be[bank*4+K/8] && write_row[bank*7+:7] == w[11:5];
  wire others = on && !uses && other;  // write the word, or make it part of an object
  always @(*) begin
    rdata = 1024'd0;
    raws = 32'd0;
    rdata[bank*32+K] = read_q;
    raws[bank] = got_raw_q;
  end
  always @(posedge clk_i) begin
    if (!on) {w_q, raw_q} <= {any_word, raw};
    else if (others) raw_q <= raw;
    if (read[bank]) {read_q, got_raw_q} <= at_read && !writes ? {mem_q, raw_q} : {any, at_read ? raw_q : raw};
    if (others || !on) mem_q <= other_d;
    else if (writes) mem_q <= wdata[bank*32+K];
  end

  // 4. What stands inside; nothing here drives these.
  wire [31:0] bank2, ram2;
  wire [3:0] use1, use2, use3, use4, near2, mid2, far2, near3, raw3, half1, half2, half3;
  wire [4*W_W-1:0] word1, word2, word3, word4;
  wire v1, v2, v3, v4, fraw3, fold1, fold2, one1, one2, one3;
  wire [11:0] at1, at2, at3;
  wire [127:0] s1, t1, s2, t2, s3, t3, r3, d4, laid3, get, prior;
  wire [1:0] has1;
  wire [63:0] fs1;
  wire [6:0] ctl1;
  wire [21:0] ctl3;
  wire has2;
  wire [31:0] fs2;
  wire [HEAD-1:0] h1, h2, h3;
  wire [WAY-1:0] way1, way2, way3;
  wire [11:0] code1, code2, code3;
  wire [3:0] go1, go2, go3;
  wire none3;
  // What has left P3, as it is gathered: without values of red, and of 16 bits the low half.
  reg [HEAD-1:0] h4;
  reg [WAY-1:0] way4;
  reg [11:0] code4;
  reg [3:0] go4;
  reg [127:0] old4;
  wire [127:0] lo, hi;
  ws_atom_out #(.CL(4), .S(4), .W(32)) to_lanes (.way_i(way4), .word_i(old4), .lo_o(lo), .hi_o(hi));
  wire [N-1:0] under;
  wire [N*12-1:0] under_word;
  wire [N*3-1:0] under_kind;
  // Sums: what stands before the adders, and in them.
  wire [63:0] sum_r, sum_s;
  wire [2:0] sum_go;
  wire [N*32-33:0] flow32;
  wire [N*64-65:0] flow64;
  wire [N*16-17:0] flow16;
  wire [N-2:0] in32, in64, in16;
  wire [63:0] sum_in = sum_r ^ sum_s;
  wire [N*32-1:0] f32 = {flow32, sum_in[31:0]};
  wire [N*64-1:0] f64 = {flow64, sum_in};
  wire [N*16-1:0] f16 = {flow16, sum_in[K/16*16+:16]};
  wire [N-1:0] v_f32 = {in32 & {N-1{was_q}}, sum_go[0]}, v_f64 = {in64 & {N-1{was_q}}, sum_go[1]}, v_f16 = {in16 & {N-1{was_q}}, sum_go[2]};
  wire cas3, pairs3, float1, float2, rst_inside, late_inside;

  // 5. The element of this word, on its way beside the pipe: what is known of it in P1 to P4.
  localparam KIND = TAG_W + WARP_W + 12, EL = 9 + HEAD + 16;
  reg hit, s, t, covers;  // there is one; its operands; it has this bit, unlike one of 16 bits in the other half
  reg [3:0] who;          // its lane
  wire high = wide && w[0];
  always @(*) begin
    {hit, s, t, covers, who} = 8'd0;
    for (i = 0; i < 4; i = i + 1)
      if (take[i] && !lay && (quad ? word[i*12+2+:10] == w[11:2] : wide ? word[i*12+1+:11] == w[11:1] : word[i*12+:12] == w)) begin
        {hit, who[i]} = 2'b11;
        covers = !half || upper_half[i] == (K >= 16);
        s = fold ? ^(has & a_lo) : quad && w[1] ? (w[0] ? c[i] : b[i]) : high ? a_hi[i] : a_lo[i];
        t = cas && !quad && (high ? c[i] : b[i]);
      end
  end
  reg [EL-1:0] el1_q, el2_q, el3_q, el4_q;
  reg old_q;              // what it has to find
  wire hit1, x1, y1, c1, f1;
  wire [3:0] who1, g1;
  wire [11:0] o1;
  wire [HEAD-1:0] e1;
  assign {hit1, x1, y1, c1, f1, who1, g1, o1, e1} = el1_q;
  wire hit2, x2, y2, c2, f2;
  wire [3:0] who2, g2;
  wire [11:0] o2;
  wire [HEAD-1:0] e2;
  assign {hit2, x2, y2, c2, f2, who2, g2, o2, e2} = el2_q;
  wire hit3, x3, y3, c3, f3;
  wire [3:0] who3, g3;
  wire [11:0] o3;
  wire [HEAD-1:0] e3;
  assign {hit3, x3, y3, c3, f3, who3, g3, o3, e3} = el3_q;
  wire hit4, x4, y4, c4, f4;
  wire [3:0] who4, g4;
  wire [11:0] o4;
  wire [HEAD-1:0] e4;
  assign {hit4, x4, y4, c4, f4, who4, g4, o4, e4} = el4_q;
  // Words 2, 3 of what is compared in a cas of 128 bits come from where they were laid down, in P2.
  wire in_t = e2[KIND+1] ? e2[KIND+4] && laid_bit : y2;
  reg lay_q;
  reg [3:0] lay_take_q;
  reg [15:0] lay_of_q;
  always @(posedge clk_i) {lay_q, lay_take_q, lay_of_q} <= {goes && lay, take, c, b, a_hi, a_lo};
  always @(posedge clk_i) begin
    if (goes) el1_q <= {hit, s, t, covers, fold, who, go, code, head};
    if (v1) el2_q <= el1_q;
    if (v2) el3_q <= {hit2, x2, in_t, c2, f2, who2, g2, o2, e2};
    if (v3) {el4_q, old_q} <= {el3_q, now_q};
    if (others || !on) now_q <= other_d;
    else if (v3 && hit3 && c3) now_q <= now_q ^ x3 ^ y3;
  end
  always @(posedge clk_i) begin
    {h4, go4, code4, way4} <= {head_o, go_o, code_o, way_o};
    for (i = 0; i < 4; i = i + 1) begin
      old4[i*32+:16] <= old_o[i*32+:16] & ~{16{head_o[KIND+5]}};
      old4[i*32+16+:16] <= old_o[i*32+16+:16] & ~{16{head_o[KIND+5] || head_o[KIND+2]}};
    end
  end
  reg [3:0] calm_q;  // clocks in which nothing was issued, up to 12
  always @(posedge clk_i) calm_q <= !on || goes ? 4'd0 : calm_q == 4'd12 ? 4'd12 : calm_q + 4'd1;

  // 6. What is said of the pipe: it knows who uses the word, and has its operands.
  function uses_word(input [3:0] use_q, input [4*W_W-1:0] word_q);
    uses_word = use_q[w[1:0]] && word_q[w[1:0]*W_W+:W_W] == w[11:2];
  endfunction
  // A sum: its ALUs are those of its word, nobody else has operands.
  function alone(input one_q, input wide_q, input [11:0] at, input [3:0] use_q, input [4*W_W-1:0] word_q, input [127:0] operand);
    integer n;
    begin
      alone = !(one_q && wide_q && at[0]);
      for (n = 0; n < 4; n = n + 1) begin
        if (use_q[n] != (one_q && (wide_q ? n[1] == at[1] : n[1:0] == at[1:0]))) alone = 1'b0;
        if (use_q[n] && word_q[n*W_W+:W_W] != at[11:2]) alone = 1'b0;
        if (!use_q[n] && operand[n*32+K]) alone = 1'b0;
      end
    end
  endfunction
  wire w1 = v1 && hit1, w2 = v2 && hit2, w3 = v3 && hit3, w4 = v4 && hit4 && !e4[KIND+3];
  wire [1:0] beside = alu ^ 2'd2;
  wire heads_ok = (!v1 || {h1, go1, code1, fold1} == {e1, g1, o1, f1}) && (!v2 || {h2, go2, code2, fold2} == {e2, g2, o2, f2}) &&
      (!v3 || {h3, go3, code3} == {e3, g3, o3}) && (!v4 || {h4, go4} == {e4, g4}) && none3 == (!v3 || e3[KIND+3]) && valid == v3;
  wire words_ok = !(!v2 && |use2) && !(!v3 && |use3) && !(!v4 && |use4) && (!v1 || uses_word(use1, word1) == hit1) && (!v2 || uses_word(use2, word2) == hit2) &&
      (!v3 || uses_word(use3, word3) == hit3) && (!v4 || uses_word(use4, word4) == w4) &&
      (!w1 || c1 == (!e1[KIND+2] || half1[alu] == (K >= 16))) && (!w2 || c2 == (!e2[KIND+2] || half2[alu] == (K >= 16))) &&
      (!w3 || c3 == (!e3[KIND+2] || half3[alu] == (K >= 16)));
  wire s_ok = (!w1 || (f1 ? (has1[0] && fs1[K]) ^ (has1[1] && fs1[32+K]) : e1[KIND+1] && w[1] ? t1[beside*32+K] : s1[alu*32+K]) == x1) &&
      (!w2 || (f2 ? has2 && fs2[K] : e2[KIND+1] && w[1] ? t2[beside*32+K] : s2[alu*32+K]) == x2) && (!w3 || s3[alu*32+K] == x3) &&
      !(v2 && f2 && (s2[K] || s2[32+K] || s2[64+K] || s2[96+K])) &&
      !(v2 && !f2 && fs2[K]) && !(w1 && f1 && has1 == 0) && !(w2 && f2 && !has2);
  wire t_of_3 = (cas3 && t3[alu*32+K]) || (pairs3 && laid3[alu*32+K]);
  wire t_ok = (!w1 || (e1[KIND+4] && !e1[KIND+1] ? t1[alu*32+K] == y1 : !y1)) &&
      (!w2 || (!e2[KIND+4] ? !y2 : (!e2[KIND+1] && t2[alu*32+K]) == y2)) && (!w3 || t_of_3 == y3) && (!v3 || {cas3, pairs3} == {e3[KIND+4] && !e3[KIND+1], e3[KIND+4] && e3[KIND+1]}) &&
      !(w3 && !e3[KIND+4] && y3);

  wire kind1, kind2, kind3, kind4;
  atom_kind_ok k1 (.kind(e1[KIND+:7]), .fn(e1[KIND-12+:8]), .ok(kind1));
  atom_kind_ok k2 (.kind(e2[KIND+:7]), .fn(e2[KIND-12+:8]), .ok(kind2));
  atom_kind_ok k3 (.kind(e3[KIND+:7]), .fn(e3[KIND-12+:8]), .ok(kind3));
  atom_kind_ok k4 (.kind(e4[KIND+:7]), .fn(e4[KIND-12+:8]), .ok(kind4));
  wire kinds_ok = !(v4 && !kind4) && !(v1 && !(kind1 && (!f1 || (e1[KIND+6] && e1[KIND-12+:8] == FOLDS && ctl1 == 7'b0001100)))) &&
      !(v2 && !(kind2 && (!f2 || (e2[KIND+6] && e2[KIND-12+:8] == FOLDS)))) &&
      !(v3 && !(kind3 && (!f3 || e3[KIND+6]) && ctl3[5] == (e3[KIND+4] && e3[KIND+2])));

  // 7. Sums: one of this word at most, nobody else at it meanwhile; nothing but sums behind a sum.
  reg [N-1:0] sum_hit, sum_covers, sum_right, sum_calm;
  always @(*)
    for (j = 0; j < N; j = j + 1) begin
      sum_hit[j] = under[j] && under_word[j*12+1+:11] == w[11:1] && (under_word[j*12] == w[0] || under_kind[j*3+2]);
      sum_covers[j] = sum_hit[j] && (!under_kind[j*3+1] || under_kind[j*3] == (K >= 16));
      sum_right[j] = !sum_covers[j] || (under_kind[j*3+2] ? f64[j*64+(w[0] ? 32 : 0)+K] : (f32[j*32+K] && v_f32[j]) | (f16[j*16+L] && v_f16[j])) == now_q;
      if (v_f64[j] != (under[j] && under_kind[j*3+2]) || ((v_f32[j] || v_f16[j]) && !(under[j] && !under_kind[j*3+2]))) sum_right[j] = 1'b0;
      sum_calm[j] = !under[j] || calm_q <= j + 3;
    end
  wire l1 = v1 && e1[KIND+3], l2 = v2 && e2[KIND+3], l3 = v3 && e3[KIND+3], l4 = v4 && e4[KIND+3];
  wire n1 = v1 && !l1, n2 = v2 && !l2, n3 = v3 && !l3, n4 = v4 && !l4;
  // Whose turn it is does not wait: so nobody at its word is under way, but one that memory will have in the next clock.
  wire seen_hit = seen_q && seen_use_q && (seen_wide_q ? seen_word_q[11:1] == w[11:1] : seen_word_q == w);
  wire late_ok = !(seen_hit && !late_inside && ((w1 && l1) || (w2 && l2) || (w3 && l3) || |sum_hit[N-2:0])) && late == late_inside &&
      !(late_inside && calm_q > 4'd11);
  wire sums_ok = !(!was_q && (|under || v1 || v2 || v3 || v4)) && &sum_right && (sum_hit & (sum_hit - 1)) == 0 && !(|sum_hit && (w1 || w2 || w3)) && !(w3 && l3 && (w1 || w2)) &&
      !(w2 && l2 && w1) && !(n1 && (l2 || l3 || |under)) && !(n2 && (l3 || |under)) && !((n3 || n4) && |under) && !(l4 && |use4) &&
      !(n1 && one1) && !(n2 && one2) && !(n3 && one3) && (!l1 || alone(one1, e1[KIND], at1, use1, word1, 128'd0)) &&
      (!l2 || alone(one2, e2[KIND], at2, use2, word2, s2)) && (!l3 || alone(one3, e3[KIND], at3, use3, word3, s3)) &&
      (!l3 || alone(one3, e3[KIND], at3, use3, word3, r3)) && {float1, float2} == {l1, l2} && busy == (l1 || l2 || l3 || |under) &&
      !(|under && (d4[K] || d4[32+K] || d4[64+K] || d4[96+K])) && late_ok;
  wire calm_ok = !(calm_q > 0 && v1) && !(calm_q > 1 && v2) && !(calm_q > 2 && v3) && &sum_calm;

  // 8. Where the word is: in memory, or with the last one that made it.
  wire want = old_q && !e4[KIND+5];  // what its lane gets
  wire [3:0] here = 4'd1 << alu;
  wire forward_ok = (!w2 || (near2[alu] == w3 && mid2[alu] == w4 && !(mid2[alu] && far2[alu]))) && (!w3 || near3[alu] == w4) &&
      !(v3 && |(near3 & ~use3)) && !(v2 && |(near2 & ~use2)) && (!v2 || (bank2 == banks2 && ram2 == (banks2 & ~{8{mid2 | far2}})));
  // Where an ALU's word was read: its bank, but of a word on the way to memory.
  reg [31:0] banks2;
  always @(*) for (j = 0; j < 32; j = j + 1) banks2[j] = use2[j%4] && word2[j%4*W_W+:3] == j / 4;
  wire old_ok = !(v4 && hit4 && c4 && (e4[KIND+2] ? old4[alu*32+L] != want || old4[alu*32+16+L] : old4[alu*32+K] != want));
  wire now_ok = (!w2 || get[alu*32+K] == now_q) && (!w3 || w4 || r3[alu*32+K] == now_q) && (!w4 || d4[alu*32+K] == now_q);
  wire mem_ok = mem_q == now_q || (w4 && c4) || |sum_covers;
  wire raw_ok = (!w2 || got_raw_q == raw_q) && (!w3 || raw3[alu] == raw_q || (e3[KIND+1] && !w[1] && raw3[alu])) &&
      !(w3 && e3[KIND+1] && raw_q && !raw3[{1'b0, w[0]}]) && (!v3 || (f3 ? !hit3 || fraw3 == raw_q : !fraw3)) &&
      !(v3 && !e3[KIND+1] && |(raw3 & ~use3)) && !(w1 && f1 && use1 != here) && !(w2 && f2 && use2 != here) && !(w3 && f3 && use3 != here);
  wire uses_ok = uses == (v1 || v2 || v3 || v4 || |under);
  wire values_ok = uses_ok && forward_ok && old_ok && now_ok && mem_ok && raw_ok;

  // 9. The way back: the lane gets this ALU's word and no other's; of words 2, 3 of 128 bits that of words 0, 1, where they say what is an object's.
  reg [3:0] way_ok;
  wire [3:0] aim1 = e1[KIND+1] && w[1] ? 4'd1 << beside : here;
  wire [7:0] to1, high1;
  ws_atom_out #(.CL(4), .S(4), .W(2)) out1 (.way_i(way1), .word_i({aim1[3], !aim1[3], aim1[2], !aim1[2], aim1[1], !aim1[1], aim1[0], !aim1[0]}),
                                          .lo_o(to1), .hi_o(high1));
  wire [3:0] aim2 = e2[KIND+1] && w[1] ? 4'd1 << beside : here;
  wire [7:0] to2, high2;
  ws_atom_out #(.CL(4), .S(4), .W(2)) out2 (.way_i(way2), .word_i({aim2[3], !aim2[3], aim2[2], !aim2[2], aim2[1], !aim2[1], aim2[0], !aim2[0]}),
                                          .lo_o(to2), .hi_o(high2));
  wire [3:0] aim3 = e3[KIND+1] && w[1] ? 4'd1 << beside : here;
  wire [7:0] to3, high3;
  ws_atom_out #(.CL(4), .S(4), .W(2)) out3 (.way_i(way3), .word_i({aim3[3], !aim3[3], aim3[2], !aim3[2], aim3[1], !aim3[1], aim3[0], !aim3[0]}),
                                          .lo_o(to3), .hi_o(high3));
  wire [3:0] aim4 = e4[KIND+1] && w[1] ? 4'd1 << beside : here;
  wire [7:0] to4, high4;
  ws_atom_out #(.CL(4), .S(4), .W(2)) out4 (.way_i(way4), .word_i({aim4[3], !aim4[3], aim4[2], !aim4[2], aim4[1], !aim4[1], aim4[0], !aim4[0]}),
                                          .lo_o(to4), .hi_o(high4));
  always @(*) begin
    way_ok = 4'b1111;
    for (i = 0; i < 4; i = i + 1) begin
      if (v1 && hit1 && who1[i] && (e1[KIND] && w[0] ? high1[i*2+:2] : to1[i*2+:2]) != 2'b10) way_ok[0] = 1'b0;
      if (v2 && hit2 && who2[i] && (e2[KIND] && w[0] ? high2[i*2+:2] : to2[i*2+:2]) != 2'b10) way_ok[1] = 1'b0;
      if (v3 && hit3 && who3[i] && (e3[KIND] && w[0] ? high3[i*2+:2] : to3[i*2+:2]) != 2'b10) way_ok[2] = 1'b0;
      if (v4 && hit4 && who4[i] && (e4[KIND] && w[0] ? high4[i*2+:2] : to4[i*2+:2]) != 2'b10) way_ok[3] = 1'b0;
    end
  end

  // 10. What has to hold. At P3: the element finds the word as the one before it left it, and its operands are its lane's.
  wire wrong_element = w3 && (prior[alu*32+K] != now_q || s3[alu*32+K] != x3 || t_of_3 != y3);
  // At P4: the lane has the old value, 0 of red; one of 16 bits in the low half. Its status is RAW where the word is an object's.
  reg wrong_old, wrong_code, wrong_lay;
  wire seen = v4 && hit4 && c4;
  wire low_half = e4[KIND+2];
  always @(*) begin
    {wrong_old, wrong_code, wrong_lay} = 3'd0;
    for (i = 0; i < 4; i = i + 1) begin
      if (seen && who4[i] && !(e4[KIND+1] && w[1]) && (e4[KIND] && w[0] ? hi[i*32+K] : low_half ? lo[i*32+L] : lo[i*32+K]) != want) wrong_old = 1'b1;
      if (seen && who4[i] && low_half && lo[i*32+16+L]) wrong_old = 1'b1;
      if (v4 && g4[i] && o4[i*3+:3] != CODE_OK && code4[i*3+:3] != o4[i*3+:3]) wrong_code = 1'b1;
      if (v4 && hit4 && g4[i] && (who4[i] || f4) && o4[i*3+:3] == CODE_OK) begin
        if (raw_q ? code4[i*3+:3] != CODE_RAW : code4[i*3+:3] != CODE_OK && code4[i*3+:3] != CODE_RAW) wrong_code = 1'b1;
        if (!e4[KIND] && !raw_q && code4[i*3+:3] != CODE_OK) wrong_code = 1'b1;  // of more words another one may be an object's
      end
      if (lay_q && lay_take_q[i] && {lay_o[96+K], lay_o[64+K], lay_o[32+K], lay_o[K]} != {lay_of_q[12+i], lay_of_q[8+i], lay_of_q[4+i], lay_of_q[i]}) wrong_lay = 1'b1;
    end
    if (seen && e4[KIND+1] && w[1] && (w[0] ? old4[96+K] : old4[64+K]) != want) wrong_old = 1'b1;
  end
  wire wrong_head = v4 && (h4 != e4 || go4 != g4);
  wire wrong_rest = !uses && (mem_q != now_q || v1 || v2 || v3 || v4 || |under);
  wire wrong_busy = calm_q == 4'd12 && (busy || late);
  wire inside_ok = heads_ok && kinds_ok && words_ok && s_ok && t_ok && sums_ok && calm_ok && values_ok && &way_ok;
  assign bad = (rst_inside != was_q) || on && (wrong_element || wrong_old || wrong_code || wrong_lay || wrong_head || wrong_rest || wrong_busy || !inside_ok);
  // From P4 as it is in P3, P2; from what was there; combined; of two words; of four; of 16 bits; a sum; one must wait for it; behind it; three at it; an object's.
  assign reached = {12{on}} & {
    w3 && w4, w2 && mid2[alu], w2 && far2[alu] && !w3, seen && f4, seen && e4[KIND] && want, seen && e4[KIND+1] && w[1] && want,
    seen && low_half && want && !l4, |sum_covers && sum_hit[N-1], late && |sum_hit, w4 && n4 && l2, w4 && w3 && w2, seen && raw_q
  };
endmodule
`default_nettype wire
