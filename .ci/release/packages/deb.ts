/** Writes a package for Debian and its relatives with dpkg-deb. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Architecture,
  description,
  getDebName,
  getPackageVersion,
  homepage,
  maintainer,
  type Release,
  summary,
} from '../model'
import { run } from '../run'
import { listFiles, normalizeTree, settingsPath, writeContents } from './contents'

const control = (
  { version }: Release,
  { debian }: Architecture,
  kilobytes: number,
) => `Package: quire
Version: ${getPackageVersion(version)}
Architecture: ${debian}
Maintainer: ${maintainer}
Section: web
Priority: optional
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libstdc++6 (>= 7)
Recommends: ca-certificates, tzdata
Suggests: postgresql-client
Homepage: ${homepage}
Description: ${summary.toLowerCase()}
 ${description}
`

const scripts = {
  postinst: `#!/bin/sh
set -e
if [ "$1" = configure ] && [ -d /run/systemd/system ]; then
  systemctl daemon-reload || true
  if [ -z "$2" ]; then
    systemctl enable quire.service || true
    echo "quire: start it with: systemctl start quire"
  else
    systemctl try-restart quire.service || true
  fi
fi
`,
  prerm: `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now quire.service || true
fi
`,
  postrm: `#!/bin/sh
set -e
[ ! -d /run/systemd/system ] || systemctl daemon-reload || true
if [ "$1" = purge ] && [ -d /var/lib/private/quire ]; then
  echo "quire: your data stays in /var/lib/private/quire"
fi
`,
}

/** Returns the name of the package, which is in the folder of the release. */
export function writeDeb(release: Release, architecture: Architecture, executable: string): string {
  const root = mkdtempSync(join(tmpdir(), 'quire-deb-'))
  try {
    writeContents(root, executable, 'deb')
    writeControlFiles(root, release, architecture)
    normalizeTree(root, release.epoch)
    chmodSync(root, 0o755)
    const name = getDebName(release.version, architecture)
    // Debian 11 does not read zstd.
    const level = release.compression === 'fast' ? '-z0' : '-z6'
    const options = ['--root-owner-group', '-Zxz', level]
    run(['dpkg-deb', ...options, '--build', root, join(release.folder, name)], {
      env: { SOURCE_DATE_EPOCH: String(release.epoch) },
    })
    return name
  } finally {
    rmSync(root, { recursive: true })
  }
}

function writeControlFiles(root: string, release: Release, architecture: Architecture) {
  const files = listFiles(root)
  const bytes = files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0)
  const sums = files.map((file) => `${hashMd5(join(root, file))}  ${file}\n`)
  const folder = join(root, 'DEBIAN')
  mkdirSync(folder)
  const write = (name: string, text: string, mode: number) => {
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), mode)
  }
  write('control', control(release, architecture, Math.ceil(bytes / 1024)), 0o644)
  write('conffiles', `${settingsPath}\n`, 0o644)
  write('md5sums', sums.join(''), 0o644)
  for (const [name, text] of Object.entries(scripts)) write(name, text, 0o755)
}

const hashMd5 = (path: string) =>
  new Bun.CryptoHasher('md5').update(readFileSync(path)).digest('hex')
