// SPDX-License-Identifier: Apache-2.0
// Whose turn it is in the next clock: of ports that wait the next one after the last, or the last one again, as long as another result of
// its group follows, or nobody waits. Pure. Every port's ready hangs on it, so the hierarchy stays until a design is mapped: what it
// is made of is then shared with nothing else, and has no more levels than it needs.
`default_nettype none
(* keep_hierarchy *)
module ws_collect_turn #(
    parameter PORTS = 8
) (
    input  wire [PORTS-1:0] valid_i,  // a result stands there
    input  wire [PORTS-1:0] ready_i,  // it has its turn now
    input  wire [PORTS-1:0] more_i,   // another result of its group follows
    input  wire             keep_i,   // another one follows what was taken last
    input  wire [PORTS-1:0] turn_i,   // who had the last turn; above_i: ports after it
    input  wire [PORTS-1:0] above_i,
    output wire             keep_o,
    output reg  [PORTS-1:0] turn_o,
    output reg  [PORTS-1:0] above_o
);
  // The lowest port of a set, and all ports above it.
  function [2*PORTS-1:0] first(input [PORTS-1:0] set);
    integer n;
    begin
      for (n = 0; n < PORTS; n = n + 1) begin
        first[n] = set[n] && !(|(set << (PORTS - n)));
        first[PORTS+n] = |(set << (PORTS - n));
      end
    end
  endfunction

  wire [PORTS-1:0] waits = valid_i & ~ready_i;
  wire [PORTS-1:0] waits_above = waits & above_i;
  wire [PORTS-1:0] take = valid_i & ready_i;

  assign keep_o = |take ? |(take & more_i) : keep_i;

  always @(*) begin
    {above_o, turn_o} = {above_i, turn_i};
    if (!keep_o) begin
      if (|waits_above) {above_o, turn_o} = first(waits_above);
      else if (|waits) {above_o, turn_o} = first(waits);
    end
  end
endmodule
`default_nettype wire
