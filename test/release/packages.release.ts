/** The packages and executables, installed and started where this machine can. */
import { afterAll, describe, expect } from 'bun:test'
import { chownSync, copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchPackages, readCodename } from '../../.ci/release/image/debian'
import { architectures, getDebName, getRpmName } from '../../.ci/release/model'
import { programPath } from '../../.ci/release/packages/contents'
import { unpackPackage } from '../../.ci/release/packages/unpack'
import { hashFile, run } from '../../.ci/release/run'
import { imageFormats, writeLibrary } from '../../.ci/smoke-library'
import { findFreePort } from '../support/free-port'
import { enterRoot, placesInside, unprivileged } from './support/foreign-root'
import { createMuslRoot } from './support/musl-root'
import {
  createFolder,
  createPlaces,
  getFile,
  removeFolders,
  unpackDownload,
  version,
} from './support/release-files'
import { releaseTest } from './support/release-test'
import { buildSettings, checkServer } from './support/server-check'

// A Debian root has thousands of files.
afterAll(removeFolders, 60_000)

const [x64] = architectures
const release = { release: true, programs: ['gzip', 'sh'] }

async function prepareServer() {
  const places = createPlaces()
  await writeLibrary(places.books)
  chownSync(places.data, unprivileged, unprivileged)
  return { places, port: await findFreePort() }
}

describe('the packages', () => {
  for (const architecture of architectures) {
    const tools = ['dpkg-deb', 'rpm2cpio', 'cpio', ...release.programs]
    releaseTest(
      `for ${architecture.debian} contain the program of the download`,
      { ...release, programs: tools },
      async () => {
        const expected = await hashFile(unpackDownload(architecture.target))
        for (const name of [getDebName(version, architecture), getRpmName(version, architecture)]) {
          const folder = createFolder()
          unpackPackage(getFile(name), folder)
          expect([name, await hashFile(join(folder, programPath))]).toEqual([name, expected])
        }
      },
    )
  }

  const bareDebian = [...release.programs, 'mmdebstrap', 'unshare']
  releaseTest(
    'the .deb is installed with its dependencies in a bare Debian, and a book is read',
    { ...release, root: true, programs: bareDebian },
    async () => {
      const root = join(createFolder(), 'root')
      installInBareDebian(getFile(getDebName(version, x64)), root)
      const { places, port } = await prepareServer()
      const env = buildSettings(port, placesInside)
      const command = [programPath, 'serve', '--config', '/etc/quire/service.yaml']
      await checkServer(
        { command: enterRoot({ root, places, env }, command), port },
        imageFormats.length,
      )
      const removed = run(['chroot', root, 'dpkg', '--purge', 'quire'])
      expect(removed).toContain('Removing quire')
      expect(existsSync(join(root, programPath))).toBe(false)
    },
  )
})

/** Installs the package as apt does, with the packages that it depends on and nothing else. */
function installInBareDebian(file: string, root: string) {
  const hooks = ['--hook-dir=/usr/share/mmdebstrap/hooks/file-mirror-automount']
  const options = ['--variant=essential', '--mode=root', ...hooks, `--include=${file}`]
  run(['mmdebstrap', ...options, readCodename(), root])
}

describe('the executables', () => {
  releaseTest('for Linux x64 name their version and commit', release, () => {
    const facts = JSON.parse(run([unpackDownload('linux-x64'), 'version', '--json']))
    expect(facts).toMatchObject({ version, target: 'linux-x64', bun: Bun.version })
    expect(facts.commit).toMatch(/^[0-9a-f]{10}$/)
  })

  releaseTest('for Linux x64 print all licenses', release, () => {
    const notices = readFileSync(join(import.meta.dir, '../../docs/third-party-notices.md'), 'utf8')
    expect(run([unpackDownload('linux-x64'), 'licenses'])).toBe(notices)
  })

  releaseTest(
    'for Linux x64 become useless when they are stripped, which packages prevent',
    {
      ...release,
      programs: [...release.programs, 'strip'],
    },
    () => {
      const program = unpackDownload('linux-x64')
      run(['strip', program])
      expect(() => run([program, 'version'])).toThrow()
    },
  )

  releaseTest(
    'for Linux x64 run on a processor without AVX',
    { ...release, programs: [...release.programs, 'qemu-x86_64-static'] },
    () => {
      const program = unpackDownload('linux-x64')
      const shown = run(['qemu-x86_64-static', '-cpu', 'Nehalem', program, 'version'])
      expect(shown).toStartWith(`quire ${version}`)
    },
  )

  const musl = [...release.programs, 'apt-get', 'dpkg-deb', 'pip', 'unzip', 'unshare']
  releaseTest(
    'for Linux x64 with musl read a book on a system without glibc',
    { ...release, root: true, programs: musl },
    async () => {
      const root = await createMuslRoot()
      copyFileSync(unpackDownload('linux-x64-musl'), join(root, 'quire'))
      const { places, port } = await prepareServer()
      const env = buildSettings(port, placesInside)
      const command = enterRoot({ root, places, env }, ['/quire', 'serve'])
      await checkServer({ command, port }, imageFormats.length)
    },
  )

  const emulator = { ...release, programs: [...release.programs, 'qemu-aarch64-static', 'apt-get'] }
  releaseTest('for Linux arm64 start under qemu and decode pictures', emulator, async () => {
    const program = unpackDownload('linux-arm64')
    const root = await unpackLibraries('arm64', ['libc6', 'libstdc++6', 'libgcc-s1'])
    const runArm = (...args: string[]) =>
      run(['qemu-aarch64-static', '-L', root, program, ...args], { cwd: createFolder() })
    expect(runArm('version')).toStartWith(`quire ${version}`)
    const { findings } = JSON.parse(runArm('doctor', '--json')) as {
      findings: { check: string; state: string }[]
    }
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'image formats', state: 'ok' }),
    )
  })
})

async function unpackLibraries(architecture: string, names: readonly string[]): Promise<string> {
  const folder = createFolder()
  const root = join(folder, 'root')
  mkdirSync(root)
  const { files } = await fetchPackages({ architecture, names, folder: join(folder, 'apt') })
  for (const file of files) run(['dpkg-deb', '-x', file, root])
  return root
}
