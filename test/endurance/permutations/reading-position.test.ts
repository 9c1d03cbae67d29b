/** One reading position: each protocol reads what any other protocol writes. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { readBook } from '../../../src/media/reader/reader'
import { openShelf, type Shelf } from '../../reading/pages/shelf'
import { makeEpub } from '../../support/make/epub'
import { makePictures } from '../../support/make/pictures'
import { makeZip } from '../../support/make/zip'
import { seedBook, seedSeries } from '../../support/seed'
import {
  type Book,
  completions,
  type Kind,
  protocols,
  type Protocol,
  resets,
  type Send,
} from '../../protocols/reading-protocols'
import { takeShare } from '../../support/share'

let shelf: Shelf
const files = new Map<Kind, Uint8Array>()
const senders = new Map<string, Send>()

/** The server's clock, which stands still within a step. */
let now = 0
const passMinutes = (minutes: number) => (now += minutes * 60_000)

beforeAll(async () => {
  shelf = await openShelf()
  const { clock } = shelf.server.ctx
  clock.now = () => new Date(now)
  const pictures = await makePictures(20, { format: 'png', width: 8, height: 8 })
  const pages = pictures.map((data, n) => ({ name: `${n + 10}.png`, data, method: 0 }))
  files.set('comic', makeZip(pages))
  // Parts with 1, 10 and 1 positions.
  files.set('EPUB', await makeEpub({ chapters: ['short', 'long '.repeat(2000), 'last'] }))
  for (const name of ['ann', 'max']) senders.set(name, await signIn(name))
})
afterAll(async () => {
  await shelf.close()
  closeDecoder()
})
beforeEach(() => {
  now = Date.UTC(2026, 2, 1)
})

