// SPDX-License-Identifier: Apache-2.0
// Parameters of ws_top outside their range stop elaboration: at an instance of a module that does not exist and says why
// by its name. Include inside ws_top.
localparam [15:0] BUILT = FAMILIES[15:0] & WS_FAMILIES;

generate
  if (LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : bad_lanes
    ws_top_LANES_must_be_4_8_16_or_32 illegal ();
  end
  if (WARPS != 1 && WARPS != 2 && WARPS != 4 && WARPS != 8 && WARPS != 16 && WARPS != 32) begin : bad_warps
    ws_top_WARPS_must_be_a_power_of_two_from_1_to_32 illegal ();
  end
  if (TAG_W < 1 || TAG_W > 32) begin : bad_tag
    ws_top_TAG_W_must_be_1_to_32 illegal ();
  end
  if (WATCHDOG != 0 && WATCHDOG != 1) begin : bad_watchdog
    ws_top_WATCHDOG_must_be_0_or_1 illegal ();
  end
  if (TICK_NS < 1 || TICK_NS > 1000) begin : bad_tick
    ws_top_TICK_NS_must_be_1_to_1000 illegal ();
  end
  if (WAITERS < 2 || WAITERS > 64) begin : bad_waiters
    ws_top_WAITERS_must_be_2_to_64 illegal ();
  end
  if (COPIES != 2 && COPIES != 4 && COPIES != 8 && COPIES != 16 && COPIES != 32 && COPIES != 64) begin : bad_copies
    ws_top_COPIES_must_be_a_power_of_two_from_2_to_64 illegal ();
  end
  if (ALUS != 4 && ALUS != 8 && ALUS != 16 && ALUS != 32) begin : bad_alus
    ws_top_ALUS_must_be_4_8_16_or_32 illegal ();
  end
  if (BANKS != 4 && BANKS != 8 && BANKS != 16 && BANKS != 32) begin : bad_banks
    ws_top_BANKS_must_be_4_8_16_or_32 illegal ();
  end
  if (BANKS < ALUS) begin : fewer_banks
    ws_top_BANKS_must_be_at_least_ALUS illegal ();
  end
  if (BEAT != 4 && BEAT != 8 && BEAT != 16 && BEAT != 32) begin : bad_beat
    ws_top_BEAT_must_be_4_8_16_or_32 illegal ();
  end
  if (BEAT > LANES) begin : wide_beat
    ws_top_BEAT_must_be_at_most_LANES illegal ();
  end
  if (BEAT < LANES && WARPS * LANES > 32 * BEAT) begin : many_beats
    ws_top_BEAT_must_be_at_least_a_32nd_of_WARPS_times_LANES illegal ();
  end
  if (STRUCT != 0 && STRUCT != 1) begin : bad_struct
    ws_top_STRUCT_must_be_0_or_1 illegal ();
  end
  if (SLOTS != 1 && SLOTS != 2 && SLOTS != 4 && SLOTS != 8) begin : bad_slots
    ws_top_SLOTS_must_be_a_power_of_two_from_1_to_8 illegal ();
  end
  if (FAMILIES < 0 || FAMILIES > 65535) begin : bad_families
    ws_top_FAMILIES_must_be_0_to_65535 illegal ();
  end
  if ((BUILT & WS_FAMILIES_ALWAYS) != WS_FAMILIES_ALWAYS) begin : no_vote
    ws_top_FAMILIES_must_be_with_vote illegal ();
  end
  if (SLOTS > WARPS) begin : more_slots
    ws_top_SLOTS_must_be_at_most_WARPS illegal ();
  end
endgenerate

// More slots than warps would be units of no warps, whose own errors would hide the message above.
localparam UNIT_SLOTS = SLOTS > WARPS ? 1 : SLOTS;
// The same of numbers of banks that are none.
localparam UNIT_BANKS = (BANKS == 4 || BANKS == 8 || BANKS == 16) && BANKS >= ALUS ? BANKS : 32;
// The same of beats.
localparam UNIT_BEAT = BEAT < LANES && (BEAT == 4 || BEAT == 8 || BEAT == 16) && WARPS * LANES <= 32 * BEAT ? BEAT : LANES;
