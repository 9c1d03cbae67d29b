/** Items that restricted viewers can see, items that they cannot see, and the viewers. */
import { createHash } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { bookmarks } from '../../../src/reading/bookmarks/schema'
import { highlights } from '../../../src/reading/highlights/schema'
import { collections } from '../../../src/catalog/collections/schema'
import { readingLists } from '../../../src/catalog/reading-lists/schema'
import { genres, tags } from '../../../src/catalog/labels/schema'
import { series } from '../../../src/catalog/series/schema'
import { createHiddenLibrary, listNames } from '../../conformance/hidden-library'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import type { TestServer } from '../../support/server'
import type { Ids } from './route-table'

export interface AccessViewer {
  name: string
  /**
   * User of the test server, or the token, with which the viewer signs in. Undefined if not signed
   * in.
   */
  as: string | undefined
  /** True for a reader who can see everything. */
  seesAll: boolean
  /** True if the library is visible, although nothing in it is. */
  seesLibrary: boolean
  koboKey: string
  feedKey: string
  koreader: Record<string, string>
}

export interface World {
  inside: Ids
  outside: Ids
  /** Texts that reveal hidden items. */
  names: string[]
  /** The subset of `names` that the visible library itself reveals. */
  libraryNames: string[]
  viewers: AccessViewer[]
}

const people = [
  'by library',
  'by age',
  'by tag',
  'by group',
  'reader',
  'maintainer',
  'maintainer by age',
] as const

