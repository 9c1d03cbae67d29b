/** Writes a package for Fedora, RHEL, openSUSE and their relatives with rpmbuild. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Architecture,
  description,
  getPackageVersion,
  getRpmName,
  homepage,
  type Release,
  summary,
} from '../model'
import { run } from '../run'
import { listFiles, normalizeTree, settingsPath, writeContents } from './contents'

const spec = ({ version, compression }: Release, contents: string) => `Name: quire
Version: ${getPackageVersion(version)}
Release: 1
Summary: ${summary}
License: MIT
URL: ${homepage}
# The program carries its code in a section of its own. Stripping it leaves a plain Bun.
%global __os_install_post %{nil}
%global debug_package %{nil}
%global _build_id_links none
%global _buildhost quire
%global use_source_date_epoch_as_buildtime 1
%global clamp_mtime_to_source_date_epoch 1
%define _binary_payload w${compression === 'fast' ? 1 : 19}.zstdio
AutoReqProv: no
Requires: libc.so.6(GLIBC_2.28)(64bit), libstdc++.so.6(GLIBCXX_3.4.22)(64bit)
%description
${description}
%install
cp -a ${contents}/. %{buildroot}/
%post
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload || :
  [ "$1" -gt 1 ] || systemctl enable quire.service || :
fi
%preun
if [ "$1" -eq 0 ] && [ -d /run/systemd/system ]; then
  systemctl disable --now quire.service || :
fi
%postun
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload || :
  [ "$1" -lt 1 ] || systemctl try-restart quire.service || :
fi
%files
%defattr(-,root,root,-)
%dir /etc/quire
`

/** Returns the name of the package, which is in the folder of the release. */
export function writeRpm(release: Release, architecture: Architecture, executable: string): string {
  const top = mkdtempSync(join(tmpdir(), 'quire-rpm-'))
  try {
    const contents = join(top, 'contents')
    writeContents(contents, executable, 'rpm')
    const files = listFiles(contents).map((file) =>
      `/${file}` === settingsPath ? `%config(noreplace) ${settingsPath}` : `/${file}`,
    )
    normalizeTree(contents, release.epoch)
    const specFile = join(top, 'quire.spec')
    writeFileSync(specFile, `${spec(release, contents)}${files.join('\n')}\n`)
    const options = ['-bb', '--quiet', '--target', `${architecture.rpm}-linux`]
    run(['rpmbuild', ...options, '--define', `_topdir ${top}`, specFile], {
      env: { SOURCE_DATE_EPOCH: String(release.epoch), TZ: 'UTC', LC_ALL: 'C' },
    })
    const name = getRpmName(release.version, architecture)
    copyFileSync(join(top, 'RPMS', architecture.rpm, name), join(release.folder, name))
    return name
  } finally {
    rmSync(top, { recursive: true })
  }
}
