/** Backups that administrators make, schedule, check and download in the interface. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { newsMessages } from '../../../src/admin/notifications/messages'
import { findBackup } from '../../../src/admin/backup/find-backup'
import { backupJobs } from '../../../src/admin/backup/jobs'
import { findFailedBackup } from '../../../src/admin/backup/results/failed-backup'
import {
  backupSchedulePrefix,
  enqueueScheduledBackup,
} from '../../../src/admin/backup/backup-schedule'
import { recordVerified } from '../../../src/admin/backup/results/verified-backup'
import { BookFile } from '../../../src/media/contents/book-file'
import { openZip } from '../../../src/media/archives/zip/zip'
import { dialect } from '../../../src/platform/db/dialect'
import { Scheduler } from '../../../src/platform/jobs/schedules'
import { writeBook } from '../../support/make/tree'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
let folder: string
const call = (method: string, path = '', body?: object, as = 'ada') =>
  server.call(method, `/admin/backups${path}`, { as, ...(body && { body }) })

const callSchedule = (method: string, body?: object) =>
  server.call(method, '/admin/backup-schedule', { as: 'ada', ...(body && { body }) })

beforeAll(async () => {
  server = await startTestServer()
  const { config, db } = server.ctx
  folder = join(config.data_dir, 'backups')
  mkdirSync(join(config.data_dir, 'secrets'), { recursive: true })
  writeFileSync(join(config.data_dir, 'secrets', 'jwt_secret'), 'hush')
  mkdirSync(join(config.data_dir, 'uploads'), { recursive: true })
  writeFileSync(join(config.data_dir, 'uploads', 'cover.webp'), 'picture')
  const settings = join(config.data_dir, 'service.yaml')
  writeFileSync(settings, 'server:\n')
  Object.assign(config, { settings_files: [settings] })
  if (dialect === 'sqlite') {
    // The database of a test is not in its data folder.
    const [main] = await db.rows<{ file: string }>(
      sql`select file from pragma_database_list where name = 'main'`,
    )
    Object.assign(config.database.sqlite, { path: main!.file })
  }
  server.engine.register(backupJobs(server.ctx))
  await server.engine.start()
})
afterAll(() => server.close())
beforeEach(() => rmSync(folder, { recursive: true, force: true }))

async function make(options: object = {}) {
  const { status, body } = await call('POST', '', options)
  expect(status).toBe(202)
  await server.engine.idle()
  expect((await server.call('GET', `/tasks/${body.taskId}`, { as: 'ada' })).body.status).toBe(
    'completed',
  )
  return (await call('GET')).body[0]
}

describe.skipIf(dialect !== 'sqlite')('a backup', () => {
  test('contains the database and covers, secrets only by choice, and is verified', async () => {
    expect((await call('GET')).body).toEqual([])
    const plain = await make()
    expect(plain).toMatchObject({
      reason: 'requested',
      database: dialect,
      hasUploads: true,
      hasSecrets: false,
      counts: { books: 0, users: 3 },
    })
    expect(plain.sizeBytes).toBeGreaterThan(100_000)
    expect(new Date(plain.verifiedAt).getTime()).toBeGreaterThan(0)
    expect((await callSchedule('GET')).body.lastVerifiedAt).toBe(plain.verifiedAt)
    const whole = await make({ withUploads: false, withSecrets: true })
    expect(whole).toMatchObject({ hasUploads: false, hasSecrets: true })
    const names = readdirSync(join(folder, whole.name))
    expect(names.toSorted()).toEqual([
      'manifest.json',
      'quire.db',
      'secrets',
      'service.yaml',
      'verified.json',
    ])
  })

  test('is downloaded as a ZIP by administrators who signed in, and deleted', async () => {
    const { name } = await make()
    const path = `/api/v1/admin/backups/${name}/download`
    // P3: HEAD reads and records nothing.
    const head = await server.fetch(path, { as: 'ada', method: 'HEAD' })
    expect([head.status, head.headers.get('transfer-encoding')]).toEqual([200, 'chunked'])
    const response = await server.fetch(path, { as: 'ada' })
    expect(response.headers.get('content-disposition')).toContain(`${name}.zip`)
    using file = new BookFile(writeBook('backup.zip', await response.bytes()))
    const zip = openZip(file)
    expect(zip.recovered).toBe(false)
    expect(zip.entries.map((entry) => entry.name)).toEqual([
      `${name}/quire.db`,
      `${name}/uploads/cover.webp`,
      `${name}/manifest.json`,
    ])
    const key = await server.call('POST', '/api-keys', {
      as: 'ada',
      body: { name: 'script', permissions: ['system:admin'] },
    })
    const byKey = await server.fetch(path, { headers: { 'x-api-key': key.body.key } })
    expect(byKey.status).toBe(403)

    expect((await call('DELETE', `/${name}`)).status).toBe(204)
    expect((await call('GET')).body).toEqual([])
    expect(readdirSync(folder)).toEqual([])
    const { body } = await server.call('GET', '/audit-log?pageSize=4', { as: 'ada' })
    const actions = body.data.map(({ action }: { action: string }) => action)
    expect(actions.slice(0, 3)).toEqual(['delete_backup', 'create_key', 'download_backup'])
    expect(actions[3]).not.toBe('download_backup')
  })

  test('that was damaged is reported to administrators and not verified', async () => {
    const { name, verifiedAt } = await make()
    truncateSync(join(folder, name, 'quire.db'), 5000)
    const { status, body } = await call('POST', `/${name}/verify`)
    expect(status).toBe(202)
    await server.engine.idle()
    const { body: task } = await server.call('GET', `/tasks/${body.taskId}`, { as: 'ada' })
    expect(task.status).toBe('failed')
    expect(task.lastError.message).toContain('damaged')
    expect((await call('GET')).body[0].verifiedAt).toBe(verifiedAt)
    expect((await findFailedBackup(server.ctx.db))?.reason).toContain('damaged')
  })

  test.each([
    { manifest: '{"format": 1, "files"' },
    { manifest: 'null' },
    { manifest: '{"format": 1, "database": "sqlite", "files": []}' },
  ])('with the damaged manifest $manifest does not hide the others', async ({ manifest }) => {
    const { name } = await make()
    const damaged = join(folder, 'quire-9.9.9-20990101T000000Z')
    mkdirSync(damaged)
    writeFileSync(join(damaged, 'manifest.json'), manifest)
    const listed = await call('GET')
    expect(listed.status).toBe(200)
    expect(listed.body.map((backup: { name: string }) => backup.name)).toEqual([name])
    expect((await call('DELETE', '/quire-9.9.9-20990101T000000Z')).status).toBe(404)
    await expect(findBackup(folder, 'latest', folder)).rejects.toThrow(/damaged.*by its name/s)
    expect((await findBackup(folder, name, folder)).name).toBe(name)
  })

  test('is made by schedule, and only the newest are kept', async () => {
    await make()
    await make()
    const schedule = {
      cronSchedule: '0 3 * * *',
      cronTimezone: 'UTC',
      keep: 1,
      withUploads: true,
      withSecrets: false,
    }
    const { status, body } = await callSchedule('PUT', schedule)
    expect(status).toBe(200)
    expect(body).toMatchObject(schedule)
    const scheduler = new Scheduler(server.ctx)
    scheduler.register(backupSchedulePrefix, (tx) => enqueueScheduledBackup(server.ctx, tx))
    const before = (await call('GET')).body.map(({ name }: { name: string }) => name)
    await server.clock.jump(new Date(body.nextAt).getTime() - server.clock.now().getTime() + 1000)
    await scheduler.tick()
    await server.engine.idle()
    const after = (await call('GET')).body
    expect(after).toHaveLength(1)
    expect(before).not.toContain(after[0].name)

    await callSchedule('PUT', { ...schedule, cronSchedule: null })
    expect((await callSchedule('GET')).body).toMatchObject({
      cronSchedule: null,
      nextAt: null,
    })
  })
})

test('administrators are told if no backup has been verified for a week', async () => {
  const dayMs = 86_400_000
  const listWarnings = async () => {
    const { body } = await server.call('GET', '/user/notifications', { as: 'ada' })
    return body.data.filter(
      (one: { code: string }) => one.code === newsMessages.overdue_backup().code,
    )
  }
  mkdirSync(folder, { recursive: true })
  await recordVerified(server.ctx, { folder }, server.clock.now())
  await server.clock.jump(6 * dayMs)
  expect(await listWarnings()).toEqual([])
  await server.clock.jump(1.5 * dayMs)
  expect(await listWarnings()).toHaveLength(1)
  await recordVerified(server.ctx, { folder }, server.clock.now())
  expect(await listWarnings()).toEqual([])
})

test.each([
  { path: '/../secrets/download', status: 404 },
  { path: '/..%2Fsecrets/download', status: 404 },
  { path: '/%2e%2e/download', status: 404 },
  { path: '/nothing/download', status: 404 },
])('GET $path leads nowhere', async ({ path, status }) => {
  mkdirSync(folder, { recursive: true })
  expect((await call('GET', path)).status).toBe(status)
})

test.each([
  { method: 'GET', path: '/backups' },
  { method: 'POST', path: '/backups' },
  { method: 'GET', path: '/backup-schedule' },
  { method: 'PUT', path: '/backup-schedule' },
  { method: 'POST', path: '/backups/one/verify' },
  { method: 'GET', path: '/backups/one/download' },
  { method: 'DELETE', path: '/backups/one' },
])('$method $path is for administrators', async ({ method, path }) => {
  const body = method === 'GET' || method === 'DELETE' ? undefined : {}
  const options = body ? { body } : {}
  expect((await server.call(method, `/admin${path}`, { as: 'max', ...options })).status).toBe(403)
  expect((await server.call(method, `/admin${path}`, options)).status).toBe(401)
})

test.each([
  { change: { cronSchedule: 'every day' } },
  { change: { cronSchedule: '0 0 31 2 *' } },
  { change: { cronTimezone: 'Mars/Base' } },
  { change: { keep: 0 } },
  { change: { keep: 366 } },
])('a schedule with $change is refused', async ({ change }) => {
  const valid = {
    cronSchedule: '0 3 * * 1',
    cronTimezone: null,
    keep: 7,
    withUploads: true,
    withSecrets: false,
  }
  expect((await callSchedule('PUT', valid)).status).toBe(200)
  expect((await callSchedule('PUT', { ...valid, ...change })).status).toBe(400)
  expect((await callSchedule('GET')).body).toMatchObject(valid)
})
