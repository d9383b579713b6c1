"""Progress of long runs: on a terminal only, cleared at the end and by signals."""
import os
import pty
import re
import select
import signal
import subprocess
import time

from command import COMMAND, COPY, CommandTest, main

# Every group counts to cb0[0].x
COUNTER = """cs_5_0
dcl_constantbuffer cb0[1], immediateIndexed
dcl_uav_structured u0, 4
dcl_temps 1
dcl_thread_group 1, 1, 1
mov r0.x, l(0)
loop
uge r0.y, r0.x, cb0[0].x
breakc_nz r0.y
iadd r0.x, r0.x, l(1)
endloop
store_structured u0.x, l(0), l(0), r0.x
ret
"""
LINE = re.compile(rb"\r\d+ of 60000 groups, \d+ %, \d+ (s|min \d+ s|h \d+ min) to go *")


class Progress(CommandTest):
    def start(self, *arguments):
        """The command with a terminal as standard error, and the terminal."""
        terminal, end = pty.openpty()
        run = subprocess.Popen([COMMAND, *map(str, arguments)], cwd=self.path, stdout=subprocess.PIPE, stderr=end)
        os.close(end)
        self.addCleanup(os.close, terminal)
        self.addCleanup(run.stdout.close)
        self.addCleanup(run.kill)
        return run, terminal

    def read_until(self, terminal, pattern, text=b""):
        """What the terminal shows, until it matches or ends."""
        stop = time.monotonic() + 60
        while not pattern or not re.search(pattern, text):
            ready, _, _ = select.select([terminal], [], [], stop - time.monotonic())
            self.assertTrue(ready, text)
            try:
                more = os.read(terminal, 4096)
            except OSError: # EIO: no process has it open
                break
            if not more:
                break
            text += more
        return text

    def count(self, steps, *options):
        self.write("count.asm", COUNTER)
        return self.start("run", "count.asm", "--engine", "interp", "--threads", 1, "--groups", 60000, "-b", f"cb0=u32:{steps}/0/0/0",
                          "-b", "u0=zero,size=1", *options)

    def test_a_line_with_percentage_and_time_to_go(self):
        run, terminal = self.count(100000)
        self.assertRegex(self.read_until(terminal, LINE), LINE)
        run.kill()
        run.wait()

    def test_check_too(self):
        self.write("count.asm", COUNTER)
        run, terminal = self.start("check", "count.asm", "--groups", 60000, "-b", "cb0=u32:10000/0/0/0", "-b", "u0=zero,size=1")
        self.assertRegex(self.read_until(terminal, LINE), LINE)
        run.kill()
        run.wait()

    def test_other_stages(self):
        self.write("vs.asm", "vs_5_0\ndcl_output o0.x\ndcl_temps 1\nmov r0.x, l(0)\nloop\nuge r0.y, r0.x, l(100000)\nbreakc_nz r0.y\n"
                   "iadd r0.x, r0.x, l(1)\nendloop\nmov o0.x, r0.x\nret\n")
        run, terminal = self.start("run", "vs.asm", "--engine", "interp", "--threads", 1, "--count", 100000)
        self.read_until(terminal, rb"\r\d+ of 100000 invocations, \d+ %, .* to go")
        run.kill()
        run.wait()

    def test_the_line_is_wiped(self):
        run, terminal = self.count(100000, "--max-seconds", 1)
        text = self.read_until(terminal, None)
        self.assertEqual(run.wait(60), 1)
        self.assertRegex(text, LINE)
        self.assertRegex(text, rb"\r +\r[^\r]*error")

    def test_signals_end_the_line_and_the_command(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            run, terminal = self.count(100000)
            text = self.read_until(terminal, LINE)
            run.send_signal(number)
            text = self.read_until(terminal, None, text)
            self.assertEqual(run.wait(60), -number)
            self.assertTrue(text.endswith(b"\n"), text)

    def test_ignored_signals_stay_ignored(self):
        before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
        self.addCleanup(signal.signal, signal.SIGHUP, before)
        run, terminal = self.count(100000, "--max-seconds", 2)
        self.read_until(terminal, LINE)
        run.send_signal(signal.SIGHUP)
        self.read_until(terminal, None)
        self.assertEqual(run.wait(60), 1)

    def test_short_runs_show_nothing(self):
        self.write("copy.asm", COPY)
        run, terminal = self.start("run", "copy.asm", "--groups", 1, "-b", "t0=zero,size=4", "-b", "u0=zero,size=4")
        self.assertEqual(self.read_until(terminal, None), b"")
        self.assertEqual(run.wait(60), 0)

    def test_nothing_without_a_terminal(self):
        self.write("count.asm", COUNTER)
        result = self.sm5("run", "count.asm", "--engine", "interp", "--groups", 60000, "-b", "cb0=u32:100000/0/0/0", "-b",
                          "u0=zero,size=1", "--max-seconds", 1, expect=1)
        self.assertNotIn("groups,", result.error)


main()
