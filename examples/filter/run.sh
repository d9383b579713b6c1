#!/bin/sh
# run.sh SM5 [IN.png [OUT.png]]: sharpens a picture in a compute shader. Without a picture, one of rings is drawn first.
set -eu
sm5=$1
here=$(dirname "$0")
in=${2:-rings.png}
out=${3:-sharpened.png}

if [ $# -lt 2 ]; then
    "$sm5" run "$here/rings.asm" --groups 32,32 -b u0=zero,width=256,height=256,format=r8g8b8a8_unorm -o u0="$in"
fi

# Width and height of a PNG file are big-endian at bytes 16 and 20.
size() {
    od -An -tu1 -j "$1" -N 4 "$in" | awk '{ print (($1 * 256 + $2) * 256 + $3) * 256 + $4 }'
}
width=$(size 16)
height=$(size 20)

"$sm5" run "$here/sharpen.asm" --groups $(((width + 7) / 8)),$(((height + 7) / 8)) \
    -b t0="$in" -b s0=linear,address=clamp \
    -b u0=zero,width="$width",height="$height",format=r8g8b8a8_unorm -o u0="$out"
echo "Picture: $out"
