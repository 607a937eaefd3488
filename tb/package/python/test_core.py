# SPDX-License-Identifier: Apache-2.0
"""The cycle-accurate core of the Python package: its ports as fields, operations of each family through it, and what it refuses."""
import gc
import threading

import numpy as np
import pytest

import warpsync as ws
from warpsync import Cluster, Config, Core, Family, Op, Status, records


def started(**fields):
    core = Core(**fields)
    for warp in range(core.config.warps):
        core.launch(warp, warps=core.config.warps)
    core.drain()
    return core


def one(core, op, **operands):
    """The response to a request that all lanes answer at once."""
    core.issue(op, **operands)
    rsp, = core.drain()
    assert rsp.op == Op(core.inp.req.op)
    return rsp


# ------------------------------------------------------------------------------------------------------------ ports

def test_a_shuffle_by_the_ports_alone():
    """Nothing but step, as a simulator has it. A launch takes effect in the fourth clock after it stood at the port."""
    core = Core(lanes=8, warps=2)
    core.inp.launch.set(valid=True, warp=1, lanes=0xFF)
    core.step()
    core.inp.launch.valid = False
    for _ in range(4):
        assert core.step().live[:2].tolist() == [0, 0]
    assert core.step().live[:2].tolist() == [0, 0xFF] and core.now == 6
    req = core.inp.req
    req.set(valid=True, warp=1, tag=9, op=Op.SHFL_BFLY, lanes=0xFF, mask=0xFF, b=1, c=0x1F)
    req.a[:8] = np.arange(8) * 10
    while not core.step().req_ready:
        pass
    req.valid = False
    taken = core.now
    while not core.step().rsp.valid:
        assert core.now < taken + 20
    rsp = core.out.rsp
    assert (rsp.tag, rsp.warp, rsp.op, rsp.lanes, rsp.status, rsp.p) == (9, 1, Op.SHFL_BFLY, 0xFF, Status.OK, 0xFF)
    assert rsp.d[:8].tolist() == [10, 0, 30, 20, 50, 40, 70, 60]


def test_a_response_waits_until_it_is_taken():
    core = started(lanes=4)
    core.inp.rsp_ready = False
    core.issue(Op.ACTIVEMASK)
    core.step(20)
    assert core.out.rsp.valid and not core.responses
    core.inp.rsp_ready = True
    rsp, = core.drain()
    assert rsp.d[:4].tolist() == [15] * 4 and core.drain() == []


def test_pieces_of_a_warp_meet():
    core = started()
    core.issue("vote.sync.ballot.b32", warp=2, lanes=0x0000FFFF, pred=0xFF, tag=1)
    assert core.drain() == [] and core.out.wait[2] == 0x0000FFFF
    core.issue("vote.sync.ballot.b32", warp=2, lanes=0xFFFF0000, pred=0xF0000000, tag=2)
    rsp, = core.drain()
    assert rsp.lanes == 0xFFFFFFFF and (rsp.d == 0xF00000FF).all() and core.out.wait[2] == 0


def test_an_exit_completes_what_waited_for_it():
    core = started(lanes=4)
    core.issue(Op.ELECT, lanes=0b0110)
    core.exit(0, 0b1001)
    rsp, = core.drain()
    assert (rsp.lanes, rsp.p, rsp.d[1]) == (0b0110, 0b0010, 1) and rsp.status == Status.CV_EXITED_MEMBER


def test_each_lane_has_its_own_operands():
    core = started(lanes=8)
    a = np.array([3, 3, 1, 3, 2, 1, 0, 3], np.int32)
    assert one(core, Op.MATCH_ANY_B32, a=a).d[:8].tolist() == ws.match_any(a).tolist()
    assert one(core, Op.REDUX_MIN_S32, a=-a).d[0] == (1 << 32) - 3
    assert one(core, Op.VOTE_ANY, pred=0xFF, neg=True).p == 0
    core.issue(Op.SHFL_IDX, a=a, b=range(8), c=0x1F, mask=[0x0F] * 4 + [0xF0] * 4)
    assert sorted(rsp.lanes for rsp in core.drain()) == [0x0F, 0xF0]


def test_the_core_computes_what_the_functions_compute():
    core, random = started(warps=1), np.random.default_rng(3)
    for op in (Op.SHFL_UP, Op.SHFL_DOWN, Op.SHFL_BFLY, Op.SHFL_IDX):
        a, b, c = random.integers(0, 1 << 32, (3, 32), dtype=np.uint32)
        core.issue(op, a=a, b=b, c=c)
        came = core.drain()
        wanted = ws.shfl(op, a, b, c)
        d = np.zeros(32, np.uint32)
        for rsp in came:
            flags = ws.to_flags(rsp.lanes)
            d[flags] = rsp.d[flags]
            assert rsp.p & rsp.lanes == wanted.p & rsp.lanes
        assert (d == wanted.d).all()


