/** `quire update` with programs that are scripts. */
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { formatPublicKey, generateSigningKey } from '../../../.ci/release/minisign'
import { compareVersions } from '../../../src/cli/update/release/versions'
import { acquireUpdateLock } from '../../../src/platform/db/folder/data-lock'
import { readUpdateState } from '../../../src/cli/update/update-state'
import {
  buildProgram,
  createInstallation,
  type Installation,
  newVersion,
  oldVersion,
  readVersion,
  runCommand,
  runInstalled,
  writeRelease,
} from './installation'

// Each test starts programs.
setDefaultTimeout(60_000)

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

function install(): Installation {
  const made = createInstallation()
  folders.push(made.folder)
  return made
}

async function installWithData() {
  const made = install()
  expect(await runInstalled(made, 'migrate')).toMatchObject({ code: 0 })
  const created = await runInstalled(made, 'user', 'create', 'ann', 'ann@example.org')
  expect(created).toMatchObject({ code: 0 })
  return made
}

const listFiles = ({ program }: Installation) => readdirSync(join(program, '..')).toSorted()

describe('an update', () => {
  test('installs the newest version with a backup, and keeps the old one', async () => {
    const made = await installWithData()
    writeRelease(made.releases)
    const done = await runCommand(made, 'update', { args: ['--data-dir', made.data] })
    expect(done).toMatchObject({ code: 0, err: '' })
    expect(done.out).toContain(`Installed Quire ${newVersion}`)
    expect(done.out).toContain(`run: quire rollback --data-dir=${made.data}\n`)
    expect(listFiles(made)).toEqual(['quire', 'quire.previous'])
    expect([readVersion(made.program), readVersion(made.previous)]).toEqual([
      newVersion,
      oldVersion,
    ])
    const { installed, pending } = readUpdateState(made.data)
    expect(installed).toMatchObject({ from: oldVersion, to: newVersion })
    expect(pending).toBeUndefined()
    const backup = await runInstalled(made, 'backup', 'verify', installed!.backup!)
    expect(backup).toMatchObject({ code: 0 })
    expect(await runInstalled(made, 'migrate')).toMatchObject({ code: 0 })
    const again = await runCommand(made, 'update')
    expect(again).toMatchObject({ code: 0, out: `Quire ${newVersion} is installed already.\n` })
  })

  test('and a rollback are refused while another one runs', async () => {
    const made = await installWithData()
    writeRelease(made.releases)
    mkdirSync(join(made.data, 'update'))
    const lock = acquireUpdateLock(join(made.data, 'update'), 'update')
    for (const command of ['update', 'rollback'] as const) {
      const refused = await runCommand(made, command)
      expect([refused.code, refused.err]).toEqual([
        65,
        expect.stringMatching(/running already: process \d+ on .*"quire update"/),
      ])
    }
    expect(listFiles(made)).toEqual(['quire'])
    lock.release()
    expect(await runCommand(made, 'update')).toMatchObject({ code: 0, err: '' })
  })

  test('is refused to a process that was started before another update ended', async () => {
    const made = await installWithData()
    writeRelease(made.releases)
    expect(await runCommand(made, 'update')).toMatchObject({ code: 0, err: '' })
    const before = readUpdateState(made.data)
    const late = await runCommand(made, 'update', { program: { release: oldVersion } })
    expect([late.code, late.err]).toEqual([
      65,
      expect.stringContaining('was replaced by another version'),
    ])
    expect([readVersion(made.program), readVersion(made.previous)]).toEqual([
      newVersion,
      oldVersion,
    ])
    expect(readUpdateState(made.data)).toEqual(before)
    expect(existsSync(before.installed!.backup!)).toBe(true)
    expect(await runCommand(made, 'rollback', { args: ['--yes'] })).toMatchObject({ code: 0 })
    expect(readVersion(made.program)).toBe(oldVersion)
  })

  test('is not installed if its doctor finds a problem that the present one does not', async () => {
    const made = await installWithData()
    const real = buildProgram({ version: newVersion, hasNewerSchema: true })
    const withDoctor = (answer: string) =>
      real.replace('\n', () => `\n[ "$1" = doctor ] && { ${answer}; }\n`)
    const report = {
      healthy: false,
      findings: [{ check: 'glibc', state: 'problem', message: 'old' }],
    }
    const cases = [
      { answer: `echo '${JSON.stringify(report)}'; exit 1`, text: 'glibc: old' },
      { answer: 'kill -9 $$', text: '"quire doctor" did not finish' },
    ]
    for (const { answer, text } of cases) {
      writeRelease(made.releases, { program: withDoctor(answer) })
      const refused = await runCommand(made, 'update')
      expect([refused.code, refused.err]).toEqual([65, expect.stringContaining(text)])
      expect(refused.err).toContain('Nothing was installed')
      expect([listFiles(made), readVersion(made.program)]).toEqual([['quire'], oldVersion])
    }
    // A problem that both have.
    writeFileSync(made.program, withDoctor(cases[0]!.answer).replace(newVersion, oldVersion))
    writeRelease(made.releases, { program: withDoctor(cases[0]!.answer) })
    expect(await runCommand(made, 'update')).toMatchObject({ code: 0, err: '' })
  })

  test('is only announced with --check', async () => {
    const made = install()
    writeRelease(made.releases)
    const { code, out } = await runCommand(made, 'update', { args: ['--check'] })
    expect([code, out]).toEqual([
      0,
      expect.stringContaining(`Quire ${newVersion} is available. You have ${oldVersion}.`),
    ])
    expect(out).toContain('fixes a security problem')
    const json = await runCommand(made, 'update', { args: ['--check', '--json'] })
    expect(JSON.parse(json.out)).toMatchObject({ version: newVersion, isNewer: true })
    expect(listFiles(made)).toEqual(['quire'])
  })

  test('comes from a server or from the folder of one release', async () => {
    for (const kind of ['server', 'folder']) {
      const made = install()
      const folder = writeRelease(made.releases)
      const server = Bun.serve({
        hostname: '127.0.0.1',
        port: 0,
        fetch: ({ url }) => {
          const file = join(made.releases, new URL(url).pathname)
          return existsSync(file) ? new Response(Bun.file(file)) : new Response('', { status: 404 })
        },
      })
      const from = kind === 'server' ? server.url.href : folder
      const done = await runCommand(made, 'update', { args: ['--from', from, '--no-data'] })
      expect(done).toMatchObject({
        code: 0,
        out: expect.stringContaining('no database to back up'),
      })
      await server.stop(true)
      const gone = await runCommand(made, 'update', { args: ['--from', server.url.href] })
      expect([gone.code, gone.err]).toEqual([65, expect.stringContaining('cannot be reached')])
    }
  })

  test('is refused while the server runs, except on Linux', async () => {
    const made = await installWithData()
    writeRelease(made.releases)
    const { acquireDataLock } = await import('../../../src/platform/db/folder/data-lock')
    const lock = acquireDataLock(made.data, 'serve')
    const program = { target: 'darwin-arm64' }
    const refused = await runCommand(made, 'update', { program })
    lock.release()
    expect([refused.code, refused.err]).toEqual([65, expect.stringContaining('Stop it first')])
  })

  test('while the server runs, says that it has to be restarted', async () => {
    const made = await installWithData()
    writeRelease(made.releases)
    const { acquireDataLock } = await import('../../../src/platform/db/folder/data-lock')
    const lock = acquireDataLock(made.data, 'serve')
    const done = await runCommand(made, 'update')
    lock.release()
    expect([done.code, done.out]).toEqual([
      0,
      expect.stringContaining(`The server still runs ${oldVersion}. Restart it`),
    ])
  })
})

