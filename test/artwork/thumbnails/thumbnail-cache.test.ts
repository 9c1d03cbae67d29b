/** Cached thumbnail responses and viewers are never used after a change. */
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { apiKeys } from '../../../src/accounts/api-keys/schema'
import { sessions } from '../../../src/accounts/sessions/schema'
import { users } from '../../../src/accounts/users/schema'
import { thumbnails } from '../../../src/artwork/thumbnails/schema'
import { books } from '../../../src/catalog/books/schema'
import { series } from '../../../src/catalog/series/schema'
import { dialect } from '../../../src/platform/db/dialect'
import { openSqlite } from '../../../src/platform/db/sqlite/sqlite'
import type { Tx } from '../../../src/platform/db/store'
import { startTestServer, type TestServer } from '../../support/server'
import {
  seedBook,
  type SeededBook,
  type SeededLibrary,
  type SeededSeries,
  seedLibrary,
  seedSeries,
} from '../../support/seed'
import { countStatements } from '../../support/statements'
import { waitUntil } from '../../support/wait-until'

setDefaultTimeout(60_000)

let server: TestServer
let library: SeededLibrary
let shown: SeededSeries
let book: SeededBook
let reader: string
let statements: () => number

beforeAll(async () => {
  server = await startTestServer()
  statements = countStatements(server.ctx)
  library = await seedLibrary(server)
})
afterAll(() => server.close())

beforeEach(async () => {
  reader = `reader-${Bun.randomUUIDv7()}`
  await server.addUser(reader, 'reader')
  shown = await seedSeries(server, library)
  book = await seedBook(server, shown)
  await saveThumbnail(book.id, 'a')
})

const write = (work: (tx: Tx) => Promise<unknown>) => server.ctx.write(work)
const ownId = () => server.getUserId(reader)

const saveThumbnail = (ownerId: string, letter: string) =>
  write(async (tx) => {
    await tx.delete(thumbnails).where(eq(thumbnails.ownerId, ownerId))
    await tx.insert(thumbnails).values({
      ownerId,
      ownerKind: 'book',
      shard: ownerId.slice(-2),
      state: 'made',
      hash: letter.repeat(32),
      width: 320,
      height: 480,
      bytes: 1000,
      madeAt: new Date(),
    })
  })

const setLibraryAccess = (libraryIds: string[]) =>
  server.call('PUT', `/users/${ownId()}/libraries`, { as: 'ada', body: { libraryIds } })

interface Kind {
  path: () => string
}
const kinds: [string, Kind][] = [
  ['book', { path: () => `/books/${book.id}/thumbnail` }],
  ['series', { path: () => `/series/${shown.id}/thumbnail` }],
]

describe.each(kinds)('the thumbnail of a %s', (_, { path }) => {
  let etag: string

  const getThumbnail = async () => {
    const answer = await server.fetch(`/api/v1${path()}`, {
      as: reader,
      headers: { 'if-none-match': etag },
    })
    await answer.bytes()
    return answer
  }
  const getStatus = async () => (await getThumbnail()).status

  beforeEach(async () => {
    etag = ''
    // Conditional requests do not need an image on disk.
    const [row] = await server.ctx.db
      .select()
      .from(thumbnails)
      .where(eq(thumbnails.ownerId, book.id))
    etag = `"${row!.hash}-${row!.madeAt.getTime()}"`
    for (const _time of [1, 2]) expect(await getStatus()).toBe(304)
  })

  test.if(dialect === 'sqlite')('needs no statement while nothing changes', async () => {
    const before = statements()
    for (let i = 0; i < 5; i++) expect(await getStatus()).toBe(304)
    expect(statements()).toBe(before)
  })

  test('is a new one after it was replaced', async () => {
    await saveThumbnail(book.id, 'b')
    expect((await getThumbnail()).headers.get('etag')).not.toBe(etag)
    expect(await getStatus()).not.toBe(304)
  })

  test('returns 404 after the user lost access to its library, until it is granted again', async () => {
    await setLibraryAccess([])
    expect(await getStatus()).toBe(404)
    await setLibraryAccess([library.id])
    expect(await getStatus()).toBe(304)
    expect(await getStatus()).toBe(304)
    await setLibraryAccess([])
    expect(await getStatus()).toBe(404)
  })

  test('returns 404 while the series is in the trash', async () => {
    const setTrashed = (trashedAt: Date | null) =>
      write((tx) => tx.update(series).set({ trashedAt }).where(eq(series.id, shown.id)))
    await setTrashed(new Date())
    expect(await getStatus()).toBe(404)
    await setTrashed(null)
    expect(await getStatus()).toBe(304)
  })

  test('is refused after the session ended', async () => {
    await write((tx) =>
      tx.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.userId, ownId())),
    )
    expect(await getStatus()).toBe(401)
  })

  test('is refused after the user was deactivated', async () => {
    await write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, ownId())))
    expect(await getStatus()).toBe(401)
  })

  test.if(dialect === 'sqlite')(
    'returns 404 after another process trashed the series',
    async () => {
      const other = openSqlite(await findDatabasePath())
      await other.write((tx) =>
        tx.update(series).set({ trashedAt: new Date() }).where(eq(series.id, shown.id)),
      )
      await other.close()
      expect(await getStatus()).toBe(404)
    },
  )
})

