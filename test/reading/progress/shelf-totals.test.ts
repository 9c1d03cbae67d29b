/** What a shelf says it holds, counted in the quick way and in the thorough one. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { libraries } from '../../../src/catalog/libraries/schema'
import { listShelf, type ShelfName } from '../../../src/reading/progress/shelves'
import { bookProgress } from '../../../src/reading/progress/schema'
import { system } from '../../../src/accounts/users/model'
import { type House, openHouse } from '../../support/house'
import { seedBook, seedLibrary, seedSeries, type SeededSeries } from '../../support/seed'

const at = new Date('2026-01-02T03:04:05Z')

let house: House
let everywhere: string[]
beforeAll(async () => {
  house = await openHouse()
  const open = await seedLibrary(house, { name: 'Open' })
  const gone = await seedLibrary(house, { name: 'Gone' })
  everywhere = [open.id, gone.id]
  const present = await seedSeries(house, open, { title: 'Present' })
  const trashed = await seedSeries(house, open, { title: 'Trashed', trashedAt: at })
  const away = await seedSeries(house, gone, { title: 'Away' })
  await read(present, { completed: true })
  await read(present, { completed: false })
  await read(present, { completed: false, started: false })
  await read(present, { completed: false }, at)
  await read(trashed, { completed: true }, at)
  await read(away, { completed: true })
  await read(away, { completed: false }, at)
  await house.ctx.write((tx) =>
    tx.update(libraries).set({ trashedAt: at }).where(eq(libraries.id, gone.id)),
  )
})
afterAll(() => house.close())

async function read(
  series: SeededSeries,
  state: { completed: boolean; started?: boolean },
  trashedAt: Date | null = null,
) {
  const book = await seedBook(house, series, { trashedAt })
  const when = { startedAt: at, positionAt: at, updatedAt: at }
  const ids = { userId: house.userId('ann'), bookId: book.id, seriesId: series.id }
  await house.ctx.write((tx) => tx.insert(bookProgress).values({ ...ids, ...state, ...when }))
}

const shelf = (name: ShelfName, libraryIds: 'all' | string[]) =>
  listShelf(house.ctx, { ...system, userId: house.userId('ann'), libraryIds }, name, {})

describe.each([
  ['recently-read', 2],
  ['in-progress', 1],
] as const)('the shelf %s', (name, books) => {
  test('counts no book of the trash, for those who see everything and for others', async () => {
    for (const libraryIds of ['all', everywhere] as const) {
      const { data, total } = await shelf(name, libraryIds)
      expect([data.length, total]).toEqual([books, books])
    }
  })

  test('holds nothing for a viewer of no library', async () => {
    expect((await shelf(name, [])).total).toBe(0)
  })
})
