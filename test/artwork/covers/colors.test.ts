/** The colour of the cover that is shown, in the answers about books and series. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import sharp from 'sharp'
import { readBook } from '../../../src/media/reader/reader'
import { createLibraryThumbnails } from '../../../src/artwork/thumbnails/service'
import { type TestServer, startTestServer } from '../../support/server'
import { makeCbz } from '../../support/make/cbz'
import { makeFolder, writeTree } from '../../support/make/tree'
import { seedBook, seedLibrary, type SeededLibrary, seedSeries } from '../../support/seed'

let server: TestServer
let folder: string
let library: SeededLibrary
beforeAll(async () => {
  server = await startTestServer()
  folder = makeFolder()
  library = await seedLibrary(server, { path: folder })
})
afterAll(() => server.close())

async function picture(background: string) {
  const create = { width: 60, height: 90, channels: 3, background } as const
  return new Uint8Array(await sharp({ create }).png().toBuffer())
}

/** A series of two books, whose covers have these colours. */
async function addSeries(colors: string[]) {
  const series = await seedSeries(server, library, { title: Bun.randomUUIDv7() })
  const ids: string[] = []
  for (const [i, color] of colors.entries()) {
    const name = `${series.id}-${i}.cbz`
    writeTree(folder, {
      [name]: await makeCbz({ pages: [{ name: '1.png', data: await picture(color) }] }),
    })
    const { pages, cover } = await readBook(`${folder}/${name}`)
    const values = { relativePath: name, format: 'cbz', pageCount: 1, sortKey: `${i}` } as const
    ids.push((await seedBook(server, series, { ...values, contents: { pages, cover } })).id)
  }
  return { path: `/series/${series.id}`, ids }
}

const make = () =>
  createLibraryThumbnails(server.ctx, { libraryId: library.id }, new AbortController().signal)
const get = async (path: string) => (await server.call('GET', path, { as: 'ann' })).body
const colorOf = async (path: string) => (await get(path)).coverColor
const colorsOfBooks = async (path: string) =>
  (await get(`${path}/books`)).data.map((book: { coverColor: string | null }) => book.coverColor)
/** Within what WebP and rounding change. */
const isNear = (color: string, wanted: string) =>
  [1, 3, 5].every((at) => {
    const part = (text: string) => Number.parseInt(text.slice(at, at + 2), 16)
    return Math.abs(part(color) - part(wanted)) < 10
  })

test('there is none until the thumbnail is made, then it is that of the cover', async () => {
  const { path } = await addSeries(['#a02040', '#2040a0'])
  expect([await colorOf(path), await colorsOfBooks(path)]).toEqual([null, [null, null]])
  await make()
  expect(isNear((await colorsOfBooks(path))[1], '#2040a0')).toBe(true)
  expect(isNear(await colorOf(path), '#a02040')).toBe(true)
})

test('lists of series and books have it, too', async () => {
  const { path, ids } = await addSeries(['#208040'])
  await make()
  const { data: all } = await get('/series?pageSize=500')
  const listed = all.find(({ id }: { id: string }) => path.endsWith(id))
  expect(isNear(listed.coverColor, '#208040')).toBe(true)
  const { data: books } = await get(`${path}/books`)
  expect(books).toMatchObject([{ id: ids[0], coverColor: listed.coverColor }])
})

test('a series has the colour of what was chosen to show it', async () => {
  const { path, ids } = await addSeries(['#a02040', '#2040a0'])
  await make()
  const choose = (source: string) =>
    server.call('PATCH', `${path}/cover/source`, { as: 'max', body: { source } })
  expect((await choose(`book:${ids[1]}`)).status).toBe(200)
  expect(isNear(await colorOf(path), '#2040a0')).toBe(true)

  const body = new FormData()
  body.set('file', new File([await picture('#d0a020')], 'cover.png'))
  const upload = await server.fetch(`/api/v1${path}/cover`, { method: 'POST', as: 'max', body })
  expect(upload.status).toBe(200)
  expect(isNear(await colorOf(path), '#d0a020')).toBe(true)

  expect((await choose('first_book')).status).toBe(200)
  expect(isNear(await colorOf(path), '#a02040')).toBe(true)
})
