// SPDX-License-Identifier: Apache-2.0
// Butterfly of shfl.sync for lanes with one b and one c. Combinational.
//
//   place 0 --+--x--+------x---     log2(LANES) stages; in stage k each place keeps its own value or takes that of the
//   place 1 --+--x--|--+---|-x-     place 2^k away. A value reaches lane i from lane s over one path only: bit k of its
//   place 2 --+--x--+--|---x-|-     place is corrected in stage k. So stage k asks, at place i, for bit k of (i xor s).
//   place 3 --+--x-----+-----x-
//
// At stage k place i serves every lane that agrees with i in bits k..0. With one b and one c for all lanes, bit k of
// (i xor s) depends on just these bits (see shfl_slice), so the network serves all lanes at once. One LUT a bit and
// stage, and one for the end: the lane's own a where p is 0, 0 where the source does not take part.
// und[i]: lane i takes part, its source does not. Lanes with another b or c get a value without meaning.
`default_nettype none
module ws_shfl_bfly #(
    parameter LANES = 32,  // 4, 8, 16, 32
    parameter W     = 32   // data bits a lane, >= 1
) (
    input  wire [              1:0] fn_i,   // 0 up, 1 down, 2 bfly, 3 idx
    input  wire [3*$clog2(LANES)-1:0] key_i,  // {b, seg, cval}
    input  wire [        LANES*W-1:0] a_i,
    input  wire [          LANES-1:0] act_i,
    output wire [        LANES*W-1:0] d_o,
    output wire [          LANES-1:0] p_o,
    output wire [          LANES-1:0] und_o
);
  localparam LOG = $clog2(LANES);
  `include "shfl/ws_shfl_fn.vh"

  wire [LANES*(LOG+1)-1:0] route = shfl_bfly_route(fn_i, key_i);
  wire [LANES-1:0] ok = (p_o & shfl_bfly_bits(route, act_i, 0, LOG)) | (~p_o & act_i);

  assign p_o   = route[LOG*LANES+:LANES];
  assign d_o   = shfl_bfly_d(p_o, ok, shfl_bfly_words(route, a_i, 0, LOG), a_i);
  assign und_o = act_i & ~ok;
endmodule
`default_nettype wire
