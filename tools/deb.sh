#!/bin/sh
# deb.sh FOLDER: builds the Debian packages of the last commit in FOLDER and checks them with lintian; prints their paths.
# The version and the changelog are those of include/sm5/status.h and CHANGELOG.md.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
tarball=$("$root/tools/dist.sh" "$out")
version=$("$root/tools/version.sh" "$root/include/sm5/status.h")
work=$out/deb
rm -rf "$work"
mkdir -p "$work"
cp "$tarball" "$work/sm5_$version.orig.tar.xz"
tar -C "$work" -xf "$tarball"
cd "$work/sm5-$version"
python3 "$root/tools/debian-changelog.py" CHANGELOG.md debian/control >debian/changelog
# `make test` tests the tree; what is installed is tested by tests/install/packages.py.
DEB_BUILD_OPTIONS="nocheck parallel=$(nproc) ${DEB_BUILD_OPTIONS-}" dpkg-buildpackage -us -uc >"$work/build.log" 2>&1 || {
    tail -40 "$work/build.log" >&2
    exit 1
}
lintian --fail-on error,warning "$work"/*.changes >&2
rm -rf "${work:?}/sm5-$version"
ls "$work"/*.deb
