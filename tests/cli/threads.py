"""Numbers of threads: fewer cores than threads, and the same results for any number of them."""
import json
import os
import subprocess

from command import COMMAND, COPY, GOOD, CommandTest, main

CORES = sorted(os.sched_getaffinity(0))
LARGE = 4 << 20 # structures of COPY: files large enough to be read by several threads

# The sum of 1 to thread number, a loop of another length for each thread; 64 threads add to one word, too.
SUMS = """cs_5_0
dcl_uav_structured u0, 4
dcl_uav_raw u1
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 64, 1, 1
mov r0.xy, l(0, 0, 0, 0)
loop
uge r0.z, r0.x, vThreadID.x
breakc_nz r0.z
iadd r0.x, r0.x, l(1)
iadd r0.y, r0.y, r0.x
endloop
store_structured u0.x, vThreadID.x, l(0), r0.y
atomic_iadd u1, l(0), l(1)
ret
"""


class Threads(CommandTest):
    def on(self, cores, *arguments):
        """The command, restricted to some cores."""
        done = subprocess.run([COMMAND, *map(str, arguments)], cwd=self.path, capture_output=True, timeout=120, check=False,
                              preexec_fn=lambda: os.sched_setaffinity(0, cores))
        self.assertEqual((done.returncode, done.stderr), (GOOD, b""))
        return done.stdout

    def sums(self, cores, *arguments):
        report = json.loads(self.on(cores, "run", "sums.asm", "--groups", 100, "-b", "u0=zero,size=6400", "-b", "u1=zero,size=1",
                                    "-o", "u0=sums.bin", "-o", "u1=count.bin", "--json", "-", *arguments))
        return report["threads"], self.read("sums.bin"), self.read("count.bin")

    def test_more_threads_than_cores(self):
        self.write("sums.asm", SUMS)
        expected = b"".join((i * (i + 1) // 2).to_bytes(4, "little") for i in range(6400))
        for engine in ("interp", "auto"):
            for cores in (CORES[:1], CORES):
                for threads in (1, 3, 16, 64):
                    with self.subTest(engine=engine, cores=len(cores), threads=threads):
                        used, sums, count = self.sums(cores, "--threads", threads, "--engine", engine)
                        self.assertLessEqual(used, threads)
                        self.assertEqual((sums, count), (expected, (6400).to_bytes(4, "little")))

    def test_threads_are_as_many_as_cores(self):
        self.write("sums.asm", SUMS)
        self.assertEqual(self.sums(CORES[:1])[0], 1)
        self.assertLessEqual(self.sums(CORES)[0], len(CORES))

    def test_files_of_any_size_are_read_whole(self):
        self.write("copy.asm", COPY.replace("add r0.x, r0.x, l(1.000000)\n", ""))
        for size in (1, 8 << 20, (8 << 20) + 8, LARGE * 8):
            data = os.urandom(1 << 16) * (size // (1 << 16) + 1)
            self.write("in.bin", data[:size // 8 * 8 or 8])
            for cores in (CORES[:1], CORES):
                with self.subTest(size=size, cores=len(cores)):
                    self.on(cores, "run", "copy.asm", "--groups", 1, "-b", "t0=in.bin", "-b", "u0=in.bin", "-o", "u0=out.bin")
                    self.assertTrue(self.read("out.bin") == self.read("in.bin"))

    def test_arrays_and_random_words_are_the_same(self):
        self.write("copy.asm", COPY)
        files = {}
        for cores in (CORES[:1], CORES):
            for ending in ("bin", "npy"):
                self.on(cores, "run", "copy.asm", "--groups", 0, "-b", f"t0=rand:3,size={LARGE}", "-o", f"t0=rand.{ending}",
                        "-b", "u0=zero,size=1")
            self.on(cores, "run", "copy.asm", "--groups", 0, "-b", "t0=rand.npy", "-o", "t0=again.bin", "-b", "u0=zero,size=1")
            files[len(cores)] = self.read("rand.bin")
            self.assertTrue(self.read("again.bin") == self.read("rand.bin"))
        self.assertEqual(len(set(files.values())), 1)

    def test_tables_are_the_same(self):
        self.write("copy.asm", COPY)
        texts = set()
        for cores in (CORES[:1], CORES):
            self.on(cores, "run", "copy.asm", "--groups", 0, "-b", "t0=rand,size=50000", "-o", "t0=words.csv", "-o", "t0=words.bin",
                    "-b", "u0=zero,size=1")
            self.on(cores, "run", "copy.asm", "--groups", 0, "-b", "t0=words.csv", "-o", "t0=again.bin", "-b", "u0=zero,size=1")
            self.assertTrue(self.read("again.bin") == self.read("words.bin"))
            texts.add(self.read("words.csv"))
        self.assertEqual(len(texts), 1)
        lines = texts.pop().decode().splitlines()
        for row in (1, 20000, 40000): # of several errors the first one is reported
            lines[row] = f"{row - 1},x{row},0,0,0"
        for row in (1, 20000, 40000):
            self.write("wrong.csv", "\n".join(lines))
            self.refuse("run", "copy.asm", "--groups", 0, "-b", "t0=wrong.csv", "-b", "u0=zero,size=1",
                        says=f"line {row + 1}: 'x{row}' is not an unsigned 32-bit integer, the type of column 'w0'")
            lines[row] = f"{row - 1},0,0,0,0"


main()
