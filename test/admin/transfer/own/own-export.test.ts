/** Everything that one person made and did, by HTTP. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { unpackArchive } from '../../../../src/admin/transfer/files/unpack-archive'
import { importReading } from '../../../../src/admin/transfer/import/import-reading'
import { exportPerson } from '../../../../src/admin/transfer/own/export-person'
import { personContents } from '../../../../src/cli/transfer/kinds/archive-contents'
import { books } from '../../../../src/catalog/books/schema'
import { exportJobs } from '../../../../src/reading/exports/jobs'
import { compileExportSchema } from '../../../support/export-schema'
import { seedBook, type SeededLibrary, seedLibrary, seedSeries } from '../../../support/seed'
import { startTestServer, type TestServer } from '../../../support/server'
import { getUploadedCoversFolder } from '../../../support/stored-files'
import { waitUntil } from '../../../support/wait-until'

let server: TestServer
let library: SeededLibrary
beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  library = await seedLibrary(server, { path: '/secret-folder' })
  const write: Parameters<typeof exportJobs>[1] = (archive) =>
    exportPerson(server.ctx, { ...personContents, ...archive })
  server.engine.register(exportJobs(server.ctx, write))
  await server.engine.start()
})
afterAll(() => server.close())

let count = 0
let as: string
beforeEach(async () => {
  as = `zoe${++count}`
  await server.addUser(as, 'reader')
})

const path = '/user/exports/series'
const order = { format: 'zip', exportType: 'everything' }

const call = (method: string, url: string, body?: object, who = as) =>
  server.call(method, url, { as: who, ...(body && { body }) })

async function send(method: string, url: string, body?: object, who = as) {
  const answer = await call(method, url, body, who)
  expect([method, url, answer.status < 300, answer.body]).toEqual([method, url, true, answer.body])
  return answer.body
}

/** Returns the folder of the unpacked archive. */
async function exportOwn(who = as): Promise<string> {
  const { id } = await send('POST', path, order, who)
  const find = async () => (await call('GET', `${path}/${id}`, undefined, who)).body
  await waitUntil(async () => ['completed', 'failed'].includes((await find()).status))
  expect(await find()).toMatchObject({ status: 'completed', error: null })
  const file = await server.fetch(`/api/v1${path}/${id}/download`, { as: who })
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(file.headers.get('content-disposition')).toMatch(/quire-everything-.*\.zip"/)
  const folder = mkdtempSync(join(tmpdir(), 'own-export-'))
  writeFileSync(join(folder, 'own.zip'), await file.bytes())
  const unpacked = join(folder, 'unpacked')
  await unpackArchive(join(folder, 'own.zip'), unpacked)
  return unpacked
}

function readLines(folder: string, name: string) {
  if (!readdirSync(folder).includes(`${name}.jsonl`)) return []
  const text = readFileSync(join(folder, `${name}.jsonl`), 'utf8').trimEnd()
  return text.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
}

const readAll = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

const locator = {
  href: 'one.xhtml',
  type: 'text/html',
  locations: { totalProgression: 0.5 },
  text: { highlight: 'my passage' },
}

async function seedShelf(title = 'Night') {
  const row = await seedSeries(server, library, { title: `${title} series` })
  const book = await seedBook(server, row, { title: `${title} book`, pageCount: 20 })
  const text = await seedBook(server, row, { title: `${title} text`, format: 'epub' })
  return { seriesId: row.id, bookId: book.id, textId: text.id }
}

async function readShelf({ seriesId, bookId, textId }: Awaited<ReturnType<typeof seedShelf>>) {
  await send('PUT', `/books/${bookId}/progress`, { currentPage: 20, completed: true })
  await send('PUT', `/books/${bookId}/progress`, { currentPage: 5, device: 'Tablet' })
  await send('POST', `/books/${textId}/highlights`, { locator, color: 'green', note: 'my note' })
  await send('POST', `/books/${bookId}/bookmarks`, { page: 3, note: 'my bookmark' })
  await send('PATCH', `/series/${seriesId}/user-data`, { rating: 73, note: 'my opinion' })
  await send('POST', '/want-to-read', { bookId })
  const list = await send('POST', '/readlists', { name: 'My order', ordered: true })
  await send('POST', `/readlists/${list.id}/books`, { bookIds: [bookId] })
  await send('PUT', '/preferences?scope=user', { preferences: { 'reader.fit': 'width' } })
  await send('POST', '/api-keys', { name: 'My script', permissions: ['progress:read'] })
}

test('has what the person read, made and set, and fits the schema', async () => {
  const shelf = await seedShelf()
  await readShelf(shelf)
  const folder = await exportOwn()
  const validate = compileExportSchema(
    JSON.parse(readFileSync(join(folder, 'export.schema.json'), 'utf8')) as object,
  )
  const header = JSON.parse(readFileSync(join(folder, 'export.json'), 'utf8')) as object
  expect(validate('export', header)).toEqual([])
  expect(header).toMatchObject({ quireExport: 1, content: 'person', lines: { users: 1, books: 2 } })
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
    const name = file.replace('.jsonl', '')
    for (const line of readLines(folder, name))
      expect([name, validate(name, line)]).toEqual([name, []])
  }
  const { bookId, textId, seriesId } = shelf
  expect(readLines(folder, 'users')).toMatchObject([{ id: server.getUserId(as), name: as }])
  expect(readLines(folder, 'books')).toMatchObject([
    { id: bookId, title: 'Night book', series: seriesId, path: null },
    { id: textId, title: 'Night text', series: seriesId, path: null },
  ])
  expect(readLines(folder, 'series')).toMatchObject([{ id: seriesId, title: 'Night series' }])
  expect(readLines(folder, 'progress')).toMatchObject([{ book: bookId, page: 5, completed: true }])
  expect(readLines(folder, 'completions')).toMatchObject([{ book: bookId, pass: 1 }])
  expect(readLines(folder, 'events').length).toBeGreaterThan(1)
  expect(readLines(folder, 'highlights')).toMatchObject([{ book: textId, note: 'my note' }])
  expect(readLines(folder, 'bookmarks')).toMatchObject([{ book: bookId, note: 'my bookmark' }])
  expect(readLines(folder, 'ratings')).toMatchObject([{ series: seriesId, rating: 73 }])
  expect(readLines(folder, 'want_to_read')).toMatchObject([{ book: bookId }])
  expect(readLines(folder, 'read_lists')).toMatchObject([
    { name: 'My order', items: [{ item: bookId }], people: [], groups: [] },
  ])
  expect(readLines(folder, 'preferences')).toMatchObject([{ key: 'reader.fit', value: 'width' }])
  expect(readLines(folder, 'api_keys')).toMatchObject([{ name: 'My script' }])
  expect(readAll(folder)).not.toMatch(/secretHash": *"|passwordHash": *"|secret-folder/)
})

