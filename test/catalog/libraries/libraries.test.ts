import { afterAll, beforeAll, describe, expect, test, spyOn } from 'bun:test'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { schedules } from '../../../src/platform/jobs/schema'
import { addFirstLibrary } from '../../../src/catalog/libraries/folders/first-library'
import { libraryRoots } from '../../../src/catalog/libraries/schema'
import {
  enqueueStartupScans,
  enqueueScheduledScan,
} from '../../../src/ingest/scanning/lifecycle/automatic-scans'
import { startTestServer } from '../../support/server'
import {
  addLibrary,
  makeComic,
  waitUntilScanEnded,
  getLibrary,
  makeFolder,
  startScanServer,
  listPresentPaths,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from '../../ingest/scanning/scan-server'
import { waitUntil } from '../../support/wait-until'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

let names = 0
const createLibrary = (body: Record<string, unknown>, as = 'ada') =>
  server.call('POST', '/libraries', { as, body: { name: `Shelf ${++names}`, ...body } })
const updateLibrary = (id: string, body: unknown, as = 'ada') =>
  server.call('PATCH', `/libraries/${id}`, { as, body })

const getInsidePath = () => join(server.ctx.config.data_dir, 'thumbnails')
const browseFolder = (path?: string, as = 'ada') =>
  server.call('GET', `/filesystem/browse${path ? `?path=${encodeURIComponent(path)}` : ''}`, {
    as,
  })

describe('adding a library', () => {
  test('returns it with defaults, and shows paths only to users who may edit libraries', async () => {
    const path = makeFolder()
    const { status, body } = await createLibrary({ path, description: 'Ours' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      description: 'Ours',
      type: 'mixed',
      path,
      paths: [path],
      isActive: true,
      seriesStrategy: 'smart',
      defaultReadingDirection: 'ltr',
      scanningConfig: {
        enabled: true,
        cronSchedule: null,
        cronTimezone: null,
        scanMode: 'normal',
        scanOnStart: false,
        purgeDeletedOnScan: false,
      },
      watch: 'auto',
      state: 'available',
      stateReason: null,
      bookCount: 0,
      seriesCount: 0,
      lastScannedAt: null,
      trashedAt: null,
    })
    const seen = await server.call('GET', `/libraries/${body.id}`, { as: 'ann' })
    expect(seen.body).toMatchObject({ id: body.id, path: null, paths: null })
    const list = await server.call('GET', '/libraries', { as: 'ann' })
    expect(list.body.some(({ id }: { id: string }) => id === body.id)).toBe(true)
  })

  test('starts a scan on request', async () => {
    const path = makeFolder()
    writeFiles(path, { 'A/1.cbz': await makeComic() })
    const { body } = await createLibrary({ path, scanImmediately: true })
    const first = await waitUntil(async () => {
      const { data } = (await server.call('GET', `/libraries/${body.id}/scans`, { as: 'ada' })).body
      return data[0]?.status === 'completed' && data[0]
    })
    expect(first.trigger).toBe('created')
    expect(await getLibrary(server, body.id)).toMatchObject({ bookCount: 1 })
  })

  test('rejects a duplicate name, in any case, unless the other library is in the trash', async () => {
    const name = `Straße ${++names}`
    const first = await createLibrary({ name, path: makeFolder() })
    expect(first.status).toBe(201)
    const path = makeFolder()
    const again = await createLibrary({ name: `  ${name.toUpperCase().replace('SS', 'ß')} `, path })
    expect(again.status).toBe(409)
    await server.call('DELETE', `/libraries/${first.body.id}`, { as: 'ada' })
    expect((await createLibrary({ name, path })).status).toBe(201)
    const back = await server.call('POST', `/libraries/${first.body.id}/restore`, { as: 'ada' })
    expect(back.status).toBe(409)
  })

  test.each([
    ['a folder that does not exist', () => '/nowhere/at/all', 400, 'libraries.folder_missing'],
    ['a relative path', () => 'books', 400, 'libraries.folder_not_absolute'],
    ['the root of the disk', () => '/', 400, 'libraries.folder_of_system'],
    ['the processes', () => '/proc', 400, 'libraries.folder_of_system'],
    ['devices', () => '/dev/shm', 400, 'libraries.folder_of_system'],
    [
      'a path that leads to a system folder',
      () => join(createLink('/sys'), 'kernel'),
      400,
      'libraries.folder_of_system',
    ],
    ['the data folder', () => server.ctx.config.data_dir, 400, 'libraries.folder_overlaps_data'],
    ['a folder in the data folder', getInsidePath, 400, 'libraries.folder_overlaps_data'],
    [
      'a folder that contains the data folder',
      () => join(server.ctx.config.data_dir, '..'),
      400,
      'libraries.folder_overlaps_data',
    ],
    [
      'a file',
      () => join(import.meta.dir, 'libraries.test.ts'),
      400,
      'libraries.folder_not_a_folder',
    ],
  ])('rejects %s', async (_, path, status, code) => {
    mkdirSync(getInsidePath(), { recursive: true })
    const refused = await createLibrary({ path: path() })
    expect(refused.status).toBe(status)
    expect(refused.body.params.reason.code).toBe(code)
  })

  test("rejects a folder that equals, contains or is inside another library's folder", async () => {
    const folder = makeFolder()
    writeFiles(folder, { 'own/in/1.cbz': 'x' })
    expect((await createLibrary({ path: join(folder, 'own') })).status).toBe(201)
    for (const path of [folder, join(folder, 'own'), join(folder, 'own/in')]) {
      const { status, body } = await createLibrary({ path })
      expect([status, body.code, body.params.library.startsWith('Shelf')]).toEqual([
        409,
        'libraries.folder_overlaps_library',
        true,
      ])
    }
    const link = createLink(join(folder, 'own'))
    expect((await createLibrary({ path: link })).status).toBe(409)
    expect((await createLibrary({ paths: [makeFolder(), link] })).status).toBe(409)
    const twin = makeFolder()
    expect((await createLibrary({ paths: [twin, twin] })).status).toBe(400)
  })

  test.each([
    ['no folder', {}],
    ['both path and paths', { path: '/a', paths: ['/b'] }],
    ['an unknown strategy', { path: '/tmp', seriesStrategy: 'by_moon' }],
    ['an unknown format', { path: '/tmp', allowedFormats: ['doc'] }],
    ['a wrong schedule', { path: '/tmp', scanningConfig: { cronSchedule: 'at night' } }],
    ['an unknown time zone', { path: '/tmp', scanningConfig: { cronTimezone: 'Mars/North' } }],
    ['an unknown scanning option', { path: '/tmp', scanningConfig: { purgeDeletedOnScan: true } }],
    ['a huge pattern', { path: '/tmp', excludedPatterns: '*a'.repeat(40) }],
    ['an unknown field', { path: '/tmp', secret: 1 }],
    ['an empty name', { path: '/tmp', name: '   ' }],
  ])('rejects a request with %s', async (_, body) => {
    expect((await createLibrary(body)).status).toBe(400)
  })

  test.each([
    ['an anonymous client', undefined, 401],
    ['a reader', 'ann', 403],
  ])('is not available to %s', async (_, as, status) => {
    const body = { name: 'No', path: '/tmp' }
    expect((await server.call('POST', '/libraries', { ...(as && { as }), body })).status).toBe(
      status,
    )
  })
})

describe('changing a library', () => {
  test('keeps omitted fields and resets a field to its default for null', async () => {
    const { body } = await createLibrary({
      path: makeFolder(),
      description: 'Old',
      allowedFormats: ['CBZ'],
    })
    const first = await updateLibrary(body.id, {
      type: 'manga',
      scanningConfig: { scanOnStart: true },
    })
    expect(first.body).toMatchObject({ type: 'manga', description: 'Old', allowedFormats: ['cbz'] })
    expect(first.body.scanningConfig).toMatchObject({
      scanOnStart: true,
      scanMode: 'normal',
    })
    const cleared = { description: null, allowedFormats: null, defaultReadingDirection: null }
    const second = await updateLibrary(body.id, cleared)
    expect(second.body).toMatchObject({ ...cleared, defaultReadingDirection: 'ltr', type: 'manga' })
  })

  test('keeps a schedule while the library has one and is active', async () => {
    const { body } = await createLibrary({
      path: makeFolder(),
      scanningConfig: { cronSchedule: '0 3 * * *', cronTimezone: 'Europe/Berlin' },
    })
    const findSchedule = async () =>
      (
        await server.ctx.db
          .select()
          .from(schedules)
          .where(eq(schedules.name, `scan:${body.id}`))
      )[0]
    expect(await findSchedule()).toMatchObject({ cron: '0 3 * * *', timezone: 'Europe/Berlin' })
    await updateLibrary(body.id, { isActive: false })
    expect(await findSchedule()).toBeUndefined()
    await updateLibrary(body.id, { isActive: true })
    expect(await findSchedule()).toBeDefined()
    await updateLibrary(body.id, { scanningConfig: { cronSchedule: null } })
    expect(await findSchedule()).toBeUndefined()
  })

  test('moves a library to another folder with all its books', async () => {
    const [old, fresh] = [makeFolder(), makeFolder()]
    const files = { 'A/1.cbz': await makeComic(), 'A/2.cbz': await makeComic() }
    writeFiles(old, files)
    writeFiles(fresh, files)
    const id = await addLibrary(server, old)
    await scanLibrary(server, id)
    const [root] = await server.ctx.db
      .select()
      .from(libraryRoots)
      .where(eq(libraryRoots.libraryId, id))
    expect((await updateLibrary(id, { path: fresh })).body).toMatchObject({ path: fresh })
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, changed: 0, missing: 0 })
    const [moved] = await server.ctx.db
      .select()
      .from(libraryRoots)
      .where(eq(libraryRoots.libraryId, id))
    expect(moved).toMatchObject({ id: root!.id, path: fresh })
  })

  test('adds folders, and removes only those without books', async () => {
    const [one, two, three] = [makeFolder(), makeFolder(), makeFolder()]
    writeFiles(one, { 'A/1.cbz': await makeComic() })
    writeFiles(two, { 'B/1.cbz': await makeComic() })
    const id = await addLibrary(server, one)
    expect((await updateLibrary(id, { paths: [one, two, three] })).body.paths).toEqual([
      one,
      two,
      three,
    ])
    await scanLibrary(server, id)
    expect((await updateLibrary(id, { paths: [one, two] })).body.paths).toEqual([one, two])
    const refused = await updateLibrary(id, { paths: [one] })
    expect(refused.status).toBe(409)
    expect(await listPresentPaths(server, id)).toEqual(['A/1.cbz', 'B/1.cbz'])
    expect((await getLibrary(server, id)).paths).toEqual([one, two])
  })
})

