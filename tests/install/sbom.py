#!/usr/bin/env python3
"""sbom.py ROOT BUILD: what tools/sbom.py writes has the form of SPDX 2.3, names each library that the installed files load,
and is the same each time. Skipped (exit code 77) without dpkg."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
LISTS = ("--build", "make", "libjansson4", "--test", "no-such-package", "--tool", "make", "dpkg")
# Clause 6 of SPDX 2.3 (document), clause 7 (package): mandatory and optional fields that sm5 writes.
DOCUMENT = {"spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo", "packages", "relationships"}
PACKAGE = {"SPDXID", "name", "downloadLocation", "filesAnalyzed"}
PACKAGE_OPTIONAL = {"versionInfo", "supplier", "sourceInfo", "comment", "externalRefs", "licenseConcluded", "licenseDeclared", "copyrightText",
                    "packageFileName", "checksums", "primaryPackagePurpose"}
RELATIONSHIPS = {"DESCRIBES", "RUNTIME_DEPENDENCY_OF", "BUILD_DEPENDENCY_OF", "TEST_DEPENDENCY_OF", "DEV_TOOL_OF"}


class Sbom(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.tarball = pathlib.Path(cls.folder.name) / "sm5.tar.xz"
        cls.tarball.write_bytes(b"abc")
        cls.text = cls.made()
        cls.document = json.loads(cls.text)
        cls.packages = {package["name"]: package for package in cls.document["packages"]}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def made(cls):
        out = pathlib.Path(cls.folder.name) / "sbom.json"
        subprocess.run([sys.executable, ROOT / "tools" / "sbom.py", ROOT, BUILD, out, "--tarball", cls.tarball, *LISTS], check=True,
                       env={**os.environ, "SOURCE_DATE_EPOCH": "1000000000"})
        return out.read_text()

    def relationships(self, name):
        element = self.packages[name]["SPDXID"]
        return [row["relationshipType"] for row in self.document["relationships"] if row["spdxElementId"] == element]

    def test_the_document_has_the_fields_of_spdx(self):
        self.assertEqual(set(self.document), DOCUMENT)
        self.assertEqual((self.document["spdxVersion"], self.document["dataLicense"], self.document["SPDXID"]),
                         ("SPDX-2.3", "CC0-1.0", "SPDXRef-DOCUMENT"))
        self.assertRegex(self.document["documentNamespace"], r"^https://[^#\s]+$")
        self.assertEqual(self.document["creationInfo"]["created"], "2001-09-09T01:46:40Z")
        for creator in self.document["creationInfo"]["creators"]:
            self.assertRegex(creator, r"^(Tool|Person|Organization): \S")

    def test_each_package_has_the_fields_of_spdx(self):
        for package in self.document["packages"]:
            self.assertLessEqual(PACKAGE, set(package))
            self.assertLessEqual(set(package), PACKAGE | PACKAGE_OPTIONAL)
            self.assertRegex(package["SPDXID"], r"^SPDXRef-[A-Za-z0-9.-]+$")
            for reference in package.get("externalRefs", ()):
                self.assertRegex(reference["referenceLocator"], r"^pkg:deb/debian/[^@\s]+@[^\s?:+]+\?arch=\w+$")
        identifiers = [package["SPDXID"] for package in self.document["packages"]]
        self.assertEqual(len(identifiers), len(set(identifiers)))

    def test_relationships_are_between_elements_of_the_document(self):
        elements = {"SPDXRef-DOCUMENT", *(package["SPDXID"] for package in self.document["packages"])}
        for row in self.document["relationships"]:
            self.assertIn(row["relationshipType"], RELATIONSHIPS)
            self.assertLessEqual({row["spdxElementId"], row["relatedSpdxElement"]}, elements)
        for name in self.packages.keys() - {"sm5"}:
            self.assertEqual(len(self.relationships(name)), 1, name)

    def test_libraries_that_the_library_loads_are_runtime_dependencies(self):
        library = next(path for path in BUILD.glob("libsm5.so.*") if path.is_file() and not path.is_symlink())
        listed = subprocess.run(["ldd", library], check=True, capture_output=True, text=True).stdout
        self.assertIn("libjansson.so", listed)
        for name in ("libc6", "libjansson4"):
            self.assertEqual(self.relationships(name), ["RUNTIME_DEPENDENCY_OF"])

    def test_versions_are_those_that_are_installed(self):
        version = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "dpkg"], check=True, capture_output=True, text=True).stdout
        self.assertEqual(self.packages["dpkg"]["versionInfo"], version)
        self.assertNotIn("versionInfo", self.packages["no-such-package"])
        self.assertIn("not tried", self.packages["no-such-package"]["comment"])

    def test_the_first_list_counts(self):
        self.assertEqual(self.relationships("make"), ["BUILD_DEPENDENCY_OF"])
        self.assertEqual(self.relationships("dpkg"), ["DEV_TOOL_OF"])

    def test_the_package_is_the_tarball(self):
        header = (ROOT / "include" / "sm5" / "status.h").read_text()
        self.assertEqual(self.packages["sm5"]["versionInfo"], ".".join(re.findall(r"#define SM5_VERSION_[A-Z]+ (\d+)", header)))
        self.assertEqual(self.packages["sm5"]["checksums"], [
            {"algorithm": "SHA256", "checksumValue": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}])

    def test_the_same_input_gives_the_same_bytes(self):
        self.assertEqual(self.made(), self.text)


if __name__ == "__main__":
    if not shutil.which("dpkg-query") or not shutil.which("readelf"):
        sys.exit(77)
    unittest.main(argv=[sys.argv[0]])