async function uploadPicture(who: string, color: string) {
  const image = sharp({ create: { width: 40, height: 40, channels: 3, background: color } })
  const body = new FormData()
  body.set('file', new File([new Uint8Array(await image.png().toBuffer())], 'me.png'))
  const answer = await server.fetch('/api/v1/user/picture', { method: 'POST', as: who, body })
  expect(answer.status).toBe(204)
}

test('has the picture of the person, and no other', async () => {
  await uploadPicture('ada', '#00ff00')
  await uploadPicture(as, '#ff0000')
  const folder = await exportOwn()
  const { pictureVersion } = (await call('GET', '/auth/me')).body
  const fileName = `${pictureVersion}.png`
  expect(readLines(folder, 'covers')).toMatchObject([{ user: server.getUserId(as), fileName }])
  const file = readFileSync(join(folder, 'covers', fileName))
  expect((await sharp(file).stats()).dominant.r).toBeGreaterThan(200)
  expect(readdirSync(join(folder, 'covers'))).toEqual([fileName])
})

test('is there even if the file of a cover is lost', async () => {
  await uploadPicture(as, '#ff0000')
  const { pictureVersion } = (await call('GET', '/auth/me')).body
  rmSync(join(getUploadedCoversFolder(server.ctx.config), `${pictureVersion}.png`))
  const folder = await exportOwn()
  expect(readLines(folder, 'covers')).toHaveLength(1)
  expect(JSON.parse(readFileSync(join(folder, 'export.json'), 'utf8'))).toMatchObject({ covers: 0 })
})

