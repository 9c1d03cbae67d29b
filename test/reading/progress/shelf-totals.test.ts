/** Totals of a shelf, computed with the counters and with the detailed query. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { libraries } from '../../../src/catalog/libraries/schema'
import { listShelf, type ShelfName } from '../../../src/reading/progress/shelves/service'
import { bookProgress } from '../../../src/reading/progress/schema'
import { system } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries, type SeededSeries } from '../../support/seed'

const at = new Date('2026-01-02T03:04:05Z')

let server: TestServer
let everywhere: string[]
beforeAll(async () => {
  server = await startTestServer()
  const open = await seedLibrary(server, { name: 'Open' })
  const gone = await seedLibrary(server, { name: 'Gone' })
  everywhere = [open.id, gone.id]
  const present = await seedSeries(server, open, { title: 'Present' })
  const trashed = await seedSeries(server, open, { title: 'Trashed', trashedAt: at })
  const away = await seedSeries(server, gone, { title: 'Away' })
  await saveProgress(present, { completed: true })
  await saveProgress(present, { completed: false })
  await saveProgress(present, { completed: false, started: false })
  await saveProgress(present, { completed: false }, at)
  await saveProgress(trashed, { completed: true }, at)
  await saveProgress(away, { completed: true })
  await saveProgress(away, { completed: false }, at)
  await server.ctx.write((tx) =>
    tx.update(libraries).set({ trashedAt: at }).where(eq(libraries.id, gone.id)),
  )
})
afterAll(() => server.close())

async function saveProgress(
  series: SeededSeries,
  state: { completed: boolean; started?: boolean },
  trashedAt: Date | null = null,
) {
  const book = await seedBook(server, series, { trashedAt })
  const when = { startedAt: at, positionAt: at, updatedAt: at }
  const ids = { userId: server.getUserId('ann'), bookId: book.id, seriesId: series.id }
  await server.ctx.write((tx) => tx.insert(bookProgress).values({ ...ids, ...state, ...when }))
}

const getShelf = (name: ShelfName, libraryIds: 'all' | string[]) =>
  listShelf(server.ctx, { ...system, userId: server.getUserId('ann'), libraryIds }, name, {})

describe.each([
  ['recently-read', 2],
  ['in-progress', 1],
] as const)('the shelf %s', (name, books) => {
  test('counts no trashed books, with full and with restricted access', async () => {
    for (const libraryIds of ['all', everywhere] as const) {
      const { data, total } = await getShelf(name, libraryIds)
      expect([data.length, total]).toEqual([books, books])
    }
  })

  test('is empty for a viewer without libraries', async () => {
    expect((await getShelf(name, [])).total).toBe(0)
  })
})
