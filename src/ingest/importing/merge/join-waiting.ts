/**
 * Adds imported data whose books were not on this server at the time of the import ("waiting
 * facts") when a scan finds the books.
 */
import { findViewerOfUser } from '../../../accounts/users/viewer-of-user'
import type { Context } from '../../../context'
import { addImportedEntries } from '../../../catalog/item-lists/entries/imported-lists'
import { isHolding } from '../../../catalog/sharing-tags/hold-series'
import type { Db, Tx } from '../../../platform/db/store'
import { scanProgress } from '../../scanning/model'
import { joinWaitingFactsJob } from '../model'
import { compareContent } from '../match/compare-content'
import { BookIndex, type KnownBook } from '../match/book-index'
import { loadBookIndex } from '../match/known-book-queries'
import { FolderMap } from '../match/map-folders'
import { type BookMatch, listPossible, matchForeignBook } from '../match/match-foreign-books'
import { listTables } from './steps/merge-lists'
import { findMarkPlaces, type MarkInBook, type MarkLocators } from './steps/find-mark-places'
import { joinPersonal } from './steps/merge-personal'
import { mergeRound } from './steps/merge-readings'
import {
  deleteWaiting,
  findImport,
  hasWaiting,
  insertFacts,
  type ImportRow,
  listWaitingAfter,
  type WaitingRow,
} from './queries'
import { revivePersonal, reviveReading, type WaitingPersonal } from './waiting-facts'
import { joinLabel, releaseSeries } from './waiting-labels'

