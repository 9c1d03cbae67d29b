import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { users } from '../../../src/accounts/users/schema'
import { bookFields, seriesFields } from '../../../src/reading/exports/fields'
import { formats } from '../../../src/reading/exports/formats'
import { readingEvents } from '../../../src/reading/progress/schema'
import { series as seriesTable } from '../../../src/catalog/series/schema'
import { exportJobs } from '../../../src/reading/exports/jobs'
import { userExports } from '../../../src/reading/exports/schema'
import { deleteExpiredExports } from '../../../src/reading/exports/service'
import { type TestServer, startTestServer } from '../../support/server'
import { watchLargestResult } from '../../support/statements'
import { seedBook, type SeededLibrary, seedLibrary, seedSeries } from '../../support/seed'
import { waitUntil } from '../../support/wait-until'

let server: TestServer
let library: SeededLibrary
let readers = 0
let largest: () => number

beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  largest = watchLargestResult(server.ctx)
  library = await seedLibrary(server, { name: 'Comics' })
  server.engine.register(exportJobs(server.ctx, () => Promise.reject(new Error('unused'))))
  await server.engine.start()
})
afterAll(() => server.close())

const base = '/user/exports/series'

async function addReader() {
  const as = `exporting${++readers}`
  await server.addUser(as, 'reader')
  const call = (method: string, path: string, body?: object) =>
    server.call(method, path, { as, ...(body && { body }) })
  const create = async (body: object) => {
    const made = await call('POST', base, body)
    expect(made.status).toBe(202)
    const { id } = made.body
    const isReady = async () => (await call('GET', `${base}/${id}`)).body.status === 'completed'
    await waitUntil(isReady)
    return (await call('GET', `${base}/${id}`)).body
  }
  const download = async (id: string) => {
    const response = await server.fetch(`/api/v1${base}/${id}/download`, { as })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const exportAs = async (body: object) => (await download((await create(body)).id)).text
  return { as, call, create, download, exportAs }
}

/** Adds a series with a rating and a note, and a book in progress. */
async function seedRead(call: Awaited<ReturnType<typeof addReader>>['call']) {
  const title = `=Title, "quoted" | <b>`
  const series = await seedSeries(server, library, { title })
  const book = await seedBook(server, series, { title: 'A book', format: 'epub', pageCount: 20 })
  await call('PATCH', `/series/${series.id}/user-data`, { rating: 73, note: '-1\nline' })
  await call('PUT', `/books/${book.id}/progress`, { currentPage: 5, device: 'Kobo' })
  return { series, book, title }
}

test('more series than are read at once are all in the file, each once', async () => {
  const { exportAs } = await addReader()
  const many = await seedLibrary(server, { name: 'Many' })
  for (let n = 0; n <= 500; n++) await seedSeries(server, many, { title: `Series ${n % 7}` })
  const rows = JSON.parse(await exportAs({ format: 'json', libraryIds: [many.id], fields: ['id'] }))
  expect(rows).toHaveLength(501)
  expect(new Set(rows.map(({ id }: { id: string }) => id)).size).toBe(501)
})

test('series and books as JSON, with own data and only the chosen fields', async () => {
  const { call, create, download, exportAs } = await addReader()
  const { series, book, title } = await seedRead(call)
  const made = await create({ format: 'json', exportType: 'both', libraryIds: [library.id] })
  const { status, headers, text } = await download(made.id)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(headers.get('content-disposition')).toMatch(/attachment; filename="quire-both-.*\.json"/)
  expect([headers.get('accept-ranges'), headers.get('etag')]).toEqual(['bytes', `"${made.id}"`])
  expect(made.fileSizeBytes).toBe(Buffer.byteLength(text))
  const both = JSON.parse(text)
  const ofSeries = both.series.find(({ id }: { id: string }) => id === series.id)
  expect(ofSeries).toMatchObject({ title, library: 'Comics', rating: 73, note: '-1\nline' })
  const ofBook = both.books.find(({ id }: { id: string }) => id === book.id)
  expect(ofBook).toMatchObject({ status: 'in progress', page: 5, percent: 25, series: title })
  expect(made.rowCount).toBe(both.series.length + both.books.length)
  const few = JSON.parse(await exportAs({ format: 'json', fields: ['rating'] }))
  expect(Object.keys(few[0])).toEqual(['id', 'title', 'rating'])
})

test('progress, history, ratings and highlights, in every format', async () => {
  const { call, exportAs } = await addReader()
  const { book, title } = await seedRead(call)
  const locator = {
    href: 'one.xhtml',
    type: 'text/html',
    locations: { totalProgression: 0.5 },
    text: { highlight: 'A passage' },
  }
  await call('POST', `/books/${book.id}/highlights`, { locator })
  const load = async (exportType: string) =>
    JSON.parse(await exportAs({ format: 'json', exportType }))
  expect(await load('progress')).toMatchObject([{ id: book.id, page: 5, timesRead: 0 }])
  expect(await load('history')).toMatchObject([{ kind: 'position', page: 5, device: 'Kobo' }])
  expect(await load('ratings')).toMatchObject([{ itemType: 'series', title, rating: 73 }])
  expect(await load('highlights')).toMatchObject([{ passage: 'A passage', percent: 50 }])
  for (const format of ['csv', 'md', 'html']) {
    expect(await exportAs({ format, exportType: 'progress' })).toContain('A book')
  }
})

async function addChild() {
  const reader = await addReader()
  const ada = (method: string, path: string, body: object) =>
    server.call(method, path, { as: 'ada', body })
  const limit = async (libraryIds: string[] | null, ageLimit: number | null = 12) => {
    const limits = { libraryIds, ageLimit, hidesUnrated: false }
    const path = `/users/${server.getUserId(reader.as)}/restrictions`
    const answer = await ada('PATCH', path, { ...limits, deniedTagIds: [], allowedTagIds: [] })
    expect(answer.status).toBe(200)
  }
  return { ...reader, ada, limit }
}
const titles = { format: 'json', exportType: 'series', fields: ['title'] }
const grownUp = { ageRating: 18 }

test('a file is still sent after a series that was hidden was purged or shown', async () => {
  const { ada, limit, create, download } = await addChild()
  await limit(null)
  const purged = await seedSeries(server, library, { title: 'Purged', ...grownUp })
  const shown = await seedSeries(server, library, { title: 'Shown', ...grownUp })
  const { id } = await create(titles)
  await server.ctx.write((tx) => tx.delete(seriesTable).where(eq(seriesTable.id, purged.id)))
  expect((await download(id)).status).toBe(200)
  await ada('PATCH', `/series/${shown.id}/metadata`, { ageRating: 6 })
  expect((await download(id)).status).toBe(200)
})

test('a file is not sent after one series was hidden and a hidden one purged', async () => {
  const { ada, limit, create, download } = await addChild()
  await limit(null)
  const purged = await seedSeries(server, library, { title: 'Purged too', ...grownUp })
  const hidden = await seedSeries(server, library, { title: 'Hidden instead' })
  const { id } = await create(titles)
  await server.ctx.write((tx) => tx.delete(seriesTable).where(eq(seriesTable.id, purged.id)))
  await ada('PATCH', `/series/${hidden.id}/metadata`, grownUp)
  expect((await download(id)).status).toBe(409)
})

test.each([false, true])(
  'a file is not sent after a series was moved to a hidden library (limits of series: %p)',
  async (hasLimits) => {
    const { limit, create, download } = await addChild()
    const other = await seedLibrary(server, { name: `Not for readers ${hasLimits}` })
    await limit([library.id], hasLimits ? 12 : null)
    const moved = await seedSeries(server, library, { title: `Moved away ${hasLimits}` })
    const { id } = await create(titles)
    expect((await download(id)).text).toContain('Moved away')
    const isMoved = eq(seriesTable.id, moved.id)
    await server.ctx.write((tx) =>
      tx.update(seriesTable).set({ libraryId: other.id }).where(isMoved),
    )
    expect((await download(id)).status).toBe(409)
  },
)

test('sending a file reads the hidden series in slices', async () => {
  const { limit, create, download } = await addChild()
  await limit(null)
  const many = await seedLibrary(server, { name: 'Many' })
  const like = await seedSeries(server, many, { title: 'Like', ...grownUp })
  await server.ctx.write(async (tx) => {
    const [row] = await tx.select().from(seriesTable).where(eq(seriesTable.id, like.id))
    const { n: _, ...values } = row!
    for (let slice = 0; slice < 25; slice++) {
      const rows = Array.from({ length: 100 }, () => {
        const id = Bun.randomUUIDv7()
        return { ...values, id, groupKey: id }
      })
      await tx.insert(seriesTable).values(rows)
    }
  })
  const { id } = await create(titles)
  expect((await download(id)).status).toBe(200)
  expect(largest()).toBeLessThanOrEqual(1000)
})

test('a history longer than a slice is complete', async () => {
  const { as, call, exportAs } = await addReader()
  const { book } = await seedRead(call)
  const begin = Date.parse('2026-01-01')
  const events = Array.from({ length: 1200 }, (_, i) => ({
    userId: server.getUserId(as),
    bookId: book.id,
    pass: 1,
    page: 2,
    kind: 'position' as const,
    origin: 'explicit' as const,
    happenedAt: new Date(begin + i * 60_000),
  }))
  await server.ctx.write((tx) => tx.insert(readingEvents).values(events))
  const rows = JSON.parse(await exportAs({ format: 'json', exportType: 'history' }))
  const times = rows.map(({ happenedAt }: { happenedAt: string }) => happenedAt)
  expect([times.length, new Set(times).size]).toEqual([1201, 1201])
  expect(times).toEqual(times.toSorted().toReversed())
})

test('only own data, and only what the user may see now', async () => {
  const { as, call, create, download, exportAs } = await addReader()
  await seedRead(call)
  const other = await addReader()
  const made = await create({ format: 'json' })
  for (const [method, path] of [
    ['GET', `${base}/${made.id}`],
    ['GET', `${base}/${made.id}/download`],
    ['DELETE', `${base}/${made.id}`],
  ] as const) {
    expect((await other.call(method, path)).status).toBe(404)
  }
  expect((await other.call('GET', base)).body.exports).toEqual([])
  const text = await other.exportAs({ format: 'json', exportType: 'ratings' })
  expect(JSON.parse(text)).toEqual([])
  const away = await seedLibrary(server)
  const body = { libraryIds: [away.id] }
  await server.call('PUT', `/users/${server.getUserId(as)}/libraries`, { as: 'ada', body })
  // The export was created when the user could still see more libraries.
  expect((await download(made.id)).status).toBe(409)
  expect(JSON.parse(await exportAs({ format: 'json' }))).toEqual([])
  expect(JSON.parse(await exportAs({ format: 'json', exportType: 'ratings' }))).toEqual([])
  expect(JSON.parse(await exportAs({ format: 'json', exportType: 'history' }))).toEqual([])
})

test('an export that cannot be written fails, and is not called too large', async () => {
  const { call, exportAs } = await addReader()
  const folder = join(server.ctx.config.data_dir, 'exports')
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, 'a file where the folder was')
  const { body: created } = await call('POST', base, { format: 'json' })
  const load = async () => (await call('GET', `${base}/${created.id}`)).body
  await waitUntil(async () => (await load()).status === 'failed')
  expect((await load()).error).toBe('The export failed. Create it again.')
  rmSync(folder)
  expect(JSON.parse(await exportAs({ format: 'json' }))).toBeArray()
})

