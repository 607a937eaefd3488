# SPDX-License-Identifier: Apache-2.0
"""A Slurm cluster of one node on this machine, as whoever runs it, in a folder of its own: munged, slurmctld, slurmd."""
import getpass
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "sinfo", "scontrol")
START_S = 30
CONF = """ClusterName=one
SlurmctldHost=localhost
SlurmctldPort={port}
SlurmdPort={node_port}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=10
MessageTimeout=5
BatchStartTimeout=1
KillWait=2
SchedulerParameters=sched_interval=1,batch_sched_delay=1,defer
NodeName={node} NodeHostname=localhost NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


class CannotStart(Exception):
    """Its text says why there is no cluster here."""


def find(program):
    path = shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if not path:
        raise CannotStart(f"{program} is not installed; apt-get install --no-install-recommends slurm-wlm munge")
    return path


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class OneNode:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.chmod(0o700)
        self.node = socket.gethostname().split(".")[0]
        self.processes = {}
        self.programs = {name: find(name) for name in PROGRAMS}
        self.env = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(256))
        key.chmod(0o400)
        conf = CONF.format(folder=self.folder, port=free_port(), node_port=free_port(), user=getpass.getuser(), node=self.node,
                           cpus=os.cpu_count())
        (self.folder / "slurm.conf").write_text(conf)

    def start(self):
        f = self.folder
        self.run("munged", "--foreground", f"--key-file={f}/munge.key", f"--socket={f}/munge.socket", f"--pid-file={f}/munge.pid",
                 f"--log-file={f}/munge.log", f"--seed-file={f}/munge.seed", "--force")
        self.wait(lambda: (f / "munge.socket").exists(), "munged")
        self.run("slurmctld", "-D", "-c")
        self.start_node()

    def start_node(self):
        self.run("slurmd", "-D", "-N", self.node)
        self.wait(self.ready, "slurmd")

    def ready(self):
        state = self.state()
        if state.startswith("down"):
            self.tell("resume")
        return state in ("idle", "mix", "alloc")

    def state(self):
        command = [self.programs["sinfo"], "-h", "-o", "%t"]
        return subprocess.run(command, env=self.env, capture_output=True, text=True, check=False, timeout=20).stdout.strip()

    def run(self, name, *words):
        with open(self.folder / f"{name}.out", "ab") as out:
            self.processes[name] = subprocess.Popen([self.programs[name], *words], env=self.env, stdin=subprocess.DEVNULL, stdout=out,
                                                    stderr=subprocess.STDOUT, start_new_session=True)

    def wait(self, holds, name):
        end = time.monotonic() + START_S
        while not holds():
            if self.processes[name].poll() is not None or time.monotonic() > end:
                said = (self.folder / f"{name}.out").read_text(errors="replace").strip().splitlines()[-3:]
                raise CannotStart(f"{name} does not start here: {' / '.join(said) or self.state() or 'no answer'}")
            time.sleep(0.1)

    def lose_node(self):
        """What a power cut does: slurmd and everything that it had started are gone at once."""
        marker = str(self.folder).encode()
        os.kill(self.processes["slurmd"].pid, signal.SIGKILL)
        self.processes["slurmd"].wait()
        for _ in range(3):  # a process may start another one meanwhile
            for path in pathlib.Path("/proc").glob("[0-9]*"):
                try:
                    ours = marker in (path / "environ").read_bytes() and b"SLURM_JOB_ID" in (path / "environ").read_bytes()
                    stepd = b"slurmstepd" in (path / "cmdline").read_bytes() and marker in (path / "environ").read_bytes()
                    if ours or stepd:
                        os.kill(int(path.name), signal.SIGKILL)
                except OSError:
                    pass

        self.tell("down", "reason=lost")  # which Slurm finds out by itself, but after a minute only

    def tell(self, state, *more):
        command = [self.programs["scontrol"], "update", f"nodename={self.node}", f"state={state}", *more]
        subprocess.run(command, env=self.env, capture_output=True, check=False, timeout=20)

    def stop(self):
        subprocess.run([self.programs["scancel"], "--user", getpass.getuser()], env=self.env, capture_output=True, check=False, timeout=20)
        for name in ("slurmd", "slurmctld", "munged"):
            process = self.processes.get(name)
            if process and process.poll() is None:
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
