/** Finds where this program is installed, and whether it may be replaced. */
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { downloadsUrl, release, signingKeys, target } from '../../version'
import { UpdateRefused } from './release/update-refused'

export interface InstalledProgram {
  path: string
  release: string
  /** The platform, such as `linux-x64`, or `source`. */
  target: string
  keys: readonly string[]
  /** Base URL of its releases. */
  from: string
  /** Whether the program runs in a container. */
  isContained: boolean
}

export const findOwnProgram = (): InstalledProgram => ({
  path: process.execPath,
  release,
  target: Bun.isStandaloneExecutable ? target : 'source',
  keys: signingKeys,
  from: downloadsUrl,
  isContained: isContained(),
})

/** In a container, the first process is this program, unless a small init program starts it. */
function isContained(): boolean {
  if (process.pid === 1) return true
  try {
    return readlinkSync('/proc/1/exe') === process.execPath
  } catch {
    // Other users cannot read the link, and other operating systems do not have it.
    return false
  }
}

export const getPreviousPath = ({ path }: Pick<InstalledProgram, 'path'>) =>
  join(dirname(path), `${basename(path)}.previous`)

/** Throws if something other than this program is responsible for replacing its file. */
export function refuseForeignPlace(program: InstalledProgram, version: string) {
  const { path, target: platform } = program
  const manager = readManager(path)
  if (platform === 'source') {
    throw new UpdateRefused(
      'Quire runs from its source here. Update it with git, and build it again.',
    )
  }
  if (program.isContained || manager === 'oci') {
    throw new UpdateRefused(
      `Quire runs in a container here, whose files are lost with it. Pull the image of version ${version} and start the container again. Back up first: quire backup create`,
    )
  }
  const command = findManagerCommand(path, { manager, version })
  if (command !== undefined) {
    throw new UpdateRefused(
      `${path} belongs to a package manager, which would replace it again. Back up, and then update with: ${command}`,
    )
  }
  if (platform.startsWith('windows')) {
    throw new UpdateRefused(
      `On Windows, Quire cannot replace itself yet. Stop it, back up, and replace ${path} with the one from ${program.from}/${version}/`,
    )
  }
  refuseReadOnly(path)
}

/** Reads the marker file that packages and the container image install with the program. */
function readManager(path: string): string | undefined {
  const marker = join(dirname(path), '..', 'share', 'quire', 'installed-by')
  return existsSync(marker) ? readFileSync(marker, 'utf8').trim() : undefined
}

const x64Names = { deb: 'amd64', rpm: 'x86_64' }
const arm64Names = { deb: 'arm64', rpm: 'aarch64' }

function findManagerCommand(
  path: string,
  { manager, version }: { manager: string | undefined; version: string },
): string | undefined {
  if (path.startsWith('/nix/store/')) return 'nix profile upgrade quire, or nixos-rebuild switch'
  if (path.includes('/Cellar/')) return 'brew upgrade quire'
  if (/[/\\]scoop[/\\]apps[/\\]/.test(path)) return 'scoop update quire'
  if (/[/\\]WinGet[/\\]Packages[/\\]/i.test(path)) return 'winget upgrade Quire.Quire'
  if (manager === undefined) return undefined
  const folder = `${downloadsUrl}/${version}`
  // Packages of `1.2.0-rc.1` are named `1.2.0~rc.1`, which sorts before `1.2.0`.
  const packed = version.replace('-', '~')
  const { deb, rpm } = process.arch === 'arm64' ? arm64Names : x64Names
  const packages: Record<string, string> = {
    deb: `sudo apt install ./quire_${packed}_${deb}.deb (from ${folder}/)`,
    rpm: `sudo dnf install ${folder}/quire-${packed}-1.${rpm}.rpm`,
    aur: 'an AUR helper, such as "paru -S quire-bin", or makepkg',
    synology: `Package Center of DSM, with the package of version ${version}`,
  }
  return packages[manager] ?? manager
}

/** Tries to write, because permissions do not reveal read-only disks. */
function refuseReadOnly(path: string) {
  const folder = dirname(path)
  try {
    accessSync(folder, constants.W_OK)
    rmdirSync(mkdtempSync(join(folder, '.quire-update-')))
  } catch (error) {
    throw new UpdateRefused(
      `${folder} cannot be written (${(error as NodeJS.ErrnoException).code}), so the program in it cannot be replaced. Make the folder writable, or run this command as a user who can write to it, such as with sudo.`,
    )
  }
}