const damage = (file: string, change: (bytes: Buffer) => Buffer) =>
  writeFileSync(file, change(readFileSync(file)))

test.skipIf(process.getuid?.() !== 0)(
  'an update by root leaves no file that the server could not use',
  async () => {
    const made = await installWithData()
    const nobody = 65_534
    for (const name of ['.', ...readdirSync(made.data, { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(made.data, name), nobody, nobody)
    }
    writeRelease(made.releases)
    expect(await runCommand(made, 'update')).toMatchObject({ code: 0 })
    const rollback = await runCommand(made, 'rollback', { args: ['--yes'] })
    expect(rollback).toMatchObject({ code: 0 })
    const files = readdirSync(made.data, { recursive: true, encoding: 'utf8' })
    const ofRoot = files.filter((name) => lstatSync(join(made.data, name)).uid === 0)
    expect([files.length > 5, ofRoot]).toEqual([true, []])
  },
)

describe('an update is refused, and nothing changes,', () => {
  interface Refusal {
    name: string
    text: string
    prepare: (made: Installation) => void
    run?: Parameters<typeof runCommand>[2]
  }
  const download = `quire-${newVersion}-linux-x64.gz`
  const other = formatPublicKey(generateSigningKey())

  test.each<Refusal>([
    {
      name: 'with the signature of another key',
      text: 'signature of version 1.1.0',
      prepare: ({ releases }) => void writeRelease(releases),
      run: { args: ['--no-data', '--key', other] },
    },
    {
      name: 'without a signature',
      text: 'is not signed',
      prepare: ({ releases }) => void writeRelease(releases, { signs: false }),
    },
    {
      name: 'with the signature of another version',
      text: 'a different version than',
      prepare: ({ releases }) => void writeRelease(releases, { comment: 'quire 9.9.9 abc' }),
    },
    {
      name: 'with a changed list of checksums',
      text: 'is not valid',
      prepare: ({ releases }) =>
        damage(join(writeRelease(releases), 'SHA256SUMS'), (bytes) =>
          Buffer.from(bytes.toString().replace(/^./, (digit) => (digit === '0' ? '1' : '0'))),
        ),
    },
    {
      name: 'with a changed list of versions',
      text: 'latest.json of 1.1.0',
      prepare: ({ releases }) =>
        damage(join(writeRelease(releases), 'latest.json'), (bytes) =>
          Buffer.from(bytes.toString().replace('2099', '2199')),
        ),
    },
    {
      name: 'with a list of versions that has expired',
      text: 'has been out of date since 2020',
      prepare: ({ releases }) => void writeRelease(releases, { expires: '2020-01-01T00:00:00Z' }),
    },
    {
      name: 'with a download that was cut',
      text: 'is damaged',
      prepare: ({ releases }) =>
        damage(join(writeRelease(releases), download), (bytes) =>
          bytes.subarray(0, bytes.length - 20),
        ),
    },
    {
      name: 'with a download that was changed',
      text: 'is damaged',
      prepare: ({ releases }) =>
        damage(join(writeRelease(releases), download), () =>
          Buffer.from(Bun.gzipSync('#!/bin/sh')),
        ),
    },
    {
      name: 'with an older version',
      text: 'is older than this version',
      prepare: ({ releases }) => void writeRelease(releases, { version: '0.9.0' }),
    },
    {
      name: 'with a version that needs another one first',
      text: 'Install 1.0.5 first',
      prepare: ({ releases }) => void writeRelease(releases, { minUpgradableFrom: '1.0.5' }),
    },
    {
      name: 'with a version that is not there',
      text: 'Version 7.7.7 is not at',
      prepare: ({ releases }) => void writeRelease(releases),
      run: { args: ['--version', '7.7.7'] },
    },
    {
      name: 'with what is no version',
      text: 'is not a version',
      prepare: ({ releases }) => void writeRelease(releases),
      run: { args: ['--version', '../evil'] },
    },
    { name: 'without any version', text: 'No version was found', prepare: () => undefined },
    {
      name: 'with a program that does not run',
      text: 'does not run on this machine',
      prepare: ({ releases }) =>
        void writeRelease(releases, { program: '#!/bin/sh\necho broken >&2\nexit 1\n' }),
    },
    {
      name: 'with a program of another version',
      text: 'does not run on this machine',
      prepare: ({ releases }) =>
        void writeRelease(releases, { program: '#!/bin/sh\necho \'{"version":"5.0.0"}\'\n' }),
    },
    {
      name: 'on a machine for which it is not built',
      text: 'is not built for this machine (linux-arm64)',
      prepare: ({ releases }) => void writeRelease(releases),
      run: { program: { target: 'linux-arm64' } },
    },
    {
      name: 'in a container',
      text: 'Pull the image',
      prepare: ({ releases }) => void writeRelease(releases),
      run: { program: { isContained: true } },
    },
    {
      name: 'on Windows',
      text: 'On Windows',
      prepare: ({ releases }) => void writeRelease(releases),
      run: { program: { target: 'windows-x64' } },
    },
    {
      name: 'from the source',
      text: 'runs from its source',
      prepare: ({ releases }) => void writeRelease(releases),
      run: { program: { target: 'source' } },
    },
    {
      name: 'if a package manager owns the program',
      text: 'sudo apt install',
      prepare: ({ releases, folder }) => {
        writeRelease(releases)
        mkdirSync(join(folder, 'share', 'quire'), { recursive: true })
        writeFileSync(join(folder, 'share', 'quire', 'installed-by'), 'deb\n')
      },
    },
    {
      name: 'if a package manager owns the program, with the file name of a prerelease',
      text: './quire_1.1.0~rc.1_amd64.deb',
      prepare: ({ releases, folder }) => {
        writeRelease(releases, { version: '1.1.0-rc.1' })
        mkdirSync(join(folder, 'share', 'quire'), { recursive: true })
        writeFileSync(join(folder, 'share', 'quire', 'installed-by'), 'deb\n')
      },
    },
    {
      name: 'if winget owns the program',
      text: 'winget upgrade Quire.Quire',
      prepare: ({ releases }) => void writeRelease(releases),
      run: {
        program: {
          target: 'windows-x64',
          path: String.raw`C:\Users\ann\AppData\Local\Microsoft\WinGet\Packages\Quire.Quire_x\quire.exe`,
        },
      },
    },
    {
      name: 'in a folder that cannot be written',
      text: '/sys/kernel cannot be written',
      prepare: ({ releases }) => void writeRelease(releases),
      run: { program: { path: '/sys/kernel/quire' } },
    },
    {
      name: 'without a database to back up',
      text: 'There is no database in',
      prepare: ({ releases }) => void writeRelease(releases),
      run: { args: [] },
    },
    {
      name: 'without a known key',
      text: 'has no release key',
      prepare: ({ releases }) => void writeRelease(releases),
      run: { program: { keys: [] } },
    },
  ])('$name', async ({ text, prepare, run }) => {
    const made = install()
    prepare(made)
    const refused = await runCommand(made, 'update', { args: ['--no-data'], ...run })
    expect([refused.code, refused.err]).toEqual([65, expect.stringContaining(text)])
    expect(listFiles(made)).toEqual(['quire'])
    expect(readVersion(made.program)).toBe(oldVersion)
  })
})

test.each([
  { older: '1.2.3', newer: '1.2.4' },
  { older: '1.2.9', newer: '1.2.10' },
  { older: '1.9.9', newer: '2.0.0' },
  { older: '1.0.0-rc.1', newer: '1.0.0' },
  { older: '1.0.0-rc.2', newer: '1.0.0-rc.10' },
  { older: '1.0.0-alpha', newer: '1.0.0-alpha.1' },
  { older: '1.0.0-1', newer: '1.0.0-alpha' },
  { older: '0.9.0', newer: '1.0.0-rc.1' },
])('$older is older than $newer', ({ older, newer }) => {
  expect([compareVersions(older, newer) < 0, compareVersions(newer, older) > 0]).toEqual([
    true,
    true,
  ])
  expect(compareVersions(older, older)).toBe(0)
})
