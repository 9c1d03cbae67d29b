/** M4: half an export is refused, like half a reading list. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ImportRefused } from '../../../src/admin/transfer/files/line-reader'
import { importReading } from '../../../src/admin/transfer/import/import-reading'
import { seedBook, seedLibrary, type SeededSeries, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

const folder = mkdtempSync(join(tmpdir(), 'half-exports-'))
let server: TestServer
let series: SeededSeries
beforeAll(async () => {
  server = await startTestServer()
  series = await seedSeries(server, await seedLibrary(server, { path: '/books' }))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const userId = '01999999-0000-7000-8000-000000000001'
const createdAt = '2026-05-01T10:00:00.000Z'

/** Imports a rating of a new book. Returns the error, and what is stored. */
async function importRating(header: object) {
  const { id } = await seedBook(server, series, { title: 'A' })
  const rating = { user: userId, book: id, rating: 50, note: 'first', favorite: false }
  const files = {
    users: { id: userId, name: 'ann' },
    books: { id, title: 'A', series: series.id, path: null, identity: 'x' },
    ratings: { ...rating, createdAt, updatedAt: createdAt },
  }
  const place = mkdtempSync(join(folder, 'export-'))
  writeFileSync(join(place, 'export.json'), JSON.stringify(header))
  for (const [name, line] of Object.entries(files))
    writeFileSync(join(place, `${name}.jsonl`), `${JSON.stringify(line)}\n`)
  const options = { folder: place, users: new Map<string, string>(), applies: true }
  const error = await importReading(server.ctx, options).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const { body } = await server.call('GET', `/books/${id}/rating`, { as: 'ann' })
  return { error, stored: body.notes ?? null }
}

const lines = { users: 1, books: 1, ratings: 1 }

test.each([
  ['has fewer lines', 'ratings.jsonl has 1 of the 2 lines', { ...lines, ratings: 2 }],
  ['is missing', 'highlights.jsonl has 0 of the 3 lines', { ...lines, highlights: 3 }],
])('M4: an export of which a file %s is refused', async (_, words, counts) => {
  const { error, stored } = await importRating({ quireExport: 1, lines: counts })
  expect(error).toBeInstanceOf(ImportRefused)
  expect((error as Error).message).toContain(words)
  expect(stored).toBe(null)
})

test.each([
  ['all its lines', lines],
  ['lines that were added', { users: 1 }],
  ['counts that are none', { users: 'x', '../users': 7, ratings: -1 }],
  ['no counts', undefined],
])('M4: an export with %s is imported', async (_, counts) => {
  const result = await importRating({ quireExport: 1, lines: counts })
  expect(result).toEqual({ error: undefined, stored: 'first' })
})
