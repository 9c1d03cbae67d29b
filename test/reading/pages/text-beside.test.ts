/** Text of pages from `.mokuro` files beside comics, found and watched by scans. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bookUpdated } from '../../../src/catalog/books/model'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { makeCbz } from '../../support/make/cbz'
import { makeBalloon, makeMokuro, makeMokuroPage } from '../../support/make/mokuro'
import { makePictures } from '../../support/make/pictures'
import {
  addLibrary,
  listBooks,
  makeFolder,
  scanLibrary,
  type ScanServer,
  startScanServer,
  writeFiles,
} from '../../ingest/scanning/scan-server'

setDefaultTimeout(60_000)

let server: ScanServer
let pictures: Buffer[]

beforeAll(async () => {
  server = await startScanServer()
  pictures = await makePictures(2, { width: 100, height: 150 })
})
afterAll(async () => {
  await server.close()
  closeDecoder()
})

type Files = Record<string, Uint8Array | string | null>

async function createShelf(files: Files, settings = {}) {
  const folder = makeFolder()
  writeFiles(folder, files)
  const libraryId = await addLibrary(server, folder, settings)
  const scan = async () => ({
    ...(await scanLibrary(server, libraryId)),
    books: await listBooks(server, libraryId),
  })
  return { folder, libraryId, scan }
}

/** An image of another content for each volume, so that none is the copy of another. */
const makeVolume = (mark: string) =>
  makeCbz({
    pages: pictures.map((data, index) => ({
      name: `Vol/00${index + 1}.jpg`,
      data: Buffer.concat([data, Buffer.from(mark)]),
    })),
  })

const mokuro = makeMokuro([
  makeMokuroPage('001.jpg', makeBalloon('今日は東', '京へ')),
  makeMokuroPage('002.jpg', makeBalloon('second', 'page')),
])

const get = (path: string, as = 'ann', headers = {}) => server.call('GET', path, { as, headers })
const readText = async (id: string, page: number) => {
  const { status, body } = await get(`/books/${id}/pages/${page}/text`)
  return status === 200 ? body.lines.map(({ text }: { text: string }) => text) : status
}
const hasText = async (id: string) => (await get(`/books/${id}`)).body.hasTextBeside
const search = (id: string, query: string, as = 'ann') =>
  get(`/books/${id}/search?query=${encodeURIComponent(query)}`, as)
const listProblems = async (libraryId: string) =>
  (await get(`/side-files/errors?libraryId=${libraryId}`, 'ada')).body.data

const later = (day: number) => new Date(Date.UTC(2024, 5, day))

test('text beside an archive and a folder of images is read and searched', async () => {
  const { folder, scan } = await createShelf({
    'S/Vol 1.cbz': await makeVolume('1'),
    'S/Vol 1.mokuro': mokuro,
    'S/Vol 2.5/001.jpg': pictures[0]!,
    'S/Vol 2.5/002.jpg': pictures[1]!,
    'S/Vol 2.5.Mokuro': mokuro,
    'S/Vol 3.cbz': await makeVolume('3'),
    'S/Other.mokuro': mokuro,
  })
  const { books, status } = await scan()
  expect(status).toBe('completed')
  expect(books.map(({ relativePath }) => relativePath)).toEqual([
    'S/Vol 1.cbz',
    'S/Vol 2.5',
    'S/Vol 3.cbz',
  ])
  for (const { id } of books.slice(0, 2)) {
    expect(await hasText(id)).toBe(true)
    const { body } = await get(`/books/${id}/pages/1/text`)
    expect(body).toEqual({
      lines: [
        expect.objectContaining({ text: '今日は東', flow: 'vertical', x: 0.75, y: 0.1 }),
        expect.objectContaining({ text: '京へ', flow: 'vertical', x: 0.7, y: 0.1 }),
      ],
      links: [],
    })
    expect(await readText(id, 2)).toEqual(['second', 'page'])
    expect(await readText(id, 3)).toBe(404)
    expect((await search(id, '東京へ')).body).toEqual({
      matches: [{ page: 1, start: 3, before: '今日は', match: '東 京へ', after: '' }],
      isCut: false,
      isWhole: true,
    })
  }
  const bare = books[2]!
  expect([await hasText(bare.id), await readText(bare.id, 1)]).toEqual([false, []])
  expect((await search(bare.id, 'page')).status).toBe(404)
  // The file was only read.
  expect(readFileSync(join(folder, 'S/Vol 1.mokuro'), 'utf8')).toBe(mokuro)
})

