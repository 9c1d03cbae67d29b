/** A server that moves from SQLite to PostgreSQL and back with `quire database copy`. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialect } from '../../../src/platform/db/dialect'
import { Client, type Server, startServer } from '../../bench/support/server'
import { buildSettings } from '../../crash/settings'
import { createPostgresDatabase } from '../../support/database'
import { findFreePort } from '../../support/free-port'
import { makeShelf } from '../../support/make/shelves'
import { builtProgram, programCommand } from '../../support/program'
import { type Answers, readAnswers } from './answers'
import { useLibrary, waitUntilSettled } from './used-library'

setDefaultTimeout(120_000)

const folder = mkdtempSync(join(tmpdir(), 'database-copy-'))
const dataDir = join(folder, 'data')
const library = join(folder, 'books')
let env: Record<string, string>
let server: Server | undefined
let client: Client
let before: Answers

afterAll(async () => {
  await server?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

let port: number | undefined

/** Always at the same address, so that clients keep working. */
async function start() {
  port ??= await findFreePort()
  server = await startServer({ binary: builtProgram, dataDir, port, env })
}

async function stop() {
  await server?.kill('SIGTERM')
  server = undefined
}

async function run(...args: string[]) {
  const child = Bun.spawn([...programCommand, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ])
  return { code, out, err }
}

async function moveTo(type: 'postgres' | 'sqlite') {
  await stop()
  const copied = await run('database', 'copy', '--to', type)
  expect(copied).toMatchObject({ code: 0, err: '' })
  expect(copied.out).toContain('all compared')
  expect(copied.out).toContain(`set database.type to ${type}`)
  env['SERVICE_DATABASE__TYPE'] = type
}

/** The token from before is still valid. */
async function expectSameAnswers() {
  await start()
  await waitUntilSettled(client)
  const found = await readAnswers(client)
  expect(Object.keys(found).length).toBeGreaterThan(100)
  expect(found).toEqual(before)
  expect(await run('secrets', 'check')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/notification_channels.sealed_target +1 decrypted\n/),
  })
}

// Both databases take part, whatever the type of the other tests.
describe.skipIf(dialect !== 'sqlite')('a server', () => {
  beforeAll(async () => {
    mkdirSync(library)
    await makeShelf(library, { folders: 2, books: 4, pages: 4 })
    const settings = buildSettings(await createPostgresDatabase())
    env = {
      ...settings,
      SERVICE_DATABASE__POSTGRES__SSL_MODE: 'disable',
      SERVICE_DATABASE__TYPE: 'sqlite',
      SERVICE_DATA_DIR: dataDir,
      SERVICE_SETUP__LIBRARY: library,
      SERVICE_LOGGING__LEVEL: 'error',
    }
    await start()
    client = await Client.signIn(server!.url)
    await useLibrary(client)
    before = await readAnswers(client)
  })

  test('is refused while the server runs, and for an unknown target', async () => {
    const refused = await run('database', 'copy', '--to', 'postgres')
    expect(refused).toMatchObject({
      code: 65,
      err: expect.stringContaining('is in use by process'),
    })
    const same = await run('database', 'copy', '--to', 'sqlite')
    expect(same).toMatchObject({ code: 64, err: expect.stringContaining('already') })
    expect(await run('database', 'copy')).toMatchObject({ code: 64 })
    expect(await run('database', 'move', '--to', 'postgres')).toMatchObject({ code: 64 })
  })

  test('answers on PostgreSQL as on SQLite', async () => {
    const good = Object.values(before).filter(
      (answer) => (answer as { status: number }).status < 300,
    )
    expect(good.length).toBeGreaterThan(100)
    await moveTo('postgres')
    await expectSameAnswers()
  })

  test('answers on SQLite again', async () => {
    await stop()
    const used = await run('database', 'copy', '--to', 'sqlite')
    expect(used).toMatchObject({ code: 65, err: expect.stringContaining('Move the file away') })
    renameSync(join(dataDir, 'quire.db'), join(dataDir, 'quire.db.previous'))
    await moveTo('sqlite')
    await expectSameAnswers()
  })
})