describe('a library in the trash', () => {
  test('is invisible with its content and restored completely', async () => {
    const folder = makeFolder()
    writeFiles(folder, { 'A/1.cbz': await makeComic() })
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const before = await getLibrary(server, id)
    expect((await server.call('DELETE', `/libraries/${id}`, { as: 'max' })).status).toBe(403)
    expect((await server.call('DELETE', `/libraries/${id}`, { as: 'ada' })).status).toBe(204)
    expect((await server.call('GET', `/libraries/${id}`, { as: 'ada' })).status).toBe(404)
    expect((await server.call('POST', `/libraries/${id}/scan`, { as: 'ada' })).status).toBe(404)
    const listed = await server.call('GET', `/series?libraryId=${id}`, { as: 'ann' })
    expect(listed.body.total ?? 0).toBe(0)

    const trash = await server.call('GET', '/libraries?trashed=true', { as: 'ada' })
    const found = trash.body.find((library: { id: string }) => library.id === id)
    expect(found.trashedAt).not.toBeNull()
    expect((await server.call('GET', '/libraries?trashed=true', { as: 'ann' })).status).toBe(403)

    const restored = await server.call('POST', `/libraries/${id}/restore`, { as: 'ada' })
    expect(restored.status).toBe(200)
    const { updatedAt: _, ...same } = before
    expect(restored.body).toMatchObject(same)
    expect(await listPresentPaths(server, id)).toEqual(['A/1.cbz'])
    expect((await server.call('POST', `/libraries/${id}/restore`, { as: 'ada' })).status).toBe(404)
  })

  test('is not restored while another library uses its folder', async () => {
    const path = makeFolder()
    const { body } = await createLibrary({ path })
    await server.call('DELETE', `/libraries/${body.id}`, { as: 'ada' })
    expect((await createLibrary({ path })).status).toBe(201)
    const back = await server.call('POST', `/libraries/${body.id}/restore`, { as: 'ada' })
    expect(back.status).toBe(409)
  })
})

