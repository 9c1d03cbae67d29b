/** Fills a test server so that every list of the API has a given number of rows. */
import { highlights } from '../../src/reading/highlights/schema'
import { bookmarks } from '../../src/reading/bookmarks/schema'
import { nameRules } from '../../src/catalog/corrections/schema'
import { sidecars } from '../../src/catalog/sidecars/schema'
import { covers } from '../../src/artwork/covers/schema'
import type { Tx } from '../../src/platform/db/store'
import { jobs } from '../../src/platform/jobs/schema'
import { setLabels } from '../../src/catalog/labels/series-labels'
import {
  alternateTitles,
  externalIds,
  externalLinks,
  externalRatings,
} from '../../src/catalog/metadata/schema'
import {
  bookCompletions,
  bookProgress,
  seriesCompletions,
  seriesProgress,
} from '../../src/reading/progress/schema'
import { filterPresets } from '../../src/catalog/filter-presets/schema'
import { collections, collectionSeries } from '../../src/catalog/collections/schema'
import { readingListBooks, readingLists } from '../../src/catalog/reading-lists/schema'
import { readingProfiles } from '../../src/reading/preferences/profiles/schema'
import { wantToRead } from '../../src/reading/want-to-read/schema'
import { ignoredFiles, scanChanges, scans } from '../../src/ingest/scanning/schema'
import { people, seriesPeople } from '../../src/catalog/series/schema'
import { purges } from '../../src/ingest/trash/schema'
import { auditEntries } from '../../src/accounts/audit/schema'
import { invitations } from '../../src/accounts/invitations/schema'
import { apiKeys } from '../../src/accounts/api-keys/schema'
import { sessions } from '../../src/accounts/sessions/schema'
import type { TestServer } from '../support/server'
import { seedBook, seedLibrary, seedSeries, type SeededLibrary } from '../support/seed'
import { readMessages } from '../../src/ingest/scanning/messages'

const at = new Date('2026-01-02T03:04:05Z')

export interface FilledServer {
  library: SeededLibrary
  /** A series with many books, covers, labels, titles and so on. */
  seriesId: string
  bookId: string
  personId: string
  scanId: string
  grow(from: number, to: number): Promise<void>
}

/** Fills the server. `reader` owns the progress, bookmarks and other user data. */
export async function fillServer(server: TestServer, reader = 'ada'): Promise<FilledServer> {
  const library = await seedLibrary(server, { name: 'Grown' })
  const large = await seedSeries(server, library, { title: 'Large' })
  const book = await seedBook(server, large, { title: 'First', volume: 0 })
  const personId = Bun.randomUUIDv7()
  const scanId = Bun.randomUUIDv7()
  await server.ctx.write(async (tx) => {
    await tx.insert(people).values({ id: personId, name: 'Busy Pen', nameKey: 'busy pen' })
    const scan = { libraryId: library.id, mode: 'normal', trigger: 'manual' } as const
    await tx.insert(scans).values({ id: scanId, ...scan, status: 'completed' })
  })
  const places = { library, seriesId: large.id, bookId: book.id, personId, scanId }
  const userId = server.getUserId(reader)
  const grow = async (from: number, to: number) => {
    for (let i = from; i < to; i++) await addOne(server, { ...places, large, userId }, i)
    const names = Array.from({ length: to }, (_, i) => `Label ${i}`)
    await server.ctx.write(async (tx) => {
      await setLabels(tx, large.id, 'genre', names)
      await setLabels(tx, large.id, 'tag', names)
    })
  }
  return { ...places, grow }
}

interface Places extends Omit<FilledServer, 'grow'> {
  large: Awaited<ReturnType<typeof seedSeries>>
  userId: string
}