test('a changed file is read again, and a removed one is forgotten', async () => {
  const { folder, scan } = await createShelf({ 'S/A.cbz': await makeVolume('a') })
  const [book] = (await scan()).books
  const { id } = book!
  expect(await hasText(id)).toBe(false)
  // Browsers ask each time, because the file can appear and change without the book.
  const none = await get(`/books/${id}/pages/2/text`)
  expect(none.headers.get('cache-control')).toBe('private, no-cache')

  writeFiles(folder, { 'S/A.mokuro': mokuro }, later(1))
  await scan()
  expect([await hasText(id), await readText(id, 2)]).toEqual([true, ['second', 'page']])
  const first = await get(`/books/${id}/pages/2/text`)
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const etag = first.headers.get('etag')!
  const again = await get(`/books/${id}/pages/2/text`, 'ann', { 'if-none-match': etag })
  expect(again.status).toBe(304)

  const events: string[] = []
  const leave = server.ctx.bus.subscribe(bookUpdated, ({ bookId }) => {
    events.push(bookId)
  })
  const changed = mokuro.replace('second', 'other')
  writeFiles(folder, { 'S/A.mokuro': changed }, later(2))
  await scan()
  expect(await readText(id, 2)).toEqual(['other', 'page'])
  expect((await search(id, 'other')).body.matches).toHaveLength(1)
  expect(events).toContain(id)
  leave()

  writeFiles(folder, { 'S/A.mokuro': null })
  expect(await readText(id, 2)).toEqual([])
  await scan()
  expect([await hasText(id), await readText(id, 2)]).toEqual([false, []])
  expect((await search(id, 'other')).status).toBe(404)
})

test('a highlight needs text and outlives it', async () => {
  const { folder, scan } = await createShelf({ 'S/H.cbz': await makeVolume('h') })
  const [book] = (await scan()).books
  const { id } = book!
  const locator = {
    href: 'pages/2',
    type: 'image/jpeg',
    locations: { position: 2, progression: 0, totalProgression: 0.5, fragments: ['char=0,6'] },
    text: { before: '', highlight: 'second', after: ' page' },
  }
  const add = () => server.call('POST', `/books/${id}/highlights`, { as: 'ann', body: { locator } })
  expect((await add()).status).toBe(400)
  writeFiles(folder, { 'S/H.mokuro': mokuro }, later(3))
  await scan()
  expect((await add()).status).toBe(201)
  writeFiles(folder, { 'S/H.mokuro': null })
  await scan()
  const { body } = await get(`/books/${id}/highlights`)
  expect(body.data).toEqual([
    expect.objectContaining({ locator: expect.objectContaining(locator) }),
  ])
})

test.each([
  ['no JSON', '<html>', 'page_text.unreadable'],
  ['deeply nested', '['.repeat(2_000_000), 'page_text.unreadable'],
  ['without pages', '{"pages": 1}', 'page_text.unreadable'],
  ['empty', '', 'page_text.unreadable'],
  ['too large', `{"pages": [${'0,'.repeat(9_000_000)}0]}`, 'page_text.too_large'],
])('a file that is %s is a problem of the file, and the book stays readable', async (...each) => {
  const [, text, code] = each
  const { libraryId, scan } = await createShelf({
    'S/B.cbz': await makeVolume(each[0]),
    'S/B.mokuro': text,
  })
  const { books, status } = await scan()
  const { id } = books[0]!
  expect([status, await hasText(id), await readText(id, 1)]).toEqual(['completed', false, []])
  expect(await listProblems(libraryId)).toEqual([
    expect.objectContaining({ name: 'B.mokuro', kind: 'mokuro', messageCode: code }),
  ])
  expect((await get(`/books/${id}/pages/1`)).status).toBe(200)
})

test('hostile contents give little or no text', async () => {
  const blocks = Array.from({ length: 500_000 }, () => ({
    box: [1, 1, 9, 9],
    vertical: 0,
    lines: ['x'],
  }))
  const { scan } = await createShelf({
    'S/C.cbz': await makeVolume('c'),
    'S/C.mokuro': makeMokuro([
      { ...makeMokuroPage('../../../001.jpg'), blocks },
      { ...makeMokuroPage('/etc/002.jpg'), blocks: { length: 1e9 } },
    ]),
  })
  const { id } = (await scan()).books[0]!
  const [first, second] = [await readText(id, 1), await readText(id, 2)]
  expect([first.length, second]).toEqual([1000, []])
  expect((await search(id, 'x')).body).toMatchObject({ isCut: true, isWhole: true })
})

test('text is hidden with its library, and needs the permission to read pages', async () => {
  const { scan } = await createShelf({
    'S/D.cbz': await makeVolume('d'),
    'S/D.mokuro': mokuro,
  })
  const { id } = (await scan()).books[0]!
  const bob = await server.addUser('bob', 'reader')
  const paths = [`/books/${id}/pages/1/text`, `/books/${id}/search?query=page`, `/books/${id}`]
  for (const path of paths) expect((await get(path, 'bob')).status).toBe(200)
  const key = await server.call('POST', '/api-keys', {
    as: 'bob',
    body: { name: 'lists', permissions: ['books:read'] },
  })
  for (const path of paths.slice(0, 2)) {
    const headers = { 'x-api-key': key.body.key }
    expect((await server.call('GET', path, { headers })).status).toBe(403)
  }
  await server.call('PUT', `/users/${bob}/libraries`, { as: 'ada', body: { libraryIds: [] } })
  for (const path of paths) expect((await get(path, 'bob')).status).toBe(404)
})

test('files that the library excludes are not read', async () => {
  const { scan } = await createShelf(
    { 'S/E.cbz': await makeVolume('e'), 'S/E.mokuro': mokuro },
    { excludedPatterns: '*.mokuro' },
  )
  const { id } = (await scan()).books[0]!
  expect(await hasText(id)).toBe(false)
})
