// SPDX-License-Identifier: Apache-2.0
// The keys of requests whose lanes carry several, in order, until the walker has taken the request apart.
//
// put_i: a request stands in R0, with its keys, in place put_slot_i of the ring. Two clocks later, in R2,
// several_i says that slot_i, the same place, is to be kept. pop_i: the oldest is needed no more. It stands at keys_o from the third clock
// after several_i on, or after the pop of the one before it, and stays though its place is put anew from the second one on.
// full_o: two or more are kept, or come now. Who then lets at most three more come, each of which may be one, loses none.
// RAM 1: the keys of all requests lie in a memory, only places queue; a block RAM is slow, so there is a register behind it. RAM 0: the keys queue.
`default_nettype none
module ws_sync_keys #(
    parameter W      = 1024,
    parameter SLOT_W = 4,
    parameter RAM    = W > 32 ? 1 : 0
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              put_i,
    input  wire [SLOT_W-1:0] put_slot_i,
    input  wire [     W-1:0] put_keys_i,
    input  wire              several_i,
    input  wire [SLOT_W-1:0] slot_i,
    input  wire              pop_i,
    output wire              full_o,
    output reg  [     W-1:0] keys_o
);
  localparam N = 5;
  localparam Q = RAM ? SLOT_W : W;  // what queues
  reg [N-1:0] there_q;              // places taken, the oldest in place 0
  reg fresh_q, read_q;              // the oldest has been that for less than a clock; than two
  wire [Q-1:0] in, oldest;
  genvar g;

  assign full_o = there_q[1] || (there_q[0] && several_i);

  always @(posedge clk_i)
    if (!rst_ni) {there_q, fresh_q, read_q} <= {N + 2{1'b0}};
    else begin
      fresh_q <= pop_i || !there_q[0];
      read_q  <= fresh_q && there_q[0];
      if (several_i && !pop_i) there_q <= {there_q[N-2:0], 1'b1};
      else if (pop_i && !several_i) there_q <= there_q >> 1;
    end

  generate
    for (g = 0; g < N; g = g + 1) begin : place
      reg [Q-1:0] q;
      if (g == N - 1) begin : last
        always @(posedge clk_i) if (several_i && !there_q[g]) q <= in;
      end else begin : other
        always @(posedge clk_i)
          if (pop_i && there_q[g+1]) q <= place[g+1].q;
          else if (several_i && (pop_i || !there_q[g])) q <= in;
      end
    end
    assign oldest = place[0].q;

    if (RAM) begin : memory
      (* ram_style = "block", no_rw_check *) reg [W-1:0] keys[0:(1<<SLOT_W)-1];
      reg [W-1:0] q;
      assign in = slot_i;
      always @(posedge clk_i) begin
        if (put_i) keys[put_slot_i] <= put_keys_i;
        if (fresh_q && there_q[0]) q <= keys[oldest];
        if (read_q) keys_o <= q;
      end
    end else begin : registers
      reg [W-1:0] r1_q, r2_q;
      wire unused = &{1'b0, put_i, put_slot_i, slot_i};
      assign in = r2_q;
      always @(posedge clk_i) begin
        {r1_q, r2_q} <= {put_keys_i, r1_q};
        if (read_q) keys_o <= oldest;
      end
    end
  endgenerate
endmodule
`default_nettype wire
