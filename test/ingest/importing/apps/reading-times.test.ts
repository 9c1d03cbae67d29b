/** Reading times of KOReader and Mihon in one's own account, by HTTP. */
import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { books } from '../../../../src/catalog/books/schema'
import { joinWaitingFacts } from '../../../../src/ingest/importing/merge/join-waiting'
import { readingSessions } from '../../../../src/reading/statistics/schema'
import { seedBook, seedLibrary, seedSeries } from '../../../support/seed'
import type { TestServer } from '../../../support/server'
import { dumpTables } from '../dump-tables'
import { hashOf, writeStatistics, type WrittenStatistics } from './koreader-files'
import { buildMihonBackup } from './mihon-backup'
import { act, preview, startImportServer } from './own-import'

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start() {
  const server = await startImportServer()
  servers.push(server)
  const library = await seedLibrary(server)
  const series = await seedSeries(server, library, { title: 'Ashfall' })
  const book = await seedBook(server, series, { chapter: 1, pageCount: 200 })
  await setHash(server, book.id, 'a')
  return { server, series, bookId: book.id }
}

const setHash = ({ ctx }: TestServer, id: string, sign: string) =>
  ctx.write((tx) =>
    tx
      .update(books)
      .set({ partialMd5: hashOf(sign) })
      .where(eq(books.id, id)),
  )

/** Two sessions in the first book, one in a book that is not here. */
function buildStatistics(more: WrittenStatistics['pages'] = []) {
  const path = join(mkdtempSync(join(tmpdir(), 'reading-times-')), 'statistics.sqlite3')
  const page = { total: 10 }
  writeStatistics(path, {
    books: [
      { id: 1, title: 'Ashfall', hash: hashOf('a') },
      { id: 2, title: 'Elsewhere', hash: hashOf('b') },
    ],
    pages: [
      { ...page, book: 1, page: 1, at: 1_700_000_000, seconds: 60 },
      { ...page, book: 1, page: 2, at: 1_700_000_060, seconds: 60 },
      { ...page, book: 1, page: 3, at: 1_700_050_000, seconds: 45 },
      { ...page, book: 2, page: 1, at: 1_700_060_000, seconds: 30 },
      ...more,
    ],
  })
  return readFileSync(path)
}

const listSessions = ({ ctx }: TestServer, origin: 'import' | 'client' = 'import') =>
  ctx.db
    .select()
    .from(readingSessions)
    .where(eq(readingSessions.origin, origin))
    .orderBy(readingSessions.startedMs)

test('times of KOReader are shown, added once, and removed by an undo', async () => {
  const { server, bookId } = await start()
  const before = await dumpTables(server)
  const ready = await preview(server, buildStatistics(), 'statistics.sqlite3')
  const sessions = { new: 2, waiting: 1 }
  expect(ready).toMatchObject({ state: 'ready', preview: { people: [{ sessions }], leftOut: [] } })
  expect(await dumpTables(server)).toEqual(before)

  expect(await act(server, ready.id, 'apply')).toMatchObject({
    preview: { people: [{ sessions }] },
  })
  expect(await listSessions(server)).toMatchObject([
    { bookId, startedMs: 1_700_000_000_000, activeMs: 120_000, pages: 40, counted: true },
    { bookId, startedMs: 1_700_050_000_000, activeMs: 45_000, pages: 20, counted: true },
  ])
  const path = '/reading-stats?from=2023-11-01T00:00:00Z&to=2023-11-30T00:00:00Z'
  const { body } = await server.call('GET', path, { as: 'ann' })
  expect(body.summary).toMatchObject({ duration: { measuredMs: 165_000 }, pagesRead: 60 })

  const again = await preview(server, buildStatistics(), 'statistics.sqlite3')
  expect(again.preview.people).toMatchObject([{ sessions: { same: 3 } }])
  await act(server, again.id, 'apply')
  expect(await listSessions(server)).toHaveLength(2)
  await act(server, again.id, 'undo')

  expect(await act(server, ready.id, 'undo')).toMatchObject({ state: 'undone', kept: 0 })
  expect(await listSessions(server)).toEqual([])
})

test('a session that went on after a copy was made gets its whole time', async () => {
  const { server } = await start()
  const first = await preview(server, buildStatistics(), 'statistics.sqlite3')
  await act(server, first.id, 'apply')
  const more = [{ total: 10, book: 1, page: 4, at: 1_700_050_045, seconds: 300 }]
  const second = await preview(server, buildStatistics(more), 'statistics.sqlite3')
  await act(server, second.id, 'apply')
  const path = '/reading-stats?from=2023-11-01T00:00:00Z&to=2023-11-30T00:00:00Z'
  const readMs = async () =>
    (await server.call('GET', path, { as: 'ann' })).body.summary.duration.measuredMs as number
  expect(await readMs()).toBe(465_000)
  const third = await preview(server, buildStatistics(more), 'statistics.sqlite3')
  expect(third.preview.people).toMatchObject([{ sessions: { same: 3 } }])
  await act(server, second.id, 'undo')
  expect(await readMs()).toBe(165_000)
})

test('times wait for a book that a scan finds', async () => {
  const { server, series } = await start()
  const ready = await preview(server, buildStatistics(), 'statistics.sqlite3')
  await act(server, ready.id, 'apply')
  const { id } = await seedBook(server, series, { chapter: 2 })
  await setHash(server, id, 'b')
  expect(await joinWaitingFacts(server.ctx)).toBeGreaterThan(0)
  expect((await listSessions(server)).filter(({ bookId }) => bookId === id)).toMatchObject([
    { startedMs: 1_700_060_000_000, endedMs: 1_700_060_030_000, activeMs: 30_000 },
  ])
  await act(server, ready.id, 'undo')
  expect(await listSessions(server)).toEqual([])
})

test('a session within one that an app has measured adds nothing, and the other stays', async () => {
  const { server, bookId } = await start()
  const span = { startedMs: 1_699_999_000_000, endedMs: 1_700_001_000_000 }
  const measured = { activeMs: null, pages: 4, counted: true, deviceId: 'phone' }
  const own = { userId: server.getUserId('ann'), id: Bun.randomUUIDv7(), bookId, ...span }
  await server.ctx.write((tx) =>
    tx.insert(readingSessions).values({ ...own, ...measured, origin: 'client' }),
  )
  const ready = await preview(server, buildStatistics(), 'statistics.sqlite3')
  expect(ready.preview.people).toMatchObject([{ sessions: { new: 1, same: 1, waiting: 1 } }])
  await act(server, ready.id, 'apply')
  expect(await listSessions(server)).toHaveLength(1)
  await act(server, ready.id, 'undo')
  expect(await listSessions(server, 'client')).toMatchObject([{ ...span, ...measured }])
})

test('the time of a chapter in Mihon ends when it was read last', async () => {
  const { server, bookId } = await start()
  const chapter = { url: '/a/1', number: 1, read: true, readAt: '2024-03-01T20:15:00.000Z' }
  const chapters = [{ ...chapter, readMs: 600_000 }]
  const backup = buildMihonBackup({ mangas: [{ title: 'Ashfall', chapters }] })
  const ready = await preview(server, backup, 'app.tachibk')
  expect(ready.preview.people).toMatchObject([{ sessions: { new: 1 } }])
  await act(server, ready.id, 'apply')
  const endedMs = Date.parse(chapter.readAt)
  expect(await listSessions(server)).toMatchObject([
    { bookId, startedMs: endedMs - 600_000, endedMs, activeMs: 600_000, pages: null },
  ])
})
