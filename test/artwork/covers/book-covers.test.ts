/** The cover of a book: an uploaded image, a page, or the default from its file. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import {
  suggestBookCover,
  withdrawBookCover,
} from '../../../src/artwork/covers/suggested/suggest-book-cover'
import { readBook } from '../../../src/media/reader/reader'
import { type TestServer, startTestServer } from '../../support/server'
import { makeZip } from '../../support/make/zip'
import { makeFolder, writeTree } from '../../support/make/tree'
import {
  seedBook,
  seedLibrary,
  type SeededLibrary,
  type SeededSeries,
  seedSeries,
} from '../../support/seed'
import { waitUntil } from '../../support/wait-until'

let server: TestServer
let library: SeededLibrary
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = makeFolder()
  library = await seedLibrary(server, { path: folder })
})
afterAll(() => server.close())

const timeoutMs = 60_000
const as = 'max'

async function makeColour(colour: string) {
  const create = { width: 60, height: 90, channels: 3, background: colour } as const
  return new Uint8Array(await sharp({ create }).png().toBuffer())
}

/** Adds a book with three pages, which are red, green and blue. */
async function addBook(series?: SeededSeries) {
  const name = `${Bun.randomUUIDv7()}.cbz`
  const pages = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map(makeColour))
  const entries = pages.map((data, place) => ({ name: `${place + 1}.png`, data }))
  writeTree(folder, { [name]: makeZip(entries) })
  const contents = await readBook(`${folder}/${name}`)
  const { mtimeMs, size } = await Bun.file(`${folder}/${name}`).stat()
  return seedBook(server, series ?? (await seedSeries(server, library)), {
    relativePath: name,
    format: contents.format,
    pageCount: contents.pageCount,
    size,
    modifiedAtMs: mtimeMs,
    contents: { pages: contents.pages, cover: contents.cover },
  })
}

