/** Packages of a program that is nothing but a script. Skipped where the tools are missing. */
import { afterAll, describe, expect, test } from 'bun:test'
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
import { architectures, type Release } from '../../../.ci/release/model'
import { programPath } from '../../../.ci/release/packages/contents'
import { writeDeb } from '../../../.ci/release/packages/deb'
import { writeRpm } from '../../../.ci/release/packages/rpm'
import { checkPackedProgram, unpackPackage } from '../../../.ci/release/packages/unpack'
import { hashFile, run } from '../../../.ci/release/run'

const scratch = mkdtempSync(join(tmpdir(), 'packages-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const program = join(scratch, 'quire')
writeFileSync(program, '#!/bin/sh\necho quire 1.2.3\n')
chmodSync(program, 0o700)
const epoch = 1_700_000_000
const createRelease = (version: string): Release => {
  const folder = mkdtempSync(join(scratch, 'release-'))
  return { version, commit: 'abc', epoch, madeFrom: 'HEAD', folder, compression: 'fast' }
}

const kinds = [
  { kind: 'deb', write: writeDeb, tools: ['dpkg-deb'] },
  { kind: 'rpm', write: writeRpm, tools: ['rpmbuild', 'rpm2cpio', 'cpio'] },
] as const

for (const { kind, write, tools } of kinds) {
  const isMissing = tools.some((tool) => Bun.which(tool) === null)
  describe.skipIf(isMissing)(`a ${kind} package (if there is ${tools[0]})`, () => {
    test('has the same bytes each time', async () => {
      const releases = [createRelease('1.2.3'), createRelease('1.2.3')]
      const names = releases.map((release) => write(release, architectures[0], program))
      const hashes = releases.map(({ folder }, n) => hashFile(join(folder, names[n]!)))
      expect(new Set(await Promise.all(hashes)).size).toBe(1)
    }, 60_000)

    test('installs an executable program, the unit and the settings', async () => {
      const release = createRelease('1.2.3')
      const file = join(release.folder, write(release, architectures[1], program))
      const root = join(release.folder, 'root')
      unpackPackage(file, root)
      expect(readFileSync(join(root, programPath))).toEqual(readFileSync(program))
      expect(statSync(join(root, programPath)).mode & 0o777).toBe(0o755)
      const unit = readFileSync(join(root, 'usr/lib/systemd/system/quire.service'), 'utf8')
      expect(unit).toContain('ExecStart=/usr/bin/quire serve --config /etc/quire/service.yaml\n')
      expect(readFileSync(join(root, 'usr/share/quire/installed-by'), 'utf8')).toBe(`${kind}\n`)
      expect(statSync(join(root, 'etc/quire/service.yaml')).mtimeMs).toBe(epoch * 1000)
      await checkPackedProgram(file, program)
    }, 60_000)

    test('with another program is refused', async () => {
      const release = createRelease('1.2.3')
      const file = join(release.folder, write(release, architectures[0], program))
      const stripped = join(release.folder, 'stripped')
      writeFileSync(stripped, '#!/bin/sh\n')
      await expect(checkPackedProgram(file, stripped)).rejects.toThrow('not the one that was built')
    }, 60_000)

    test('of a candidate is named so that it sorts before the version', () => {
      const release = createRelease('1.2.3-rc.1')
      const name = write(release, architectures[0], program)
      expect(name).toContain('1.2.3~rc.1')
    }, 60_000)
  })
}

describe.skipIf(Bun.which('dpkg-deb') === null)('the deb package (if there is dpkg-deb)', () => {
  const release = createRelease('1.2.3')

  test('names its dependencies, and the settings as a file of the user', () => {
    const file = join(release.folder, writeDeb(release, architectures[0], program))
    const root = join(release.folder, 'control')
    mkdirSync(root)
    run(['dpkg-deb', '-e', file, root])
    const read = (name: string) => readFileSync(join(root, name), 'utf8')
    expect(read('control')).toContain('Depends: libc6 (>= 2.28), libstdc++6 (>= 7)\n')
    expect(read('conffiles')).toBe('/etc/quire/service.yaml\n')
    for (const name of ['postinst', 'prerm', 'postrm']) run(['sh', '-n', join(root, name)])
    const owners = run(['dpkg-deb', '-c', file]).trimEnd().split('\n')
    expect(owners.filter((line) => !line.includes(' root/root '))).toEqual([])
  }, 60_000)
})

describe.skipIf(Bun.which('rpmbuild') === null)('the rpm package (if there is rpmbuild)', () => {
  test('keeps changed settings and enables the service', () => {
    const release = createRelease('1.2.3')
    const file = join(release.folder, writeRpm(release, architectures[0], program))
    const query = (...args: string[]) => run(['rpm', '-qp', '--nosignature', ...args, file])
    expect(query('--qf', '%{NAME} %{VERSION} %{ARCH} %{BUILDHOST} %{BUILDTIME}')).toBe(
      `quire 1.2.3 x86_64 quire ${epoch}`,
    )
    expect(query('--configfiles')).toBe('/etc/quire/service.yaml\n')
    expect(query('--scripts')).toContain('systemctl enable quire.service')
    expect(query('--requires')).toContain('libc.so.6(GLIBC_2.28)(64bit)')
  }, 60_000)
})