describe('browsing for a folder', () => {
  test('lists only folders that can be used for a library', async () => {
    const folder = makeFolder()
    writeFiles(folder, { 'b/1.cbz': 'x', 'a/2.cbz': 'x', 'file.cbz': 'x', '.hidden/3.cbz': 'x' })
    const { body } = await browseFolder(folder)
    expect(body).toEqual({
      currentPath: folder,
      parentPath: join(folder, '..'),
      entries: ['a', 'b'].map((name) => ({
        name,
        path: join(folder, name),
        isDirectory: true,
        isReadable: true,
      })),
      truncated: false,
    })
    const top = (await browseFolder()).body
    expect(top.parentPath).toBeNull()
    const shown = top.entries.map(({ path }: { path: string }) => path)
    expect(shown).toContain('/usr')
    for (const hidden of ['/proc', '/sys', '/dev']) expect(shown).not.toContain(hidden)
  })

  test.each([
    ['the processes', () => '/proc/self'],
    ['a path with dot segments to them', () => '/usr/../proc'],
    ['a link to them', () => createLink('/proc')],
    ['our data', () => server.ctx.config.data_dir],
    ['a missing folder', () => '/nowhere/at/all'],
    ['a file', () => join(import.meta.dir, 'libraries.test.ts')],
    ['a relative path', () => 'usr'],
  ])('rejects %s', async (_, path) => {
    mkdirSync(server.ctx.config.data_dir, { recursive: true })
    expect((await browseFolder(path())).status).toBe(400)
  })

  test('requires permission to edit libraries', async () => {
    expect((await browseFolder('/', 'ann')).status).toBe(403)
  })

  test('lists at most 1,000 folders', async () => {
    const folder = makeFolder()
    for (let i = 0; i < 1100; i++) mkdirSync(join(folder, `d${i}`))
    const { body } = await browseFolder(folder)
    expect([body.entries.length, body.truncated]).toEqual([1000, true])
  })
})

