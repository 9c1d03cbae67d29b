/** Headers, access and rendering ahead for pages. */
import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { DecoderPool } from '../../../src/media/decoding/decoder-pool'
import { Refusal } from '../../../src/errors'
import { getPage } from '../../../src/reading/pages/service'
import { system } from '../../../src/accounts/permissions/model'
import { makePdf } from '../../support/make/pdf'
import { makePictures } from '../../support/make/pictures'
import { makeZip } from '../../support/make/zip'
import { openShelf, type Shelf } from './shelf'
import { waitUntil } from '../../support/wait-until'

const [picture] = await makePictures(1, { format: 'png', width: 200, height: 300 })
let shelf: Shelf

beforeAll(async () => {
  shelf = await openShelf()
})
afterAll(() => shelf.close())

const addBook = (name: string) => shelf.add(name, makeZip([{ name: '1.png', data: picture! }]))

test('a page has the headers of every response, once', async () => {
  const book = await addBook('headers.cbz')
  const answer = await shelf.request(`/books/${book.id}/pages/1`, {
    headers: { 'x-request-id': 'mine' },
  })
  expect(answer.headers.get('x-request-id')).toBe('mine')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toStartWith("default-src 'none'")
  expect(answer.headers.get('content-length')).toBe(String(picture!.length))
  expect(await answer.bytes()).toEqual(new Uint8Array(picture!))
})

test('a page of an inaccessible library returns 404', async () => {
  const book = await addBook('closed.cbz')
  const requestPage = async (libraryIds: 'all' | string[]) => {
    const viewer = { ...system, libraryIds }
    const page = await getPage(shelf.server.ctx, viewer, book.id, { number: 1, query: {} })
    return (await page.open(new AbortController())).bytes()
  }
  const bytes = new Uint8Array(picture!)
  expect(await requestPage('all')).toEqual(bytes)
  expect(await requestPage([shelf.series.libraryId])).toEqual(bytes)
  expect(requestPage([])).rejects.toThrow(Refusal)
  expect(requestPage([Bun.randomUUIDv7()])).rejects.toThrow(Refusal)
})

test('listing the pages of a PDF starts a decoder that can render them soon', async () => {
  const book = await shelf.add('soon.pdf', makePdf({ texts: ['Soon'] }))
  const run = spyOn(DecoderPool.prototype, 'run')
  try {
    expect((await shelf.request(`/books/${book.id}/pages`)).status).toBe(200)
    expect(run.mock.calls.map(([task, ask]) => [task, ask])).toEqual([
      ['prepare', { format: 'pdf' }],
    ])
  } finally {
    run.mockRestore()
    closeDecoder()
  }
})

const listRendered = (id: string) =>
  shelf
    .listCached()
    .map(({ name }) => name)
    .filter((name) => name.startsWith(id) && name.endsWith('.jpeg'))
    .map((name) => Number(/-p(\d+)/.exec(name)?.[1]))
    .toSorted((a, b) => a - b)

const waitUntilRendered = (id: string, pages: number[]) =>
  waitUntil(() => Bun.deepEquals(listRendered(id), pages))

test('reading a PDF in order renders the next two pages ahead', async () => {
  const texts = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
  const book = await shelf.add('ahead.pdf', makePdf({ texts }))
  const readPage = async (number: number) =>
    expect((await shelf.request(`/books/${book.id}/pages/${number}`)).status).toBe(200)
  try {
    await readPage(1)
    await waitUntilRendered(book.id, [1, 2, 3])
    await readPage(2)
    await waitUntilRendered(book.id, [1, 2, 3, 4])
    await readPage(6)
    await readPage(4)
    await waitUntilRendered(book.id, [1, 2, 3, 4, 5, 6])
    await Bun.sleep(200)
    // Page 6 was not requested in order, so no page after it was rendered.
    expect(listRendered(book.id)).toEqual([1, 2, 3, 4, 5, 6])
    await readPage(7)
    await waitUntilRendered(book.id, [1, 2, 3, 4, 5, 6, 7])
  } finally {
    closeDecoder()
  }
})

test.each(['pdf', 'cb7', 'cbr', 'cbt'] as const)('a decoder prepares for %s', async (format) => {
  const pool = new DecoderPool({ size: 1 })
  try {
    expect(await pool.run('prepare', { format })).toBeNull()
  } finally {
    pool.close()
  }
})
