// SPDX-License-Identifier: Apache-2.0
// Instructions that the replayer carries out itself, lane by lane. All sources of all lanes are read before any
// destination is written: a statement may write a register that it reads, also in another size.
#include "machine.h"

typedef struct results { // of one instruction, in the order of insn_dests()
  value v[WS_VEC_MAX + 1][WS_LANES_MAX];
} results;

// mov, also from and to a vector of parts.
static void mov(machine *m, const ws_insn *in, unsigned lane, results *r) {
  const ws_operand *d = &in->op_[WS_R_D], *a = &in->op_[WS_R_A];
  unsigned bits = ws_type_bits(in->type);
  value v = operand_joined(m, a, bits, lane);
  if (d->kind != WS_O_VEC)
    r->v[0][lane] = v;
  else
    for (unsigned i = 0; i < d->n; i++)
      r->v[i][lane] = value_part(v, bits, d->n, i);
}

static bool combine(ws_bool op, bool x, bool c) {
  switch (op) {
  case WS_BOOL_AND: return x && c;
  case WS_BOOL_OR: return x || c;
  case WS_BOOL_XOR: return x != c;
  case WS_BOOL_NONE: break;
  }
  return x;
}

static void setp(machine *m, const ws_insn *in, unsigned lane, results *r) {
  bool x =
      alu_compare(in->cmp, in->type, operand_read(m, &in->op_[WS_R_A], lane), operand_read(m, &in->op_[WS_R_B], lane));
  bool c = operand_read(m, &in->op_[WS_R_C], lane).lo & 1;
  unsigned n = 0;
  if (in->op_[WS_R_D].kind != WS_O_NONE)
    r->v[n++][lane].lo = combine(in->boolop, x, c);
  if (in->op_[WS_R_P].kind != WS_O_NONE)
    r->v[n++][lane].lo = combine(in->boolop, !x, c);
}

// Generic addresses: shared and cluster addresses as they are, global ones behind WS_GLOBAL_WINDOW.
static value convert_address(const ws_insn *in, value a) {
  if (in->space == WS_SP_GLOBAL)
    a.lo = in->helper == WS_H_CVTA ? a.lo + WS_GLOBAL_WINDOW : a.lo - WS_GLOBAL_WINDOW;
  return a;
}

// The CTA whose shared memory the address is in, as mapa makes them; the own one if it names none.
static value rank_of(const machine *m, value a) {
  uint64_t window = a.lo >> 24;
  return (value){window && window <= m->s->machine.ctas ? window - 1 : m->cur_cta, 0};
}

static value is_in_space(const machine *m, const ws_insn *in, value a) {
  uint64_t window = a.lo >> 24, offset = a.lo & 0xffffff;
  bool shared = a.lo < WS_GLOBAL_WINDOW && window <= m->s->machine.ctas && offset < WS_SHARED_BYTES;
  bool own = shared && (!window || window - 1 == m->cur_cta), in_it = false;
  if (ws_insn_has(in, "global"))
    in_it = a.lo >= WS_GLOBAL_WINDOW && a.lo - WS_GLOBAL_WINDOW < WS_GLOBAL_BYTES;
  else if (ws_insn_has(in, "shared::cluster"))
    in_it = shared;
  else if (ws_insn_has(in, "shared") || ws_insn_has(in, "shared::cta"))
    in_it = own;
  return (value){in_it, 0};
}

static value extended(value v, ws_type t);

static value one_result(machine *m, const ws_insn *in, unsigned lane) {
  static const ws_role roles[4] = {WS_R_A, WS_R_B, WS_R_C, WS_R_E};
  value v[4];
  for (unsigned i = 0; i < 4; i++)
    v[i] = operand_read(m, &in->op_[roles[i]], lane);
  switch (in->helper) {
  case WS_H_SELP: return v[2].lo & 1 ? v[0] : v[1];
  case WS_H_CVTA:
  case WS_H_CVTA_TO: return convert_address(in, v[0]);
  case WS_H_MAPA: return (value){WS_CTA_WINDOW((uint32_t)v[1].lo) | (v[0].lo & 0xffffff), 0};
  case WS_H_GETCTARANK: return rank_of(m, v[0]);
  case WS_H_ISSPACEP: return is_in_space(m, in, v[0]);
  case WS_H_POLICY: return (value){0, 0};
  case WS_H_CVT: return extended(alu_eval(in, v), in->type);
  default: return alu_eval(in, v);
  }
}

// ------------------------------------------------------------------------------------------------ ld, st

