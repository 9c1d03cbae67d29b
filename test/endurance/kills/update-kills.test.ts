/** `quire update` and `quire rollback`, killed after each step. */
import { afterAll, describe, expect, setDefaultTimeout } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readUpdateState } from '../../../src/cli/update/update-state'
import {
  type Installation,
  newVersion,
  oldVersion,
  readVersion,
  runCommand,
  runInstalled,
  writeRelease,
} from '../../cli/update/installation'
import {
  expectTakenBack,
  install,
  installUpdate,
  removeInstallations,
  run,
  useIt,
} from '../../cli/update/updated-installation'
import { createSharedTest } from '../../support/share'

const test = createSharedTest(['cli/update', 'admin/transfer', 'admin/backup'])

// Each test starts programs.
setDefaultTimeout(90_000)

afterAll(removeInstallations)

const listFiles = ({ program }: Installation) => readdirSync(join(program, '..')).toSorted()
const listUpdateFiles = ({ data }: Installation) => readdirSync(join(data, 'update'))

describe('an update that was killed', () => {
  for (const { step, version } of [
    { step: 'downloaded', version: oldVersion },
    { step: 'backed up', version: oldVersion },
    { step: 'recorded', version: oldVersion },
    { step: 'kept', version: oldVersion },
    { step: 'replaced', version: newVersion },
  ]) {
    test(`when it had ${step} leaves a program that works, and continues`, async () => {
      const made = install()
      await run(made, 'migrate')
      await run(made, 'user', 'create', 'ann', 'ann@example.org')
      writeRelease(made.releases)
      const killed = await runCommand(made, 'update', { killAfter: step })
      expect(killed.code).toBeNull()
      expect(readVersion(made.program)).toBe(version)
      const told = await runInstalled(made, 'version', '--json')
      expect(JSON.parse(told.out)).toMatchObject({ version })
      expect(await runInstalled(made, 'migrate', '--dry-run')).toMatchObject({ code: 0 })

      const done = await runCommand(made, 'update')
      expect(done).toMatchObject({ code: 0, err: '' })
      expect(listFiles(made)).toEqual(['quire', 'quire.previous'])
      expect([readVersion(made.program), readVersion(made.previous)]).toEqual([
        newVersion,
        oldVersion,
      ])
      const { installed, pending } = readUpdateState(made.data)
      expect([installed?.to, pending]).toEqual([newVersion, undefined])
      const backups = listUpdateFiles(made).filter((name) => name.startsWith('quire-'))
      expect(backups.map((name) => join(made.data, 'update', name))).toEqual([installed!.backup!])
    })
  }
})

describe('a rollback', () => {
  for (const step of ['exported', 'restored', 'replaced', 'imported']) {
    test(`that was killed when it had ${step} leaves a program that works, and continues`, async () => {
      const made = await installUpdate()
      await useIt(made)
      const killed = await runCommand(made, 'rollback', { args: ['--yes'], killAfter: step })
      expect(killed.code).toBeNull()
      expect(await run(made, 'migrate', '--dry-run')).toBeString()
      if (step !== 'imported') {
        const done = await runCommand(made, 'rollback', { args: ['--yes'] })
        expect([done.code, done.err]).toEqual([0, ''])
      }
      await expectTakenBack(made)
    })
  }

  test('that was killed after the restore loses nothing if the server was started then', async () => {
    const made = await installUpdate()
    await useIt(made)
    await runCommand(made, 'rollback', { args: ['--yes'], killAfter: 'restored' })
    // The newer program migrates the restored database again.
    await run(made, 'migrate')
    expect(await runCommand(made, 'rollback', { args: ['--yes'] })).toMatchObject({
      code: 0,
      err: '',
    })
    await expectTakenBack(made)
  })
})