def test_an_mbarrier_in_shared_memory():
    core = started(lanes=4)
    assert one(core, Op.MBAR_ARRIVE, addr=64, b=1, lanes=1).status == Status.MB_NOT_INIT
    assert one(core, Op.MBAR_INIT, addr=64, b=4, lanes=1).status == Status.OK
    rsp = one(core, Op.MBAR_ARRIVE, addr=64, b=1)
    tokens = [int(high) << 32 | int(low) for high, low in zip(rsp.d_hi[:4], rsp.d[:4])]
    bar = ws.Mbarrier(4)
    assert tokens == [bar.arrive() for _ in range(4)] or len(set(tokens)) == 1  # lanes at one object arrive as one
    assert one(core, Op.MBAR_TEST_WAIT, addr=64, a=tokens).p == 0xF and bar.test_wait(tokens[0])
    assert core.phases(64) == 1 == bar.phases


def test_atomics_in_shared_memory():
    core = started(lanes=4)
    assert one(core, Op.ATOM_ADD_U32, addr=64, a=5).d[:4].tolist() == [0, 5, 10, 15]  # all lanes at one word
    assert one(core, Op.ATOM_EXCH_B32, addr=64, a=7, lanes=1, mask=1).d[0] == ws.atom(Op.ATOM_ADD_U32, 15, 5) == 20


def test_a_barrier_of_several_warps():
    core = started(lanes=4, warps=4)
    for warp in range(3):
        core.issue(Op.BAR_RED_POPC, warp=warp, a=5, pred=0b0101)
        assert core.drain() == []
    core.issue(Op.BAR_RED_POPC, warp=3, a=5, pred=0b1111)
    came = core.drain()
    assert sorted(rsp.warp for rsp in came) == [0, 1, 2, 3] and all(rsp.d[0] == 10 for rsp in came)


def test_shared_memory_by_its_port():
    core = started(lanes=4)
    core.inp.ls.set(valid=True, en=1, be=0xF, row=2, wdata=0xCAFE)
    while not core.step().ls_ready:
        assert core.now < 300
    core.inp.ls.be = 0  # only reads
    while not core.step().ls_ready:
        pass
    core.inp.ls.valid = False
    words = [int(core.out.ls_rsp.rdata[0]) for _ in range(4) if core.step().ls_rsp.valid]
    assert words[-1] == 0xCAFE


def test_a_cluster_meets_at_its_barrier():
    cluster = Cluster(lanes=4, warps=1, ctas=2, hop=3)
    for inp in cluster.inp:
        inp.launch.set(valid=True, lanes=0xF)
    cluster.step()
    for inp in cluster.inp:
        inp.launch.valid = False
    cluster.step(200)
    came = [[], []]

    def ask(rank, op):
        req = cluster.inp[rank].req
        req.set(valid=True, op=op, lanes=0xF)
        for clock in range(60):
            for out, list_ in zip(cluster.step(), came):
                list_ += [out.rsp.op] if out.rsp.valid else []
            if cluster.out[rank].req_ready:
                req.valid = False
    ask(0, Op.CLUSTER_ARRIVE_RELEASE)
    ask(0, Op.CLUSTER_WAIT)
    assert came == [[Op.CLUSTER_ARRIVE_RELEASE], []]
    ask(1, Op.CLUSTER_ARRIVE_RELEASE)
    assert came == [[Op.CLUSTER_ARRIVE_RELEASE, Op.CLUSTER_WAIT], [Op.CLUSTER_ARRIVE_RELEASE]]
    assert cluster.phases(1, 64) == 0
    with pytest.raises(IndexError, match="rank: 2"):
        cluster.phases(2, 64)


# -------------------------------------------------------------------------------------------------------- the state

def test_a_state_can_be_put_back():
    core = started(lanes=4)
    core.issue(Op.VOTE_BALLOT, lanes=0b0011, pred=0b0001)
    core.drain()
    state = core.save()
    answers = []
    for pred in (0b0100, 0b1000):
        core.restore(state)
        core.issue(Op.VOTE_BALLOT, lanes=0b1100, pred=pred)
        answers.append(core.drain()[0].d[0])
    assert answers == [0b0101, 0b1001]
    with pytest.raises(ValueError, match="state: 3 bytes"):
        core.restore(b"abc")


def test_a_family_can_be_left_out():
    core = started(lanes=4, families=Family.VOTE | Family.SHFL)
    assert one(core, Op.REDUX_ADD_U32).status == Status.DEC_ILLEGAL
    assert one(core, Op.SHFL_IDX, a=7, c=0x1F).d[3] == 7


