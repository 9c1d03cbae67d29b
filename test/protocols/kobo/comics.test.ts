/** Comics as Kobo devices receive them, checked with a third-party ZIP reader and XML parser. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { XmlDocument } from 'libxml2-wasm'
import sharp from 'sharp'
import { readPublication } from '../../../src/media/reader/decoder-archives'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { makeCbz } from '../../support/make/cbz'
import { makePdf } from '../../support/make/pdf'
import { makePicture } from '../../support/make/pictures'
import { makeZip } from '../../support/make/zip'
import { openShelf, type Shelf } from '../../reading/pages/shelf'
import { unpack } from './unpack'

let shelf: Shelf
let path: string

beforeAll(async () => {
  shelf = await openShelf()
  const body = { name: 'Libra', libraryIds: null }
  const device = await shelf.server.call('POST', '/kobo-devices', { as: 'ann', body })
  path = device.body.path
})
afterAll(async () => {
  await shelf.close()
  closeDecoder()
})

const get = (id: string, init: RequestInit = {}) =>
  fetch(new URL(`${path}/v1/books/${id}/file/comic`, shelf.url), init)

test('a comic is a fixed-layout EPUB of its pages, in their order and direction', async () => {
  const pages = [
    await makePicture({ seed: 1, width: 300, height: 400 }),
    await makePicture({ seed: 2, width: 3000, height: 4000 }),
    await makePicture({ seed: 3, width: 400, height: 300, format: 'png' }),
  ]
  const names = ['1.jpg', '2.jpg', '3.png']
  const cbz = makeZip(pages.map((data, index) => ({ name: names[index]!, data })))
  const { id } = await shelf.add('Tom & "Jerry".cbz', cbz, { title: 'Tom & "Jerry" <1>' })
  const epub = await unpack(await get(id))
  expect(epub.names).toEqual([
    'mimetype',
    'META-INF/container.xml',
    'OEBPS/content.opf',
    'OEBPS/nav.xhtml',
    ...[1, 2, 3].flatMap((page) => [`OEBPS/page-000${page}.xhtml`, `OEBPS/page-000${page}.jpg`]),
  ])
  expect(await epub.readText('mimetype')).toBe('application/epub+zip')
  for (const name of epub.names.filter((one) => /\.(xml|opf|xhtml)$/.test(one))) {
    XmlDocument.fromString(await epub.readText(name)).dispose()
  }
  const sizes = await Promise.all(
    [1, 2, 3].map(async (page) =>
      sharp(await epub.readBytes(`OEBPS/page-000${page}.jpg`)).metadata(),
    ),
  )
  expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
    ['jpeg', 300, 400],
    ['jpeg', 1440, 1920],
    ['jpeg', 400, 300],
  ])
  expect(await epub.readText('OEBPS/page-0002.xhtml')).toContain('width=1440, height=1920')
  const file = `${shelf.folder}/result.epub`
  await Bun.write(file, epub.blob)
  const publication = await readPublication(file)
  expect(publication).toMatchObject({ fixedLayout: true, direction: 'ltr' })
  expect(publication.metadata.title).toBe('Tom & "Jerry" <1>')
  expect(publication.spine.map(({ href }) => href)).toEqual(
    [1, 2, 3].map((page) => `OEBPS/page-000${page}.xhtml`),
  )
})

test.each<[string, Record<string, string>, number, number]>([
  ['its platform', { 'x-kobo-platformid': '00000000-0000-0000-0000-000000000384' }, 1260, 1680],
  ['its agent', { 'user-agent': 'Mozilla/5.0 (Kobo Touch 0382/4.38.23171)' }, 758, 1011],
  ['an unknown model', { 'user-agent': 'Mozilla/5.0 (Kobo Touch 0999/9.9)' }, 1440, 1920],
])('pages fit the screen of a device by %s', async (_, headers, width, height) => {
  const page = await makePicture({ seed: 9, width: 3000, height: 4000 })
  const { id } = await shelf.add(`${width}.cbz`, makeZip([{ name: '1.jpg', data: page }]))
  const epub = await unpack(await get(id, { headers }))
  const sent = await sharp(await epub.readBytes('OEBPS/page-0001.jpg')).metadata()
  // Pages are cached in certain sizes. The device receives the next larger one.
  expect(sent.width).toBeWithin(width, width + 64)
  const view = `width=${width}, height=${height}`
  expect(await epub.readText('OEBPS/page-0001.xhtml')).toContain(view)
})

test('a manga is read from right to left', async () => {
  const { id } = await shelf.add('Manga.cbz', await makeCbz({ pages: 2 }))
  const set = await shelf.server.call('PATCH', `/series/${shelf.series.id}/metadata`, {
    as: 'max',
    body: { readingDirection: 'rtl' },
  })
  expect(set.status).toBe(200)
  const epub = await unpack(await get(id))
  expect(await epub.readText('OEBPS/content.opf')).toContain('page-progression-direction="rtl"')
})

test('a PDF and a folder of pictures are sent in the same way', async () => {
  const pdf = await shelf.add('Report.pdf', makePdf({ texts: ['One', 'Two'] }))
  const folder = await shelf.addFolder('Pictures', {
    '1.jpg': await makePicture({ seed: 4 }),
    '2.jpg': await makePicture({ seed: 5 }),
  })
  for (const { id } of [pdf, folder]) {
    const epub = await unpack(await get(id))
    expect(epub.names).toHaveLength(4 + 2 * 2)
    const { format } = await sharp(await epub.readBytes('OEBPS/page-0002.jpg')).metadata()
    expect(format).toBe('jpeg')
  }
})

test('a damaged page leaves the others readable', async () => {
  const cbz = makeZip([
    { name: '1.jpg', data: await makePicture({ seed: 1 }) },
    { name: '2.jpg', data: (await makePicture({ seed: 2 })).subarray(0, 40) },
    { name: '3.jpg', data: await makePicture({ seed: 3 }) },
  ])
  const { id } = await shelf.add('Damaged.cbz', cbz)
  const epub = await unpack(await get(id))
  const last = epub.names.at(-1)!
  expect((await sharp(await epub.readBytes(last)).metadata()).format).toBe('jpeg')
})

test('an unchanged comic is not sent again, and HEAD and missing files cost nothing', async () => {
  const { id } = await shelf.add('Once.cbz', await makeCbz({ pages: 2 }))
  const first = await get(id)
  const etag = first.headers.get('etag')!
  await first.arrayBuffer()
  expect((await get(id, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const head = await get(id, { method: 'HEAD' })
  expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
  expect(head.headers.get('content-disposition')).toContain('.epub')
  await Bun.file(`${shelf.folder}/Once.cbz`).delete()
  expect((await get(id)).status).toBeGreaterThanOrEqual(400)
})

test('devices learn the address of the comic, and not of books without pages', async () => {
  const { id } = await shelf.add('Listed.cbz', await makeCbz({ pages: 2 }))
  const broken = await shelf.add('Broken.cbz', 'no archive', { format: 'cbz', pageCount: 0 })
  const answer = await fetch(new URL(`${path}/v1/library/sync`, shelf.url))
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of any shape
  const items = (await answer.json()) as any[]
  const found = items.find(({ NewEntitlement: one }) => one.BookMetadata.EntitlementId === id)
  expect(found.NewEntitlement.BookMetadata.DownloadUrls).toMatchObject([
    { Format: 'EPUB3FL', Url: `${shelf.url.origin}${path}/v1/books/${id}/file/comic` },
  ])
  expect(JSON.stringify(items)).not.toContain(broken.id)
})

test('the page of a comic goes both ways, and the web moves the device', async () => {
  const { id } = await shelf.add('Long.cbz', await makeCbz({ pages: 40 }))
  const state = new URL(`${path}/v1/library/${id}/state`, shelf.url)
  const location = { Source: 'OEBPS/page-0007.xhtml', Type: 'KoboSpan', Value: 'kobo.1.1' }
  const bookmark = { ProgressPercent: 15, ContentSourceProgressPercent: 0, Location: location }
  const saved = await fetch(state, {
    method: 'PUT',
    body: JSON.stringify({
      ReadingStates: [{ CurrentBookmark: bookmark, StatusInfo: { Status: 'Reading' } }],
    }),
  })
  expect(saved.status).toBe(200)
  const progress = `/books/${id}/progress`
  const { body } = await shelf.server.call('GET', progress, { as: 'ann' })
  expect(body).toMatchObject({ currentPage: 7, completed: false })
  const read = async () => {
    // oxlint-disable-next-line typescript/no-explicit-any -- answers of any shape
    const [found] = (await (await fetch(state)).json()) as any[]
    return found.CurrentBookmark
  }
  expect((await read()).Location).toEqual(location)
  await shelf.server.call('PUT', progress, { as: 'ann', body: { currentPage: 30 } })
  expect(await read()).toMatchObject({
    ProgressPercent: 75,
    Location: { Source: 'OEBPS/page-0030.xhtml' },
  })
})
