/** Pages for OPDS readers: supported formats, and the progress that is derived from requests. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import type { SeededBook } from '../../support/seed'
import { makePictures } from '../../support/make/pictures'
import { makeZip } from '../../support/make/zip'
import { openShelf, type Shelf } from '../../reading/pages/shelf'

const pageCount = 5
let shelf: Shelf
let time: Date | undefined

beforeAll(async () => {
  shelf = await openShelf()
  shelf.server.ctx.clock.now = () => time ?? new Date()
})
afterAll(() => shelf.close())

async function addBook(format: 'png' | 'webp' = 'png') {
  const pictures = await makePictures(pageCount, { format, width: 200, height: 300 })
  const files = pictures.map((data, n) => ({ name: `${n + 1}.${format}`, data, method: 0 }))
  return shelf.add(`${Bun.randomUUIDv7()}.cbz`, makeZip(files))
}

const request = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, shelf.url), {
    ...init,
    headers: { authorization: `Bearer ${shelf.server.getToken('ann')}`, ...init.headers },
  })

const getPage = async (book: SeededBook, index: number, query = '', init: RequestInit = {}) => {
  const response = await request(`/opds/books/${book.id}/pages/${index}${query}`, init)
  const bytes = await response.bytes()
  return { response, bytes }
}

async function getProgress({ id }: SeededBook) {
  const { status, body } = await shelf.server.call('GET', `/books/${id}/progress`, { as: 'ann' })
  if (status === 204) return undefined
  const progress = body as { currentPage: number; completed: boolean }
  return { page: progress.currentPage, completed: progress.completed }
}

const begin = new Date('2026-03-01T12:00:00Z')
const waitSeconds = (seconds: number) => {
  time = new Date((time ?? begin).getTime() + seconds * 1000)
}

describe('the picture', () => {
  test('is the stored one if every reader can show it', async () => {
    const { response, bytes } = await getPage(await addBook(), 0)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect((await sharp(bytes).metadata()).width).toBe(200)
  })

  test('is JPEG if the stored one is not', async () => {
    const { response, bytes } = await getPage(await addBook('webp'), 1)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect((await sharp(bytes).metadata()).format).toBe('jpeg')
  })

  test.each(['png', 'webp'] as const)('of %s is scaled down to a width', async (format) => {
    const { bytes } = await getPage(await addBook(format), 0, '?maxWidth=160')
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 160, format: 'jpeg' })
  })

  test('P14: takes a version, which only caches look at', async () => {
    const { response } = await getPage(await addBook(), 0, '?maxWidth=160&v=2026-11-28T05:00:00Z')
    expect(response.status).toBe(200)
  })

  test('has a number from 0 to the last', async () => {
    const book = await addBook()
    expect((await getPage(book, pageCount)).response.status).toBe(404)
    expect((await getPage(book, -1)).response.status).toBe(400)
    expect((await getPage(book, 0, '?maxWidth=wide')).response.status).toBe(400)
  })
})

describe('the position', () => {
  test('moves forward only', async () => {
    const book = await addBook()
    expect(await getProgress(book)).toBeUndefined()
    await getPage(book, 2)
    expect(await getProgress(book)).toEqual({ page: 3, completed: false })
    await getPage(book, 0)
    expect(await getProgress(book)).toEqual({ page: 3, completed: false })
  })

  test('does not move by HEAD, or for a key that may not write it', async () => {
    const book = await addBook()
    await getPage(book, 1, '', { method: 'HEAD' })
    const { body } = await shelf.server.call('POST', '/api-keys', {
      as: 'ann',
      body: { name: `reads ${book.id}`, permissions: ['pages:read'] },
    })
    const headers = { authorization: '', 'x-api-key': (body as { key: string }).key }
    expect((await getPage(book, 1, '', { headers })).response.status).toBe(200)
    expect(await getProgress(book)).toBeUndefined()
  })

  test('at the end completes nothing when all pages are loaded at once', async () => {
    time = begin
    const book = await addBook()
    for (let index = 0; index < pageCount; index++) await getPage(book, index)
    expect(await getProgress(book)).toEqual({ page: pageCount, completed: false })
  })

  test.each([
    [9, false],
    [10, true],
  ])('at the end, %d s after the page before, completes: %p', async (seconds, completed) => {
    time = begin
    const book = await addBook()
    await getPage(book, pageCount - 2)
    waitSeconds(seconds)
    await getPage(book, pageCount - 1)
    expect(await getProgress(book)).toEqual({ page: pageCount, completed })
  })

  test('at the end completes when the last page is requested again later', async () => {
    time = begin
    const book = await addBook()
    for (let index = 0; index < pageCount; index++) await getPage(book, index)
    waitSeconds(60)
    await getPage(book, pageCount - 1)
    expect(await getProgress(book)).toEqual({ page: pageCount, completed: true })
  })

  test('of a completed book starts again with its first page, and with no other', async () => {
    time = begin
    const book = await addBook()
    await getPage(book, pageCount - 2)
    waitSeconds(30)
    await getPage(book, pageCount - 1)
    waitSeconds(30)
    await getPage(book, 2)
    expect(await getProgress(book)).toEqual({ page: pageCount, completed: true })
    await getPage(book, 0)
    expect(await getProgress(book)).toEqual({ page: 1, completed: false })
  })
})

test('a file is downloaded under its name, with ranges', async () => {
  const book = await addBook()
  const headers = { range: 'bytes=0-1' }
  const response = await request(`/opds/books/${book.id}/file/any%20name.cbz`, { headers })
  expect(response.status).toBe(206)
  expect(await response.text()).toBe('PK')
  expect(response.headers.get('content-type')).toBe('application/vnd.comicbook+zip')
  expect(response.headers.get('content-disposition')).toContain('filename=')
})

/** Reads a file name like KOReader: the percent-decoded text in quotes in a HEAD response. */
const readNameAsKoreader = (headers: Headers) => {
  const [, quoted] = /filename="([^"]+)"/.exec(headers.get('content-disposition')!)!
  return decodeURIComponent(Buffer.from(quoted!, 'latin1').toString('utf8'))
}

test.each([
  ['plain.cbz', 'plain.cbz'],
  ['花と, "Größe" 1.cbz', '花と, _Größe_ 1.cbz'],
  ['50%41 + 1;2.cbz', '50%41 + 1;2.cbz'],
])('HEAD of a file names it exactly (%s) and its size', async (name, expected) => {
  const pictures = await makePictures(1, { format: 'png', width: 20, height: 30 })
  const files = pictures.map((data) => ({ name: '1.png', data, method: 0 }))
  const book = await shelf.add(name, makeZip(files))
  const response = await request(`/opds/books/${book.id}/file/x.cbz`, { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(readNameAsKoreader(response.headers)).toBe(expected)
  const disposition = response.headers.get('content-disposition')!
  expect(decodeURIComponent(disposition.split("filename*=UTF-8''")[1]!)).toBe(name)
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100)
})

test('Basic with an API key as the password opens the catalog', async () => {
  const { body } = await shelf.server.call('POST', '/api-keys', {
    as: 'ann',
    body: { name: 'reader', permissions: ['libraries:read', 'series:read', 'books:read'] },
  })
  const credentials = btoa(`anything:${(body as { key: string }).key}`)
  const headers = { authorization: `Basic ${credentials}` }
  expect((await fetch(new URL('/opds', shelf.url), { headers })).status).toBe(200)
  const wrong = { authorization: `Basic ${btoa('ann:wrong')}` }
  expect((await fetch(new URL('/opds', shelf.url), { headers: wrong })).status).toBe(401)
})
