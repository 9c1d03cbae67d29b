/** What every page is sent with, and to whom. */
import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { DecoderPool } from '../../../src/media/decoding/pool'
import { Refusal } from '../../../src/errors'
import { getPage } from '../../../src/reading/pages/service'
import { system } from '../../../src/accounts/permissions/model'
import { makePdf } from '../../support/make/pdf'
import { makePictures } from '../../support/make/pictures'
import { makeZip } from '../../support/make/zip'
import { openShelf, type Shelf } from './support'
import { waitUntil } from '../../support/wait-until'

const [picture] = await makePictures(1, { format: 'png', width: 200, height: 300 })
let shelf: Shelf

beforeAll(async () => {
  shelf = await openShelf()
})
afterAll(() => shelf.close())

const addBook = (name: string) => shelf.add(name, makeZip([{ name: '1.png', data: picture! }]))

test('a page carries what every answer carries, once', async () => {
  const book = await addBook('headers.cbz')
  const answer = await shelf.ask(`/books/${book.id}/pages/1`, {
    headers: { 'x-request-id': 'mine' },
  })
  expect(answer.headers.get('x-request-id')).toBe('mine')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toStartWith("default-src 'none'")
  expect(answer.headers.get('content-length')).toBe(String(picture!.length))
  expect(await answer.bytes()).toEqual(new Uint8Array(picture!))
})

test('a page of a library that is closed to the viewer is not there', async () => {
  const book = await addBook('closed.cbz')
  const request = new Request('http://localhost/')
  const ask = (libraryIds: 'all' | string[]) =>
    getPage(shelf.server.ctx, { ...system, libraryIds }, book.id, { number: 1, request, query: {} })
  expect((await ask('all')).status).toBe(200)
  expect((await ask([shelf.series.libraryId])).status).toBe(200)
  expect(ask([])).rejects.toThrow(Refusal)
  expect(ask([Bun.randomUUIDv7()])).rejects.toThrow(Refusal)
})

test('the list of the pages of a PDF brings a decoder up, which can draw them soon', async () => {
  const book = await shelf.add('soon.pdf', makePdf({ texts: ['Soon'] }))
  const run = spyOn(DecoderPool.prototype, 'run')
  try {
    expect((await shelf.ask(`/books/${book.id}/pages`)).status).toBe(200)
    expect(run.mock.calls.map(([task, ask]) => [task, ask])).toEqual([
      ['prepare', { format: 'pdf' }],
    ])
  } finally {
    run.mockRestore()
    closeDecoder()
  }
})

const drawn = (id: string) =>
  shelf
    .cached()
    .map(({ name }) => name)
    .filter((name) => name.startsWith(id) && name.endsWith('.jpeg'))
    .map((name) => Number(/-p(\d+)/.exec(name)?.[1]))
    .toSorted((a, b) => a - b)

const untilDrawn = (id: string, pages: number[]) =>
  waitUntil(() => Bun.deepEquals(drawn(id), pages))

test('who reads a PDF in order finds the next two pages drawn', async () => {
  const texts = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
  const book = await shelf.add('ahead.pdf', makePdf({ texts }))
  const read = async (number: number) =>
    expect((await shelf.ask(`/books/${book.id}/pages/${number}`)).status).toBe(200)
  try {
    await read(1)
    await untilDrawn(book.id, [1, 2, 3])
    await read(2)
    await untilDrawn(book.id, [1, 2, 3, 4])
    await read(6)
    await read(4)
    await untilDrawn(book.id, [1, 2, 3, 4, 5, 6])
    await Bun.sleep(200)
    // Page 6 was not asked for in order, so nothing behind it was drawn.
    expect(drawn(book.id)).toEqual([1, 2, 3, 4, 5, 6])
    await read(7)
    await untilDrawn(book.id, [1, 2, 3, 4, 5, 6, 7])
  } finally {
    closeDecoder()
  }
})

test.each(['pdf', 'cb7', 'cbr', 'cbt'] as const)('a decoder gets ready for %s', async (format) => {
  const pool = new DecoderPool({ size: 1 })
  try {
    expect(await pool.run('prepare', { format })).toBeNull()
  } finally {
    pool.close()
  }
})
