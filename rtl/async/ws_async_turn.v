// SPDX-License-Identifier: Apache-2.0
// What goes on among copies and arrives in this clock: does a copy leave the queue, and what comes of the lane whose turn it is. Pure.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_async_turn #(
    parameter ENTRIES = 8,                // a power of two, 2 to 64
    parameter IDX_W   = $clog2(ENTRIES)   // derived, not to be set
) (
    input  wire [    IDX_W:0] out_i,        // the next copy to leave; the next to be written
    input  wire [    IDX_W:0] done_i,
    input  wire [ENTRIES-1:0] attached_i,   // copies that an arrive waits for
    input  wire [ENTRIES-1:0] hit_i,        // the newest copy of the lane whose turn it is, if one is under way
    input  wire               some_i,       // lanes wait for their turn
    input  wire               lane_valid_i, // it is a lane's turn
    input  wire               job_valid_i,  // a job stands there
    input  wire               job_ready_i,
    output wire               leave_o,      // a copy leaves
    output wire               leave_job_o,  // ... and its arrive becomes a job
    output wire               attach_o,     // the arrive of the lane is attached to its copy
    output wire               direct_o,     // ... becomes a job at once
    output wire               lane_load_o   // it is the next lane's turn
);
  wire some = out_i != done_i;
  wire attached = attached_i[out_i[IDX_W-1:0]];
  wire none = hit_i == {ENTRIES{1'b0}};
  wire free = !job_valid_i || job_ready_i;

  assign leave_o = some && (!attached || free);
  assign leave_job_o = some && attached && free;
  assign attach_o = lane_valid_i && |(hit_i & ~attached_i);
  assign direct_o = lane_valid_i && none && free && !(some && attached);
  assign lane_load_o = some_i && (!lane_valid_i || attach_o || direct_o);
endmodule
`default_nettype wire
