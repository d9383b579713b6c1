"""Files that the command writes are complete, or unchanged after an error."""
import os
import resource
import signal
import stat
import subprocess
import threading
import unittest

from command import COMMAND, COPY, SANITIZED, WRONG_COMMAND, CommandTest, main

LIMIT = 4096
ENDINGS = ("bin", "npy", "csv", "png", "json")


class Files(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("copy.asm", COPY)

    def copy(self, *arguments, size=4, **how):
        return self.sm5("run", "copy.asm", "--groups", size // 4, "-b", f"t0=iota,size={size}", "-b", f"u0=zero,size={size}",
                        *arguments, **how)

    def names(self):
        return sorted(path.name for path in self.path.iterdir())

    def run_limited(self, *arguments):
        """The command, where no file may grow beyond LIMIT bytes."""
        return subprocess.run([COMMAND, *map(str, arguments)], cwd=self.path, capture_output=True, timeout=60, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT)))

    def output_of(self, ending):
        if ending == "json":
            return "--json", "out.json"
        return "-o", f"u0=out.{ending}" + (",width=64" if ending == "png" else "")

    def run_full(self, ending):
        bindings = ("-b", "t0=rand,size=4096", "-b", "u0=zero,size=4096")
        if ending == "json": # as many warnings as make a long report
            bindings = tuple(word for i in range(128) for word in ("-b", f"t{i}=null")) + ("-b", "u0=null")
        if ending == "png":
            self.write("picture.asm", COPY.replace("0, 8", "0, 4").replace(".xy, ", ".x, ").replace("r0.xyxx\n", "r0.x\n"))
        return self.run_limited("run", "picture.asm" if ending == "png" else "copy.asm", "--groups", 1024, *bindings,
                                *self.output_of(ending))

    def test_a_full_disk_leaves_the_file_as_it_was(self):
        for ending in ENDINGS:
            with self.subTest(ending):
                self.write(f"out.{ending}", "before")
                before = set(self.names()) | {"picture.asm"}
                done = self.run_full(ending)
                self.assertEqual((done.returncode, done.stdout), (WRONG_COMMAND, b""), done.stderr)
                self.assertIn(f"sm5: out.{ending}: File too large\n", done.stderr.decode())
                self.assertEqual(self.read(f"out.{ending}"), b"before")
                self.assertEqual(set(self.names()) | {"picture.asm"}, before)

    def test_a_full_disk_leaves_no_new_file(self):
        for ending in ENDINGS:
            with self.subTest(ending):
                self.assertEqual(self.run_full(ending).returncode, WRONG_COMMAND)
                self.assertNotIn(f"out.{ending}", self.names())

    def test_standard_output_that_is_full_is_one_error(self):
        for arguments in (("asm", "copy.asm"), ("dis", "copy.asm"), ("info", "copy.asm"), ("--help",)):
            with open("/dev/full", "w") as full:
                done = subprocess.run([COMMAND, *arguments], cwd=self.path, stdout=full, stderr=subprocess.PIPE, check=False)
            self.assertEqual(done.returncode, WRONG_COMMAND)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_permissions_stay(self):
        self.write("out.bin", "before")
        os.chmod(self.path / "out.bin", 0o640)
        self.copy("-o", "u0=out.bin")
        self.assertEqual(stat.S_IMODE(os.stat(self.path / "out.bin").st_mode), 0o640)
        self.assertEqual(self.read("out.bin")[4:8], b"\1\0\0\0")

    def test_new_files_have_the_users_permissions(self):
        before = os.umask(0o027)
        self.addCleanup(os.umask, before)
        self.copy("-o", "u0=out.bin")
        self.assertEqual(stat.S_IMODE(os.stat(self.path / "out.bin").st_mode), 0o640)

    def test_files_that_may_not_be_written_stay(self):
        if os.geteuid() == 0:
            self.skipTest("root may write every file")
        self.write("out.bin", "before")
        os.chmod(self.path / "out.bin", 0o444)
        self.refuse("asm", "copy.asm", "-o", "out.bin", says="out.bin: Permission denied")
        self.assertEqual(self.read("out.bin"), b"before")

    def test_links_lead_to_what_is_written(self):
        (self.path / "folder").mkdir()
        self.write("folder/target.bin", "before")
        for link, target in (("a.bin", "folder/target.bin"), ("b.bin", "a.bin"), ("c.bin", "folder/new.bin")):
            os.symlink(target, self.path / link)
            self.write("folder/target.bin", "before")
            self.copy("-o", f"u0={link}")
            self.assertTrue((self.path / link).is_symlink())
            self.assertEqual(len((self.path / link).read_bytes()), 32)

    def test_names_of_one_file_stay_names_of_one_file(self):
        self.write("a.bin", "before")
        os.link(self.path / "a.bin", self.path / "b.bin")
        self.copy("-o", "u0=a.bin")
        self.assertEqual(self.read("a.bin"), self.read("b.bin"))

    def test_devices_and_pipes(self):
        self.copy("-o", "u0=/dev/null")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))
        self.assertEqual(len(self.copy("-o", "u0=/dev/stdout").bytes), 32)
        os.mkfifo(self.path / "pipe")
        got = []
        reader = threading.Thread(target=lambda: got.append((self.path / "pipe").read_bytes()))
        reader.start()
        self.copy("-o", "u0=pipe")
        reader.join()
        self.assertEqual(len(got[0]), 32)
        self.assertTrue((self.path / "pipe").is_fifo())

    def test_standard_output_that_is_a_file_is_written_on(self):
        with open(self.path / "out.bin", "wb") as out:
            out.write(b"before")
            out.flush()
            subprocess.run([COMMAND, "asm", "copy.asm", "-o", "-"], cwd=self.path, stdout=out, check=True)
        self.assertEqual(self.read("out.bin")[:10], b"beforeDXBC")

    def test_closed_streams_are_errors(self):
        run = ["run", "copy.asm", "--groups", "1", "-b", "t0=zero,size=4", "-b", "u0=zero,size=4", "-o", "u0=out.bin"]
        for descriptor, options, expect in ((1, ["--print", "u0"], WRONG_COMMAND), (1, [], 0), (0, [], 0), (2, [], 0)):
            done = subprocess.run([COMMAND, *run, *options], cwd=self.path, timeout=60, check=False,
                                  preexec_fn=lambda: os.close(descriptor), stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
            self.assertEqual(done.returncode, expect, descriptor)
            self.assertEqual(len(self.read("out.bin")), 32)

    @unittest.skipIf(SANITIZED, "limits the address space")
    def test_endless_and_huge_inputs(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
        with open(self.path / "huge.bin", "wb") as huge:
            huge.truncate(1 << 40)
        for arguments in (("info", "/dev/zero"), ("info", "huge.bin"),
                          ("run", "copy.asm", "--groups", "1", "-b", "t0=huge.bin")):
            done = subprocess.run([COMMAND, *arguments], cwd=self.path, capture_output=True, timeout=60, check=False, preexec_fn=limit)
            self.assertEqual(done.returncode, WRONG_COMMAND)
            self.assertRegex(done.stderr.decode(), "does not fit into memory|has more than")

    def test_names_that_are_too_long(self):
        self.refuse("run", "copy.asm", "--groups", 1, "--json", "x" * 300, says="name too long")

    def test_a_reader_that_is_gone_ends_the_command(self):
        self.write("long.asm", COPY.replace("ret\n", "add r0.x, r0.x, r0.y\n" * 100000 + "ret\n"))
        run = subprocess.Popen([COMMAND, "dis", "long.asm"], cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        run.stdout.read(10)
        run.stdout.close()
        self.assertEqual(run.stderr.read(), b"")
        run.stderr.close()
        self.assertEqual(run.wait(60), -signal.SIGPIPE)


main()