test('limits the number of exports, and deletes file and row', async () => {
  const { as, call, create } = await addReader()
  const userId = server.getUserId(as)
  const made = await create({ format: 'csv' })
  const path = join(server.ctx.config.data_dir, 'exports', `${made.id}.csv`)
  expect(existsSync(path)).toBe(true)
  const insert = (status: 'running' | 'completed', count: number) =>
    server.ctx.write(async (tx) => {
      const row = {
        userId,
        exportType: 'series',
        format: 'json',
        status,
        expiresAt: new Date(1e13),
      }
      const lists = { libraryIds: [], fields: [], bookFields: [] }
      for (let i = 0; i < count; i++) await tx.insert(userExports).values({ ...row, ...lists })
    })
  await insert('running', 3)
  const busy = await call('POST', base, { format: 'json' })
  expect([busy.status, busy.body.code]).toEqual([409, 'exports.too_many_at_once'])
  await server.ctx.write((tx) =>
    tx.update(userExports).set({ status: 'completed' }).where(eq(userExports.userId, userId)),
  )
  await insert('completed', 6)
  const full = await call('POST', base, { format: 'json' })
  expect([full.status, full.body.code]).toEqual([409, 'exports.too_many'])
  expect((await call('DELETE', `${base}/${made.id}`)).status).toBe(204)
  expect(existsSync(path)).toBe(false)
  expect((await call('GET', `${base}/${made.id}`)).status).toBe(404)
})

