/** What is remembered of pages and of who asks for them never outlives a change. */
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { bookContents, books } from '../../../src/catalog/books/schema'
import { dialect } from '../../../src/platform/db/dialect'
import { openSqlite } from '../../../src/platform/db/sqlite/sqlite'
import type { Tx } from '../../../src/platform/db/store'
import { series } from '../../../src/catalog/series/schema'
import { sessions } from '../../../src/accounts/sessions/schema'
import { users } from '../../../src/accounts/users/schema'
import { makePictures } from '../../support/make/pictures'
import { makeZip } from '../../support/make/zip'
import type { SeededBook } from '../../support/seed'
import { countStatements } from '../../support/statements'
import { openShelf, type Shelf } from './support'

setDefaultTimeout(60_000)

let shelf: Shelf
let statements: () => number
let reader: string
let book: SeededBook
let path: string
const pictures = await makePictures(3)

beforeAll(async () => {
  shelf = await openShelf()
  statements = countStatements(shelf.server.ctx)
})
afterAll(() => shelf.close())
beforeEach(async () => {
  reader = `reader-${Bun.randomUUIDv7()}`
  await shelf.server.addUser(reader, 'reader')
  const data = makeZip(pictures.map((picture, i) => ({ name: `${i + 1}.jpg`, data: picture })))
  const name = `${Bun.randomUUIDv7()}.cbz`
  path = join(shelf.folder, name)
  book = await shelf.add(name, data)
  // Asked twice, so that all that can be remembered is.
  for (const _ of [1, 2]) expect(await status()).toBe(200)
})

const page = (number = 1) => shelf.ask(`/books/${book.id}/pages/${number}`, { as: reader })
async function status() {
  const answer = await page()
  await answer.bytes()
  return answer.status
}
const write = (work: (tx: Tx) => Promise<unknown>) => shelf.server.ctx.write(work)
const ownId = () => shelf.server.getUserId(reader)

test.if(dialect === 'sqlite')('as long as nothing changes, no page asks the database', async () => {
  await status()
  const before = statements()
  for (let i = 0; i < 5; i++) expect(await status()).toBe(200)
  expect(statements()).toBe(before)
  expect((await page(2)).status).toBe(200)
  expect(statements()).toBeGreaterThan(before)
})

describe('at once it is over for', () => {
  test.each([
    [
      'a session that is ended',
      401,
      () =>
        write((tx) =>
          tx.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.userId, ownId())),
        ),
    ],
    [
      'a session that is deleted',
      401,
      () => write((tx) => tx.delete(sessions).where(eq(sessions.userId, ownId()))),
    ],
    [
      'a user who is switched off',
      401,
      () => write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, ownId()))),
    ],
    [
      'a user whose libraries are others now',
      404,
      () =>
        shelf.server.call('PUT', `/users/${ownId()}/libraries`, {
          as: 'ada',
          body: { libraryIds: [] },
        }),
    ],
    [
      'a book that is in the trash',
      404,
      () =>
        write((tx) => tx.update(books).set({ trashedAt: new Date() }).where(eq(books.id, book.id))),
    ],
    [
      'a book that is deleted',
      404,
      () => write((tx) => tx.delete(books).where(eq(books.id, book.id))),
    ],
    [
      'a page that the file has no more',
      404,
      () =>
        write((tx) => tx.update(bookContents).set({ pages: [] }).where(eq(bookContents.n, book.n))),
    ],
    [
      'a file that is another one, as the disk says',
      409,
      async () => writeFileSync(path, 'another'),
    ],
  ] as [string, number, () => Promise<unknown>][])('%s', async (_, refused, change) => {
    await change()
    expect(await status()).toBe(refused)
  })

  test('a session whose time is up, though nothing was written', async () => {
    const { ctx } = shelf.server as { ctx: { now: () => Date } }
    const { now } = ctx
    ctx.now = () => new Date(Date.now() + 100 * 86_400_000)
    try {
      expect(await status()).toBe(401)
    } finally {
      ctx.now = now
    }
  })

  test('a series in the trash, and it comes back with it', async () => {
    const trash = (trashedAt: Date | null) =>
      write((tx) => tx.update(series).set({ trashedAt }).where(eq(series.id, shelf.series.id)))
    await trash(new Date())
    expect(await status()).toBe(404)
    await trash(null)
    expect(await status()).toBe(200)
  })

  test.if(dialect === 'sqlite')('whom another process shuts out', async () => {
    const other = openSqlite(await pathOfDatabase())
    await other.write((tx) => tx.delete(sessions).where(eq(sessions.userId, ownId())))
    await other.close()
    expect(await status()).toBe(401)
  })
})

async function pathOfDatabase(): Promise<string> {
  const [row] = await shelf.server.ctx.db.rows<{ file: string }>(
    sql`select file from pragma_database_list where name = 'main'`,
  )
  return row!.file
}