/** Starts adding waiting facts after each scan. Returns a function that stops it. */
export function startJoiningWaitingFacts(ctx: Context): () => void {
  const join = async () => {
    if (!(await hasWork(ctx.db))) return
    const options = { key: joinWaitingFactsJob.kind, again: true }
    await ctx.write((tx) => ctx.queue.enqueue(tx, joinWaitingFactsJob, {}, options))
  }
  const unsubscribes = [
    ctx.bus.subscribe(scanProgress, async ({ status }) => {
      // Failed scans may also have added books.
      if (['completed', 'failed', 'cancelled'].includes(status)) await join()
    }),
    ctx.bus.subscribeToGaps(join),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

/**
 * Series can be held back even if no fact is waiting: purged tags may be waiting, or all labels may
 * have been deleted.
 */
const hasWork = async (db: Db) => (await hasWaiting(db)) || (await isHolding(db))

/** Returns the number of facts that were added. */
export async function joinWaitingFacts(ctx: Context, signal?: AbortSignal): Promise<number> {
  if (!(await hasWork(ctx.db))) return 0
  const indexes = new Indexes(ctx)
  const full = new Set<string>()
  const imports = new Map<string, ImportRow | undefined>()
  let joined = 0
  let after: string | undefined
  for (;;) {
    signal?.throwIfAborted()
    const rows = await listWaitingAfter(ctx.db, after)
    if (rows.length === 0) break
    after = rows.at(-1)!.id
    const matched: FoundFact[] = []
    const labels: FoundLabel[] = []
    for (const row of rows) {
      const { importId } = row
      if (!imports.has(importId)) imports.set(importId, await findImport(ctx.db, importId))
      const source = imports.get(importId)
      if (!source) continue
      const index = await indexes.find(source)
      if (row.tagId !== null) labels.push({ row, source, match: matchRow(row, source, index) })
      const book = row.tagId === null ? await findBook(row, source, index) : undefined
      if (book) matched.push({ row, source, book })
    }
    const found = await prepare(ctx, matched, signal)
    if (found.rows.length > 0) await ctx.write((tx) => joinAll(ctx, tx, found))
    joined += found.rows.length + (await joinLabels(ctx, labels, full))
  }
  await releaseSeries(ctx, { lastNumber: indexes.lastNumber, except: full })
  return joined
}

/** Book indexes for matching. An import may match only books that its owner can see. */
class Indexes {
  readonly #ctx: Context
  #all: BookIndex | undefined
  /** Only the index of the last user is kept, because there may be many users. */
  #own: { userId: string; index: BookIndex } | undefined

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  /** Books with a higher number were not compared. */
  get lastNumber() {
    return this.#all?.lastNumber ?? 0
  }

  async find({ userId }: ImportRow): Promise<BookIndex> {
    if (userId === null) return (this.#all ??= await loadBookIndex(this.#ctx.heavy))
    if (this.#own?.userId !== userId) this.#own = { userId, index: await this.#load(userId) }
    return this.#own.index
  }

  async #load(userId: string) {
    const viewer = await findViewerOfUser(this.#ctx.db, userId)
    return viewer ? loadBookIndex(this.#ctx.heavy, viewer) : new BookIndex()
  }
}

interface FoundFact {
  row: WaitingRow
  source: ImportRow
  book: KnownBook
}

interface FoundLabel {
  row: WaitingRow
  source: ImportRow
  match: BookMatch
}

/**
 * Treats every file name as unique in the source, because the other books of the source are not
 * known here.
 */
function matchRow({ book }: WaitingRow, { folders }: ImportRow, index: BookIndex) {
  const options = { index, folders: new FolderMap(folders), tailCounts: new Map<string, number>() }
  return matchForeignBook(book, options)
}

async function findBook(row: WaitingRow, source: ImportRow, index: BookIndex) {
  const match = await compareContent(matchRow(row, source, index), row.book)
  return match.outcome === 'found' && !match.book.isTrashed ? match.book : undefined
}

/**
 * Adds the label to all series that may contain the book. A label keeps waiting until the book is
 * matched with certainty. Returns the number of labels that are no longer waiting.
 */
async function joinLabels(
  ctx: Context,
  labels: readonly FoundLabel[],
  full: Set<string>,
): Promise<number> {
  if (labels.length === 0) return 0
  return ctx.write(async (tx) => {
    const done: string[] = []
    for (const { row, source, match } of labels) {
      const seriesIds = new Set(listPossible(match).map(({ seriesId }) => seriesId))
      for (const seriesId of seriesIds) {
        if (!(await joinLabel(ctx, tx, { row, source, seriesId }))) full.add(seriesId)
      }
      const isAdded = ![...seriesIds].some((id) => full.has(id))
      if (match.outcome === 'found' && isAdded) done.push(row.id)
    }
    await deleteWaiting(tx, done)
    return done.length
  })
}

interface FoundFacts {
  rows: readonly FoundFact[]
  personal: ReadonlyMap<WaitingRow, WaitingPersonal>
  locators: MarkLocators
}

/**
 * Finds the places of highlights and bookmarks. Those whose file can't be read stay in the waiting
 * state.
 */
async function prepare(
  ctx: Context,
  matched: readonly FoundFact[],
  signal: AbortSignal | undefined,
): Promise<FoundFacts> {
  const personal = new Map<WaitingRow, WaitingPersonal>()
  const marks: MarkInBook[] = []
  for (const { row, book } of matched) {
    if (row.value.kind !== 'personal') continue
    const mark = revivePersonal(row.value.personal)
    personal.set(row, mark)
    marks.push({ personal: mark, bookId: book.id })
  }
  const { locators, unreadable } = await findMarkPlaces(ctx, marks, signal)
  const isReadable = ({ row }: FoundFact) => !unreadable.has(personal.get(row)!)
  return { rows: matched.filter(isReadable), personal, locators }
}

async function joinAll(ctx: Context, tx: Tx, { rows, personal: personalOf, locators }: FoundFacts) {
  for (const { row, source, book } of rows) {
    const { value, origin, importId, userId } = row
    const there = row.book.pageCount
    const run = { source, now: ctx.clock.now(), importId }
    const person = { userId, report: { ...noReport, completed: {}, positions: {} } }
    if (value.kind === 'listEntry') await joinList(ctx, tx, { row, book })
    else if (value.kind === 'personal') {
      const { itemKind } = value
      const personal = personalOf.get(row)!
      await joinPersonal(run, tx, { personal, itemKind, person, origin, book, there, locators })
    } else if (value.kind === 'reading') {
      const reading = reviveReading(value.reading)
      const one = { reading, person, origin, book, pageCount: there }
      await mergeRound(run, [one], { db: tx, tx })
    }
  }
  await deleteWaiting(
    tx,
    rows.map(({ row }) => row.id),
  )
}

/** Placeholder report. Its counts are not used. */
const noReport = {
  foreignId: '',
  name: '',
  isAdmin: false,
  userId: null,
  account: null,
  isNew: false,
  keepsPassword: false,
}

async function joinList(ctx: Context, tx: Tx, { row, book }: Pick<FoundFact, 'row' | 'book'>) {
  if (row.value.kind !== 'listEntry') return
  const { listId, listKind } = row.value
  const now = ctx.clock.now()
  const entries = { itemIds: [book.id], now }
  const itemIds = await addImportedEntries(tx, listTables[listKind], listId, entries)
  const added = { kind: listKind, isNew: false, itemIds, addedAt: now.toISOString() }
  const { importId, origin } = row
  await insertFacts(tx, [{ importId, origin, kind: 'list', userId: null, itemId: listId, added }])
}
