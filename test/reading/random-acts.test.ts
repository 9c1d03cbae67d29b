/** Many random acts, compared after each round with a plain model that keeps everything in memory. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../src/books/schema'
import { refreshSeriesProgress } from '../../src/reading/refresh'
import { bookProgress, seriesCompletions, seriesProgress } from '../../src/reading/schema'
import { type House, openHouse } from '../support/house'
import { seedBook, type SeededBook, seedLibrary, seedSeries } from '../support/seed'

const rounds = 250
const pageCount = 20

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** Numbers that look random and are the same in every run. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

interface Reading {
  page: number
  completed: boolean
  started: boolean
  completions: number
}

class Model {
  readings = new Map<string, Reading>()
  trashed = new Set<string>()
  readonly #seriesOf: Map<string, string>

  constructor(seriesOf: Map<string, string>) {
    this.#seriesOf = seriesOf
  }

  turn(reader: string, book: string, page: number) {
    const now = this.#reading(reader, book)
    const isLast = page === pageCount
    const beginsAgain = now.completed && page <= pageCount / 10
    const completed = (now.completed && !beginsAgain) || isLast
    const finishes = isLast && !now.completed
    const completions = now.completions + (finishes ? 1 : 0)
    this.#set(reader, book, { page, completed, started: true, completions })
  }

  read(reader: string, book: string) {
    const now = this.#reading(reader, book)
    if (now.completed) return
    const completions = now.completions + 1
    this.#set(reader, book, { page: pageCount, completed: true, started: true, completions })
  }

  unread(reader: string, book: string) {
    if (!this.readings.has(`${reader}/${book}`)) return
    const { completions } = this.#reading(reader, book)
    this.#set(reader, book, { page: 0, completed: false, started: false, completions })
  }

  seriesState(reader: string, series: string) {
    const present = this.present(series).map((book) => this.#reading(reader, book))
    return {
      booksRead: present.filter(({ completed }) => completed).length,
      booksInProgress: present.filter(({ started, completed }) => started && !completed).length,
      readCount: present.length === 0 ? 0 : Math.min(...present.map((book) => book.completions)),
    }
  }

  present(series: string) {
    const all = [...this.#seriesOf]
    return all.flatMap(([book, home]) => (home === series && !this.trashed.has(book) ? [book] : []))
  }

  #reading(reader: string, book: string): Reading {
    const none = { page: 0, completed: false, started: false, completions: 0 }
    return this.readings.get(`${reader}/${book}`) ?? none
  }

  #set(reader: string, book: string, reading: Reading) {
    this.readings.set(`${reader}/${book}`, reading)
  }
}

test('random acts leave what a plain model expects', async () => {
  const roll = dice(7)
  const library = await seedLibrary(house)
  const stock: SeededBook[] = []
  for (let number = 0; number < 3; number++) {
    const made = await seedSeries(house, library)
    for (let volume = 0; volume < 3; volume++)
      stock.push(await seedBook(house, made, { pageCount }))
  }
  const readers = ['ann', 'max']
  const model = new Model(new Map(stock.map(({ id, seriesId }) => [id, seriesId])))
  for (let round = 0; round < rounds; round++) {
    const reader = readers[roll(2)]!
    const book = stock[roll(stock.length)]!
    await act(model, { reader, book, roll })
    if (round % 10 === 9) await compare(model, readers)
  }
  const completions = await house.ctx.db.select().from(seriesCompletions)
  expect(completions.length).toBeGreaterThan(3)
})

async function act(
  model: Model,
  { reader, book, roll }: { reader: string; book: SeededBook; roll: (sides: number) => number },
) {
  const isThere = !model.trashed.has(book.id)
  const call = async (method: string, path: string, body?: object) => {
    const { status } = await house.call(method, path, { as: reader, ...(body && { body }) })
    expect(status).toBeOneOf(isThere || path.startsWith('/series') ? [200, 204] : [404])
  }
  const kind = roll(12)
  if (kind < 4) {
    const page = [1, 2, 5, 19, 20, 20][roll(6)]!
    await call('PUT', `/books/${book.id}/progress`, { currentPage: page })
    if (isThere) model.turn(reader, book.id, page)
  } else if (kind < 7) {
    await call('POST', `/books/${book.id}/read`)
    if (isThere) model.read(reader, book.id)
  } else if (kind < 9) {
    await call('POST', `/books/${book.id}/unread`)
    if (isThere) model.unread(reader, book.id)
  } else if (kind === 9) {
    await call('POST', `/series/${book.seriesId}/read`)
    for (const present of model.present(book.seriesId)) model.read(reader, present)
  } else if (kind === 10) {
    await call('POST', `/series/${book.seriesId}/unread`)
    for (const present of model.present(book.seriesId)) model.unread(reader, present)
  } else {
    const trashedAt = isThere ? new Date() : null
    await house.ctx.write(async (tx) => {
      await tx.update(books).set({ trashedAt }).where(eq(books.id, book.id))
      await refreshSeriesProgress(tx, [book.seriesId])
    })
    model.trashed[isThere ? 'add' : 'delete'](book.id)
  }
}

async function compare(model: Model, readers: string[]) {
  const progress = await house.ctx.db.select().from(bookProgress)
  const nameOf = (id: string) => readers.find((name) => house.userId(name) === id)!
  const stored = progress.map(({ userId, bookId, page, completed, started, completions }) => [
    `${nameOf(userId)}/${bookId}`,
    { page, completed, started, completions },
  ])
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(model.readings))

  const states = await house.ctx.db.select().from(seriesProgress)
  const completions = await house.ctx.db.select().from(seriesCompletions)
  for (const state of states) {
    const { userId, seriesId, booksRead, booksInProgress, readCount, lastCompletedAt } = state
    const reader = nameOf(userId)
    expect({ booksRead, booksInProgress, readCount }).toEqual(model.seriesState(reader, seriesId))
    const own = completions.filter((row) => row.userId === userId && row.seriesId === seriesId)
    const times = own.map(({ completedAt }) => completedAt.getTime())
    expect(lastCompletedAt?.getTime() ?? null).toBe(times.length === 0 ? null : Math.max(...times))
    if (readCount > 0) expect(own.some(({ pass }) => pass >= readCount)).toBe(true)
    // However often a book went and came back, nothing is recorded twice.
    expect(
      new Set(own.map(({ pass, completedAt }) => `${pass} ${completedAt.getTime()}`)).size,
    ).toBe(own.length)
  }
}
