/** `quire update` on full disks: small disks in memory, which only root can mount. */
import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, setDefaultTimeout } from 'bun:test'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { dialect } from '../../../src/platform/db/dialect'
import { readUpdateState } from '../../../src/cli/update/update-state'
import { oldVersion, readVersion, runCommand, writeRelease } from '../../cli/update/installation'
import { install, removeInstallations, run } from '../../cli/update/updated-installation'
import { createSharedTest } from '../../support/share'

const test = createSharedTest(['cli/update', 'admin/backup'], 'update on a full disk')

// Each test starts programs.
setDefaultTimeout(60_000)

const mounted: string[] = []

function mount(path: string, size: string): boolean {
  const { exitCode } = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path])
  if (exitCode === 0) mounted.push(path)
  return exitCode === 0
}

/** Puts a folder with its content on a small disk. */
function moveToDisk(path: string, size: string) {
  const before = `${path}.before`
  renameSync(path, before)
  mkdirSync(path)
  expect(mount(path, size)).toBe(true)
  cpSync(before, path, { recursive: true })
  rmSync(before, { recursive: true })
}

function canMount() {
  const probe = mkdtempSync(join(tmpdir(), 'probe-'))
  return process.platform === 'linux' && mount(probe, '64k')
}

afterAll(() => {
  for (const path of mounted) Bun.spawnSync(['umount', '--lazy', path])
  removeInstallations()
})

describe.skipIf(dialect !== 'sqlite' || !canMount())('an update', () => {
  test('that fills the disk of the program is refused, and leaves nothing there', async () => {
    const made = install()
    const bin = dirname(made.program)
    // The present program is small, so that only writing shows that the new one is too large.
    const program = `#!/bin/sh\n# ${randomBytes(2_000_000).toString('base64')}\n`
    writeRelease(made.releases, { program })
    moveToDisk(bin, '1m')
    const refused = await runCommand(made, 'update', { args: ['--no-data'] })
    expect([refused.code, refused.err]).toEqual([
      65,
      expect.stringContaining(`The disk of ${bin} is full`),
    ])
    expect([readdirSync(bin), readVersion(made.program)]).toEqual([['quire'], oldVersion])
  })

  test('for which the disk has no space is refused before the download', async () => {
    const made = install()
    const bin = dirname(made.program)
    writeRelease(made.releases)
    writeFileSync(made.program, `\n# ${'x'.repeat(600_000)}\n`, { flag: 'a' })
    moveToDisk(bin, '1m')
    const refused = await runCommand(made, 'update', { args: ['--no-data'] })
    expect([refused.code, refused.err]).toEqual([65, expect.stringContaining('1 MB are needed')])
    expect(readVersion(made.program)).toBe(oldVersion)
  })

  test('whose backup does not fit is refused, and everything still works', async () => {
    const made = install()
    await run(made, 'migrate')
    writeRelease(made.releases)
    moveToDisk(made.data, '12m')
    const ballast = join(made.data, 'ballast')
    const block = Buffer.alloc(64 * 1024)
    const fill = () => {
      for (;;) writeFileSync(ballast, block, { flag: 'a' })
    }
    expect(fill).toThrow('ENOSPC')
    // SQLite needs some space even for reading.
    truncateSync(ballast, statSync(ballast).size - 4 * block.length)
    const refused = await runCommand(made, 'update')
    expect([refused.code, refused.err]).toEqual([65, expect.stringContaining('The backup failed')])
    expect(readVersion(made.program)).toBe(oldVersion)
    rmSync(ballast)
    expect(await run(made, 'migrate', '--dry-run')).toBe('The database is up to date.\n')
    expect(await runCommand(made, 'update')).toMatchObject({ code: 0, err: '' })
    expect(readUpdateState(made.data).installed?.from).toBe(oldVersion)
  })
})