test('has nothing of other people', async () => {
  const shelf = await seedShelf('Shared')
  await readShelf(shelf)
  const other = as
  as = `zoe${++count}`
  await server.addUser(as, 'reader', ['lists:publish'])
  await send('PUT', `/books/${shelf.bookId}/progress`, { currentPage: 2 })
  const sharedWith = [{ username: other, canEdit: true }]
  await send('POST', '/readlists', { name: 'Ours', sharing: 'people', sharedWith })
  const text = readAll(await exportOwn())
  expect(text).toContain('"Ours"')
  expect(text).not.toContain(server.getUserId(other))
  expect(text).not.toMatch(new RegExp(`\\b${other}\\b`))
  expect(text).not.toMatch(/My order|my note|my bookmark|my opinion|My script/)
})

test('has the picture of the person, and not that of others', async () => {
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  for (const who of [as, 'ann']) {
    const body = new FormData()
    body.set('file', new File([new Uint8Array(image)], 'me.png'))
    const request = { method: 'POST', as: who, body }
    expect((await server.fetch('/api/v1/user/picture', request)).status).toBe(204)
  }
  const folder = await exportOwn()
  const lines = readLines(folder, 'covers')
  expect(lines).toMatchObject([{ user: server.getUserId(as) }])
  expect(readdirSync(join(folder, 'covers'))).toEqual([String(lines[0]!['fileName'])])
})

async function hideFromReaders(seriesId: string) {
  const limits = { libraryIds: null, ageLimit: 12, hidesUnrated: false }
  const url = `/users/${server.getUserId(as)}/restrictions`
  await send('PATCH', url, { ...limits, deniedTagIds: [], allowedTagIds: [] }, 'ada')
  await send('PATCH', `/series/${seriesId}/metadata`, { ageRating: 18 }, 'ada')
}

test('has of a book that was hidden only what the person made', async () => {
  const shelf = await seedShelf('Hidden')
  await readShelf(shelf)
  await hideFromReaders(shelf.seriesId)
  const folder = await exportOwn()
  const hidden = { title: '', series: null, path: null, contentHash: null }
  expect(readLines(folder, 'books')).toEqual([
    { id: shelf.bookId, ...hidden, identity: `id:${shelf.bookId}` },
    { id: shelf.textId, ...hidden, identity: `id:${shelf.textId}` },
  ])
  expect(readLines(folder, 'series')).toEqual([{ id: shelf.seriesId, title: '' }])
  expect(readLines(folder, 'highlights')).toMatchObject([{ note: 'my note' }])
  expect(readAll(folder)).not.toContain('Hidden')
})

test('is not sent after something was hidden', async () => {
  const shelf = await seedShelf('Later')
  await readShelf(shelf)
  const { id } = await send('POST', path, order)
  const find = async () => (await call('GET', `${path}/${id}`)).body
  await waitUntil(async () => (await find()).status === 'completed')
  await hideFromReaders(shelf.seriesId)
  const answer = await server.fetch(`/api/v1${path}/${id}/download`, { as })
  expect(answer.status).toBe(409)
})

const setHash = ({ ctx }: TestServer, id: string) =>
  ctx.write((tx) => tx.update(books).set({ contentHash: 'same file' }).where(eq(books.id, id)))

test('what was read is there again after an import into another installation', async () => {
  const shelf = await seedShelf('Moved')
  await setHash(server, shelf.bookId)
  await readShelf(shelf)
  const folder = await exportOwn()
  const other = await startTestServer()
  try {
    await other.addUser(as, 'reader')
    const row = await seedSeries(other, await seedLibrary(other), { title: 'Moved series' })
    const { id } = await seedBook(other, row, { title: 'Moved book', pageCount: 20 })
    await setHash(other, id)
    const users = new Map<string, string>()
    const report = await importReading(other.ctx, { folder, users, applies: true })
    expect(report).toMatchObject({ books: 1, lists: 1, waiting: ['Moved text'] })
    const progress = await other.call('GET', `/books/${id}/progress`, { as })
    expect(progress.body).toMatchObject({ currentPage: 5, completed: true })
    const lists = await other.call('GET', '/readlists', { as })
    expect(JSON.stringify(lists.body)).toContain('My order')
  } finally {
    await other.close()
  }
})

test.each([
  { body: { format: 'zip', exportType: 'books' } },
  { body: { format: 'zip' } },
  { body: { format: 'json', exportType: 'everything' } },
])('refuses %p', async ({ body }) => {
  expect((await call('POST', path, body)).status).toBe(400)
})

test('requires a session', async () => {
  const key = await send('POST', '/api-keys', { name: 'Reads', permissions: ['progress:write'] })
  const answer = await server.call('POST', path, { as: key.key, body: order })
  expect(answer.status).toBe(403)
})