static unsigned access_bytes(const ws_insn *in) { return ws_type_bits(in->type) / 8 * (in->vec ? in->vec : 1); }

// A register wider than the type takes the value extended by the type's sign.
static value extended(value v, ws_type t) {
  unsigned bits = ws_type_bits(t);
  if (ws_type_signed(t) && bits < 64 && v.lo >> (bits - 1) & 1) {
    v.lo |= ~UINT64_C(0) << bits;
    v.hi = ~UINT64_C(0);
  }
  return v;
}

static uint32_t touched(bool raw) { return raw ? WS_ST_MB_RAW_ACCESS : WS_ST_OK; }

// One lane of ld. A bad address gives its status and poison.
static uint32_t load(machine *m, const ws_insn *in, unsigned lane, results *r) {
  unsigned bytes = access_bytes(in), n = in->vec ? in->vec : 1;
  mem_place at;
  bool raw;
  uint32_t status = mem_find(m, in->space, operand_address(m, &in->op_[WS_R_ADDR], lane), bytes, &at);
  if (status != WS_ST_OK)
    return status;
  value v = mem_load(m, &at, bytes, &raw);
  for (unsigned i = 0; i < n; i++)
    r->v[i][lane] = extended(n == 1 ? v : value_part(v, bytes * 8, n, i), in->type);
  return touched(raw);
}

// One lane of st; nothing is stored at a bad address. Lanes go up, so the highest lane at an address stays.
static uint32_t store(machine *m, const ws_insn *in, unsigned lane) {
  unsigned bytes = access_bytes(in);
  const ws_operand *a = &in->op_[WS_R_A];
  mem_place at;
  bool raw;
  uint32_t status = mem_find(m, in->space, operand_address(m, &in->op_[WS_R_ADDR], lane), bytes, &at);
  if (status != WS_ST_OK)
    return status;
  mem_store(m, &at, bytes, operand_joined(m, a, bytes * 8, lane), &raw);
  return touched(raw);
}

// ------------------------------------------------------------------------------------------------

static uint32_t run_lane(machine *m, const ws_insn *in, unsigned lane, results *r) {
  switch (in->helper) {
  case WS_H_LD: return load(m, in, lane, r);
  case WS_H_ST: return store(m, in, lane);
  case WS_H_MOV: mov(m, in, lane, r); break;
  case WS_H_SETP: setp(m, in, lane, r); break;
  case WS_H_NOTHING:
  case WS_H_EXIT: break;
  default: r->v[0][lane] = one_result(m, in, lane);
  }
  return WS_ST_OK;
}

// Only what goes to memory can go wrong. The first error is captured by the CTA whose memory it was.
static void capture(machine *m, const ws_insn *in, unsigned lane, uint32_t status) {
  cta_state *cta = mem_owner(m, in->space, operand_address(m, &in->op_[WS_R_ADDR], lane));
  if (!cta->error && !block_error(cta->block))
    cta->error = status;
}

// mov carries a state token with it.
static token token_moved(machine *m, const ws_insn *in, unsigned lane) {
  const ws_operand *d = &in->op_[WS_R_D], *a = &in->op_[WS_R_A];
  if (in->helper == WS_H_MOV && d->kind == WS_O_REG && a->kind == WS_O_REG && ws_type_bits(in->type) == 64)
    return reg_of(m, warp_of(m), a->reg)->token[lane];
  return (token){0};
}

void helper_run(machine *m, const ws_insn *in, uint32_t lanes) {
  results r = {0};
  uint32_t status[WS_LANES_MAX] = {0};
  const ws_operand *dest[WS_VEC_MAX + 1];
  unsigned n = insn_dests(in, dest);
  for (unsigned i = 0; i < m->lanes && !m->stop; i++) {
    if (!(lanes >> i & 1))
      continue;
    status[i] = run_lane(m, in, i, &r);
    if (is_error(status[i]))
      capture(m, in, i, status[i]);
  }
  dests_resize(m, in);
  for (unsigned i = 0; i < m->lanes; i++) {
    if (!(lanes >> i & 1))
      continue;
    token t = token_moved(m, in, i);
    for (unsigned k = 0; k < n; k++)
      dest_write(m, warp_of(m), dest[k], i, r.v[k][i]);
    if (t.known)
      reg_of(m, warp_of(m), dest[0]->reg)->token[i] = t;
    lane_complete(warp_of(m), i, status[i]);
  }
  if (in->helper == WS_H_EXIT && lanes)
    exit_lanes(m, lanes);
}