describe('V1: with an API key, "not modified" is refused after', () => {
  const cases: { what: string; status: number; change: (key: Key) => Promise<unknown> }[] = [
    { what: 'the key was deleted', status: 401, change: (key) => send('DELETE', key) },
    {
      what: 'the key was deactivated',
      status: 401,
      change: (key) => send('PATCH', key, { isActive: false }),
    },
    {
      what: 'its scope no longer included books',
      status: 403,
      change: (key) => send('PATCH', key, { permissions: ['series:read'] }),
    },
    {
      what: 'the user was deactivated',
      status: 401,
      change: () =>
        write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, ownId()))),
    },
    {
      what: 'it expired, without a write',
      status: 401,
      change: () => server.clock.advance(3_600_000),
    },
    {
      what: 'an age limit hid the series',
      status: 404,
      change: () =>
        server.call('PATCH', `/users/${ownId()}/restrictions`, {
          as: 'ada',
          body: { ageLimit: 6, hidesUnrated: true },
        }),
    },
    {
      what: 'the user lost access to the library',
      status: 404,
      change: () => setLibraryAccess([]),
    },
  ]
  interface Key {
    id: string
    key: string
  }
  const send = (method: string, { id }: Key, body?: object) =>
    server.call(method, `/api-keys/${id}`, { as: reader, ...(body && { body }) })

  const createKey = async (): Promise<Key> => {
    const expiresAt = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
    return (
      await server.call('POST', '/api-keys', { as: reader, body: { name: 'app', expiresAt } })
    ).body
  }
  const getStatus = async ({ key }: Key) => {
    const headers = { 'x-api-key': key, 'if-none-match': '*' }
    return (await server.fetch(`/api/v1/books/${book.id}/thumbnail`, { headers })).status
  }

  /** The first use is written in the background. */
  const waitUntilRecorded = ({ id }: Key) =>
    waitUntil(async () => {
      const isKey = and(eq(apiKeys.id, id), isNotNull(apiKeys.lastUsedAt))
      return (await server.ctx.db.$count(apiKeys, isKey)) === 1
    })

  test.each(cases)('$what', async ({ status, change }) => {
    const key = await createKey()
    for (const _time of [1, 2]) expect(await getStatus(key)).toBe(304)
    await change(key)
    expect(await getStatus(key)).toBe(status)
  })

  test('the secret was wrong, although the key is known', async () => {
    const { id, key } = await createKey()
    expect(await getStatus({ id, key })).toBe(304)
    expect(await getStatus({ id, key: `${key.slice(0, -1)}_` })).toBe(401)
  })

  test.if(dialect === 'sqlite')('another process deleted it', async () => {
    const key = await createKey()
    for (const _time of [1, 2]) expect(await getStatus(key)).toBe(304)
    await waitUntilRecorded(key)
    const other = openSqlite(await findDatabasePath())
    await other.write((tx) => tx.delete(apiKeys).where(eq(apiKeys.id, key.id)))
    await other.close()
    expect(await getStatus(key)).toBe(401)
  })

  test.if(dialect === 'sqlite')('needs no statement while nothing changes', async () => {
    const key = await createKey()
    expect(await getStatus(key)).toBe(304)
    await waitUntilRecorded(key)
    expect(await getStatus(key)).toBe(304)
    const before = statements()
    for (let i = 0; i < 5; i++) expect(await getStatus(key)).toBe(304)
    expect(statements()).toBe(before)
  })
})

test('a book in the trash has no thumbnail', async () => {
  await write((tx) => tx.update(books).set({ trashedAt: new Date() }).where(eq(books.id, book.id)))
  const answer = await server.fetch(`/api/v1/books/${book.id}/thumbnail`, { as: reader })
  expect(answer.status).toBe(404)
})

async function findDatabasePath(): Promise<string> {
  const [row] = await server.ctx.db.rows<{ file: string }>(
    sql`select file from pragma_database_list where name = 'main'`,
  )
  return row!.file
}
