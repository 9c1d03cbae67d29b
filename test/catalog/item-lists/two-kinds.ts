/** Collections and reading lists have the same rules, so these tests run for both. */
import { eq } from 'drizzle-orm'
import { users } from '../../../src/accounts/users/schema'
import { books } from '../../../src/catalog/books/schema'
import { series } from '../../../src/catalog/series/schema'
import { seedBook, type SeededLibrary, seedSeries } from '../../support/seed'
import type { TestServer } from '../../support/server'

export interface Kind {
  path: string
  entries: 'series' | 'books'
  member: string
  count: string
  event: string
  /** Path below a series or book that returns the lists containing it. */
  membership: string
  table: typeof series | typeof books
  addItem(server: TestServer, library: SeededLibrary, title: string): Promise<string>
}

export const kinds: Kind[] = [
  {
    path: '/collections',
    entries: 'series',
    member: 'seriesIds',
    count: 'seriesCount',
    event: 'collections_updated',
    membership: 'collections',
    table: series,
    addItem: async (server, library, title) => (await seedSeries(server, library, { title })).id,
  },
  {
    path: '/readlists',
    entries: 'books',
    member: 'bookIds',
    count: 'bookCount',
    event: 'reading_lists_updated',
    membership: 'readlists',
    table: books,
    addItem: async (server, library, title) =>
      (await seedBook(server, await seedSeries(server, library, { title }), { title })).id,
  },
]

export async function createList(
  server: TestServer,
  { path }: Kind,
  as: string,
  body: object = {},
): Promise<string> {
  const named = { name: `List ${Bun.randomUUIDv7()}`, ...body }
  const created = await server.call('POST', path, { as, body: named })
  if (created.status !== 201) throw new Error(JSON.stringify(created.body))
  return created.body.id
}

export const addItems = (
  server: TestServer,
  { path, entries, member }: Kind,
  as: string,
  { id, ids }: { id: string; ids: string[] },
) => server.call('POST', `${path}/${id}/${entries}`, { as, body: { [member]: ids } })

/** Lists the IDs of the entries that a user can see. */
export async function listItems(server: TestServer, kind: Kind, as: string, id: string) {
  const found = await server.call('GET', `${kind.path}/${id}/${kind.entries}?pageSize=500`, { as })
  return found.status === 200
    ? found.body.data.map((item: { id: string }) => item.id)
    : found.status
}

export async function limitTo(server: TestServer, name: string, libraryIds: string[] | null) {
  const isUser = eq(users.id, server.getUserId(name))
  await server.ctx.write((tx) => tx.update(users).set({ libraryIds }).where(isUser))
}

export async function setTrashed(server: TestServer, kind: Kind, id: string, isTrashed: boolean) {
  const trashedAt = isTrashed ? new Date() : null
  await server.ctx.write((tx) =>
    kind.table === series
      ? tx.update(series).set({ trashedAt }).where(eq(series.id, id))
      : tx.update(books).set({ trashedAt }).where(eq(books.id, id)),
  )
}
