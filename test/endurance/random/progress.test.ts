/** Random actions, compared after each round with a simple in-memory model. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { refreshSeriesProgress } from '../../../src/reading/progress/series/series-progress'
import {
  bookProgress,
  seriesCompletions,
  seriesProgress,
} from '../../../src/reading/progress/schema'
import { inIds } from '../../../src/platform/db/sql'
import { findWrongDerivedData } from '../../support/derived'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, type SeededBook, seedLibrary, seedSeries } from '../../support/seed'
import { randomSeed } from '../../support/dice'
import { countRounds, sharePart } from '../../support/share'

const rounds = Math.max(100, countRounds(250, ['reading/progress']))
const pageCount = 20

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Returns a seeded random generator. */
function createRandom(seed: number) {
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

test('random actions match the in-memory model', async () => {
  const roll = createRandom(randomSeed + sharePart)
  const library = await seedLibrary(server)
  const stock: SeededBook[] = []
  for (let number = 0; number < 3; number++) {
    const made = await seedSeries(server, library)
    for (let volume = 0; volume < 3; volume++)
      stock.push(await seedBook(server, made, { pageCount }))
  }
  const readers = ['ann', 'max']
  const model = new Model(new Map(stock.map(({ id, seriesId }) => [id, seriesId])))
  for (let round = 0; round < rounds; round++) {
    const reader = readers[roll(2)]!
    const book = stock[roll(stock.length)]!
    await performMove(model, { reader, book, roll })
    if (round % 10 === 9)
      await compareWithModel(model, readers, [...new Set(stock.map(({ seriesId }) => seriesId))])
  }
  const completions = await server.ctx.db.select().from(seriesCompletions)
  expect(completions.length).toBeGreaterThan(3)
})

test('readers at the same time match it as well', async () => {
  const library = await seedLibrary(server)
  const stock: SeededBook[] = []
  const seriesIds: string[] = []
  for (let number = 0; number < 2; number++) {
    const made = await seedSeries(server, library)
    seriesIds.push(made.id)
    for (let volume = 0; volume < 3; volume++)
      stock.push(await seedBook(server, made, { pageCount }))
  }
  const readers = ['ann', 'max', 'ada', 'bob', 'cid']
  for (const name of ['bob', 'cid']) await server.addUser(name, 'reader')
  const model = new Model(new Map(stock.map(({ id, seriesId }) => [id, seriesId])))
  const ended = new AbortController()
  const read = async (reader: string, own: number) => {
    const roll = createRandom(randomSeed + sharePart + own)
    for (let round = 0; round < rounds / 8; round++) {
      const acts = [turnPage, turnPage, markRead, markUnread, markSeries]
      const move = { reader, book: stock[roll(stock.length)]!, roll }
      await acts[roll(acts.length)]!(model, move)
    }
  }
  // A scan does the same for the series that it changed.
  const refresh = async () => {
    while (!ended.signal.aborted)
      await server.ctx.write((tx) => refreshSeriesProgress(tx, seriesIds))
  }
  const reading = Promise.all(readers.map(read)).finally(() => ended.abort())
  await Promise.all([reading, refresh()])
  await compareWithModel(model, readers, seriesIds)
  const wrong = await findWrongDerivedData(server.ctx)
  expect(wrong.filter((line) => line.startsWith('reading'))).toEqual([])
})

interface Move {
  reader: string
  book: SeededBook
  roll: (sides: number) => number
}

async function performMove(model: Model, move: Move) {
  const acts = [
    turnPage,
    turnPage,
    turnPage,
    turnPage,
    markRead,
    markRead,
    markRead,
    markUnread,
    markUnread,
    markSeries,
    toggleTrash,
  ]
  await acts[move.roll(acts.length)]!(model, move)
}

/** Sends a request. A trashed book is not found, and the model does not change. */
async function call(model: Model, { reader, book }: Move, path: string, currentPage?: number) {
  const answer = await server.call(currentPage ? 'PUT' : 'POST', `/books/${book.id}/${path}`, {
    as: reader,
    ...(currentPage && { body: { currentPage } }),
  })
  const isThere = !model.trashed.has(book.id)
  expect(answer.status).toBeOneOf(isThere ? [200, 204] : [404])
  return isThere
}

async function turnPage(model: Model, move: Move) {
  const page = [1, 2, 5, 19, 20, 20][move.roll(6)]!
  if (await call(model, move, 'progress', page)) model.turn(move.reader, move.book.id, page)
}

async function markRead(model: Model, move: Move) {
  if (await call(model, move, 'read')) model.read(move.reader, move.book.id)
}

async function markUnread(model: Model, move: Move) {
  if (await call(model, move, 'unread')) model.unread(move.reader, move.book.id)
}

async function markSeries(model: Model, { reader, book, roll }: Move) {
  const word = roll(2) ? 'read' : 'unread'
  const { status } = await server.call('POST', `/series/${book.seriesId}/${word}`, { as: reader })
  expect(status).toBe(200)
  for (const present of model.present(book.seriesId)) model[word](reader, present)
}

/** Trashes or restores a book. */
async function toggleTrash(model: Model, { book }: Move) {
  const isThere = !model.trashed.has(book.id)
  const trashedAt = isThere ? new Date() : null
  await server.ctx.write(async (tx) => {
    await tx.update(books).set({ trashedAt }).where(eq(books.id, book.id))
    await refreshSeriesProgress(tx, [book.seriesId])
  })
  model.trashed[isThere ? 'add' : 'delete'](book.id)
}

async function compareWithModel(model: Model, readers: string[], seriesIds: string[]) {
  const progress = await server.ctx.db
    .select()
    .from(bookProgress)
    .where(inIds(bookProgress.seriesId, seriesIds))
  const getName = (id: string) => readers.find((name) => server.getUserId(name) === id)!
  const stored = progress.map(({ userId, bookId, page, completed, started, completions }) => [
    `${getName(userId)}/${bookId}`,
    { page, completed, started, completions },
  ])
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(model.readings))

  const states = await server.ctx.db
    .select()
    .from(seriesProgress)
    .where(inIds(seriesProgress.seriesId, seriesIds))
  const completions = await server.ctx.db.select().from(seriesCompletions)
  for (const state of states) {
    const { userId, seriesId, booksRead, booksInProgress, readCount, lastCompletedAt } = state
    const reader = getName(userId)
    expect({ booksRead, booksInProgress, readCount }).toEqual(model.seriesState(reader, seriesId))
    const own = completions.filter((row) => row.userId === userId && row.seriesId === seriesId)
    const times = own.map(({ completedAt }) => completedAt.getTime())
    // A3: trashing the only unread book raises the read count without recording a completion.
    expect(lastCompletedAt !== null).toBe(times.length > 0 || readCount > 0)
    if (times.length > 0) expect(lastCompletedAt?.getTime()).toBe(Math.max(...times))
    // Trashing and restoring never records anything twice.
    expect(
      new Set(own.map(({ pass, completedAt }) => `${pass} ${completedAt.getTime()}`)).size,
    ).toBe(own.length)
  }
}
