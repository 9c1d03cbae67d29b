import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportReading } from '../../../src/admin/transfer/export-reading'
import { importReading } from '../../../src/admin/transfer/import/import-reading'
import { eq } from 'drizzle-orm'
import { readingLists, readingListTables } from '../../../src/catalog/reading-lists/schema'
import { series as seriesTable } from '../../../src/catalog/series/schema'
import { preserveSeries, restoreBooks } from '../../../src/ingest/scanning/purged/preserve'
import { refreshSeriesAndProgress } from '../../../src/reading/progress/refresh-series-and-progress'
import { splitIntoSlices } from '../../../src/platform/lib/slices'
import { preferences } from '../../../src/reading/preferences/schema'
import { wantToRead } from '../../../src/reading/want-to-read/schema'
import { countStatements } from '../../support/statements'
import { startTestServer, type TestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'

const folders: string[] = []
const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

interface Shelf {
  server: TestServer
  seriesId: string
  /** IDs of the books A, B and C. */
  ids: string[]
}

/** Book A has a content hash, B only a path; `titles` leaves books out. */
async function startShelf(titles = ['A', 'B', 'C']): Promise<Shelf> {
  const server = await startTestServer()
  servers.push(server)
  const library = await seedLibrary(server, { path: '/books' })
  const row = await seedSeries(server, library, { title: 'Night' })
  const ids: string[] = []
  for (const title of titles) {
    const contentHash = title === 'B' ? null : `hash of ${title}`
    // A was moved, B was not.
    const relativePath = title === 'A' ? `${Bun.randomUUIDv7()}.epub` : `Night/${title}.epub`
    const book = await seedBook(server, row, { title, contentHash, relativePath, format: 'epub' })
    ids.push(book.id)
  }
  await server.ctx.write((tx) => refreshSeriesAndProgress(tx, [row.id]))
  return { server, ids, seriesId: row.id }
}

async function send({ server }: Shelf, method: string, path: string, body?: unknown) {
  const response = await server.call(method, path, {
    as: 'ann',
    ...(body !== undefined && { body }),
  })
  expect(`${method} ${path} ${response.status}`).toMatch(/ 20\d$/)
  return response.body
}

const locator = {
  href: 'c1.xhtml',
  type: 'application/xhtml+xml',
  locations: { progression: 0.1, totalProgression: 0.5, partialCfi: 'epubcfi(/4/2,/1:0,/1:5)' },
  text: { before: 'a', highlight: 'A passage', after: 'b' },
}

/** One of everything that a reader can make, in all books. */
async function readEverything(shelf: Shelf) {
  const { ids, seriesId } = shelf
  for (const id of ids) await send(shelf, 'POST', `/books/${id}/read`)
  for (const id of ids) {
    await send(shelf, 'PUT', `/books/${id}/progress`, { currentPage: 1 })
    await send(shelf, 'PUT', `/books/${id}/progress`, { currentPage: 7 })
    await send(shelf, 'POST', `/books/${id}/bookmarks`, { page: 3, note: 'The turn' })
    await send(shelf, 'POST', `/books/${id}/highlights`, { locator, color: 'blue', note: 'yes' })
    await send(shelf, 'PUT', `/books/${id}/rating`, { rating: 73, notes: 'fine' })
    await send(shelf, 'POST', '/want-to-read', { bookId: id })
    const session = {
      id: Bun.randomUUIDv7(),
      bookId: id,
      deviceId: 'reader-1',
      kind: 'progress',
      clientStartedAt: '2026-10-01T10:00:00.000Z',
      clientEndedAt: '2026-10-01T10:30:00.000Z',
      activeDurationMs: 60_000,
      pagesRead: 4,
    }
    await send(shelf, 'POST', '/reading-sessions', { sessions: [session] })
    const settings = { preferences: { 'reader.mode': 'paged' } }
    await send(shelf, 'PUT', `/preferences?scope=book&id=${id}`, settings)
  }
  await send(shelf, 'PUT', `/series/${seriesId}/rating`, { rating: 90 })
  await send(shelf, 'PUT', '/preferences?scope=user', { preferences: { 'reader.fit': 'width' } })
  const profile = { name: 'Night', settings: { 'reader.trim': true } }
  const { id: profileId } = await send(shelf, 'POST', '/reading-profiles', profile)
  await send(shelf, 'POST', '/reading-profiles/choose', { profileId, seriesIds: [seriesId] })
  const collection = await send(shelf, 'POST', '/collections', { name: 'Dark' })
  await send(shelf, 'POST', `/collections/${collection.id}/series`, { seriesIds: [seriesId] })
  const list = await send(shelf, 'POST', '/readlists', { name: 'Order', ordered: true })
  const [first, ...rest] = ids
  await send(shelf, 'POST', `/readlists/${list.id}/books`, { bookIds: [...rest, first] })
}

async function exportTo({ server }: Shelf, names: string[] = []) {
  const parent = mkdtempSync(join(tmpdir(), 'transfer-'))
  folders.push(parent)
  const folder = join(parent, 'export')
  await exportReading(server.ctx, { folder, names })
  return folder
}

const importFrom = ({ server }: Shelf, folder: string, options = {}) =>
  importReading(server.ctx, { folder, users: new Map(), applies: true, ...options })

const getError = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Error) => error.message,
  )

