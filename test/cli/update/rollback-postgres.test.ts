/** An update and its rollback on PostgreSQL, if its client programs are installed. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { dialect } from '../../../src/platform/db/dialect'
import { findPrograms, type Server, startServer } from '../../admin/backup/postgres-server'
import {
  type Installation,
  newVersion,
  readVersion,
  runCommand,
  runInstalled,
} from './installation'
import { readUpdateState } from '../../../src/cli/update/update-state'
import { expectTakenBack, installUpdate, removeInstallations, useIt } from './updated-installation'

// Each test starts programs.
setDefaultTimeout(120_000)

const programs = findPrograms()

describe.skipIf(dialect !== 'postgres' || !programs)('a rollback on PostgreSQL', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer(programs!)
  })
  afterAll(async () => {
    await server.stop()
    removeInstallations()
  })

  async function installOn(database: string): Promise<Installation> {
    await server.run('postgres', `create database ${database}`)
    const { host, port, username } = server.options(database)
    return installUpdate({
      settings: `data_dir: data
logging: { level: error }
auth: { jwt_secret: a secret for tests that is long enough to be one }
database:
  type: postgres
  postgres:
    host: ${host}
    port: ${port}
    username: ${username}
    database: ${database}
    ssl_mode: disable
    max_connections: 2
`,
    })
  }

  test('keeps what users have read since the update', async () => {
    const made = await installOn('kept')
    await useIt(made)
    const done = await runCommand(made, 'rollback', { args: ['--yes'] })
    expect([done.code, done.err]).toEqual([0, ''])
    expect(done.out).toContain(
      'The current database is kept as the PostgreSQL database kept_before_',
    )
    await expectTakenBack(made)
  })

  test('is refused before anything is exported while two servers run', async () => {
    const made = await installOn('busy')
    await useIt(made)
    const { connectPostgres } = await import('../../../src/platform/db/postgres/postgres')
    const servers = [1, 2].map(() =>
      connectPostgres({ ...server.options('busy'), maxConnections: 1 }),
    )
    for (const one of servers) await one`select 1`
    const refused = await runCommand(made, 'rollback', { args: ['--yes'] })
    expect([refused.code, refused.err]).toEqual([
      65,
      expect.stringContaining('Stop all servers and "quire worker" on all machines'),
    ])
    expect(readUpdateState(made.data).rollback).toBeUndefined()
    expect(readVersion(made.program)).toBe(newVersion)
    for (const one of servers) await one.end()
    const done = await runCommand(made, 'rollback', { args: ['--yes'] })
    expect([done.code, done.err]).toEqual([0, ''])
  })

  test('continues when it was killed after the restore', async () => {
    const made = await installOn('killed')
    await useIt(made)
    const killed = await runCommand(made, 'rollback', { args: ['--yes'], killAfter: 'restored' })
    expect([killed.code, readVersion(made.program)]).toEqual([null, newVersion])
    expect(await runInstalled(made, 'migrate', '--dry-run')).toMatchObject({ code: 0 })
    expect(await runCommand(made, 'rollback', { args: ['--yes'] })).toMatchObject({
      code: 0,
      err: '',
    })
    await expectTakenBack(made)
  })
})
