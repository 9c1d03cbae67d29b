/** `quire rollback` with programs that are scripts. The newer one has a newer database. */
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { appendFileSync, readdirSync, rmSync } from 'node:fs'
import { acquireDataLock } from '../../../src/platform/db/folder/data-lock'
import { readUpdateState } from '../../../src/cli/update/update-state'
import { newVersion, oldVersion, readVersion, runCommand } from './installation'
import {
  expectTakenBack,
  install,
  installUpdate,
  readEverything,
  removeInstallations,
  run,
  useIt,
} from './updated-installation'

// Each test starts programs.
setDefaultTimeout(60_000)

afterAll(removeInstallations)

describe('a rollback', () => {
  test('a week later keeps what users have read since', async () => {
    const made = await installUpdate()
    await useIt(made)
    // Backups are deleted after some days, but not the one of the update.
    await run(made, 'backup', 'create')
    await run(made, 'backup', 'create')
    await run(made, 'backup', 'prune', '--keep', '1')
    const shown = await runCommand(made, 'rollback')
    expect([shown.code, shown.err]).toEqual([0, ''])
    expect(shown.out).toContain(`The rollback restores version ${oldVersion}.`)
    expect(shown.out).toContain('quire rollback --yes')
    expect(readVersion(made.program)).toBe(newVersion)
    const done = await runCommand(made, 'rollback', { args: ['--yes'] })
    expect([done.code, done.err]).toEqual([0, ''])
    expect(done.out).toContain('1 entry of bob was left out')
    expect(done.out).toContain(`This is Quire ${oldVersion} again.`)
    expect(readdirSync(made.data).some((name) => name.includes('.before-restore-'))).toBe(true)
    await expectTakenBack(made)
    expect(await runCommand(made, 'update')).toMatchObject({ code: 0 })
    expect(readVersion(made.program)).toBe(newVersion)
  })

  test('leaves a database alone that the update did not change', async () => {
    const made = await installUpdate({ hasNewerSchema: false })
    await useIt(made)
    const before = await readEverything(made)
    const done = await runCommand(made, 'rollback', { args: ['--yes'] })
    expect([done.code, done.err]).toEqual([0, ''])
    expect(readVersion(made.program)).toBe(oldVersion)
    expect(await readEverything(made)).toEqual(before)
    expect(before.users).toEqual(['ann', 'bob'])
  })
})

describe('a rollback is refused', () => {
  test('if nothing was updated, or Quire runs from its source', async () => {
    const made = install()
    const refused = await runCommand(made, 'rollback', { args: ['--yes'] })
    expect([refused.code, refused.err]).toEqual([
      65,
      expect.stringContaining(`There is no update to undo in ${made.data}`),
    ])
    // The data folder of the server may be another one than that of the command.
    expect(refused.err).toContain('--data-dir FOLDER')
    const source = await runCommand(made, 'rollback', { program: { target: 'source' } })
    expect([source.code, source.err]).toEqual([65, expect.stringContaining('with git')])
  })

  test('while a server runs, if the backup is gone, or the old program was changed', async () => {
    const made = await installUpdate()
    const lock = acquireDataLock(made.data, 'serve')
    const running = await runCommand(made, 'rollback', { args: ['--yes'] })
    lock.release()
    expect([running.code, running.err]).toEqual([65, expect.stringContaining('Stop it first')])

    const { backup } = readUpdateState(made.data).installed!
    rmSync(backup!, { recursive: true })
    const missing = await runCommand(made, 'rollback', { args: ['--yes'] })
    expect([missing.code, missing.err]).toEqual([
      65,
      expect.stringContaining('backup of the update is missing'),
    ])
    appendFileSync(made.previous, '# changed\n')
    const changed = await runCommand(made, 'rollback', { args: ['--yes'] })
    expect([changed.code, changed.err]).toEqual([65, expect.stringContaining('or was changed')])
    expect(readVersion(made.program)).toBe(newVersion)
  })
})
