/** Which picture stands for a book: a person's own, a page, or again what its file offers. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
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

const patience = 60_000
const as = 'max'

async function picture(colour: string) {
  const create = { width: 60, height: 90, channels: 3, background: colour } as const
  return new Uint8Array(await sharp({ create }).png().toBuffer())
}

/** A book of three pages: red, green, blue. */
async function newBook(series?: SeededSeries) {
  const name = `${Bun.randomUUIDv7()}.cbz`
  const pages = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map(picture))
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
  body.set('file', new File([await picture(colour)], 'cover.png'))
  const response = await server.fetch(`/api/v1/books/${id}/cover`, {
    method: 'POST',
    as: who,
    body,
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** The colour in the middle of what is shown. */
async function colourOf(path: string): Promise<string> {
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
const shown = (id: string) => colourOf(`/books/${id}/thumbnail`)
const locked = async (id: string) =>
  (await server.call('GET', `/books/${id}/metadata/locks`, { as })).body.coverLock
const usePage = (id: string, page: number, who = as) =>
  server.call('POST', `/books/${id}/cover/page`, { as: who, body: { page } })

test(
  'a page of a book becomes its cover, and the file’s own comes back',
  async () => {
    const { id } = await newBook()
    const { status, body } = await usePage(id, 2)
    expect([status, body.source, body.isSelected]).toEqual([200, 'page:2', true])
    expect([await shown(id), await locked(id)]).toEqual(['green', true])

    expect((await server.call('DELETE', `/books/${id}/covers/selected`, { as })).status).toBe(204)
    const { covers } = (await server.call('GET', `/books/${id}/covers`, { as: 'ann' })).body
    expect(covers).toMatchObject([{ id: body.id, isSelected: false }])
    expect(await locked(id)).toBe(false)
    expect(await shown(id)).toBe('red')

    const again = await server.call('PUT', `/books/${id}/covers/${body.id}/select`, { as })
    expect([again.status, await shown(id)]).toEqual([200, 'green'])
    await usePage(id, 3)
    expect(await shown(id)).toBe('blue')
    const left = (await server.call('GET', `/books/${id}/covers`, { as })).body.covers
    expect(left).toMatchObject([{ source: 'page:3' }])
  },
  patience,
)

test(
  'pages that are chosen at the same moment leave one cover, and it is shown',
  async () => {
    const { id } = await newBook()
    const answers = await Promise.all([1, 2, 3, 2, 1].map((page) => usePage(id, page)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { covers } = (await server.call('GET', `/books/${id}/covers`, { as })).body
    expect(covers).toHaveLength(1)
    expect(covers).toMatchObject([{ isSelected: true }])
    expect(await locked(id)).toBe(true)
    const image = await server.fetch(`/api/v1/books/${id}/covers/${covers[0].id}/image`, { as })
    expect(image.status).toBe(200)
  },
  patience,
)

test(
  'a picture of a person’s own stands for a book until it is deleted',
  async () => {
    const { id } = await newBook()
    const { status, body } = await upload(id, '#ffff00')
    expect([status, body['source'], await shown(id)]).toEqual([200, 'custom', 'red+green'])
    expect(await colourOf(`/books/${id}/covers/${String(body['id'])}/image`)).toBe('red+green')
    const folderOfUploads = join(server.ctx.config.data_dir, 'uploads', 'covers')
    const files = () =>
      readdirSync(folderOfUploads).filter((name) => name.includes(`${body['id']}`))
    expect(files()).toHaveLength(1)
    const path = `/books/${id}/covers/${String(body['id'])}`
    expect((await server.call('DELETE', path, { as })).status).toBe(204)
    expect([files(), await shown(id)]).toEqual([[], 'red'])
    expect((await server.call('DELETE', path, { as })).status).toBe(404)
  },
  patience,
)

test(
  'the cover of a book shows its series, too, and those who watch are told of both',
  async () => {
    const series = await seedSeries(server, library)
    const { id } = await newBook(series)
    await usePage(id, 3)
    expect(await colourOf(`/series/${series.id}/thumbnail`)).toBe('blue')
    const isTold = (entityType: string, entityId: string) =>
      server.events.some((event) =>
        Bun.deepMatch({ type: 'cover_updated', entityType, entityId }, event),
      )
    await waitUntil(async () => isTold('series', series.id) && isTold('book', id))
  },
  patience,
)

test(
  'a page of one of its books becomes the cover of a series',
  async () => {
    const series = await seedSeries(server, library)
    const { id: bookId } = await newBook(series)
    const other = await newBook()
    const path = `/series/${series.id}/cover/page`
    const { status, body } = await server.call('POST', path, { as, body: { bookId, page: 2 } })
    expect([status, body.source]).toEqual([200, 'custom'])
    expect(await colourOf(`/series/${series.id}/thumbnail`)).toBe('green')
    // That of the book itself is made when somebody first looks for it.
    await waitUntil(async () => (await shown(bookId)) === 'red')
    const elsewhere = await server.call('POST', path, { as, body: { bookId: other.id, page: 1 } })
    expect(elsewhere.status).toBe(404)
  },
  patience,
)

test(
  'a cover that is chosen while somebody edits does not make the edit one of an old version',
  async () => {
    const series = await seedSeries(server, library)
    const { id } = await newBook(series)
    const tagOf = async (path: string) =>
      (await server.call('GET', path, { as })).headers.get('etag')!
    const ofBook = `/books/${id}/metadata`
    const ofSeries = `/series/${series.id}/metadata`
    const [bookTag, seriesTag] = [await tagOf(ofBook), await tagOf(ofSeries)]
    await usePage(id, 2)
    const body = { bookId: id, page: 2 }
    await server.call('POST', `/series/${series.id}/cover/page`, { as, body })
    expect([await tagOf(ofBook), await tagOf(ofSeries)]).toEqual([bookTag, seriesTag])
  },
  patience,
)

test('pages that are not there, pictures that are none, and readers are refused', async () => {
  const { id } = await newBook()
  expect((await usePage(id, 4)).status).toBe(404)
  expect((await usePage(id, 0)).status).toBe(400)
  expect((await usePage(id, 1, 'ann')).status).toBe(403)
  expect((await upload(id, '#111111', 'ann')).status).toBe(403)
  const body = new FormData()
  body.set('file', new File(['no picture'], 'cover.png'))
  const wrong = await server.fetch(`/api/v1/books/${id}/cover`, { method: 'POST', as, body })
  expect(wrong.status).toBe(415)
  const other = await newBook()
  const { body: theirs } = await usePage(other.id, 1)
  const path = `/books/${id}/covers/${theirs.id}`
  expect((await server.call('PUT', `${path}/select`, { as })).status).toBe(404)
  expect((await server.call('DELETE', path, { as })).status).toBe(404)
})

test('a page becomes a cover only for who may read pages, too', async () => {
  const series = await seedSeries(server, library)
  const { id } = await newBook(series)
  const keyWith = async (...permissions: string[]) => {
    const body = { name: 'app', permissions: ['books:read', 'series:read', ...permissions] }
    return String((await server.call('POST', '/api-keys', { as: 'ada', body })).body.key)
  }
  const blind = { 'x-api-key': await keyWith('books:write', 'series:write') }
  const seeing = { 'x-api-key': await keyWith('books:write', 'series:write', 'pages:read') }
  for (const [path, body] of [
    [`/books/${id}/cover/page`, { page: 1 }],
    [`/series/${series.id}/cover/page`, { bookId: id, page: 1 }],
  ] as const) {
    expect((await server.call('POST', path, { headers: blind, body })).status).toBe(403)
    expect((await server.call('POST', path, { headers: seeing, body })).status).toBe(200)
  }
})