/** Adds one row to every list. */
async function addOne(server: TestServer, places: Places, i: number) {
  const { library, large, userId } = places
  await server.addUser(`user${i}`, 'reader')
  await seedLibrary(server, { name: `Library ${i}`, path: `/library/${i}` })
  const own = await seedSeries(server, library, { title: `Series ${i}`, bookCount: 2 })
  const [next] = [
    await seedBook(server, large, { title: `Book ${i}`, volume: i + 1 }),
    await seedBook(server, own, { title: `Begun ${i}`, volume: 1 }),
  ]
  const read = await seedBook(server, own, { title: `Read ${i}`, volume: 2 })
  const findings = [{ code: 'unreadable', message: readMessages.timeout() }]
  const broken = { finding: 'unreadable', contents: { findings } } as const
  await seedBook(server, own, { title: `Broken ${i}`, ...broken })
  const begun = await seedSeries(server, library, { title: `Begun ${i}`, bookCount: 2 })
  const first = await seedBook(server, begun, { title: `First ${i}`, volume: 1 })
  await seedBook(server, begun, { title: `Second ${i}`, volume: 2 })
  const copy = { contentHash: `same ${i}`, title: `Copy ${i}` }
  for (const where of [large, own]) await seedBook(server, where, copy)
  const gone = { trashedAt: at, missingSince: at }
  const lost = await seedSeries(server, library, { title: `Lost ${i}`, trashedAt: at })
  await seedBook(server, lost, { title: `Lost book ${i}`, ...gone })
  await server.ctx.write(async (tx) => {
    await addProgress(tx, userId, { own: begun.id, read: first.id })
    await addProgress(tx, userId, { own: own.id, begun: next!.id, read: read.id })
    await addMetadata(tx, places, { i, own: own.id })
    await addRecords(tx, places, i)
    await addLists(tx, places, i)
  })
}

async function addLists(tx: Tx, { userId, seriesId, bookId }: Places, i: number) {
  const id = Bun.randomUUIDv7()
  const name = `List ${i}`
  const list = { id, name, nameKey: `list ${i}`, sharing: 'everyone', ordered: true } as const
  await tx.insert(collections).values({ ...list, ownerId: userId })
  await tx.insert(collectionSeries).values({ listId: id, itemId: seriesId, position: 1 })
  await tx.insert(readingLists).values({ ...list, ownerId: userId })
  await tx.insert(readingListBooks).values({ listId: id, itemId: bookId, position: 1 })
  const preset = { id, userId, target: 'series', name, nameKey: name } as const
  await tx.insert(filterPresets).values({ ...preset, condition: {} })
  await tx.insert(readingProfiles).values({ id, userId, name, nameKey: name, settings: {} })
}

async function addProgress(
  tx: Tx,
  userId: string,
  { own, begun, read }: { own: string; begun?: string; read: string },
) {
  const when = { startedAt: at, positionAt: at, updatedAt: at }
  const mine = { userId, seriesId: own, ...when }
  if (begun)
    await tx.insert(bookProgress).values({ ...mine, bookId: begun, page: 3, fraction: 0.2 })
  const whole = { completed: true, completions: 1, fraction: 1 }
  await tx.insert(bookProgress).values({ ...mine, bookId: read, ...whole })
  await tx.insert(bookCompletions).values({
    userId,
    bookId: read,
    pass: 1,
    startedAt: at,
    completedAt: at,
  })
  const counts = { booksRead: 1, booksInProgress: begun ? 1 : 0, lastReadAt: at }
  await tx.insert(seriesProgress).values({ userId, seriesId: own, ...counts, updatedAt: at })
}

