/** Cached pages and viewers never outlive a change. */
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
import { openShelf, type Shelf } from './shelf'

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
  // Requested twice to fill every cache.
  for (const _ of [1, 2]) expect(await getStatus()).toBe(200)
})

const getPage = (number = 1) => shelf.request(`/books/${book.id}/pages/${number}`, { as: reader })
async function getStatus() {
  const answer = await getPage()
  await answer.bytes()
  return answer.status
}
const changeDatabase = (work: (tx: Tx) => Promise<unknown>) => shelf.server.ctx.write(work)
const ownId = () => shelf.server.getUserId(reader)

test.if(dialect === 'sqlite')(
  'no page request needs the database while nothing changes',
  async () => {
    await getStatus()
    const before = statements()
    for (let i = 0; i < 5; i++) expect(await getStatus()).toBe(200)
    expect(statements()).toBe(before)
    expect((await getPage(2)).status).toBe(200)
    expect(statements()).toBeGreaterThan(before)
  },
)

describe('access ends immediately for', () => {
  test.each([
    [
      'a revoked session',
      401,
      () =>
        changeDatabase((tx) =>
          tx.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.userId, ownId())),
        ),
    ],
    [
      'a deleted session',
      401,
      () => changeDatabase((tx) => tx.delete(sessions).where(eq(sessions.userId, ownId()))),
    ],
    [
      'a deactivated user',
      401,
      () =>
        changeDatabase((tx) =>
          tx.update(users).set({ isActive: false }).where(eq(users.id, ownId())),
        ),
    ],
    [
      'a user without access to the library',
      404,
      () =>
        shelf.server.call('PUT', `/users/${ownId()}/libraries`, {
          as: 'ada',
          body: { libraryIds: [] },
        }),
    ],
    [
      'a trashed book',
      404,
      () =>
        changeDatabase((tx) =>
          tx.update(books).set({ trashedAt: new Date() }).where(eq(books.id, book.id)),
        ),
    ],
    [
      'a deleted book',
      404,
      () => changeDatabase((tx) => tx.delete(books).where(eq(books.id, book.id))),
    ],
    [
      'a page that was removed from the file',
      404,
      () =>
        changeDatabase((tx) =>
          tx.update(bookContents).set({ pages: [] }).where(eq(bookContents.n, book.n)),
        ),
    ],
    ['a file that changed on disk', 409, async () => writeFileSync(path, 'another')],
  ] as [string, number, () => Promise<unknown>][])('%s', async (_, refused, change) => {
    await change()
    expect(await getStatus()).toBe(refused)
  })

  test('an expired session, even without a write', async () => {
    const { clock } = shelf.server.ctx
    const { now } = clock
    clock.now = () => new Date(Date.now() + 100 * 86_400_000)
    try {
      expect(await getStatus()).toBe(401)
    } finally {
      clock.now = now
    }
  })

  test('a trashed series, until it is restored', async () => {
    const setTrashed = (trashedAt: Date | null) =>
      changeDatabase((tx) =>
        tx.update(series).set({ trashedAt }).where(eq(series.id, shelf.series.id)),
      )
    await setTrashed(new Date())
    expect(await getStatus()).toBe(404)
    await setTrashed(null)
    expect(await getStatus()).toBe(200)
  })

  test.if(dialect === 'sqlite')('a user that another process deactivates', async () => {
    const other = openSqlite(await findDatabasePath())
    await other.write((tx) => tx.delete(sessions).where(eq(sessions.userId, ownId())))
    await other.close()
    expect(await getStatus()).toBe(401)
  })
})

async function findDatabasePath(): Promise<string> {
  const [row] = await shelf.server.ctx.db.rows<{ file: string }>(
    sql`select file from pragma_database_list where name = 'main'`,
  )
  return row!.file
}
