/**
 * Fetches packages of Debian for any architecture with the sources of this machine, which itself is
 * not changed.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashFile, run } from '../run'

export interface DebianPackage {
  name: string
  version: string
  architecture: string
  sha256: string
}

export interface Fetched {
  /** Paths of the packages. */
  files: string[]
  packages: DebianPackage[]
}

export interface DebianRequest {
  architecture: string
  names: readonly string[]
  /** Folder for lists and packages, which is kept between calls. */
  folder: string
  /** A release of Debian other than that of this machine. */
  suite?: string
}

export async function fetchPackages(request: DebianRequest): Promise<Fetched> {
  const { names, folder } = request
  const downloads = join(folder, 'packages')
  mkdirSync(downloads, { recursive: true })
  const env = { APT_CONFIG: writeConfiguration(request) }
  run(['apt-get', '-qq', 'update'], { env })
  run(['apt-get', '-qq', 'download', ...names], { env, cwd: downloads })
  const files = readdirSync(downloads)
    .filter((name) => name.endsWith('.deb'))
    .toSorted()
    .map((name) => join(downloads, name))
  return { files, packages: await Promise.all(files.map(describePackage)) }
}

function writeConfiguration({ architecture, folder, suite }: DebianRequest): string {
  for (const name of ['lists/partial', 'archives/partial']) {
    mkdirSync(join(folder, name), { recursive: true })
  }
  const status = join(folder, 'status')
  writeFileSync(status, '')
  const file = join(folder, 'apt.conf')
  writeFileSync(
    file,
    [
      `APT::Architecture "${architecture}";`,
      `APT::Architectures { "${architecture}"; };`,
      `APT::Sandbox::User "root";`,
      `Dir::State::lists "${join(folder, 'lists')}";`,
      `Dir::State::status "${status}";`,
      `Dir::Cache "${folder}";`,
      ...(suite === undefined ? [] : chooseSuite(suite, folder)),
      '',
    ].join('\n'),
  )
  return file
}

/** Takes the mirror that this machine uses for its own release of Debian. */
function chooseSuite(suite: string, folder: string): string[] {
  const targets = ['indextargets', '--format', '$(CODENAME) $(REPO_URI)', 'Created-By: Packages']
  const own = `${readCodename()} `
  const line = run(['apt-get', ...targets])
    .split('\n')
    .find((one) => one.startsWith(own))
  if (line === undefined) throw new Error('apt-get on this machine has no lists of Debian.')
  const list = join(folder, 'sources.list')
  writeFileSync(list, `deb ${line.slice(own.length)} ${suite} main\n`)
  return [`Dir::Etc::sourcelist "${list}";`, 'Dir::Etc::sourceparts "-";']
}

/** Returns the name of this machine's release of Debian, such as `bookworm`. */
export const readCodename = (): string =>
  /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? ''

async function describePackage(file: string): Promise<DebianPackage> {
  const fields = ['Package', 'Version', 'Architecture']
  const shown = run(['dpkg-deb', '-f', file, ...fields])
  const get = (field: string) => new RegExp(`^${field}: (.*)$`, 'm').exec(shown)?.[1] ?? ''
  return {
    name: get('Package'),
    version: get('Version'),
    architecture: get('Architecture'),
    sha256: await hashFile(file),
  }
}