const files = [
  'progress',
  'events',
  'completions',
  'bookmarks',
  'highlights',
  'sessions',
  'ratings',
  'series_completions',
  'want_to_read',
  'reading_profiles',
  'preferences',
  'collections',
  'read_lists',
]

type Lines = Record<string, Record<string, unknown>[]>

function readLines(folder: string, name: string): Record<string, unknown>[] {
  const file = join(folder, `${name}.jsonl`)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** Everything in an export, with names in place of IDs. */
function readAll(folder: string): Lines {
  const names = new Map<unknown, string>()
  for (const user of readLines(folder, 'users')) names.set(user['id'], String(user['name']))
  for (const kind of ['books', 'series']) {
    for (const item of readLines(folder, kind)) names.set(item['id'], String(item['title']))
  }
  const nameIds = (value: string) => {
    let text = value
    for (const [id, name] of names) text = text.replaceAll(String(id), name)
    return text
  }
  return Object.fromEntries(
    files.map((name) => {
      const lines = readLines(folder, name).map((line) => nameIds(JSON.stringify(line)))
      return [name, lines.toSorted().map((line) => JSON.parse(line) as Record<string, unknown>)]
    }),
  )
}

/** What only one installation knows. */
function withoutOwn(lines: Lines): Lines {
  const hidden = new Set(['id', 'addedAt'])
  const hide = (key: string, value: unknown) => (hidden.has(key) ? undefined : value)
  return JSON.parse(JSON.stringify(lines, hide)) as Lines
}

describe('an export', () => {
  test('brings everything that a reader made to another server, and only once', async () => {
    const source = await startShelf()
    await readEverything(source)
    const given = await exportTo(source)
    const before = readAll(given)
    for (const name of files) expect([name, before[name]!.length > 0]).toEqual([name, true])

    const target = await startShelf()
    const report = await importFrom(target, given)
    expect(report).toMatchObject({ books: 3, waiting: [], lists: 2 })
    const once = readAll(await exportTo(target))
    expect(withoutOwn(once)).toEqual(withoutOwn(before))
    await importFrom(target, given)
    expect(readAll(await exportTo(target))).toEqual(once)
    const { data } = await send(target, 'GET', '/want-to-read?sort=custom')
    expect(data.map(({ bookId }: { bookId: string }) => bookId)).toEqual(target.ids)
    const progress = await send(target, 'GET', `/books/${target.ids[0]}/progress`)
    expect(progress).toMatchObject({ currentPage: 7, completed: false })
    const series = await send(target, 'GET', `/series/${target.seriesId}`)
    expect(series.unreadCount).toBe(3)
  })

  test('changes nothing on the server where it was made', async () => {
    const shelf = await startShelf()
    await readEverything(shelf)
    const folder = await exportTo(shelf)
    const before = readAll(folder)
    await importFrom(shelf, folder)
    expect(readAll(await exportTo(shelf))).toEqual(before)
  })

  test('sends as many statements for many lists as for one', async () => {
    const shelf = await startShelf()
    await readEverything(shelf)
    const count = countStatements(shelf.server.ctx)
    const countExport = async () => {
      const before = count()
      const folder = await exportTo(shelf)
      return { statements: count() - before, lists: readLines(folder, 'read_lists').length }
    }
    const { statements } = await countExport()
    for (const n of Array(20).keys()) {
      const list = await send(shelf, 'POST', '/readlists', { name: `List ${n}` })
      await send(shelf, 'POST', `/readlists/${list.id}/books`, { bookIds: shelf.ids })
    }
    expect(await countExport()).toEqual({ statements, lists: 21 })
  })

  test('reads queues and settings of more users than fit into a slice', async () => {
    const shelf = await startShelf()
    const ann = await shelf.server.getUserId('ann')
    const seriesIds: string[] = []
    const library = await seedLibrary(shelf.server, { path: '/more' })
    for (const n of Array(1_100).keys()) {
      seriesIds.push((await seedSeries(shelf.server, library, { title: `Series ${n}` })).id)
    }
    const updatedAt = new Date()
    await shelf.server.ctx.write(async (tx) => {
      for (const slice of splitIntoSlices(seriesIds, 100)) {
        // The same position twice, as after a merge.
        await tx
          .insert(wantToRead)
          .values(
            slice.map((seriesId, n) => ({ userId: ann, seriesId, position: Math.floor(n / 2) })),
          )
        await tx.insert(preferences).values(
          slice.map((seriesId) => ({
            userId: ann,
            target: seriesId,
            seriesId,
            key: 'reader.fit',
            value: 'width',
            updatedAt,
          })),
        )
      }
    })
    const folder = await exportTo(shelf)
    for (const name of ['want_to_read', 'preferences']) {
      const found = readLines(folder, name).map(({ series }) => series as string)
      expect(found.toSorted()).toEqual(seriesIds.toSorted())
    }
  })

  test('has only what the chosen users made', async () => {
    const shelf = await startShelf()
    await readEverything(shelf)
    await shelf.server.call('POST', `/books/${shelf.ids[0]}/read`, { as: 'max' })
    const ofMax = readAll(await exportTo(shelf, ['max']))
    expect(ofMax['completions']).toMatchObject([{ user: 'max', book: 'A' }])
    expect(ofMax['collections']).toEqual([])
    expect(await getError(exportTo(shelf, ['bob']))).toBe('There is no user "bob".')
  })
})

describe('an import', () => {
  let source: Shelf
  let given: string
  beforeEach(async () => {
    source = await startShelf()
    await readEverything(source)
    given = await exportTo(source)
  })

  test('never takes away what users have done since', async () => {
    const { ids } = source
    await send(source, 'PUT', `/books/${ids[0]}/progress`, { currentPage: 12 })
    await send(source, 'POST', `/books/${ids[1]}/read`)
    const bookmark = await send(source, 'POST', `/books/${ids[0]}/bookmarks`, { page: 9 })
    await send(source, 'PUT', `/books/${ids[0]}/rating`, { rating: 20 })
    await send(source, 'PUT', '/preferences?scope=user', {
      preferences: { 'reader.fit': 'height' },
    })
    const before = readAll(await exportTo(source))
    await importFrom(source, given)
    expect(readAll(await exportTo(source))).toEqual(before)
    expect(before['bookmarks']!.map(({ page }) => page)).toContain(bookmark.page)
  })

  test('gives series the profile of the same name that is here', async () => {
    const target = await startShelf()
    const profile = { name: 'NIGHT', settings: { 'reader.trim': false } }
    const own = await send(target, 'POST', '/reading-profiles', profile)
    await importFrom(target, given)
    const { profiles } = await send(target, 'GET', '/reading-profiles')
    expect(profiles).toMatchObject([{ id: own.id, ...profile, seriesCount: 1 }])
    const path = `/books/${target.ids[0]}/reader-settings`
    expect(await send(target, 'GET', path)).toMatchObject({ profile: { id: own.id } })
  })

  test('the newest position wins, and completions are united', async () => {
    const target = await startShelf()
    const [first, second] = target.ids
    await send(target, 'PUT', `/books/${first}/progress`, { currentPage: 15 })
    const old = { currentPage: 18, happenedAt: '2026-01-01T10:00:00.000Z' }
    await send(target, 'PUT', `/books/${second}/progress`, old)
    await importFrom(target, given)
    expect(await send(target, 'GET', `/books/${first}/progress`)).toMatchObject({ currentPage: 15 })
    expect(await send(target, 'GET', `/books/${second}/progress`)).toMatchObject({ currentPage: 7 })
    const done = readAll(await exportTo(target))['completions']!
    expect(done.map(({ book }) => book)).toEqual(['A', 'B', 'C'])
  })

  test('keeps what was done with a book that is not here until a scan finds it', async () => {
    const target = await startShelf(['A'])
    const report = await importFrom(target, given)
    expect(report).toMatchObject({
      books: 1,
      waiting: ['/books/Night/B.epub', '/books/Night/C.epub'],
    })
    // Nothing is kept twice.
    const once = readAll(await exportTo(target))
    await importFrom(target, given)
    expect(readAll(await exportTo(target))).toEqual(once)
    expect(once['bookmarks']).toHaveLength(3)

    const { server } = target
    const library = await seedLibrary(server, { path: '/other' })
    const row = await seedSeries(server, library, { title: 'Found' })
    const values = { title: 'C', contentHash: 'hash of C', format: 'epub' }
    const book = await seedBook(server, row, values)
    await server.ctx.write((tx) => restoreBooks(server.ctx, tx, [book.n]))
    const progress = await send(target, 'GET', `/books/${book.id}/progress`)
    expect(progress).toMatchObject({ currentPage: 7 })
    const { data } = await send(target, 'GET', `/books/${book.id}/bookmarks`)
    expect(data).toMatchObject([{ page: 3, note: 'The turn' }])
    expect(await send(target, 'GET', `/books/${book.id}/rating`)).toMatchObject({ rating: 73 })
    const wanted = await send(target, 'GET', '/want-to-read')
    expect(wanted.total).toBe(2)
    const [list] = (await send(target, 'GET', '/readlists')).data
    expect(list.bookCount).toBe(2)
  })

  test('keeps what belongs to books and series that are not here for the next export', async () => {
    const far = await startShelf(['A'])
    const exported = readAll(given)
    await importFrom(far, given)
    const kept = await exportTo(far)
    const all = readAll(kept)
    const namesOf = (rows: Record<string, unknown>[]) => rows.map(({ book }) => book).toSorted()
    expect(namesOf(all['want_to_read']!)).toEqual(['A', 'B', 'C'])
    expect(namesOf(all['preferences']!)).toEqual(namesOf(exported['preferences']!))
    const itemsOf = ({ items }: Record<string, unknown>) =>
      (items as { item: string }[]).map(({ item }) => item)
    expect(itemsOf(all['read_lists']![0]!)).toEqual(['B', 'C', 'A'])
    // Back where the books are, C is found by its content. B has only a path, so a scan finds it.
    const withoutB = (lines: Lines) =>
      files.map((name) =>
        lines[name]!.filter(({ book }) => book !== 'B' && !name.endsWith('lists')),
      )
    const before = readAll(await exportTo(source))
    await importFrom(source, kept)
    expect(withoutB(readAll(await exportTo(source)))).toEqual(withoutB(before))
    // Importing again where they are not adds nothing.
    await importFrom(far, given)
    expect(readAll(await exportTo(far))).toEqual(all)
    // Nothing of another user.
    await far.server.call('POST', `/books/${far.ids[0]}/read`, { as: 'max' })
    const ofMax = readAll(await exportTo(far, ['max']))
    expect([ofMax['want_to_read'], ofMax['read_lists']]).toEqual([[], []])
    const folder = await exportTo(far, ['max'])
    expect(readLines(folder, 'books').map(({ title }) => title)).toEqual(['A'])
  })

  test('keeps entries of a series that was purged', async () => {
    const { seriesId, server } = source
    const list = (await send(source, 'GET', '/collections')).data[0]
    await send(source, 'POST', '/want-to-read', { seriesId })
    await server.ctx.write(async (tx) => {
      await preserveSeries(server.ctx, tx, [seriesId])
      await tx.delete(seriesTable).where(eq(seriesTable.id, seriesId))
    })
    const folder = await exportTo(source)
    expect(readLines(folder, 'series')).toEqual([{ id: seriesId, title: '' }])
    expect(readLines(folder, 'ratings')).toContainEqual(
      expect.objectContaining({ series: seriesId, rating: 90 }),
    )
    expect(readLines(folder, 'want_to_read')).toContainEqual(
      expect.objectContaining({ series: seriesId }),
    )
    expect(readLines(folder, 'collections')).toMatchObject([
      { id: list.id, items: [{ item: seriesId }] },
    ])
  })

  test('shares lists with the same groups, by ID or name', async () => {
    const share = async (server: TestServer, name: string) => {
      const body = { name }
      return (await server.call('POST', '/access-groups', { as: 'ada', body })).body.id as string
    }
    const id = await share(source.server, 'Club')
    const other = await share(source.server, 'Elsewhere')
    await source.server.ctx.write(async (tx) => {
      const [list] = await tx
        .update(readingLists)
        .set({ sharing: 'people', privateTo: null })
        .returning()
      const rows = [id, other].map((groupId) => ({
        listId: list!.id,
        groupId,
        canEdit: groupId === id,
      }))
      await tx.insert(readingListTables.groups).values(rows)
    })
    const folder = await exportTo(source)
    const groups = [
      { id, name: 'Club', canEdit: true },
      { id: other, name: 'Elsewhere', canEdit: false },
    ]
    expect(readLines(folder, 'read_lists')).toMatchObject([{ groups }])
    const target = await startShelf()
    const here = await share(target.server, ' CLUB')
    await importFrom(target, folder)
    const again = readLines(await exportTo(target), 'read_lists')
    expect(again[0]!['groups']).toEqual([{ id: here, name: 'CLUB', canEdit: true }])
  })

  test('leaves out users without an account, and says so', async () => {
    const target = await startShelf()
    const file = join(given, 'users.jsonl')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"name":"ann"', '"name":"bob"'))
    const report = await importFrom(target, given)
    expect([...report.withoutAccount.keys()]).toEqual(['bob'])
    expect(report.lines).toBe(0)
    const renamed = await importFrom(target, given, { users: new Map([['bob', 'ann']]) })
    expect(renamed.lines).toBeGreaterThan(20)
    expect((await send(target, 'GET', `/books/${target.ids[0]}/bookmarks`)).total).toBe(1)
    const missing = importFrom(target, given, { users: new Map([['bob', 'eve']]) })
    expect(await getError(missing)).toBe('There is no user "eve" here.')
  })

  test('leaves out smart lists with conditions of a newer version', async () => {
    const list = { ...readLines(given, 'collections')[0]!, id: Bun.randomUUIDv7(), items: [] }
    const smart = (name: string, condition: object) =>
      `${JSON.stringify({ ...list, id: Bun.randomUUIDv7(), name, ordered: false, condition })}\n`
    const known = { title: { operator: 'contains', value: 'night' } }
    const file = join(given, 'collections.jsonl')
    appendFileSync(file, smart('New', { mood: { operator: 'is', value: 'dark' } }))
    appendFileSync(file, smart('Known', known))
    const target = await startShelf()
    const report = await importFrom(target, given)
    expect(report.unknownLists).toEqual(['New'])
    const { data } = await send(target, 'GET', '/collections')
    const found = data.map(({ name, seriesCount }: Record<string, unknown>) => [name, seriesCount])
    expect(found).toEqual([
      ['Dark', 1],
      ['Known', 1],
    ])
  })

  test('shows what it would do without doing it', async () => {
    const target = await startShelf()
    const before = readAll(await exportTo(target))
    const report = await importFrom(target, given, { applies: false })
    expect(report).toMatchObject({ books: 3, lists: 2 })
    expect(readAll(await exportTo(target))).toEqual(before)
  })

  test.each([
    { name: 'a line that is cut short', file: 'events', text: '{"user":"' },
    { name: 'a wrong value', file: 'completions', text: '{"user":"x","book":"y","pass":"one"}\n' },
    { name: 'a book that is not listed', file: 'bookmarks', text: undefined },
  ])('refuses an export with $name, and changes nothing', async ({ file, text }) => {
    const target = await startShelf()
    const before = readAll(await exportTo(target))
    const path = join(given, `${file}.jsonl`)
    const [first = ''] = readFileSync(path, 'utf8').split('\n')
    const other = first.replace(/"book":"[^"]+"/, '"book":"01999999-0000-7000-8000-000000000000"')
    appendFileSync(path, text ?? `${other}\n`)
    const error = await getError(importFrom(target, given))
    expect(error).toContain(`of ${file}.jsonl cannot be imported`)
    expect(readAll(await exportTo(target))).toEqual(before)
  })

  test('refuses what is no export, and one of a newer format', async () => {
    const file = join(given, 'export.json')
    writeFileSync(file, '{"quireExport":2}')
    expect(await getError(importFrom(source, given))).toContain('has format 2')
    rmSync(file)
    expect(await getError(importFrom(source, given))).toStartWith('There is no export in')
  })
})
