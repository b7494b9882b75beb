#!/usr/bin/env bash
# Both commands on a bare Debian with only what README names: as root, and as a user without rights. The clone stands
# in a folder with blanks and umlauts; there is no terminal, no /dev/pts, and nothing can be written to /dev/shm.
# Needed: root, debootstrap. BARE_ROOT, BARE_SUITE, BARE_MIRROR and BARE_TARGETS ("demo test") choose others than those below.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
root=${BARE_ROOT:-$here/build/bare}
suite=${BARE_SUITE:-bookworm}
mirror=${BARE_MIRROR:-http://deb.debian.org/debian}
targets=${BARE_TARGETS:-demo test}
named=ca-certificates,python3,python3-venv,python3-dev,gcc,libc6-dev,make

[ "$(id -u)" = 0 ] || { echo "make bare needs root, which alone can make a system of its own" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "needed: apt-get install debootstrap" >&2; exit 1; }
leave() { umount "$root/dev/shm" "$root/proc" 2>/dev/null || true; }
trap leave EXIT
leave
if [ -e "$root" ] && [ ! -e "$root/made-bare" ]; then
  echo "$root was not made by make bare: name another place as BARE_ROOT" >&2
  exit 1
fi
rm -rf --one-file-system "$root" # one that was used is no longer bare: as root, the tests install what they lack
mkdir -p "$root"
touch "$root/made-bare"
echo "making a bare Debian $suite in $root ..."
debootstrap --variant=minbase --include="$named" "$suite" "$root" "$mirror" >/dev/null
echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/any-age" # a mirror may stand still for weeks
chroot "$root" useradd --create-home --uid 1000 somebody
# How this machine reaches the package index.
cp /etc/resolv.conf "$root/etc/resolv.conf"
for file in /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
  if [ -e "$file" ]; then cp "$file" "$root$file"; fi
done

mkdir -p "$root/dev/shm"
mount -t proc proc "$root/proc"
mount -t tmpfs -o ro tmpfs "$root/dev/shm"

run_as() { # the numbers of user and group, the home, and a make target
  local start=$SECONDS
  echo "make $4 as user $1 ..."
  chroot --userspec="$1:$2" "$root" /usr/bin/env -i HOME="$3" LANG=C.UTF-8 TERM=dumb \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin PIP_CERT=/etc/ssl/certs/ca-certificates.crt \
    sh -c 'cd "$1" && exec make $2' sh "$3/Prüfung und Lehre/ifc2f" "$4" </dev/null
  echo "make $4 as user $1 ended with 0 after $((SECONDS - start)) s"
}

for who in 1000:1000:/srv/user 0:0:/srv/root; do
  IFS=: read -r user group home <<<"$who"
  place="$root$home/Prüfung und Lehre/ifc2f"
  rm -rf "$place"
  mkdir -p "$(dirname "$place")"
  git clone --quiet --no-hardlinks "$here" "$place"
  chown -R "$user:$group" "$root$home"
  for target in $targets; do run_as "$user" "$group" "$home" "$target"; done
done
