import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { dialect } from '../../../src/platform/db/dialect'
import { inspectSqlite } from '../../../src/platform/db/backups/sqlite-copy'
import { keptEvents, keptProgress, readingEvents } from '../../../src/reading/progress/schema'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from '../scanning/scan-server'
import { waitUntil } from '../../support/wait-until'
import { startTrashServer, waitUntilPurged } from './trash-server'

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer()
})
afterAll(() => server.close())

const call = (method: string, path: string, as = 'max', body?: unknown) =>
  server.call(method, path, { as, ...(body !== undefined && { body }) })

async function createLibrary(title: string, count: number) {
  const folder = makeFolder()
  const files = await makeDifferentComics(title, count)
  writeFiles(folder, files)
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const all = await listBooks(server, id)
  return { id, folder, files, all, seriesId: all[0]!.seriesId }
}

async function purgeAt(path: string, name: string, as = 'max') {
  const { status, body } = await call('POST', path, as, { name })
  expect([status, body.message]).toEqual([202, null])
  return waitUntilPurged(server, body.id)
}

const listBackups = () => {
  const folder = join(server.ctx.config.data_dir, 'backups')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('purge-')) : []
}

describe('a purge', () => {
  test('requires the typed name and a non-empty trash', async () => {
    const { id, all, seriesId } = await createLibrary('Typed', 2)
    const book = all[0]!
    expect(
      (await call('POST', `/books/${book.id}/purge`, 'max', { name: book.title })).status,
    ).toBe(404)
    const nothing = await call('POST', `/series/${seriesId}/purge`, 'max', { name: 'Typed' })
    expect(nothing.status).toBe(409)
    expect(nothing.body.code).toBe('trash.nothing_to_purge')
    await call('DELETE', `/books/${book.id}`)
    for (const name of ['typed', 'Typed2', '', `${book.title} `.repeat(200), 7, null]) {
      const refused = await call('POST', `/series/${seriesId}/purge`, 'max', { name })
      expect([name, refused.status]).toEqual([name, 400])
    }
    expect((await call('POST', `/series/${seriesId}/purge`, 'max', {})).status).toBe(400)
    expect((await listBooks(server, id)).map((row) => row.id)).toContain(book.id)
    // Without permission to delete libraries, their trash cannot be emptied.
    const name = (await call('GET', `/libraries/${id}`)).body.name
    expect((await call('POST', `/libraries/${id}/purge`, 'max', { name })).status).toBe(403)
  })

  test('permanently deletes only the selected book', async () => {
    const { id, folder, all, seriesId } = await createLibrary('One', 3)
    for (const book of all.slice(0, 2)) await call('DELETE', `/books/${book.id}`)
    const done = await purgeAt(`/books/${all[0]!.id}/purge`, all[0]!.title)
    expect(done).toMatchObject({
      kind: 'book',
      status: 'completed',
      booksPurged: 1,
      seriesPurged: 0,
      message: null,
    })
    expect((await listBooks(server, id)).map((row) => row.id)).toEqual([all[1]!.id, all[2]!.id])
    expect((await call('GET', `/series/${seriesId}`)).body.bookCount).toBe(1)
    expect(existsSync(join(folder, 'One/One v1.cbz'))).toBe(true)
    const { body } = await call('GET', '/purges')
    expect(body.data[0]).toMatchObject({ id: done.id, name: all[0]!.title })
    expect((await call('GET', `/purges/${Bun.randomUUIDv7()}`)).status).toBe(404)
  })

  test('backs up a SQLite database first', async () => {
    const { all } = await createLibrary('Saved', 1)
    await call('DELETE', `/books/${all[0]!.id}`)
    const { backup } = await purgeAt(`/books/${all[0]!.id}/purge`, all[0]!.title)
    if (dialect === 'postgres') return expect(backup).toBeNull()
    expect(listBackups()).toContain(backup)
    expect(listBackups().length).toBeLessThanOrEqual(3)
    const copy = join(server.ctx.config.data_dir, 'backups', backup, 'quire.db')
    // The backup still contains the book.
    expect(inspectSqlite(copy).books).toBe(1 + (await server.ctx.db.$count(books)))
  })

  test('of a series deletes its books and the series', async () => {
    const { id, seriesId } = await createLibrary('Gone', 3)
    await call('DELETE', `/series/${seriesId}`)
    const done = await purgeAt(`/series/${seriesId}/purge`, 'Gone')
    expect(done).toMatchObject({ status: 'completed', booksPurged: 3, seriesPurged: 1 })
    expect(await listBooks(server, id)).toEqual([])
    expect((await call('GET', `/trash/series?libraryId=${id}`)).body.total).toBe(0)
    expect((await call('POST', `/series/${seriesId}/restore`)).status).toBe(404)
  })

  test('of a library empties its trash, or deletes a trashed library', async () => {
    const { id, all, folder } = await createLibrary('Both', 3)
    const { name } = (await call('GET', `/libraries/${id}`)).body
    await call('DELETE', `/books/${all[0]!.id}`)
    expect(await purgeAt(`/libraries/${id}/purge`, name, 'ada')).toMatchObject({ booksPurged: 1 })
    expect((await call('GET', `/libraries/${id}`)).body.bookCount).toBe(2)
    await call('DELETE', `/libraries/${id}`, 'ada')
    expect(await purgeAt(`/libraries/${id}/purge`, name, 'ada')).toMatchObject({
      booksPurged: 2,
      seriesPurged: 1,
    })
    expect(await listBooks(server, id)).toEqual([])
    const listEvents = () => server.events.filter(({ type }) => type === 'library_deleted')
    // One event is for trashing, and one for deletion, which also changes the trash.
    await waitUntil(() => listEvents().length === 2)
    const { body } = await call('GET', '/libraries?trashed=true', 'ada')
    expect(body.map((row: { id: string }) => row.id)).not.toContain(id)
    expect(existsSync(join(folder, 'Both/Both v3.cbz'))).toBe(true)
  })
})