test('expired exports and files of deleted users are removed', async () => {
  const { as, create, download } = await addReader()
  const [one, two] = [await create({ format: 'json' }), await create({ format: 'md' })]
  const pathOf = ({ id, format }: { id: string; format: string }) =>
    join(server.ctx.config.data_dir, 'exports', `${id}.${format}`)
  await server.ctx.write((tx) =>
    tx
      .update(userExports)
      .set({ expiresAt: new Date(0) })
      .where(eq(userExports.id, one.id)),
  )
  expect((await download(one.id)).status).toBe(404)
  await deleteExpiredExports(server.ctx)
  expect([existsSync(pathOf(one)), existsSync(pathOf(two))]).toEqual([false, true])
  await server.ctx.write((tx) => tx.delete(users).where(eq(users.id, server.getUserId(as))))
  const now = () => new Date(Date.now() + 2 * 24 * 3_600_000)
  const later = { ...server.ctx, clock: { ...server.ctx.clock, now } }
  await deleteExpiredExports(later)
  expect(existsSync(pathOf(two))).toBe(false)
})

test.each([
  [{ format: 'xml' }],
  [{ format: 'csv', exportType: 'both' }],
  [{ format: 'json', fields: ['password'] }],
  [{ format: 'json', bookFields: ['title', 'path'] }],
  [{ format: 'json', libraryIds: ['x'] }],
])('refuses %p', async (body) => {
  expect((await server.call('POST', base, { as: 'ann', body })).status).toBe(400)
})