/** Signs in. KOReader has its own login and Kobo a key in the path; the others use an API key. */
async function signIn(as: string): Promise<Send> {
  const { call } = shelf.server
  const { body: login } = await call('POST', '/sync-logins', { as, body: { name: 'Clara' } })
  const { body: created } = await call('POST', '/api-keys', { as, body: { name: 'app' } })
  const device = { as, body: { name: 'Libra' } }
  const { body: kobo } = await call('POST', '/kobo-devices', device)
  const md5 = createHash('md5').update(login.password).digest('hex')
  return async (method, path, body) => {
    const address = path.replace(/^\/kobo\//, `${kobo.path}/`)
    const response = await fetch(new URL(address, shelf.url), {
      method,
      headers: {
        ...(path.startsWith('/koreader')
          ? { 'x-auth-user': login.username, 'x-auth-key': md5 }
          : { 'x-api-key': created.key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const bytes = await response.bytes()
    const text = new TextDecoder().decode(bytes)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson && text ? JSON.parse(text) : {}, text }
  }
}

/** Adds a book in a series of its own. */
async function addBook(kind: Kind): Promise<Book> {
  const { series, server, folder } = shelf
  const name = `${Bun.randomUUIDv7()}.${kind === 'comic' ? 'cbz' : 'epub'}`
  const path = join(folder, name)
  await Bun.write(path, files.get(kind)!)
  const { format, pages, pageCount, cover, findings } = await readBook(path)
  const { size, mtimeMs } = statSync(path)
  const { libraryId, rootId } = series
  const own = await seedSeries(server, { id: libraryId, rootId, path: folder })
  const document = createHash('md5').update(name).digest('hex')
  const { id } = await seedBook(server, own, {
    relativePath: name,
    size,
    modifiedAtMs: mtimeMs,
    format,
    pageCount,
    volume: 1,
    partialMd5: document,
    contents: { pages, findings, cover },
  })
  // KOReader gets no position of an EPUB that takes long to open the first time.
  if (kind === 'EPUB') await ann('GET', `/opds/v2/books/${id}/positions`)
  return { id, seriesId: own.id, kind, count: pageCount, document }
}

const ann: Send = (...request) => senders.get('ann')!(...request)
const max: Send = (...request) => senders.get('max')!(...request)

/** Writes a position with the current time. */
const write = (protocol: Protocol, book: Book, page: number, send = ann) =>
  protocol.write(send, book, { page, happenedAt: new Date(now) })

/** Returns the page that each protocol reads, keyed by the name of the protocol. */
async function readAll(book: Book, send = ann) {
  const able = protocols.filter(([, { kinds }]) => kinds.includes(book.kind))
  const places = await Promise.all(able.map(([, protocol]) => protocol.read(send, book)))
  return Object.fromEntries(able.map(([name], index) => [name, places[index]?.page]))
}

async function expectPage(book: Book, page: number | undefined, send = ann) {
  const read = await readAll(book, send)
  const expected = Object.fromEntries(Object.keys(read).map((name) => [name, page]))
  expect(read).toEqual(expected)
}

async function countCompletions({ id }: Book) {
  const { body } = await ann('GET', `/api/v1/books/${id}/read-history`)
  return (body as { readCount: number }).readCount
}

const kinds: Kind[] = ['comic', 'EPUB']
/** Protocols of this run for one rule. Each rule gets its own, so that a run has all kinds. */
const takeProtocols = <Item extends readonly [string, ...unknown[]]>(
  rule: string,
  items: readonly Item[],
) => takeShare(items, ([name]) => `${rule} ${name}`, ['protocols', 'reading/progress'])
const writersOf = (kind: Kind) => protocols.filter((one) => one[1].kinds.includes(kind))

describe.each(kinds)('in a book of the kind %s', (kind) => {
  const writers = writersOf(kind)

  test.each(takeProtocols(`read by all ${kind}`, writers))(
    'what %s writes, all read',
    async (_, writer) => {
      const book = await addBook(kind)
      await expectPage(book, undefined)
      for (const page of [2, 7]) {
        await write(writer, book, page)
        await expectPage(book, page)
        passMinutes(1)
      }
    },
  )

  test.each(takeProtocols(`goes on ${kind}`, writers))(
    '%s goes on where any other stopped',
    async (_, writer) => {
      const book = await addBook(kind)
      let page = 2
      for (const [, other] of writers) {
        for (const one of [other, writer]) {
          // No book has enough pages for all combinations.
          if (page > 10) {
            await ann('POST', `/api/v1/books/${book.id}/unread`)
            page = 2
          }
          passMinutes(1)
          await write(one, book, page)
          await expectPage(book, page)
          page++
        }
      }
    },
  )

  test.each(takeProtocols(`goes back ${kind}`, writers))(
    '%s goes back only if its reader chose to',
    async (_, writer) => {
      const book = await addBook(kind)
      await write(writers[0]![1], book, 9)
      passMinutes(1)
      await write(writer, book, 4)
      await expectPage(book, writer.goesBack ? 4 : 9)
    },
  )

  test.each(
    takeProtocols(
      `late ${kind}`,
      writers.filter(([, { hasTime }]) => hasTime),
    ),
  )('a position that %s sends late does not replace a newer one', async (_, writer) => {
    for (const [, other] of writers) {
      const book = await addBook(kind)
      await write(other, book, 5)
      await writer.write(ann, book, { page: 9, happenedAt: new Date(now - 3_600_000) })
      await expectPage(book, 5)
    }
  })

  describe.each([
    ['three hours', 3],
    ['two years', 2 * 365 * 24],
  ])('a clock that is %s fast', (_hours, hours) => {
    test.each(
      takeProtocols(
        `fast clock ${kind}`,
        writers.filter(([, { hasTime }]) => hasTime),
      ),
    )('of a device with %s stops nobody', async (_, writer) => {
      for (const [, other] of writers) {
        const book = await addBook(kind)
        const happenedAt = new Date(now + hours * 3_600_000)
        await writer.write(ann, book, { page: 5, happenedAt })
        await expectPage(book, 5)
        passMinutes(1)
        await write(other, book, 8)
        await expectPage(book, 8)
      }
    })
  })

  test.each(takeProtocols(`unread ${kind}`, resets))(
    'after marking it unread by %s, nobody has a position',
    async (_, reset) => {
      for (const [, writer] of writers) {
        const book = await addBook(kind)
        await write(writer, book, 9)
        passMinutes(1)
        await reset(ann, book)
        await expectPage(book, undefined)
        passMinutes(1)
        await write(writer, book, 3)
        await expectPage(book, 3)
      }
    },
  )

  test.each(takeProtocols(`again ${kind}`, writers))(
    '%s begins a finished book again with the first page',
    async (_, writer) => {
      for (const [, complete] of completions) {
        const book = await addBook(kind)
        await complete(ann, book)
        expect(await countCompletions(book)).toBe(1)
        expect((await ann('GET', `/api/v1/books/${book.id}/progress`)).body.completed).toBe(true)
        passMinutes(1)
        await write(writer, book, 1)
        await expectPage(book, 1)
        passMinutes(1)
        await write(writer, book, 6)
        await expectPage(book, 6)
        expect(await countCompletions(book)).toBe(1)
      }
    },
  )

  test.each(takeProtocols(`other readers ${kind}`, writers))(
    '%s moves no other reader of the book',
    async (_, writer) => {
      const book = await addBook(kind)
      await write(writer, book, 8)
      await expectPage(book, undefined, max)
      await write(writer, book, 3, max)
      await expectPage(book, 3, max)
      await expectPage(book, 8)
    },
  )
})

test.each(takeProtocols('comic', writersOf('comic')))(
  '%s finishes a comic with its last page',
  async (_, writer) => {
    const book = await addBook('comic')
    await write(writer, book, 19)
    passMinutes(1)
    await write(writer, book, 20)
    expect(await countCompletions(book)).toBe(1)
    const places = await Promise.all(protocols.map(([, protocol]) => protocol.read(ann, book)))
    const states = places.map((place) => place?.completed)
    expect(states.filter((completed) => completed === true).length).toBeGreaterThan(1)
    // Page streaming does not report a position in a completed book.
    expect(states.filter((completed) => completed === false)).toEqual([])
  },
)
