# SPDX-License-Identifier: Apache-2.0
"""What is known of units for the proofs about their mutants: rows, and no more. mutant_contracts.py and mutant_agreed.py say how they are
proved; a row that is missing proves less, with a wrong one nothing is proved."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Contract:
    """rows: (outputs, what has to be 1 for them to be read), which is a port, a net of `nets`, both with a bit for the same share of the
    outputs' bits, or an expression of one bit. nets: Verilog over the unit's ports; [port] is [width - 1:0] of that port. always: an
    expression over its inputs and nets that is 1 in every clock, which is proved of the module `within`, or with the whole. given: (input,
    expression that it always equals), over inputs and outputs that are read in any case; proved as `always` is, and leaf() drives the
    input with it. Where there is neither, the rows are proved of `within`, whatever comes into that."""
    rows: tuple = ()
    nets: str = ""
    always: str = ""
    within: str = ""
    # that module's for this proof alone, in place of its own; where the row has `always` or `given` only what it is given counts, which is proved
    # within another
    outer: "Contract" = None
    given: tuple = ()
    # of the second proof: modules that stand outside of it, which look only at their `reads` (inputs, what has to be 1, as in rows), over
    # inputs alone, and `looked`, nets for that: proved of each by itself, of the inputs that it is given, and without what stands beside that
    # and is in it
    beside: tuple = ()
    reads: tuple = ()
    looked: str = ""
    # of the first proof: modules inside that stand outside of it as they are: both sides have to ask them the same, whatever they answer,
    # but for bits that are 0 in any case: `shows` of theirs, (outputs, what has to be 1) over the nets `shown`, proved of each by itself.
    # What a unit in there is never given, within that module, is proved with them outside too.
    aside: tuple = ()
    shows: tuple = ()
    shown: str = ""
    # `shows` is proved along with what is always so of the modules inside: the rows of AGREED_IN of that name
    along: str = ""
    # of the first proof: induction over so many clocks, where one alone says too little of what counts in another order
    clocks: int = 1
    # of the first proof: of shared memory counts what is read of it, whatever goes into it in what order (CONTENT of mutant_proofs.py); outputs
    # that have to be in step for that
    content: str = ""
    # and where that is inside the unit itself: a net that its row of AGREED has, 1 in each clock on both sides; `content` is in step with it. The
    # row may lean on that: content_others is the other side's (SWEPT)
    swept: str = ""
    # of the second proof: what goes into shared memory of seen where vld is 0 is not compared, for nobody looks at it (ws_smem_bank)
    ended: bool = False
    # of AGREED alone:
    up: tuple = ()  # (instance of a module that has a row, net that this row names), a net of_INSTANCE_NET, with _ for the points in it
    words: bool = False  # its memories become registers, and a net `words` is all of them, the first word of the first memory lowest


# The module around a unit, or else around the units of a folder under rtl/.
AROUND = {"sync": "ws_sync", "bar": "ws_bar", "ws_bar_cluster": "ws_cluster", "mbar": "ws_mbar", "ws_mbar_put": "ws_mbar_pipe",
          "ws_mbar_next": "ws_mbar_pipe", "ws_smem_banks": "ws_smem", "bus": "ws_bus"}
# Whether the table has an operation of rtl/mbar.
KNOWN = """
  function known(input [7:0] fn);
    known = fn[7:3] == 5'd0 ? fn[2:0] != 3'd7 : fn[7:3] == 5'd1 || fn[7:3] == 5'd4 || fn[7:3] == 5'd5 ? fn[2] && fn[1:0] != 2'd3 :
            fn[7:3] == 5'd2 ? fn[2:0] <= 3'd4 : fn[7:3] == 5'd3 ? !fn[2] : fn[7:3] == 5'd6 && fn[2:1] == 2'd1;
  endfunction"""

# What ws_mbar is asked: operations of the table, when it is ready, and messages that another unit sent.
ASKED = KNOWN + """
  wire [7:0] sent = net_msg_i[39:32];
  wire goes = sent[7:1] == 7'h01 || {sent[7:4], sent[2:1]} == 6'h0a;
  wire asked = (!grp_valid_i || (grp_ready_o && known(grp_fn_i))) && (!net_valid_i || goes);