async function addMetadata(
  tx: Tx,
  { seriesId, bookId, personId, userId }: Places,
  { i, own }: { i: number; own: string },
) {
  await tx.insert(wantToRead).values({ userId, seriesId: own, position: i })
  const url = `https://example.org/${i}`
  await tx.insert(alternateTitles).values({ seriesId, label: 'ja', title: `Other ${i}` })
  await tx.insert(externalIds).values({ seriesId, source: `plugin:p${i}`, externalId: 'x' })
  await tx.insert(externalLinks).values({ seriesId, sourceName: `site ${i}`, url })
  const rated = { sourceName: `site ${i}`, rating: 50, fetchedAt: at }
  await tx.insert(externalRatings).values({ seriesId, ...rated })
  const [person] = await tx
    .insert(people)
    .values({ name: `Pen ${i}`, nameKey: `pen ${i}` })
    .returning()
  for (const id of [personId, person!.id]) {
    await tx
      .insert(seriesPeople)
      .values({ seriesId: own, personId: id, role: 'writer', ofSeries: true })
  }
  const picture = {
    source: 'custom',
    fileName: `${i}.jpg`,
    mediaType: 'image/jpeg',
    width: 1,
    height: 1,
    bytes: 1,
    sha256: `${i}`,
  }
  await tx.insert(covers).values([
    { ...picture, seriesId },
    { ...picture, bookId },
  ])
}

async function addRecords(
  tx: Tx,
  { library, seriesId, bookId, scanId, userId }: Places,
  i: number,
) {
  const libraryId = library.id
  const [startedAt, completedAt, pass] = [at, at, i + 1]
  await tx.insert(bookCompletions).values({ userId, bookId, pass, startedAt, completedAt })
  await tx.insert(seriesCompletions).values({ userId, seriesId, pass, completedAt })
  await tx.insert(bookmarks).values({ userId, bookId, page: i, fraction: i / 1000 })
  const passage = `Passage ${i}`
  const place = { href: 'one.xhtml', type: 'text/html', locations: {} }
  await tx
    .insert(highlights)
    .values({ userId, bookId, passage, locator: place, color: 'yellow', fraction: i / 1000 })
  const done = { mode: 'normal', trigger: 'manual', status: 'completed' } as const
  await tx.insert(scans).values({ libraryId, ...done, createdAt: new Date(at.getTime() + i) })
  const change = { scanId, kind: 'added', bookId, seriesId } as const
  await tx.insert(scanChanges).values({ ...change, title: `Book ${i}`, path: `${i}.cbz` })
  const file = { relativePath: `ignored ${i}.cbz`, title: `Ignored ${i}` }
  await tx.insert(ignoredFiles).values({ libraryId, rootId: library.rootId, ...file })
  const side = { folder: `Folder ${i}`, name: `Side ${i}.xml`, kind: 'comicinfo' } as const
  const finding = { code: 'unreadable', message: readMessages.timeout() }
  const state = { size: 1, modifiedAtMs: 1, finding }
  await tx.insert(sidecars).values({ rootId: library.rootId, ...side, ...state })
  const rule = { match: 'text', pattern: `rule ${i}`, on: 'file' } as const
  await tx.insert(nameRules).values({ libraryId, ...rule, change: { set: { volume: i } } })
  const target = { kind: 'book', targetId: bookId, libraryId, status: 'completed' } as const
  await tx.insert(purges).values({ ...target, name: `Purged ${i}` })
  await tx.insert(jobs).values({ kind: 'nothing', payload: {}, state: 'done', runAt: at })
  const expiresAt = new Date(Date.now() + 3_600_000)
  await tx.insert(sessions).values({ userId, kind: 'app', lastUsedAt: at, expiresAt })
  const key = { name: `key ${i}`, keyPrefix: `quire_${i}`, secretHash: `${i}`, permissions: [] }
  await tx.insert(apiKeys).values({ userId, ...key })
  const audited = {
    action: 'sign_in',
    proof: 'none',
    username: `person ${i}`,
    changes: [],
  } as const
  await tx.insert(auditEntries).values({ ...audited, changes: [], at })
  const invited = { note: `Person ${i}`, role: 'reader', maxUses: 1, expiresAt } as const
  const tokens = { accessGroupIds: [], tokenHash: `${i}`, createdById: userId }
  await tx.insert(invitations).values({ ...invited, ...tokens })
}
