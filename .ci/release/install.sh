#!/bin/sh
# Installs Quire from @BASE@:
#   curl -fsSL @BASE@/install.sh | sh
# Settings of the environment:
#   QUIRE_VERSION=1.2.3    a version other than the newest
#   QUIRE_DIR=/opt/bin     a folder other than /usr/local/bin or ~/.local/bin
#   QUIRE_FROM=URL         releases at another address
#   QUIRE_KEY=RW...        the public key of the releases
# Everything is in functions, so that a download that was cut short does nothing.
set -eu

main() {
  from=${QUIRE_FROM:-@BASE@}
  key=${QUIRE_KEY:-@PUBLIC_KEY@}
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  version=${QUIRE_VERSION:-$(get "$from/latest.json" | sed -n 's/.*"version": *"\([^"]*\)".*/\1/p')}
  case $version in
    *[!0-9A-Za-z.+-]* | '') die "no version was found at $from" ;;
  esac
  name=quire-$version-$(find_target)
  get "$from/$version/SHA256SUMS" > "$work/SHA256SUMS" || die "version $version could not be downloaded"
  check_signature
  want=$(awk -v name="$name.gz" '$2 == name { print $1 }' "$work/SHA256SUMS")
  [ -n "$want" ] || die "version $version is not built for this machine ($name)"
  get "$from/$version/$name.gz" > "$work/quire.gz" || die "$name.gz could not be downloaded"
  [ "$(hash "$work/quire.gz")" = "$want" ] || die "the download is damaged. Nothing was installed"
  gzip -dc "$work/quire.gz" > "$work/quire"
  chmod 755 "$work/quire"
  "$work/quire" version > /dev/null || die "the program does not run on this machine. Nothing was installed"
  install_program
}

check_signature() {
  if [ -z "$key" ]; then
    echo "This release is not signed. Only the checksum is compared." >&2
  elif ! command -v minisign > /dev/null; then
    echo "minisign is not installed. Only the checksum is compared." >&2
  else
    get "$from/$version/SHA256SUMS.minisig" > "$work/SHA256SUMS.minisig" ||
      die "the signature could not be downloaded. Nothing was installed"
    minisign -Vqm "$work/SHA256SUMS" -P "$key" ||
      die "the signature is wrong. Nothing was installed"
    grep -q "^trusted comment: quire $version " "$work/SHA256SUMS.minisig" ||
      die "the signature is of another version. Nothing was installed"
  fi
}

install_program() {
  dir=${QUIRE_DIR:-/usr/local/bin}
  if [ -z "${QUIRE_DIR:-}" ] && [ ! -w "$dir" ]; then dir=$HOME/.local/bin; fi
  mkdir -p "$dir"
  cp "$work/quire" "$dir/.quire.new"
  mv "$dir/.quire.new" "$dir/quire"
  echo "Installed Quire $version as $dir/quire."
  echo "Start it with: $dir/quire"
  echo "As a service, with systemd: sudo $dir/quire service install"
}

find_target() {
  case $(uname -m) in
    x86_64 | amd64) cpu=x64 ;;
    aarch64 | arm64) cpu=arm64 ;;
    *) die "there is no build for the processor $(uname -m)" ;;
  esac
  case $(uname -s) in
    Linux)
      # The C library of this system. A loader of musl can be there beside glibc.
      if ldd /bin/sh 2>&1 | grep -q musl; then echo "linux-$cpu-musl"; else echo "linux-$cpu"; fi
      ;;
    Darwin) echo "darwin-$cpu" ;;
    *) die "there is no build for $(uname -s)" ;;
  esac
}

get() {
  if command -v curl > /dev/null; then curl -fsSL --retry 2 "$1"; else wget -qO- "$1"; fi
}

hash() {
  if command -v sha256sum > /dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1
}

die() {
  echo "quire: $*." >&2
  exit 1
}

main