async function upload(id: string, colour: string, who = as) {
  const body = new FormData()
  body.set('file', new File([await makeColour(colour)], 'cover.png'))
  const response = await server.fetch(`/api/v1/books/${id}/cover`, {
    method: 'POST',
    as: who,
    body,
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** Returns the color in the middle of the displayed image. */
async function readColour(path: string): Promise<string> {
  const response = await server.fetch(`/api/v1${path}`, { as: 'ann' })
  expect(response.status).toBe(200)
  const { data, info } = await sharp(await response.bytes())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3
  const [red = 0, green = 0, blue = 0] = data.subarray(middle, middle + 3)
  const strong = { red, green, blue }
  return Object.entries(strong)
    .filter(([, value]) => value > 128)
    .map(([name]) => name)
    .join('+')
}
const readShownColour = (id: string) => readColour(`/books/${id}/thumbnail`)
const isLocked = async (id: string) =>
  (await server.call('GET', `/books/${id}/metadata/locks`, { as })).body.coverLock
const choosePage = (id: string, page: number, who = as) =>
  server.call('POST', `/books/${id}/cover/page`, { as: who, body: { page } })

test(
  'a page becomes the cover of its book, and the default can be restored',
  async () => {
    const { id } = await addBook()
    const { status, body } = await choosePage(id, 2)
    expect([status, body.source, body.isSelected]).toEqual([200, 'page:2', true])
    expect([await readShownColour(id), await isLocked(id)]).toEqual(['green', true])

    expect((await server.call('DELETE', `/books/${id}/covers/selected`, { as })).status).toBe(204)
    const { covers } = (await server.call('GET', `/books/${id}/covers`, { as: 'ann' })).body
    expect(covers).toMatchObject([{ id: body.id, isSelected: false }])
    expect(await isLocked(id)).toBe(false)
    expect(await readShownColour(id)).toBe('red')

    const again = await server.call('PUT', `/books/${id}/covers/${body.id}/select`, { as })
    expect([again.status, await readShownColour(id)]).toEqual([200, 'green'])
    await choosePage(id, 3)
    expect(await readShownColour(id)).toBe('blue')
    const left = (await server.call('GET', `/books/${id}/covers`, { as })).body.covers
    expect(left).toMatchObject([{ source: 'page:3' }])
  },
  timeoutMs,
)

test(
  'concurrent page choices leave one cover, and it is shown',
  async () => {
    const { id } = await addBook()
    const answers = await Promise.all([1, 2, 3, 2, 1].map((page) => choosePage(id, page)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { covers } = (await server.call('GET', `/books/${id}/covers`, { as })).body
    expect(covers).toHaveLength(1)
    expect(covers).toMatchObject([{ isSelected: true }])
    expect(await isLocked(id)).toBe(true)
    const image = await server.fetch(`/api/v1/books/${id}/covers/${covers[0].id}/image`, { as })
    expect(image.status).toBe(200)
  },
  timeoutMs,
)

test(
  'an uploaded image is the cover of a book until it is deleted',
  async () => {
    const { id } = await addBook()
    const { status, body } = await upload(id, '#ffff00')
    expect([status, body['source'], await readShownColour(id)]).toEqual([
      200,
      'custom',
      'red+green',
    ])
    expect(await readColour(`/books/${id}/covers/${String(body['id'])}/image`)).toBe('red+green')
    const folderOfUploads = join(server.ctx.config.data_dir, 'uploads', 'covers')
    const listFiles = () =>
      readdirSync(folderOfUploads).filter((name) => name.includes(`${body['id']}`))
    expect(listFiles()).toHaveLength(1)
    const path = `/books/${id}/covers/${String(body['id'])}`
    expect((await server.call('DELETE', path, { as })).status).toBe(204)
    expect([listFiles(), await readShownColour(id)]).toEqual([[], 'red'])
    expect((await server.call('DELETE', path, { as })).status).toBe(404)
  },
  timeoutMs,
)

test(
  'the cover of a book also appears on its series, and an event is published for both',
  async () => {
    const series = await seedSeries(server, library)
    const { id } = await addBook(series)
    await choosePage(id, 3)
    expect(await readColour(`/series/${series.id}/thumbnail`)).toBe('blue')
    const isPublished = (entityType: string, entityId: string) =>
      server.events.some((event) =>
        Bun.deepMatch({ type: 'cover_updated', entityType, entityId }, event),
      )
    await waitUntil(async () => isPublished('series', series.id) && isPublished('book', id))
  },
  timeoutMs,
)

test(
  'a page of one of its books becomes the cover of a series',
  async () => {
    const series = await seedSeries(server, library)
    const { id: bookId } = await addBook(series)
    const other = await addBook()
    const path = `/series/${series.id}/cover/page`
    const { status, body } = await server.call('POST', path, { as, body: { bookId, page: 2 } })
    expect([status, body.source]).toEqual([200, 'custom'])
    expect(await readColour(`/series/${series.id}/thumbnail`)).toBe('green')
    // The book's own cover is created on the first request.
    await waitUntil(async () => (await readShownColour(bookId)) === 'red')
    const elsewhere = await server.call('POST', path, { as, body: { bookId: other.id, page: 1 } })
    expect(elsewhere.status).toBe(404)
  },
  timeoutMs,
)

test(
  'choosing a cover does not invalidate the ETag of the metadata',
  async () => {
    const series = await seedSeries(server, library)
    const { id } = await addBook(series)
    const getEtag = async (path: string) =>
      (await server.call('GET', path, { as })).headers.get('etag')!
    const ofBook = `/books/${id}/metadata`
    const ofSeries = `/series/${series.id}/metadata`
    const [bookTag, seriesTag] = [await getEtag(ofBook), await getEtag(ofSeries)]
    await choosePage(id, 2)
    const body = { bookId: id, page: 2 }
    await server.call('POST', `/series/${series.id}/cover/page`, { as, body })
    expect([await getEtag(ofBook), await getEtag(ofSeries)]).toEqual([bookTag, seriesTag])
  },
  timeoutMs,
)

test('missing pages, invalid images and requests by readers are rejected', async () => {
  const { id } = await addBook()
  expect((await choosePage(id, 4)).status).toBe(404)
  expect((await choosePage(id, 0)).status).toBe(400)
  expect((await choosePage(id, 1, 'ann')).status).toBe(403)
  expect((await upload(id, '#111111', 'ann')).status).toBe(403)
  const body = new FormData()
  body.set('file', new File(['no picture'], 'cover.png'))
  const wrong = await server.fetch(`/api/v1/books/${id}/cover`, { method: 'POST', as, body })
  expect(wrong.status).toBe(415)
  const other = await addBook()
  const { body: theirs } = await choosePage(other.id, 1)
  const path = `/books/${id}/covers/${theirs.id}`
  expect((await server.call('PUT', `${path}/select`, { as })).status).toBe(404)
  expect((await server.call('DELETE', path, { as })).status).toBe(404)
})

test('a page becomes a cover only for users who may read pages', async () => {
  const series = await seedSeries(server, library)
  const { id } = await addBook(series)
  const createKey = async (...permissions: string[]) => {
    const body = { name: 'app', permissions: ['books:read', 'series:read', ...permissions] }
    return String((await server.call('POST', '/api-keys', { as: 'ada', body })).body.key)
  }
  const blind = { 'x-api-key': await createKey('books:write', 'series:write') }
  const seeing = { 'x-api-key': await createKey('books:write', 'series:write', 'pages:read') }
  for (const [path, body] of [
    [`/books/${id}/cover/page`, { page: 1 }],
    [`/series/${series.id}/cover/page`, { bookId: id, page: 1 }],
  ] as const) {
    expect((await server.call('POST', path, { headers: blind, body })).status).toBe(403)
    expect((await server.call('POST', path, { headers: seeing, body })).status).toBe(200)
  }
})

test('withdrawing the picture of a provider shows what was shown before', async () => {
  const { id } = await addBook()
  const suggest = async (plugin: string, color: string) =>
    suggestBookCover(server.ctx, id, plugin, { file: new Blob([await makeColour(color)]) })
  const listSources = async () => {
    const { body } = await server.call('GET', `/books/${id}/covers`, { as })
    return body.covers.map((one: { source: string; isSelected: boolean }) => [
      one.source,
      one.isSelected,
    ])
  }
  const first = await suggest('one', '#112233')
  const second = await suggest('two', '#445566')
  expect(await listSources()).toEqual([
    ['plugin:one', false],
    ['plugin:two', true],
  ])
  await withdrawBookCover(server.ctx, id, second.coverId)
  expect(await listSources()).toEqual([['plugin:one', true]])
  await withdrawBookCover(server.ctx, id, first.coverId)
  expect(await listSources()).toEqual([])
})
