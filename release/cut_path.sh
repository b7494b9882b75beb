#!/usr/bin/env bash
# A folder of links to the programs of a machine that has only what README names, for a PATH that leads to nothing else:
# Python, a C compiler with what Debian's depends on, make, git, and the tools of every Unix.
set -eu
folder=$1
python=${PYTHON:-python3}
named="cc gcc make git sh"
compiler="ar as ld ld.bfd nm objcopy objdump ranlib readelf size strip"
unix="awk basename bash cat chmod cksum cmp cp cut date dd df diff dirname du echo env expr false find getconf grep gunzip
  gzip head hostname id install kill ln ls mkdir mktemp mv nice od perl printf ps pwd readlink realpath rm rmdir sed seq
  sha256sum sleep sort stat tail tar tee test timeout touch tr true uname uniq wc which xargs"

rm -rf "$folder"
mkdir -p "$folder"
ln -s "$("$python" -c 'import os, sys; print(os.path.realpath(sys.executable))')" "$folder/python3"
for name in $named; do
  place=$(command -v "$name") || { echo "needed: $name" >&2; exit 1; }
  ln -s "$place" "$folder/$name"
done
for name in $compiler $unix; do
  place=$(type -P "$name") && ln -s "$place" "$folder/$name" || true
done
