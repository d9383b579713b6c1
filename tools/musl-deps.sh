#!/bin/sh
# musl-deps.sh PREFIX: builds the libraries that sm5 links to, as static libraries for musl, from Debian's source packages.
# Debian has musl but no libraries for it. Does nothing if PREFIX is complete.
set -eu
mkdir -p "$1"
prefix=$(cd "$1" && pwd)
[ -f "$prefix/complete" ] && exit 0
work=$prefix/work
rm -rf "$work"
mkdir -p "$work/lists/partial" "$prefix/include" "$prefix/lib/pkgconfig"
cd "$work"

# The machine's package sources, as sources of source packages, which it usually has none of.
mkdir parts
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -f "$file" ] || sed -n 's/^deb /deb-src /p' "$file" >"parts/$(basename "$file" .list).list"
done
for file in /etc/apt/sources.list.d/*.sources; do
    [ ! -f "$file" ] || sed 's/^Types:.*/Types: deb-src/' "$file" >"parts/$(basename "$file")"
done
apt() {
    apt-get -q -o Dir::Etc::sourceparts="$work/parts" -o Dir::Etc::sourcelist=/dev/null -o Dir::State::lists="$work/lists" \
        -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root "$@" >apt.log 2>&1 || { cat apt.log >&2; exit 1; }
}
apt update
apt source --download-only --tar-only libyaml jansson libsodium cmocka libpng1.6 zlib
for archive in *.orig.tar.[gx]z *.orig.tar.bz2; do
    mkdir "${archive%%_*}"
    tar -xf "$archive" -C "${archive%%_*}" --strip-components=1
done

# library NAME PKG-CONFIG-NAME VERSION FLAGS... -- FILES...: compiles the files and makes the archive and its .pc file.
library() {
    name=$1 module=$2 version=$3 flags=
    shift 3
    while [ "$1" != -- ]; do flags="$flags $1"; shift; done
    shift
    mkdir "$name.o"
    printf '%s\n' "$@" | awk -v out="$name.o" '{ printf "%s\n%s/%d.o\n", $0, out, NR }' |
        xargs -n 2 -P "$(nproc)" sh -c "exec musl-gcc -O2 -fPIC -w -D_GNU_SOURCE $flags -c \"\$0\" -o \"\$1\""
    ar rcs "$prefix/lib/lib$name.a" "$name.o"/*.o
    printf 'Name: %s\nDescription: %s for musl\nVersion: %s\nCflags: -I%s\nLibs: -L%s -l%s\n' \
        "$module" "$name" "$version" "$prefix/include" "$prefix/lib" "$name" >"$prefix/lib/pkgconfig/$module.pc"
}
version_of() { ls "$1"_*.orig.tar.*z | sed 's/.*_\(.*\)\.orig.*/\1/'; }

version=$(version_of libyaml)
library yaml yaml-0.1 "$version" -Ilibyaml/include "-DYAML_VERSION_STRING='\"$version\"'" -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 \
    -DYAML_VERSION_PATCH=5 -- libyaml/src/*.c
cp libyaml/include/yaml.h "$prefix/include"

cp jansson/android/jansson_config.h jansson/src
: >jansson/src/jansson_private_config.h
library jansson jansson "$(version_of jansson)" -DHAVE_STDINT_H -DHAVE_SNPRINTF -DHAVE_LOCALECONV -DHAVE_STRTOLL -DHAVE_UNISTD_H -DUSE_URANDOM=1 -DHAVE_FCNTL_H -DHAVE_OPEN -DHAVE_CLOSE -DHAVE_READ -DHAVE_GETPID -DHAVE_SYS_TIME_H -DHAVE_GETTIMEOFDAY -DINITIAL_HASHTABLE_ORDER=3 -Ijansson/src -- jansson/src/*.c
cp jansson/src/jansson.h jansson/src/jansson_config.h "$prefix/include"

sodium=libsodium/src/libsodium
sed "s/@VERSION@/$(version_of libsodium)/; s/@SODIUM_LIBRARY_VERSION_MAJOR@/10/; s/@SODIUM_LIBRARY_VERSION_MINOR@/3/; s/@SODIUM_LIBRARY_MINIMAL_DEF@//" \
    $sodium/include/sodium/version.h.in >$sodium/include/sodium/version.h
library sodium libsodium "$(version_of libsodium)" -DCONFIGURED=1 -DNATIVE_LITTLE_ENDIAN=1 -DHAVE_TI_MODE=1 -I$sodium/include -I$sodium/include/sodium \
    -- $(find $sodium -name '*.c')
cp -r $sodium/include/. "$prefix/include"

# With zlib, which nothing else needs, in one archive.
cp libpng1.6/scripts/pnglibconf.h.prebuilt libpng1.6/pnglibconf.h
rm -f libpng1.6/example.c libpng1.6/pngtest.c
library png libpng "$(version_of libpng1.6)" -Ilibpng1.6 -Izlib -DHAVE_UNISTD_H -DPNG_INTEL_SSE_OPT=0 -- libpng1.6/*.c zlib/*.c
cp libpng1.6/png.h libpng1.6/pngconf.h libpng1.6/pnglibconf.h zlib/zlib.h zlib/zconf.h "$prefix/include"

library cmocka cmocka "$(version_of cmocka)" -Icmocka/include -DHAVE_INTTYPES_H -DHAVE_MALLOC_H -DHAVE_STRINGS_H -DHAVE_SETJMP_H -DHAVE_SIGNAL_H \
    -DHAVE_TIME_H -DHAVE_UNISTD_H -DHAVE_SYS_TYPES_H -DHAVE_CLOCK_GETTIME -DHAVE_STRUCT_TIMESPEC -DHAVE_GCC_THREAD_LOCAL_STORAGE -- cmocka/src/cmocka.c
cp cmocka/include/*.h "$prefix/include"

cd "$prefix"
rm -rf work
touch complete
