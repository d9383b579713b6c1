#!/usr/bin/env python3
"""sbom.py ROOT BUILD OUT.spdx.json [--tarball FILE] [--build PACKAGE...] [--test PACKAGE...] [--tool PACKAGE...]

Writes the software bill of materials of sm5 as SPDX 2.3: the Debian packages of the libraries that the installed files of
BUILD link to, and those of the Makefile's lists, with the versions that this machine builds and tests with. The output is a
function of the commit, the build and the installed packages; its date is that of the commit or SOURCE_DATE_EPOCH.
"""
import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

# List -> relationship from the package to sm5. The first that names a package counts.
RELATIONSHIPS = {"runtime": "RUNTIME_DEPENDENCY_OF", "build": "BUILD_DEPENDENCY_OF", "test": "TEST_DEPENDENCY_OF", "tool": "DEV_TOOL_OF"}


def output(*command):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout


def introspected(build, what):
    return json.loads(output("meson", "introspect", build, what))


def commit_time(root):
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    try:
        return int(output("git", "-c", "safe.directory=*", "-C", root, "log", "-1", "--format=%ct"))
    except (OSError, subprocess.CalledProcessError):  # an unpacked tarball: its files have the commit's time
        return int((root / "meson.build").stat().st_mtime)


def libraries(build):
    """The shared libraries that the installed programs and libraries of the build load."""
    found = set()
    for path in introspected(build, "--installed"):
        if re.search(r"(/sm5|\.so[.\d]*)$", path) and os.path.isfile(path):
            needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", path)))
            found |= {where for name, where in re.findall(r"(\S+) => (/\S+)", output("ldd", path)) if name in needed}
    return sorted(os.path.realpath(path) for path in found if not path.startswith(str(build)))


def package_of(path):
    """The Debian package that a library is of. On systems with merged /usr its list may have the path without /usr."""
    for name in (path, path.removeprefix("/usr")):
        result = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True)
        if result.returncode == 0:
            return result.stdout.split(":")[0]
    return None


def installed(names):
    """Package, with the architecture if that is a foreign one -> (version, architecture, source package), if installed."""
    native = output("dpkg", "--print-architecture").strip()
    form = "${binary:Package}\t${Version}\t${Architecture}\t${source:Package}\t${db:Status-Status}\n"
    listed = subprocess.run(["dpkg-query", "-W", "-f", form, *names], capture_output=True, text=True).stdout
    rows = (line.split("\t") for line in listed.splitlines())
    return {row[0].removesuffix(":" + native): row[1:4] for row in rows if row[4] == "installed"}


def identifier(name):
    return "SPDXRef-Package-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def dependency(name, facts):
    package = {"SPDXID": identifier(name), "name": name, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
               "licenseConcluded": "NOASSERTION", "licenseDeclared": "NOASSERTION", "copyrightText": "NOASSERTION"}
    if name not in facts:
        return {**package, "comment": "not installed where this document was made: not tried"}
    version, architecture, source = facts[name]
    locator = f"pkg:deb/debian/{name}@{version.replace('+', '%2B').replace(':', '%3A')}?arch={architecture}"
    return {**package, "versionInfo": version, "supplier": "Organization: Debian", "sourceInfo": f"built from the source package {source}",
            "comment": "version that sm5 was built and tested with", "externalRefs": [
                {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": locator}]}


def described(about, root, tarball):
    package = {"SPDXID": "SPDXRef-Package-sm5", "name": "sm5", "versionInfo": about["version"], "downloadLocation": "NOASSERTION",
               "filesAnalyzed": False, "licenseConcluded": "MIT", "licenseDeclared": "MIT", "primaryPackagePurpose": "APPLICATION",
               "copyrightText": next(line.strip() for line in (root / "LICENSE").read_text().splitlines() if "Copyright" in line)}
    if tarball:
        package["packageFileName"] = tarball.name
        package["checksums"] = [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(tarball.read_bytes()).hexdigest()}]
    return package


def document(root, build, tarball, lists):
    about = introspected(build, "--projectinfo")
    kinds = {name: kind for kind in reversed(RELATIONSHIPS) for name in lists[kind]}
    facts = installed(sorted(kinds))
    packages = [described(about, root, tarball), *(dependency(name, facts) for name in sorted(kinds))]
    relationships = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-Package-sm5"),
                     *((identifier(name), RELATIONSHIPS[kinds[name]], "SPDXRef-Package-sm5") for name in sorted(kinds))]
    when = datetime.datetime.fromtimestamp(commit_time(root), datetime.timezone.utc)
    content = hashlib.sha256(json.dumps([packages, relationships]).encode()).hexdigest()
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"sm5-{about['version']}",
            "documentNamespace": f"https://spdx.org/spdxdocs/sm5-{about['version']}-{content[:32]}",
            "creationInfo": {"created": when.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: sm5-tools-sbom.py"]},
            "packages": packages, "relationships": [
                {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} for one, kind, other in relationships]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path, metavar="BUILD")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--tarball", type=pathlib.Path)
    for kind in ("build", "test", "tool"):
        parser.add_argument(f"--{kind}", nargs="*", default=[])
    options = parser.parse_args()
    build = options.folder.resolve()
    linked = {path: package_of(path) for path in libraries(build)}
    unknown = [path for path, package in linked.items() if not package]
    if unknown:
        sys.exit(f"sbom.py: no Debian package has {', '.join(unknown)}")
    lists = {"runtime": set(linked.values()), "build": options.build, "test": options.test, "tool": options.tool}
    options.out.write_text(json.dumps(document(options.root, build, options.tarball, lists), indent=1) + "\n")


if __name__ == "__main__":
    main()