export async function createWorld(server: TestServer): Promise<World> {
  const ada = async (method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await server.call(method, path, {
      as: 'ada',
      ...(body !== undefined && { body }),
    })
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`)
    return answer
  }
  const inside = await createInside(server, ada)
  const hidden = await createHiddenLibrary(server, 'ada')
  const tag = await ada('POST', '/admin/sharing-tags', { name: 'Secret' })
  const family = await ada('POST', '/admin/sharing-tags', { name: 'Family' })
  const ids = await markHidden(server, ada, { libraryId: hidden.ids.libraries, tagId: tag.id })
  await ada('PUT', `/series/${inside.series}/sharing-tags`, { sharingTagIds: [family.id] })
  const outside = await nameOutside(server, inside, hidden)
  const accounts = await createAccounts(server, outside)
  const group = await ada('POST', '/access-groups', { name: 'Club' })
  await ada('POST', `/access-groups/${group.id}/grants`, {
    sharingTagId: family.id,
    accessMode: 'allow',
  })
  const restrict = (name: string, body: object) =>
    ada('PATCH', `/users/${server.getUserId(name)}/restrictions`, body)
  await restrict('by library', { libraryIds: [inside.library] })
  await restrict('by age', { ageLimit: 12, hidesUnrated: true })
  await restrict('by tag', { deniedTagIds: [tag.id] })
  await ada('POST', `/access-groups/${group.id}/members`, {
    userIds: [server.getUserId('by group')],
  })
  await restrict('maintainer', { libraryIds: [inside.library] })
  await restrict('maintainer by age', { ageLimit: 12, hidesUnrated: true })
  const libraryNames = ['Grown', hidden.ids.libraries]
  return {
    inside,
    outside,
    names: [...listNames(hidden), ...ids, 'List 0'],
    libraryNames,
    viewers: listViewers(accounts),
  }
}

type Call = (method: string, path: string, body?: unknown) => Promise<any>

async function createInside(server: TestServer, ada: Call): Promise<Ids> {
  const library = await seedLibrary(server, { name: 'Open', path: '/open' })
  const anvil = await seedSeries(server, library, { title: 'Anvil', ageRating: 6, bookCount: 1 })
  const book = await seedBook(server, anvil, { title: 'Anvil 1', volume: 1 })
  await ada('PUT', `/series/${anvil.id}/genres`, { genres: ['Forge'] })
  await ada('PUT', `/series/${anvil.id}/tags`, { tags: ['Iron'] })
  await ada('PATCH', `/series/${anvil.id}/metadata`, {
    authors: [{ name: 'Smith', role: 'writer' }],
  })
  const shared = { name: 'Good', sharing: 'everyone' }
  const collection = await ada('POST', '/collections', shared)
  await ada('POST', `/collections/${collection.id}/series`, { seriesIds: [anvil.id] })
  const readlist = await ada('POST', '/readlists', shared)
  await ada('POST', `/readlists/${readlist.id}/books`, { bookIds: [book.id] })
  const [genre] = await server.ctx.db.select().from(genres)
  const [tag] = await server.ctx.db.select().from(tags)
  const person = (await ada('GET', '/people?q=smith')).data[0]
  const none = '018f0000-0000-7000-8000-00000000000f'
  return {
    library: library.id,
    series: anvil.id,
    book: book.id,
    collection: collection.id,
    readlist: readlist.id,
    genre: genre!.id,
    tag: tag!.id,
    person: person.id,
    cover: none,
    scan: none,
    task: none,
    purge: none,
    rule: none,
    bookmark: none,
  }
}

/** Gives all series of the library an adult age rating and the tag. Returns their IDs. */
async function markHidden(
  server: TestServer,
  ada: Call,
  { libraryId, tagId }: { libraryId: string; tagId: string },
) {
  const rows = await server.ctx.db.select().from(series).where(eq(series.libraryId, libraryId))
  const present = rows.filter(({ trashedAt }) => !trashedAt).map(({ id }) => id)
  await ada('PATCH', '/series/bulk/sharing-tags', { seriesIds: present, add: [tagId] })
  await ada('PATCH', '/series/bulk/metadata', { seriesIds: present, ageRating: 18 })
  const gone = rows.filter(({ trashedAt }) => trashedAt).map(({ id }) => id)
  const [marked] = await server.ctx.db.select().from(series).where(eq(series.id, present[0]!))
  await server.ctx.write((tx) =>
    tx
      .update(series)
      .set({ ageRating: 18, sharingSet: marked!.sharingSet })
      .where(inArray(series.id, gone)),
  )
  return rows.map(({ id }) => id)
}

async function nameOutside(
  { ctx }: TestServer,
  inside: Ids,
  { ids, nested }: Awaited<ReturnType<typeof createHiddenLibrary>>,
): Promise<Ids> {
  const [list] = await ctx.db.select().from(collections).where(eq(collections.name, 'List 0'))
  const [books] = await ctx.db.select().from(readingLists).where(eq(readingLists.name, 'List 0'))
  const [mark] = await ctx.db.select().from(bookmarks)
  return {
    ...inside,
    library: ids.libraries,
    series: ids.series,
    book: ids.books,
    person: ids.people,
    genre: ids.genres,
    tag: ids.tags,
    cover: nested['coverId']!,
    scan: nested['scanId']!,
    task: ids.tasks,
    purge: ids.purges,
    rule: ids['name-rules'],
    collection: list!.id,
    readlist: books!.id,
    bookmark: mark!.id,
  }
}

type Account = Omit<AccessViewer, 'seesAll' | 'seesLibrary'>

/** Creates accounts that have started a book. The book is hidden from most of them later. */
async function createAccounts(server: TestServer, outside: Ids): Promise<Account[]> {
  const accounts: Account[] = []
  for (const name of people) {
    await server.addUser(name, name.startsWith('maintainer') ? 'maintainer' : 'reader')
    const call = async (method: string, path: string, body: object) => {
      const answer = await server.call(method, path, { as: name, body })
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status}`)
      return answer.body
    }
    await call('PUT', `/books/${outside.book}/progress`, { currentPage: 3 })
    await call('POST', '/want-to-read', { seriesId: outside.series })
    await call('POST', `/books/${outside.book}/bookmarks`, { page: 2, note: 'Begun 0' })
    await call('PUT', `/series/${outside.series}/rating`, { rating: 50, notes: 'Begun 0' })
    await call('PUT', `/books/${outside.book}/rating`, { rating: 50, notes: 'Begun 0' })
    const userId = server.getUserId(name)
    await server.ctx.write((tx) => tx.insert(highlights).values(buildHighlight(userId, outside)))
    const login = await call('POST', '/sync-logins', { name: 'Clara' })
    const key = createHash('md5').update(login.password).digest('hex')
    accounts.push({
      name,
      as: name,
      koboKey: (await call('POST', '/kobo-devices', { name: 'Libra' })).key,
      feedKey: (await call('POST', '/user/feeds', { name: 'Calendar' })).atomPath.split('/')[2],
      koreader: { 'x-auth-user': login.username, 'x-auth-key': key },
    })
  }
  const fewer = { name: 'app', permissions: ['libraries:read', 'series:read'] }
  const { body } = await server.call('POST', '/api-keys', { as: 'reader', body: fewer })
  const none = { koboKey: 'none', feedKey: 'none', koreader: {} }
  return [
    { name: 'anonymous', as: undefined, ...none },
    ...accounts,
    { name: 'API key with fewer rights', as: body.key, ...none },
  ]
}

/** Builds a row to insert directly, because the hidden book has no text to highlight. */
const buildHighlight = (userId: string, { book }: Ids) => ({
  userId,
  bookId: book,
  locator: {},
  passage: 'Begun 0',
  color: 'blue' as const,
  fraction: 0.5,
})

const listViewers = (accounts: readonly Account[]): AccessViewer[] =>
  accounts.map((account) => ({
    ...account,
    seesAll: account.name === 'reader',
    seesLibrary: !['anonymous', 'by library', 'maintainer'].includes(account.name),
  }))