"""

# Which banks an access to shared memory asks: while it has to wait, the same, but for a reset.
HELD = """
  reg ls_waits;
  reg [31:0] ls_en_q;
  wire [31:0] held_en = ls_waits ? ls_en_q : ls_en_i;
  always @(posedge clk_i) {ls_waits, ls_en_q} <= {rst_ni && ls_valid_i && !ls_ready_o, held_en};
"""
# What of an object in ws_mbar_pipe matters: seen where there is one.
OBJECTS = """
  wire [65:0] object_live = {object_q[64], {65{1'b1}}};
  wire [65:0] back_live = {back_q[64], {65{1'b1}}};
"""
# What of a job there, at 4 lanes and 4 warps.
JOBS = OBJECTS + """
  function [77:0] looks(input [77:0] job);
    reg passes, waits, pending, tries;
    begin
      passes = job[74];
      waits = job[65:63] == 3'd4;
      pending = job[65:63] == 3'd5;
      tries = job[65:62] == 4'd9;
      looks = {4'hf, {5{passes || waits}}, 22'h3fffff, {7{!passes}}, 4'hf, {11{!passes && tries}}, !passes, {20{!passes || pending}}, 4'hf};
    end
  endfunction
  wire [77:0] spare_looks = looks(spare_q);
  wire [77:0] job_looks = looks(job_q) & {78{job_valid_q}};
  wire [77:0] get_looks = looks(get_q);
  wire [77:0] put_looks = looks(put_q);
  wire [65:0] object_looks = object_live & {66{!put_pass}};
"""
# Statuses that an operation that gives a token never has: only others meet them, and 1f is none.
FOREIGN = """
  function foreign(input [4:0] short);
    foreign = short == 5'h0a || short == 5'h17 || short == 5'h19 || short == 5'h1a || short == 5'h1f;
  endfunction
"""
JOBS_READ = (("spare_q", "spare_looks"), ("job_q", "job_looks"), ("get_q", "get_looks"), ("put_q", "put_looks"),
             ("try_q one_arr_q arr_q one_dtx_q dtx_q taken_q", "!put_pass"), ("fine_q", "put_valid_q && !put_pass"),
             ("object_q", "object_looks"), ("back_q", "back_live"))

# What comes back from who keeps AXI4-Lite: nothing but the answer to what was taken, and no EXOKAY. Nets, and of inputs what they always equal.
ANSWERS = "  wire answer_b = axil_bvalid_i && axil_bready_o && !axil_awvalid_o && !axil_wvalid_o, answer_r = axil_rvalid_i && axil_rready_o && !axil_arvalid_o;\n"
ANSWERED = (("axil_bvalid_i", "answer_b"), ("axil_bresp_i", "axil_bresp_i & {1'b1, axil_bresp_i[1] || !answer_b}"),
            ("axil_rvalid_i", "answer_r"), ("axil_rresp_i", "axil_rresp_i & {1'b1, axil_rresp_i[1] || !answer_r}"))
# Of which lanes the upper half of a result may be other than 0, of 4: not of those that the response to an arrive without result names.
SINKS = """
  wire sinks = rsp_valid_o && {rsp_op_o[11:8], rsp_op_o[5:4], rsp_op_o[2]} == 7'h3d;
  wire [3:0] answers = ~({4{sinks}} & rsp_lanes_o);"""
# Of b, counts and sizes are out of range with bit 24, whatever bit 28; of 4 lanes.
B_READ = "  wire [127:0] b_read = ~{3'd0, PORT[120], 31'd0, PORT[88], 31'd0, PORT[56], 31'd0, PORT[24], 28'd0};"
# By unit, beside what the names of all other outputs say: x_valid_o is for the other outputs x_*_o.
CONTRACTS = {
    # Who looks at the key: see `given` and `looked` of ws_bar. A number that is none has no count, and a count that is none no value; redux
    # has no status.
    "ws_sync": Contract((("grp_[!v]*_o", "|grp_valid_o"), ("exit_busy_lanes_o", "exit_busy_o"), ("grp_key_o", "key_read"),
                         ("grp_status_o", "|(grp_valid_o & ~7'b0000100)")),
                        "  wire [11:0] key_read = {!grp_key_o[4], {6{!grp_key_o[4] && !grp_key_o[11]}}, 5'h1f};", beside=("ws_bar",),
                        shows=(("grp_valid_o", "valid"),), shown=KNOWN + """
  wire [6:0] valid = {1'b1, known(grp_op_o[7:0]), 5'h1f};"""),
    # Nothing lives before a CTA has begun, who is blocked lives, and a warp of which lanes are blocked here sends nothing more. Of 4 lanes
    # and 4 warps: of others it is not so, and the proof of the whole fails.
    "ws_bar": Contract(nets="""
  reg begun;
  wire [start_i] start = start_i & {1{!(|away_o)}};
  always @(posedge clk_i) begun <= rst_ni && (begun || |start);
  wire [grp_lanes_i] away = away_o[grp_warp_i*4+:4];
  wire [grp_key_i] key_bits = {{7{grp_op_i[3] || !grp_valid_i}}, 5'h1f};  // a count""", given=(
        ("live_i", "(live_i | away_o) & {16{begun}}"),
        ("grp_valid_i", "grp_valid_i && (begun || |start) && !(|away) && |grp_lanes_i"),
        ("start_i", "start"),
        ("grp_key_i", "grp_key_i & key_bits")),
        reads=(("grp_[!v]*_i", "grp_valid_i"), ("grp_key_i", "key_read")),
        looked="  wire [11:0] key_read = {!grp_key_i[4], {6{!grp_key_i[4] && !grp_key_i[11]}}, 5'h1f};"),
    "ws_shfl_net": Contract((("res_[dp]_o", "res_lanes_o"),)),
    "ws_shfl_sel": Contract((("res_[dp]_o", "res_lanes_o"),)),
    "ws_sync_table": Contract((("rdata_o", "re_i"),), """
  reg [we_i] stale;  // read in the clock in which it was written
  always @(posedge clk_i) stale <= wwarp_i == next_rwarp_i ? we_i : 0;""", always="!(re_i && |stale)", within="ws_sync"),
    "ws_mbar_next": Contract((("word_o", "status_o == 10'd0"),)),
    # Operations of the table come in, and what is wrong with a piece goes with its operation.
    "ws_mbar_issue": Contract(nets=KNOWN, always="!grp_valid_i || known(grp_fn_i)", within="ws_top"),
    "ws_mbar_enter": Contract((("job_o", "job_valid_o"), ("job_waits_o job_defers_o", "1'b1")), KNOWN + """
  wire early = !piece_code_i[2] && |piece_code_i;
  wire sound = (piece_code_i != 3'd4 || piece_fn_i[4:3] == 2'd2) && (piece_fn_i[4:1] != 4'hd || piece_owner_i == 4'd0 || early);""",
                              always="!piece_valid_i || (sound && known(piece_fn_i))", within="ws_top"),
    # Places of copies are multiples of 4; that a copy has 4 bytes is known by its having neither 8 nor 16.
    "ws_mbar_copy": Contract((("wr_bytes_o", "bytes_read"),), "  wire [4:0] bytes_read = {{2{wr_valid_o}}, 3'd0};",
                             always="!push_valid_i || {push_src_i[1:0], push_dst_i[1:0]} == 4'd0", within="ws_mbar"),
    # It is a try_wait that waits; what comes has lanes, and at 4 lanes nothing stands before the only quad of them.
    "ws_mbar_wait": Contract(always="!put_valid_i || put_fn_i[4:1] == 4'd9", within="ws_mbar"),
    "ws_mbar_result": Contract(always="before_i == 20'd0 && (!merge_i || |lanes_i)", within="ws_top"),
    "ws_mbar_memory": Contract(always="!push_valid_i || push_x_i[1:0] == 2'd0", within="ws_mbar"),
    # A job has lanes, but for that of the port for transactions, each lane of a cp.async.mbarrier.arrive raises what is pending by 1, and an
    # operation that gives a token passes with nothing but an error.
    "ws_mbar_pipe": Contract((
        ("read_slot_o", "read_o"), ("write_slot_o write_word_o write_vld_o", "write_o"), ("write_seen_o", "write_o && write_vld_o"),
        ("warp_o fn_o", "merge_o || suspend_o || late_o || defer_o"),
        ("lanes_o short_o", "merge_o || suspend_o || late_o"), ("tag_o", "merge_o || suspend_o"), ("x_o", "suspend_o"), ("piece_o", "merge_o || late_o"),
        ("value_o bit_o", "merge_o"), ("base_o before_o each_o", "merge_o && value_o"), ("counts_o", "1'b0"), ("late_cta_o", "late_o"),
        ("defer_lanes_o", "defer_o")), nets="""
  wire raises = job_valid_i && job_i[77:76] != 2'd2 && job_i[65:62] == 4'hc, bare = job_valid_i && job_i[77:76] != 2'd3 && job_i[3:0] == 4'd0;
  wire [4:0] short = job_i[73:69];
  wire error = short != 5'd0 && short != 5'h0a && (short < 5'h17 || short > 5'h1a);
  wire passes = job_valid_i && job_i[77:76] == 2'd0 && job_i[74] && job_i[66:65] == 2'd0 && job_i[63] && !error;
  wire [77:0] job = {job_i[77:74], passes ? 5'h0d : short, job_i[68:24], raises ? 20'd1 : job_i[23:4], job_i[3:1], job_i[0] || bare};""",
                             given=(("job_i", "job"),), within="ws_top", ended=True),
    # Operations on objects and copies have neither bit: they alone end late.
    "ws_capture": Contract(always="!late_valid_i || late_op_i[7:6] == 2'd0", within="ws_top"),
    "ws_cluster": Contract((("rsp_[dp]_o rsp_d_hi_o", "rsp_lanes_o"), ("ls_rsp_raw_o ls_rsp_rdata_o", "ls_rsp_en_o")), aside=(
        "ws_sync", "ws_mbar", "ws_collect", "ws_capture", "ws_net", "ws_vote", "ws_shfl", "ws_redux", "ws_match_all", "ws_match_any")),
    # Operations of the table come in, when they are asked for, and messages that another unit sent. Shared memory is swept after a reset: 16
    # clocks of that are enough for the barrier of a cluster.
    "ws_mbar": Contract(nets=ASKED, always="asked", within="ws_top",
                        shows=(("quiet_o", "swept"), ("net_valid_o", "away && fine")), shown=KNOWN + """
  reg [4:0] left;
  wire swept = left == 0;
  always @(posedge clk_i) left <= !rst_ni ? 16 : left - !swept;
  reg [6:0] cfg_q;
  reg begun, moved_q, strange_q;  // since the reset: the configuration is another than it was; something else was asked for
  wire moved = moved_q || (begun && cfg_q != {cfg_rank_i, cfg_ctas_i});
  always @(posedge clk_i) {begun, cfg_q} <= {begun || rst_ni, cfg_rank_i, cfg_ctas_i};
  always @(posedge clk_i) {moved_q, strange_q} <= {rst_ni && moved, rst_ni && (strange_q || (grp_valid_i && !known(grp_fn_i)))};
  wire away = moved || cfg_ctas_i > 4'd8 || (net_dest_o != cfg_rank_i && {1'b0, net_dest_o} < cfg_ctas_i);
  wire fine = strange_q || (net_msg_o[39:38] == 2'd0 && net_msg_o[34:33] != 2'd3);""", reads=(
      ("net_msg_i", "msg_read"), ("req_[abc]_i req_addr_i", "grp_valid_i"), ("req_b_i", "b_read")), looked="""
  wire [48:0] msg_read = {49{net_valid_i}} & ~(49'd1 << 36) & ~({48'd0, !net_msg_i[34]} << 33);
""" + B_READ.replace("PORT", "req_b_i")),
    # Of 4 CTAs of 4 lanes, none of which sends to itself, and each only what can be sent. The mbarrier unit does not look at bit 4 of an
    # operation (36 of a message), and at bit 1 only in an arrive, of which bit 2 is 1.
    "ws_net": Contract((("out_msg_o", "msg_read"),), """
  wire [in_valid_i] away = {in_dest_i[11:9] < 3'd3, !in_dest_i[8] && in_dest_i[7:6] != 2'd2, !in_dest_i[5] && in_dest_i[4:3] != 2'd1,
                            !in_dest_i[2] && in_dest_i[1:0] != 2'd0};
  wire [3:0] sent = {in_msg_i[181], in_msg_i[132], in_msg_i[83], in_msg_i[34]};
  wire [3:0] come = {out_msg_o[181], out_msg_o[132], out_msg_o[83], out_msg_o[34]};
  wire [in_msg_i] strange = {{49{in_valid_i[3]}} & {9'd0, 2'd3, 4'd0, sent[3], 33'd0}, {49{in_valid_i[2]}} & {9'd0, 2'd3, 4'd0, sent[2], 33'd0},
                             {49{in_valid_i[1]}} & {9'd0, 2'd3, 4'd0, sent[1], 33'd0}, {49{in_valid_i[0]}} & {9'd0, 2'd3, 4'd0, sent[0], 33'd0}};
  wire [out_msg_o] msg_read = {{49{out_valid_o[3]}} & ~{12'd0, 3'd4, !come[3], 33'd0}, {49{out_valid_o[2]}} & ~{12'd0, 3'd4, !come[2], 33'd0},
                               {49{out_valid_o[1]}} & ~{12'd0, 3'd4, !come[1], 33'd0}, {49{out_valid_o[0]}} & ~{12'd0, 3'd4, !come[0], 33'd0}};""",
                       given=(("in_valid_i", "in_valid_i & away"), ("in_msg_i", "in_msg_i & ~strange")), within="ws_cluster", beside=("ws_mbar",)),
    # A token has nothing in bits 42:31, an arrive without result none, no status has bit 7, no other CTA asks where there is none, and copies
    # are of 4, 8 or 16 bytes. Nobody looks at operands before the first request after a reset: then nothing waits that would be sent on.
    "ws_top": Contract(beside=("ws_mbar",), reads=(("req_[abc]_i req_mask_i req_addr_i", "asked"), ("req_b_i", "b_read")), looked=B_READ.replace("PORT", "req_b_i") + """
  reg asked_q;
  wire asked = asked_q || req_valid_i;
  always @(posedge clk_i) asked_q <= rst_ni && asked;""", shows=(("rsp_d_hi_o", "counts"), ("rsp_d_hi_o", "answers"), ("rsp_d_o", "marks"),
                              ("rsp_status_o", "codes"), ("err_cta_o", "others"), ("gm_bytes_o", "sizes")), along="answered", shown=SINKS + """
  wire [4:0] sizes = {1'b1, !gm_bytes_o[4], gm_bytes_o[4:3] == 2'd0, 2'd0};
  wire token = (rsp_op_o & ~12'h00b) == 12'h704 && rsp_op_o[1:0] != 2'd3;
  wire [127:0] counts = {4{21'h1fffff, 11'd0}};
  wire [127:0] marks = {4{!token, 31'h7fffffff}};
  wire [9:0] codes = 10'h37f;
  reg others_q;
  wire others = others_q || cfg_rank_i != 3'd0 || net_valid_i;
  always @(posedge clk_i) others_q <= others;"""),
    "ws_bus": Contract((("axil_bresp_o", "axil_bvalid_o"), ("axil_rdata_o axil_rresp_o", "axil_rvalid_o")), aside=(
        "ws_top", "ws_gmem", "ws_bus_counters", "ws_operands", "ws_completion")),
    # Cleared in any order: all words are by the end, and until then nobody looks at operands, nor at a word that was read, and nothing is written.
    "ws_operands": Contract((("rdata_o", "fresh"), ("mask_o [abc]_o addr_o", "!clearing_o"), ("b_o", "b_read")), """
  reg fresh;
  always @(posedge clk_i) fresh <= (look_i || (all_i && fresh)) && !clearing_o;
""" + B_READ.replace("PORT", "b_o"), given=(("write_i", "write_i && fresh"), ("all_i", "all_i && fresh")), within="ws_bus",
                            beside=("ws_top", "ws_gmem", "ws_completion", "ws_bus_counters"), content="clearing_o", swept="whole"),
    # Copies are of 4, 8 or 16 bytes, and word 3 is of the longest alone.
    "ws_gmem": Contract((("gm_rsp_data_o", "words_read"),), """
  reg long_q;  // the copy under way is of 16 bytes
  always @(posedge clk_i) if (gm_valid_i && gm_ready_o) long_q <= gm_bytes_i[4];
  wire [3:0] words_read = {4{gm_rsp_valid_o}} & {long_q, 3'd7};""", always="!gm_bytes_i[4] || gm_bytes_i[3:2] == 2'd0", within="ws_bus",
                        beside=("ws_sync", "ws_completion", "ws_bus_counters", "ws_mbar_issue", "ws_mbar_enter", "ws_mbar_wait", "ws_smem_banks")),
    # A lane is told only while all lanes are written, one after the other.
    "ws_bus_access": Contract((("all_lane_o", "all_o"),)),
    # Who answers the bridge keeps AXI4-Lite: mutant_seen.py. A pause counted in another order is as long again after 32 clocks at the latest.
    "ws_serial": Contract((("axil_awaddr_o axil_awprot_o", "axil_awvalid_o"), ("axil_wdata_o axil_wstrb_o", "axil_wvalid_o"),
                           ("axil_araddr_o axil_arprot_o", "axil_arvalid_o")), nets=ANSWERS, given=ANSWERED, aside=("ws_serial_ram", "ws_serial_crc"), clocks=34),
    "ws_axil_manager": Contract((("resp_o", "done_o"),), nets=ANSWERS, given=ANSWERED),
    # A sweep that has begun is not held up, `row` is the next to be cleared, without a mutant; and nobody reads memory in a sweep from its first
    # row on, or from a reset on, which may have ended another in its midst. Of one window.
    "ws_smem": Contract((("copy_raw_*_o", "copy_raw_o"), ("ls_rsp_raw_o ls_rsp_rdata_o", "ls_rsp_en_o")), """
  reg [6:0] row;
  reg torn;
  wire still = still_i || (sweep_o[0] && row != 0);
  wire clear = sweep_o[0] && of_still_i;
  wire free = !clear && !(torn && sweep_o[0]), first = row == 0, last = &row;
  always @(posedge clk_i) row <= rst_ni ? row + clear : 0;
  always @(posedge clk_i) torn <= !rst_ni || (torn && sweep_o[0]);""", given=(
        ("still_i", "still"), ("read_i", "read_i && free"), ("copy_valid_i", "copy_valid_i && free")), within="ws_mbar", content="sweep_o",
                        outer=Contract(given=(("grp_valid_i", "grp_valid_i && grp_ready_o"),), within="ws_top")),
    # What was read of a row that was written in the same clock is not looked at. Seen is in the clock behind alone, and only where vld is 1.
    "ws_smem_bank": Contract((("rdata_o", "!old"), ("rside_o", "side_read")), """
  wire reads = ls_read_i || bus_read_i, writes = ls_write_i ? |ls_be_i : bus_write_i;
  wire same_row = (ls_read_i ? ls_row_i : bus_read_row_i) == (ls_write_i ? ls_row_i : bus_write_row_i);
  reg old, old_side, fresh;
  always @(posedge clk_i) fresh <= reads;
  always @(posedge clk_i) if (reads) {old, old_side} <= {2{same_row}} & {writes, bus_side_i};
  wire [1:0] side_read = {2{!old_side}} & {fresh && rside_o[0], 1'b1};""", within="ws_mbar", outer=Contract(
      (("ls_rsp_raw_o ls_rsp_rdata_o", "ls_rsp_en_o"),), HELD, given=(("ls_en_i", "held_en"),), within="ws_top")),
}
# By module: nets inside it, registers above all, and what has to be 1 for them to be the same on both sides of a proof; `always`: what is
# 1 in each clock of the unit without a mutant, all bits of a net or an expression of one. Its `nets` are in tb/formal/agreed_MODULE.vh too.
AGREED = {
    "ws_bar": Contract((
        ("b_kind_q b_all_q b_want_q", "b_asks && !b_bad_id_q && !b_bad_count_q"), ("b_bad_count_q", "b_asks && !b_bad_id_q"), ("b_bad_id_q", "b_asks"),
        ("b_sum_q", "b_asks && !b_bad_id_q && !b_bad_count_q && |b_kind_q"), ("acc_q", "adds"), ("cta_q", "begun"), ("act", "exam || |b_sel_q"), ("a_key_q", "a_reads")),
                       always="states", up=(("barriers", "b_act"), ("barriers", "act_q"))),
    "ws_bar_table": Contract((("wrote_act_q", "b_again_q"), ("dirty_q", "not_here"), ("act_q", "begun"))),
    "ws_bar_clb": Contract((("owed_q", "pays"),), always="owes"),
    "ws_sync": Contract((("age group_joined", "1'b1"),), always="states", up=(
        *(("scan", net) for net in ("mode_q", "warp_q", "pick_q", "pick_warp_q", "pick_lane_q", "left_q", "reach_q", "bwait_q")),
        ("table_key", "words"), ("table_op", "words"), ("stamp.table_stamp", "words"))),
    "ws_net": Contract((("kept turns writes reads counts ripes ages", "1'b1"),), always="states", words=True),
    "ws_sync_scan": Contract((("pick_lane_q", "|pick_q"),), "wire unused = |{mode_q, warp_q, pick_warp_q, left_q, reach_q, bwait_q};"),
    "ws_sync_table": Contract(nets="wire unused = |words;", words=True),
    "ws_serial": Contract((("due_left", "counts"), ("due_addr", "there"), ("early", "1'b1")), always="states"),
}
# By unit: the same for the modules in it, in place of AGREED, for proofs about that unit. Of 4 lanes and 4 warps; of others none is used.
AGREED_IN = {
    "ws_cluster": {
        "ws_bar_cluster": Contract((("turned full behind", "1'b1"),), always="states"),
        "ws_bar": Contract(always="states", up=(("clb", "arrived_q"), ("clb", "owed_q"))),
        "ws_bar_clb": Contract(nets="wire unused = |{arrived_q, owed_q};"),
    },
    "ws_mbar_memory": {"ws_mbar_copy": Contract(always="queue")},
    # What comes back of an arrive without result: of what `along` names.
    "answered": {
        "ws_mbar_pipe": Contract(nets="""
  wire named = |{spare_valid_q, job_valid_q, get_valid_q, spare_q, job_q, get_q, put_q};
  wire [2:0] gives = {3{!put_valid_q}} | {!token_q || !fn_o[5], !pending_q || fn_o[4], !wait_q || fn_o[4:2] == 3'd4};""", always="gives"),
        "ws_mbar_result": Contract(nets="  wire named = |{closed_q, lanes_q, bit_q, value_q};"),
        "ws_mbar": Contract(always="states", up=(
            *(("pipe", f"{stage}_{net}") for stage in ("spare", "job", "get", "put") for net in ("valid_q", "q")),
            *(("result", net) for net in ("closed_q", "lanes_q", "bit_q", "value_q")))),
        "ws_collect": Contract(nets=SINKS + """
  wire [3:0] high = {|rsp_d_hi_o[127:96], |rsp_d_hi_o[95:64], |rsp_d_hi_o[63:32], |rsp_d_hi_o[31:0]};""", always="(high & ~answers) == 4'd0"),
    },
    "ws_smem_bank": {
        "ws_smem": Contract((("answer_rdata_q", "answer_looks"), ("answer_raw_q", "answer_ls_q || answer_copy_q")), always="states"),
        "ws_mbar_pipe": Contract((("object_q", "object_looks"), ("back_q", "back_live")), OBJECTS, always="states"),
        # Words: 128 of side_q, then of word_q.
        "ws_smem_bank": Contract((("sides", "1'b1"),), """
  wire [255:0] lives = words[255:0] & {128{2'b01}};
  wire [255:0] sides = words[255:0] & (lives | lives << 1);
  wire unused = |words;""", words=True),
    },
    "ws_mbar_pipe": {"ws_mbar_pipe": Contract(JOBS_READ, JOBS, always="states")},
    "ws_mbar": {
        "ws_mbar_pipe": Contract((*JOBS_READ, ("spare_valid_q job_valid_q get_valid_q put_valid_q", "1'b1")), JOBS + FOREIGN, always="decoded"),
        "ws_mbar_wait": Contract(nets="""
  wire [3:0] taken = wait_q | done_q;
  wire [3:0] sum = {1'b0, free_q} + taken[0] + taken[1] + taken[2] + taken[3];
  wire [1:0] places = {(wait_q & done_q) == 4'd0, sum == 4'd4 || sum == 4'd0};""", always="places"),  # 0: before a reset
        # Of copies in the queue: how many bytes they take, of those that they write. Words: 4 of gm_mem, job_mem, take_mem, wr_mem each.
        "ws_mbar_copy": Contract((("arr_warp_q arr_slot_q", "walk || (job_valid_q && job_direct_q)"), ("wr_data_q", "written"), ("cuts others", "1'b1")), """
  function [4:0] cut(input [4:0] take, input [2:0] bytes);
    cut = take > {bytes, 2'b00} ? {bytes, 2'b00} : take;
  endfunction
  wire [19:0] cuts = {cut(words[219:215], words[293:291]), cut(words[214:210], words[271:269]), cut(words[209:205], words[249:247]),
                      cut(words[204:200], words[227:225])};
  wire [287:0] others = {words[307:220], words[199:0]};
  wire [127:0] written = {{64{wr_words[2]}}, {32{wr_words[2] || wr_words[1]}}, 32'hffffffff};""", words=True),
        "ws_mbar_result": Contract(nets="wire named = |{closed_q, lanes_q, short_q};"),
        "ws_mbar_issue": Contract((("brief_q", "brief_looks"),), always="!valid_q || kind_q == kind[7:0]", nets="""
  function [20:0] placed(input [20:0] lane);  // where an address is that is not aligned nobody asks
    placed = {7'h7f, {7{lane[1:0] == 2'd0}}, 7'h7f};
  endfunction
  wire [83:0] brief_looks = {placed(brief_q[83:63]), placed(brief_q[62:42]), placed(brief_q[41:21]), placed(brief_q[20:0])};"""),
        "ws_mbar": Contract(nets=ASKED + FOREIGN, always="states", up=(
            *(("pipe", f"{stage}_{net}") for stage in ("spare", "job", "get", "put") for net in ("valid_q", "q")),
            *(("result", net) for net in ("closed_q", "lanes_q", "short_q")))),
    },
    # Words that are left to be cleared; all others are the same on both sides.
    "ws_operands": {"ws_operands": Contract((("word_q", "fresh && fine"), ("words", "cleared")), """
  reg fresh;
  reg [31:0] left;
  (* keep *) wire content_others;
  (* keep *) wire whole = clearing_q || left == 32'd0;
  wire fine = whole && content_others;
  wire [31:0] cleared = {32{fine}} & (~left | {32{!clearing_q}});
  always @(posedge clk_i) fresh <= (look_i || all_i) && !clearing_q;
  always @(posedge clk_i) left <= !rst_ni ? 32'hffffffff : clearing_q ? left & ~(32'd1 << at) : left;""", words=True)},
    "ws_top": {},  # nothing inside is needed, and what all agree on takes long there
    # A word that was read is looked at in the clock behind alone. An access holds still until it is over, and a reset by software comes behind one.
    "ws_bus": {
        "ws_axil": Contract((("rdata_q rresp_q", "rvalid_q"), ("bresp_q", "bvalid_q")), "  reg over;\n  always @(posedge clk_i) over <= acc_done_i;",
                            always="!active_q || (!over && (write_q ? aw_full_q && w_full_q : ar_full_q))"),
        "ws_regs": Contract(nets="  reg wrote;\n  always @(posedge clk_i) wrote <= regs_i && write_i;", always="!soft_q || wrote"),
        "ws_bus_access": Contract((("where_q", "where_counts"), ("lane_q", "there[2]")), always="states"),
        "ws_completion": Contract((("result_q info_q", "fresh"),), always="states"),
        "ws_operands": Contract((("word_q", "fresh"),), "  reg fresh;\n  always @(posedge clk_i) fresh <= look_i || all_i;"),
        "ws_gmem": Contract((("word_q", "fresh"),), "  reg fresh;\n  always @(posedge clk_i) fresh <= read_i || (|left_q && !write_i);"),
    },
}