def test_cores_of_several_threads_do_not_disturb_each_other():
    def work(which, found):
        core = started(lanes=8)
        found[which] = [one(core, Op.REDUX_ADD_U32, a=which * 100 + k).d[0] for k in range(40)]
    found = {}
    threads = [threading.Thread(target=work, args=(which, found)) for which in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {which: [8 * (which * 100 + k) for k in range(40)] for which in range(4)}


# ---------------------------------------------------------------------------------------------------------- records

def test_records_keep_their_memory():
    mask = Core(lanes=4).inp.req.mask  # the core is gone
    gc.collect()
    mask[:] = 5
    assert mask.tolist() == [5] * 32
    core = started(lanes=4)
    core.issue(Op.ACTIVEMASK)
    rsp, = core.drain()
    kept = rsp.copy()
    core.issue(Op.ELECT)
    core.drain()
    assert kept == rsp and kept.op == Op.ACTIVEMASK


def test_records_as_dictionaries_and_text():
    req = records.Req(op=Op.ELECT, lanes=3, mask=7)
    assert req.asdict()["mask"].tolist() == [7] * 32 and req.asdict()["valid"] is False
    assert repr(records.Lanes(valid=1, warp=2)) == "Lanes(valid=True, warp=2)"
    whole = records.In(tick=True)
    whole.req = req
    assert whole.req == req and whole.asdict()["req"]["lanes"] == 3 and "op=521" in repr(whole)
    req.clear()
    assert req == records.Req() and whole.req != req
    assert records.Req.mask.__doc__ == "(32,); membermask of each lane"


@pytest.mark.parametrize("call, error, words", (
    (lambda core: Core(lanes=7), ValueError, ("lanes must be 4, 8, 16 or 32", "lanes is 7")),
    (lambda core: Core(lanes=8, warps=2, slots=4), ValueError, ("slots must be at most warps", "slots is 4")),
    (lambda core: Core(rank=1), ValueError, ("rank must be below ctas", "rank is 1")),
    (lambda core: Cluster(ctas=9), ValueError, ("ctas must be", "ctas is 9")),
    (lambda core: Core(lane=8), TypeError, ("'lane'", "is it 'lanes'?")),
    (lambda core: Core(8), TypeError, ("Core(lanes=8)",)),
    (lambda core: Config(lanes=-1), ValueError, ("lanes: -1", "4294967295")),
    (lambda core: setattr(core.inp.req, "tagg", 1), AttributeError, ("Req", "'tagg'", "is it 'tag'?")),
    (lambda core: core.out.request, AttributeError, ("Out", "'request'")),
    (lambda core: setattr(core.inp, "request", 1), AttributeError, ("In", "'request'")),
    (lambda core: setattr(core.inp.req, "tag", 1 << 32), ValueError, ("tag: 4294967296",)),
    (lambda core: setattr(core.inp.req, "valid", 2), ValueError, ("valid: 2 is outside 0 to 1",)),
    (lambda core: setattr(core.inp.req, "tag", 1.5), TypeError, ("tag: 1.5",)),
    (lambda core: setattr(core.inp.req, "mask", [1, 2]), ValueError, ("mask: shape (2,)", "(32,)")),
    (lambda core: setattr(core.inp.req, "mask", -1), ValueError, ("mask: -1 is outside 0 to 4294967295",)),
    (lambda core: setattr(core.inp.req, "a", np.ones(32)), TypeError, ("a: float64", "uint64")),
    (lambda core: setattr(core.inp, "req", 5), TypeError, ("req: 5", "Req")),
    (lambda core: records.Req(opp=1), TypeError, ("'opp'", "is it 'op'?")),
    (lambda core: core.issue(next(op for op in Op if not op.built)), ValueError, ("op: Op.", "is no operation of Core")),
    (lambda core: core.issue(77), ValueError, ("op: 77", "is no operation of Core")),
    (lambda core: core.issue(Op.ELECT, warp=4), ValueError, ("warp: 4", "the core has 4")),
    (lambda core: core.issue(Op.ELECT, lanes=0x10), ValueError, ("lanes: 0x10", "the core has 4")),
    (lambda core: core.issue(Op.SHFL_UP, a=range(5)), ValueError, ("a: shape (5,)", "4 lanes")),
    (lambda core: core.launch(9), ValueError, ("warp: 9",)),
    (lambda core: core.issue(Op.ELECT, clocks=0), TimeoutError, ("elect.sync", "0 clocks")),
))
def test_errors_say_what_and_where(call, error, words):
    with pytest.raises(error) as raised:
        call(Core(lanes=4))
    assert all(part in str(raised.value) for part in words), str(raised.value)
