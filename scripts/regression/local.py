# SPDX-License-Identifier: Apache-2.0
"""Launcher "local": jobs on this machine, so many at a time."""
import queue
import threading

from regression import job as jobs_module


class Local:
    def __init__(self, workers, stop):
        self.workers, self.stop = workers, stop
        self.done = queue.Queue()
        self.lock = threading.Lock()
        self.source = iter(())

    def start(self, jobs):
        """`jobs` may be endless; who wants it to end stops taking from it."""
        self.source = iter(jobs)
        self.threads = [threading.Thread(target=self.work, daemon=True) for _ in range(self.workers)]
        for thread in self.threads:
            thread.start()

    def work(self):
        try:
            while not self.stop.is_set():
                with self.lock:
                    job = next(self.source, None)
                if job is None:
                    return
                self.done.put(jobs_module.run(job, self.stop))
        except Exception as error:  # pylint: disable=broad-except
            self.done.put(error)

    def poll(self, seconds):
        """Results that have come in since, waiting at most so long for the first."""
        results = []
        try:
            results.append(self.done.get(timeout=seconds))
            while True:
                results.append(self.done.get_nowait())
        except queue.Empty:
            pass
        for result in results:
            if isinstance(result, Exception):
                raise result
        return results

    def over(self):
        return not any(thread.is_alive() for thread in self.threads) and self.done.empty()

    def close(self):
        """After `stop` was set: waits for what runs, which is then stopped."""
        for thread in self.threads:
            thread.join()
