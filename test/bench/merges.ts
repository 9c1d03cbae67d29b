/**
 * Measures how long merging a removed library into its copy holds the write lock of the database in
 * `QUIRE_DIALECT`: `bun test/bench/merges.ts --books 5000 --series 200 --users 20`. See README.md.
 */
import { parseArgs } from 'node:util'
import { eq } from 'drizzle-orm'
import { users } from '../../src/accounts/users/schema'
import { libraries } from '../../src/catalog/libraries/schema'
import type { Context } from '../../src/context'
import { mergeCopies } from '../../src/ingest/scanning/copies/merge-copies'
import type { Tx } from '../../src/platform/db/store'
import { splitIntoSlices } from '../../src/platform/lib/slices'
import { insertCompletions, insertEvents, upsertProgress } from '../../src/reading/progress/queries'
import { bookProgress } from '../../src/reading/progress/schema'
import { seedBook, type SeededBook, seedLibrary, seedSeries } from '../support/seed'
import { startTestServer } from '../support/server'
import { computeFigures, ms, printLine } from './support/figures'

const { values } = parseArgs({
  options: {
    books: { type: 'string', default: '5000' },
    series: { type: 'string', default: '200' },
    users: { type: 'string', default: '20' },
  },
})
const bookCount = Number(values.books)
const seriesCount = Number(values.series)
const userCount = Number(values.users)

const server = await startTestServer()
const userIds = await addUsers()
const [old, copy] = [await addLibrary('/old'), await addLibrary('/copy')]
for (const book of old.books) await addReading(book, userIds)
// A copy without reading progress would be replaced by the book instead of merged.
for (const book of copy.books) await addReading(book, userIds.slice(0, 1))
await server.ctx.write((tx) =>
  tx.update(libraries).set({ trashedAt: new Date() }).where(eq(libraries.id, old.id)),
)

const held: number[] = []
const measured: Context = {
  ...server.ctx,
  write: (work) =>
    server.ctx.write(async (tx: Tx) => {
      const begin = performance.now()
      try {
        return await work(tx)
      } finally {
        held.push(performance.now() - begin)
      }
    }),
}
const begin = performance.now()
await mergeCopies(measured, { signal: AbortSignal.timeout(1_800_000) })
const { median, p99, runs } = computeFigures(held)
printLine(
  `${bookCount} books in ${seriesCount} series, ${userCount} users: ${runs} transactions in ` +
    `${ms(performance.now() - begin)}; each holds the lock for ${ms(median)} (median), ` +
    `${ms(p99)} (99 %), at most ${ms(Math.max(...held))}`,
)
const merged = await server.ctx.db.$count(bookProgress)
printLine(`${merged} reading positions afterwards`)
await server.close()

async function addUsers(): Promise<string[]> {
  const names = Array.from({ length: userCount }, (_, i) => `reader-${i}`)
  const rows = names.map((name) => ({
    username: name,
    usernameKey: name,
    email: `${name}@example.org`,
    emailKey: `${name}@example.org`,
    passwordHash: 'none',
    role: 'reader' as const,
    permissions: [],
    isActive: true,
  }))
  return server.ctx.write(async (tx) => {
    const added = await tx.insert(users).values(rows).returning({ id: users.id })
    return added.map(({ id }) => id)
  })
}

async function addLibrary(path: string) {
  const library = await seedLibrary(server, { path })
  const books: SeededBook[] = []
  for (let n = 0; n < seriesCount; n++) {
    const series = await seedSeries(server, library, { title: `Series ${n}` })
    for (let i = n; i < bookCount; i += seriesCount) {
      const relativePath = `Series ${n}/${i}.cbz`
      const contentHash = `pages:${i}:20`
      books.push(await seedBook(server, series, { title: `Book ${i}`, relativePath, contentHash }))
    }
  }
  return { id: library.id, books }
}

/** Adds one completed pass and a second pass with ten positions for each reader. */
async function addReading({ id: bookId, seriesId }: SeededBook, readers: readonly string[]) {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
  const owners = readers.map((userId) => ({ userId, bookId }))
  const position = { origin: 'explicit' as const, fraction: 0.5, locator: null, device: null }
  const events = owners.flatMap((owner) =>
    Array.from({ length: 10 }, (_, minute) => ({
      ...owner,
      ...position,
      pass: 2,
      kind: 'position' as const,
      page: minute,
      happenedAt: at(20 + minute),
      createdAt: at(20 + minute),
    })),
  )
  const times = { startedAt: at(0), lastCompletedAt: at(10), positionAt: at(30), updatedAt: at(30) }
  const state = {
    page: 9,
    fraction: 0.5,
    locator: null,
    completed: false,
    started: true,
    hidden: false,
    movedFrom: null,
  }
  await server.ctx.write(async (tx) => {
    for (const slice of splitIntoSlices(events, 100)) await insertEvents(tx, [...slice])
    await insertCompletions(
      tx,
      owners.map((owner) => ({ ...owner, pass: 1, startedAt: at(0), completedAt: at(10) })),
    )
    const rows = owners.map((owner) => ({ ...owner, ...times, ...state, seriesId, pass: 2 }))
    await upsertProgress(
      tx,
      rows.map((row) => ({ ...row, completions: 1 })),
    )
  })
}
