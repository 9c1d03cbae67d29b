#!/bin/sh
# Builds the package of Quire @VERSION@ for Package Center: sh build-spk.sh x64|arm64 [DOWNLOAD]
set -eu
download=${2:-}
[ -z "$download" ] || download=$(realpath -e "$download")
cd "$(dirname "$0")"
case ${1:-} in
  x64) want=@SHA256_LINUX_X64@ platforms=x86_64 ;;
  arm64) want=@SHA256_LINUX_ARM64@ platforms='rtd1296 rtd1619b armada37xx' ;;
  *)
    echo "usage: sh build-spk.sh x64|arm64 [DOWNLOAD]" >&2
    exit 64
    ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -z "$download" ]; then
  download=$work/quire.gz
  curl -fsSL -o "$download" "@BASE@/@VERSION@/quire-@VERSION@-linux-$1.gz"
fi
if [ "$(sha256sum "$download" | cut -d' ' -f1)" != "$want" ]; then
  echo "The download is damaged, or of another version or processor. Nothing was built." >&2
  exit 1
fi
cp -R package conf scripts "$work"
mkdir "$work/package/bin"
gzip -dc "$download" > "$work/package/bin/quire"
chmod 755 "$work/package/bin/quire"
# DSM wants all of them.
for name in preinst postinst preuninst postuninst preupgrade postupgrade; do
  printf '#!/bin/sh\nexit 0\n' > "$work/scripts/$name"
  chmod 755 "$work/scripts/$name"
done
sed "s/PLATFORMS/$platforms/" INFO > "$work/INFO"
tar -czf "$work/package.tgz" -C "$work/package" bin share
cp PACKAGE_ICON.PNG PACKAGE_ICON_256.PNG "$work"
tar -cf "quire-@VERSION@-$1.spk" -C "$work" INFO PACKAGE_ICON.PNG PACKAGE_ICON_256.PNG conf scripts package.tgz
echo "Built quire-@VERSION@-$1.spk."
