#!/usr/bin/env python3
"""wheel.py ROOT BUILD: the wheel that tools/wheel.py writes is complete, the same each time, and runs."""
import base64
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT, BUILD = pathlib.Path(sys.argv[1]), sys.argv[2]
RUN = ("import sm5, array; u = array.array('f', [0] * 4)\n"
       "r = sm5.load(sys.argv[1]).dispatch(1, t0=array.array('f', [3, 6, 9, 3]), u0=u)\n"
       "print(sm5.__file__, sm5.__version__, [round(x) for x in u], r.engine)")


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.top = pathlib.Path(cls.folder.name).resolve()
        cls.wheel = pathlib.Path(cls.make("one"))
        with zipfile.ZipFile(cls.wheel) as archive:
            cls.files = {name: archive.read(name) for name in archive.namelist()}
            cls.scripts = [i for i in archive.infolist() if "/scripts/" in i.filename]
            archive.extractall(cls.top / "site")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def make(cls, name):
        return subprocess.run([sys.executable, ROOT / "tools" / "wheel.py", BUILD, cls.top / name], check=True,
                              capture_output=True, text=True).stdout.strip()

    def test_the_record_lists_every_file(self):
        version = self.wheel.name.split("-")[1]
        self.assertRegex(self.wheel.name, r"^sm5-\d+\.\d+\.\d+-cp311-abi3-linux_\w+\.whl$")
        record = self.files[f"sm5-{version}.dist-info/RECORD"].decode().splitlines()
        listed = {line.rsplit(",", 2)[0]: line.rsplit(",", 2)[1:] for line in record}
        self.assertEqual(set(listed), set(self.files))
        for name, (digest, size) in listed.items():
            if not name.endswith("/RECORD"):
                data = self.files[name]
                expected = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                self.assertEqual((digest, int(size)), (f"sha256={expected}", len(data)))
        for name in ("sm5/__init__.py", "sm5/__init__.pyi", "sm5/py.typed", "sm5/pytest_plugin.py", "sm5/_sm5.abi3.so"):
            self.assertIn(name, self.files)
        self.assertEqual([i.external_attr >> 16 & 0o777 for i in self.scripts], [0o755])

    def test_the_same_build_gives_the_same_bytes(self):
        self.assertEqual(pathlib.Path(self.make("two")).read_bytes(), self.wheel.read_bytes())

    def test_the_extracted_package_runs(self):
        environment = {k: v for k, v in os.environ.items() if k not in ("SM5_JIT_PLUGIN", "PYTHONPATH")}
        environment |= {"PYTHONPATH": str(self.top / "site"), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run([sys.executable, "-c", "import sys\n" + RUN, ROOT / "examples" / "embed" / "blur.asm"],
                              capture_output=True, text=True, env=environment, cwd=self.top, check=False)
        engine = "jit" if "sm5/sm5-jit.so" in self.files else "interp"
        expected = f"{self.top}/site/sm5/__init__.py {self.wheel.name.split('-')[1]} [3, 6, 6, 4] {engine}\n"
        self.assertEqual((done.stdout, done.stderr), (expected, ""))
        module = str(self.top / "site" / "sm5" / "_sm5.abi3.so")
        self.assertNotIn(BUILD, subprocess.run(["readelf", "-d", module], capture_output=True, text=True, check=True).stdout)
        self.assertNotIn("RUNPATH", subprocess.run(["readelf", "-d", module], capture_output=True, text=True, check=True).stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