test('lists the fields', async () => {
  const { body } = await server.call('GET', `${base}/fields`, { as: 'ann' })
  const keys = new Set([...seriesFields, ...bookFields].map(({ key }) => key))
  for (const key of [...body.presets.llmSelect, ...body.presets.llmSelectBooks]) {
    expect(keys).toContain(key)
  }
})

test('text of books is never a formula, markup or a broken row', () => {
  const fields = [...seriesFields].filter(({ key }) => ['title', 'rating', 'genres'].includes(key))
  const section = { name: 'series', fields }
  const write = (format: keyof typeof formats, title: string) =>
    formats[format].row({ title, rating: -5, genres: ['a', 'b'] }, section, 0)
  expect(write('csv', '=cmd|x')).toBe("'=cmd|x,a; b,-5\r\n")
  expect(write('csv', 'a,"b"\nc')).toBe('"a,""b""\nc",a; b,-5\r\n')
  expect(write('md', 'a | b\n[x](y)')).toBe('| a \\| b \\[x\\](y) | a; b | -5 |\n')
  expect(write('html', '<script>&"')).toContain('&lt;script&gt;&amp;&quot;')
  expect(JSON.parse(write('json', '"\\'))).toMatchObject({ title: '"\\', genres: ['a', 'b'] })
})

test('a file is not sent after a series in it was hidden from its owner', async () => {
  const { as, create, download } = await addReader()
  const userId = server.getUserId(as)
  const ada = (method: string, path: string, body: object) =>
    server.call(method, path, { as: 'ada', body })
  const tag = (await ada('POST', '/admin/sharing-tags', { name: 'Not for children' })).body.id
  const limits = { ageLimit: 12, deniedTagIds: [tag] }
  expect(
    (
      await ada('PATCH', `/users/${userId}/restrictions`, {
        ...limits,
        libraryIds: null,
        hidesUnrated: false,
        allowedTagIds: [],
      })
    ).status,
  ).toBe(200)
  const first = await seedSeries(server, library, { title: 'Hidden by age' })
  const second = await seedSeries(server, library, { title: 'Hidden by tag' })
  const body = { format: 'json', exportType: 'series', fields: ['title'] }

  const before = await create(body)
  expect((await download(before.id)).text).toContain('Hidden by age')
  // New series, hidden or not, are not in the file.
  const later = new Date(Date.now() + 3_600_000)
  await seedSeries(server, library, { title: 'New', ageRating: 18, createdAt: later })
  expect((await download(before.id)).status).toBe(200)
  await ada('PATCH', `/series/${first.id}/metadata`, { ageRating: 18 })
  const refused = await download(before.id)
  expect([refused.status, refused.text.includes('exports.rights_changed')]).toEqual([409, true])

  const between = await create(body)
  expect((await download(between.id)).text).not.toContain('Hidden by age')
  await ada('PUT', `/series/${second.id}/sharing-tags`, { sharingTagIds: [tag] })
  expect((await download(between.id)).status).toBe(409)
  expect((await download((await create(body)).id)).text).not.toContain('Hidden by tag')
})