describe('progress of a purged book', () => {
  test('is restored when its content returns under another name', async () => {
    const { id, folder, files, all, seriesId } = await createLibrary('Read', 2)
    const [first, second] = all
    await call('PUT', `/books/${first!.id}/progress`, 'ann', { currentPage: 1, completed: true })
    await call('POST', `/books/${first!.id}/unread`, 'ann')
    await call('PUT', `/books/${first!.id}/progress`, 'ann', { currentPage: 1, completed: true })
    await call('PUT', `/books/${second!.id}/progress`, 'ann', { currentPage: 1, completed: true })
    const before = (await call('GET', `/books/${first!.id}`, 'ann')).body.book
    const isFirst = eq(readingEvents.bookId, first!.id)
    const events = await server.ctx.db.$count(readingEvents, isFirst)
    expect(events).toBeGreaterThan(2)
    await call('DELETE', `/series/${seriesId}`)
    await purgeAt(`/series/${seriesId}/purge`, 'Read')
    expect(await server.ctx.db.$count(keptProgress)).toBeGreaterThanOrEqual(2)

    writeFiles(folder, { Read: null, 'Found/again.cbz': files['Read/Read v1.cbz']! })
    await scanLibrary(server, id)
    const [again] = await listBooks(server, id)
    expect(again!.id).not.toBe(first!.id)
    const { body } = await call('GET', `/books/${again!.id}`, 'ann')
    const { readProgress, readCount, lastCompletedAt } = body.book
    expect({ readCount, lastCompletedAt }).toEqual({
      readCount: before.readCount,
      lastCompletedAt: before.lastCompletedAt,
    })
    const { currentPage, completed, startedAt } = before.readProgress
    expect(readProgress).toMatchObject({ currentPage, completed, startedAt })
    const isAgain = eq(readingEvents.bookId, again!.id)
    expect(await server.ctx.db.$count(readingEvents, isAgain)).toBe(events)
    expect((await call('GET', `/series/${again!.seriesId}`, 'ann')).body).toMatchObject({
      unreadCount: 0,
    })
    // Events are kept for a second copy, which does not exist yet. No other user has read the book.
    expect(await server.ctx.db.$count(keptEvents)).toBeGreaterThan(0)
    expect((await call('GET', `/books/${again!.id}`, 'max')).body.book.readCount).toBe(0)
  })

  test('E1: is added to newer progress without overwriting it', async () => {
    const { id, folder, files, all } = await createLibrary('Twice', 1)
    await call('PUT', `/books/${all[0]!.id}/progress`, 'ann', { currentPage: 1, completed: true })
    await call('DELETE', `/books/${all[0]!.id}`)
    writeFiles(folder, { Twice: null })
    // Adds another copy, which the user starts to read.
    writeFiles(folder, { 'Copy/copy.cbz': Buffer.from('not a book yet') })
    await scanLibrary(server, id)
    await purgeAt(`/books/${all[0]!.id}/purge`, all[0]!.title)
    const copy = (await listBooks(server, id)).find(({ relativePath }) =>
      /copy/.test(relativePath),
    )!
    await call('PUT', `/books/${copy.id}/progress`, 'ann', { currentPage: 1, completed: false })
    writeFiles(folder, { 'Copy/copy.cbz': files['Twice/Twice v1.cbz']! })
    await scanLibrary(server, id)
    const { body } = await call('GET', `/books/${copy.id}`, 'ann')
    expect(body.book).toMatchObject({ readCount: 1, readProgress: { completed: false } })
  })
})
