#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/regress.py --launcher slurm on a cluster of one node, which this program starts and stops. Where it cannot start
the tests are skipped, with the reason. Says "N passed, N failed, N skipped"."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import xml.etree.ElementTree as ElementTree

import test_regress as base
from one_node import CannotStart, OneNode

LIMIT_S = 240


def command(place, *words):
    return place.command("--launcher", "slurm", *words)


def environment(place, cluster):
    """Jobs see the folder of the cluster in their environment, by which lose_node() finds them."""
    return place.environment(**{key: cluster.env[key] for key in ("SLURM_CONF",)})


def run(place, cluster, *words):
    done = subprocess.run(command(place, *words), env=environment(place, cluster), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=LIMIT_S, check=False)
    return done.returncode, done.stdout, place.last()


def the_array_gives_the_results_that_local_jobs_give(place, cluster):
    words = ("-i", "good", "bad", "crash", "hang", "full", "-s", 1, 2, 3, "--run-timeout-mins", 0.02, "--max-waves", 1)
    status, output, there = run(place, cluster, *words)
    base.equal(status, 1, output)
    base.said(output, "3 passed, 12 failed", "the same again")
    _, _, here = place.regress(*words)

    def outcome(folder):
        return sorted((r["test"], r["seed"], r["state"]) for r in base.results(folder))
    base.equal(outcome(there), outcome(here), "states")
    base.equal({r["node"] for r in base.results(there)}, {os.uname().nodename}, "nodes")
    base.equal(len(list(ElementTree.parse(there / "results.xml").getroot().iter("testcase"))), 15, "cases")


def a_lost_node_loses_no_job(place, cluster):
    process = subprocess.Popen(command(place, "-i", "slower", "-r", 8), env=environment(place, cluster), stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    end = time.monotonic() + 60
    while time.monotonic() < end and not (place.last() and len(list((place.last() / "done").glob("*.json"))) >= 2):
        time.sleep(0.1)
    time.sleep(1)  # the next ones run
    cluster.lose_node()
    time.sleep(1)
    cluster.start_node()
    output = process.communicate(timeout=LIMIT_S)[0]
    base.equal(process.returncode, 0, output)
    base.said(output, "8 passed, 0 failed", "handed over again")


def an_interruption_cancels_the_array(place, cluster):
    process = subprocess.Popen(command(place, "-i", "slow", "-r", 200), env=environment(place, cluster), stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    end = time.monotonic() + 60
    while time.monotonic() < end and not (place.last() and len(list((place.last() / "done").glob("*.json"))) > 1):
        time.sleep(0.1)
    process.send_signal(signal.SIGTERM)
    output = process.communicate(timeout=LIMIT_S)[0]
    base.equal(process.returncode, 143, output)
    base.equal(len(base.results(place.last())), 200, "every planned job has a result")
    end = time.monotonic() + 20
    while time.monotonic() < end and queue(cluster):
        time.sleep(0.2)
    base.equal(queue(cluster), "", "jobs left in the queue")


def queue(cluster):
    command = [cluster.programs["squeue"], "-h"]
    return subprocess.run(command, env=cluster.env, capture_output=True, text=True, timeout=20, check=False).stdout


def a_cluster_that_does_not_answer_is_told_of(place, cluster):
    empty = place.write("slurm.conf", "ClusterName=none\nSlurmctldHost=localhost\nSlurmctldPort=1\nMessageTimeout=2\n"
                        f"AuthInfo=socket={cluster.folder}/munge.socket\n")
    done = subprocess.run(command(place, "-i", "good"), env=place.environment(SLURM_CONF=str(empty)), stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LIMIT_S, check=False)
    base.equal(done.returncode, 1, done.stdout)
    base.said(done.stdout, "slurm: sbatch", "0 passed, 1 failed")


def main():
    tests = [the_array_gives_the_results_that_local_jobs_give, a_lost_node_loses_no_job, an_interruption_cancels_the_array,
             a_cluster_that_does_not_answer_is_told_of]
    passed = failed = 0
    # Short, since it is the path of a socket; below /tmp, so that every user may.
    with tempfile.TemporaryDirectory(prefix="ws_one_", dir="/tmp") as folder:
        try:
            cluster = OneNode(folder)
        except CannotStart as error:
            print(f"skipped: {error}\n0 passed, 0 failed, {len(tests)} skipped")
            return 0
        try:
            cluster.start()
            for test in tests:
                if len(sys.argv) > 1 and sys.argv[1] not in test.__name__:
                    continue
                start = time.monotonic()
                with tempfile.TemporaryDirectory(prefix="ws_regress_") as own:
                    try:
                        test(base.Place(own), cluster)
                        word, passed = "ok", passed + 1
                    except Exception:  # pylint: disable=broad-except
                        word, failed = "FAIL\n" + traceback.format_exc(limit=-3), failed + 1
                print(f"{test.__name__} ({time.monotonic() - start:.1f} s): {word}", flush=True)
        except CannotStart as error:
            print(f"skipped: {error}\n0 passed, 0 failed, {len(tests)} skipped")
            return 0
        finally:
            cluster.stop()
            if failed:
                print("\n".join(pathlib.Path(folder, "slurmctld.log").read_text(errors="replace").splitlines()[-40:]))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
