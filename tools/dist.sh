#!/bin/sh
# dist.sh FOLDER: writes the release tarball of the last commit and its digest to FOLDER and prints the tarball's path. The
# bytes are a function of the commit: times are that of the commit, modes and order are git's.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
commit() { git -c safe.directory='*' -C "$root" "$@"; }
[ -z "$(commit status --porcelain --untracked-files=no)" ] || echo "dist.sh: uncommitted changes are not in the tarball" >&2
name=sm5-$("$root/tools/version.sh" "$root/include/sm5/status.h")
commit -c tar.umask=0022 -c core.autocrlf=false archive --format=tar --prefix="$name/" HEAD | xz -T1 -9 >"$out/$name.tar.xz"
(cd "$out" && sha256sum "$name.tar.xz" >"$name.tar.xz.sha256")
echo "$out/$name.tar.xz"