describe('automatic scans', () => {
  test('start on schedule and, if configured, at server start', async () => {
    const id = await addLibrary(server, makeFolder(), {
      scanningConfig: { scanOnStart: true },
    })
    const other = await addLibrary(server, makeFolder())
    await enqueueStartupScans(server.ctx)
    const listScans = async (library: string) =>
      (await server.call('GET', `/libraries/${library}/scans`, { as: 'ada' })).body.data
    const [started] = await listScans(id)
    expect(started.trigger).toBe('start')
    expect(await listScans(other)).toEqual([])
    await waitUntilScanEnded(server, id, started.id)
    await server.ctx.write((tx) => enqueueScheduledScan(server.ctx, tx, `scan:${other}`))
    const [due] = await listScans(other)
    expect(due.trigger).toBe('schedule')
    await waitUntilScanEnded(server, other, due.id)
    await updateLibrary(other, { isActive: false })
    await server.ctx.write((tx) => enqueueScheduledScan(server.ctx, tx, `scan:${other}`))
    expect(await listScans(other)).toHaveLength(1)
    expect((await server.call('POST', `/libraries/${other}/scan`, { as: 'ada' })).status).toBe(409)
  })

  test.each([
    ['an anonymous client', undefined, 401],
    ['a reader', 'ann', 403],
  ])('cannot be started or listed by %s', async (_, as, status) => {
    const id = await addLibrary(server, makeFolder())
    for (const [method, path] of [
      ['POST', 'scan'],
      ['GET', 'scans'],
      ['POST', 'confirm'],
    ] as const) {
      const answer = await server.call(method, `/libraries/${id}/${path}`, { ...(as && { as }) })
      expect(answer.status).toBe(status)
    }
  })
})

test('the first library is added once, and a wrong folder does not stop the server', async () => {
  const empty = await startTestServer()
  const folder = makeFolder()
  const listLibraries = async () => (await empty.call('GET', '/libraries', { as: 'ada' })).body
  await addFirstLibrary(empty.ctx, '/nowhere/at/all')
  expect(await listLibraries()).toEqual([])
  await addFirstLibrary(empty.ctx, folder)
  const warn = spyOn(empty.ctx.log, 'warn')
  await addFirstLibrary(empty.ctx, folder)
  expect(warn).not.toHaveBeenCalled()
  const other = makeFolder()
  await addFirstLibrary(empty.ctx, other)
  expect(warn).toHaveBeenCalledWith({ folder: other }, expect.anything())
  expect(await listLibraries()).toMatchObject([{ path: folder }])
  await empty.close()
})

function createLink(target: string): string {
  const link = join(makeFolder(), 'link')
  symlinkSync(target, link)
  return link
}

test.each([
  [{}, 'ltr'],
  [{ type: 'manga' }, 'rtl'],
  [{ type: 'manga', defaultReadingDirection: 'ltr' }, 'ltr'],
  [{ type: 'comic', defaultReadingDirection: 'webtoon' }, 'webtoon'],
  // J10: a library type for strips.
  [{ type: 'webtoon' }, 'webtoon'],
  [{ type: 'webtoon', defaultReadingDirection: 'ltr' }, 'ltr'],
])('a library created with %j has reading direction %s', async (members, direction) => {
  const { status, body } = await createLibrary({ path: makeFolder(), ...members })
  expect([status, body.defaultReadingDirection]).toEqual([201, direction])
})

test('P14: clients that ask for the first page of libraries get all', async () => {
  const { body } = await server.call('GET', '/libraries', { as: 'ada' })
  for (const query of ['page=1', 'page=1&pageSize=100', 'page=0&pageSize=20']) {
    const paged = await server.call('GET', `/libraries?${query}`, { as: 'ada' })
    expect(paged).toMatchObject({ status: 200, body: { length: body.length } })
  }
  expect((await server.call('GET', '/libraries?page=2', { as: 'ada' })).status).toBe(400)
})
