/** The files that the packages for Debian and RPM install. */
import { chmodSync, copyFileSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unitText } from '../../../src/cli/service/systemd-unit'

export const settingsPath = '/etc/quire/service.yaml'
export const programPath = '/usr/bin/quire'
const unitPath = '/usr/lib/systemd/system/quire.service'
/** Tells the program that a package manager updates it. */
const markerPath = '/usr/share/quire/installed-by'

export const packageUnit: string = unitText({
  program: programPath,
  config: settingsPath,
  user: undefined,
  readableFolders: [],
})

export const packageSettings = `# Settings of Quire. "quire config init --print" explains all of them.
# Keep secrets in service.local.yaml beside this file.
`

const copyright = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Quire
Comment: "quire licenses" prints the licenses of all components.

Files: *
Copyright: the developers of Quire
License: MIT
`

/** Writes the files below `root`. */
export function writeContents(root: string, executable: string, manager: 'deb' | 'rpm'): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    chmodSync(join(root, path), 0o644)
  }
  write(unitPath, packageUnit)
  write(settingsPath, packageSettings)
  write(markerPath, `${manager}\n`)
  write('/usr/share/doc/quire/copyright', copyright)
  mkdirSync(dirname(join(root, programPath)), { recursive: true })
  copyFileSync(executable, join(root, programPath))
  chmodSync(join(root, programPath), 0o755)
}

/** Lists the files below a folder, sorted, with paths relative to it. */
export const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()

/** Sets permissions and times of everything below a folder to what does not depend on the machine. */
export function normalizeTree(folder: string, epoch: number): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    if (!entry.isSymbolicLink()) utimesSync(path, epoch, epoch)
  }
  utimesSync(folder, epoch, epoch)
}
