/** The dominant color of the displayed cover, in responses about books and series. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { readBook } from '../../../src/media/reader/reader'
import { createLibraryThumbnails } from '../../../src/artwork/thumbnails/service'
import { type TestServer, startTestServer } from '../../support/server'
import { makeCbz } from '../../support/make/cbz'
import { makeFolder, writeTree } from '../../support/make/tree'
import { seedBook, seedLibrary, type SeededLibrary, seedSeries } from '../../support/seed'
import { getThumbnailPath } from '../../support/stored-files'
import { waitUntil } from '../../support/wait-until'

let server: TestServer
let folder: string
let library: SeededLibrary
beforeAll(async () => {
  server = await startTestServer()
  folder = makeFolder()
  library = await seedLibrary(server, { path: folder })
})
afterAll(() => server.close())

async function makeColour(background: string) {
  const create = { width: 60, height: 90, channels: 3, background } as const
  return new Uint8Array(await sharp({ create }).png().toBuffer())
}

/** Adds a series with one book for each cover color. */
async function addSeries(colors: string[]) {
  const series = await seedSeries(server, library, { title: Bun.randomUUIDv7() })
  const ids: string[] = []
  for (const [i, color] of colors.entries()) {
    const name = `${series.id}-${i}.cbz`
    writeTree(folder, {
      [name]: await makeCbz({ pages: [{ name: '1.png', data: await makeColour(color) }] }),
    })
    const { pages, cover } = await readBook(`${folder}/${name}`)
    const values = { relativePath: name, format: 'cbz', pageCount: 1, sortKey: `${i}` } as const
    ids.push((await seedBook(server, series, { ...values, contents: { pages, cover } })).id)
  }
  return { path: `/series/${series.id}`, ids }
}

const createThumbnails = () =>
  createLibraryThumbnails(server.ctx, { libraryId: library.id }, new AbortController().signal)
const getBody = async (path: string) => (await server.call('GET', path, { as: 'ann' })).body
const getColor = async (path: string) => (await getBody(path)).coverColor
const listBookColors = async (path: string) =>
  (await getBody(`${path}/books`)).data.map(
    (book: { coverColor: string | null }) => book.coverColor,
  )
/** Tolerates changes caused by WebP and rounding. */
const isNear = (color: string, expected: string) =>
  [1, 3, 5].every((at) => {
    const parseChannel = (text: string) => Number.parseInt(text.slice(at, at + 2), 16)
    return Math.abs(parseChannel(color) - parseChannel(expected)) < 10
  })

test('is null until the thumbnail is created, then that of the cover', async () => {
  const { path } = await addSeries(['#a02040', '#2040a0'])
  expect([await getColor(path), await listBookColors(path)]).toEqual([null, [null, null]])
  await createThumbnails()
  expect(isNear((await listBookColors(path))[1], '#2040a0')).toBe(true)
  expect(isNear(await getColor(path), '#a02040')).toBe(true)
})

test('is included in lists of series and books', async () => {
  const { path, ids } = await addSeries(['#208040'])
  await createThumbnails()
  const { data: all } = await getBody('/series?pageSize=500')
  const listed = all.find(({ id }: { id: string }) => path.endsWith(id))
  expect(isNear(listed.coverColor, '#208040')).toBe(true)
  const { data: books } = await getBody(`${path}/books`)
  expect(books).toMatchObject([{ id: ids[0], coverColor: listed.coverColor }])
})

test('is that of a cover that is chosen while thumbnails of the library are created', async () => {
  const { path, ids } = await addSeries(['#a02040'])
  // All thumbnails of a batch are stored together, so this slow page delays the first one.
  const create = { width: 3000, height: 4000, channels: 3, background: '#000000' } as const
  const noise = { noise: { type: 'gaussian', mean: 128, sigma: 60 } } as const
  const slow = await sharp({ create: { ...create, ...noise } })
    .jpeg()
    .toBuffer()
  const name = `${Bun.randomUUIDv7()}.cbz`
  writeTree(folder, {
    [name]: await makeCbz({ pages: [{ name: '1.jpg', data: new Uint8Array(slow) }] }),
  })
  const { pages, cover } = await readBook(`${folder}/${name}`)
  const values = { relativePath: name, format: 'cbz', pageCount: 1 } as const
  const other = await seedSeries(server, library, { title: Bun.randomUUIDv7() })
  await seedBook(server, other, { ...values, contents: { pages, cover } })

  const creation = createThumbnails()
  const file = getThumbnailPath(server.ctx.config, ids[0]!)
  await waitUntil(() => existsSync(file))
  const body = new FormData()
  body.set('file', new File([await makeColour('#d0a020')], 'cover.png'))
  const address = `/api/v1/books/${ids[0]}/cover`
  expect((await server.fetch(address, { method: 'POST', as: 'max', body })).status).toBe(200)
  await creation
  expect(isNear(await getColor(path), '#d0a020')).toBe(true)
})

test('of a series is that of the selected cover', async () => {
  const { path, ids } = await addSeries(['#a02040', '#2040a0'])
  await createThumbnails()
  const chooseCover = (source: string) =>
    server.call('PATCH', `${path}/cover/source`, { as: 'max', body: { source } })
  expect((await chooseCover(`book:${ids[1]}`)).status).toBe(200)
  expect(isNear(await getColor(path), '#2040a0')).toBe(true)

  const body = new FormData()
  body.set('file', new File([await makeColour('#d0a020')], 'cover.png'))
  const upload = await server.fetch(`/api/v1${path}/cover`, { method: 'POST', as: 'max', body })
  expect(upload.status).toBe(200)
  expect(isNear(await getColor(path), '#d0a020')).toBe(true)

  expect((await chooseCover('first_book')).status).toBe(200)
  expect(isNear(await getColor(path), '#a02040')).toBe(true)
})
