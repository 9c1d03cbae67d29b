/**
 * Merges personal data other than reading progress: ratings, want-to-read lists, bookmarks,
 * highlights and reading sessions.
 */
import type { Db, Tx } from '../../../../platform/db/store'
import type { KnownBook } from '../../match/book-index'
import type { MatchedSource } from '../../match/match-source'
import type { ForeignBook, ForeignItem, ForeignPersonal } from '../../neutral-form'
import { buildOrigin } from '../facts'
import { type ImportedPerson, type ImportRun, runStep, sliceIterable } from '../import-run'
import { findKnownOrigins, insertWaiting } from '../queries'
import { releaseMemory } from '../../release-memory'
import { toWaitingBook, type WaitingPersonal } from '../waiting-facts'
import { findMarkPlaces, type MarkLocators } from './find-mark-places'
import type { FoundPersonal } from './found-personal'
import { countPersonal, storePersonal } from './store-personal'

const factsAtOnce = 200

export async function mergePersonal(run: ImportRun) {
  const missing = listMissingSeries(run.matched)
  const seen = new Set<string>()
  let done = 0
  for (const slice of sliceIterable(run.source.personal(), factsAtOnce)) {
    await run.watch.onStep?.('personal', done)
    const { locators } = await findMarksOfSlice(run, slice)
    await runStep(run, (db, tx) => mergeSlice(run, slice, { db, tx, missing, seen, locators }))
    releaseMemory()
    done += slice.length
  }
}

/**
 * Finds the places of new highlights and bookmarks. Those that an import has already added do not
 * need the file. If a file can't be read, importing again adds the missing ones.
 */
async function findMarksOfSlice(run: ImportRun, slice: readonly ForeignPersonal[]) {
  const marks = slice.flatMap((personal) => {
    const person = run.people.get(personal.personId)
    const bookId = run.matched.books.get(personal.item.foreignId)?.book.id
    if (!person || personal.item.kind !== 'book' || bookId === undefined) return []
    return [{ personal, bookId, origin: buildPersonalOrigin(run, personal, person) }]
  })
  const origins = marks.map(({ origin }) => origin)
  const known = await findKnownOrigins(run.ctx.db, origins)
  const wanted = marks.filter(({ origin }) => !known.has(origin))
  return findMarkPlaces(run.ctx, wanted, run.watch.signal)
}

/** Lists the first missing book of each series. When this book is found, the series is found. */
function listMissingSeries({ others }: MatchedSource) {
  const missing = new Map<string, ForeignBook>()
  for (const { book } of others.values()) {
    if (book.seriesId !== null && !missing.has(book.seriesId)) missing.set(book.seriesId, book)
  }
  return missing
}

interface Handles {
  db: Db
  /** undefined in a preview. */
  tx: Tx | undefined
  missing: ReadonlyMap<string, ForeignBook>
  /** Items that this import has already processed, by person. */
  seen: Set<string>
  locators: MarkLocators
}

interface PlacedPersonal {
  given: ForeignPersonal
  person: ImportedPerson
  origin: string
}

async function mergeSlice(run: ImportRun, slice: readonly ForeignPersonal[], handles: Handles) {
  const placed = slice.flatMap((given): PlacedPersonal[] => {
    const person = run.people.get(given.personId)
    return person ? [{ given, person, origin: buildPersonalOrigin(run, given, person) }] : []
  })
  const known = await findKnownOrigins(
    handles.db,
    placed.map(({ origin }) => origin),
  )
  const found: FoundPersonal[] = []
  const waiting: PlacedPersonal[] = []
  for (const one of placed) {
    const target = findTarget(run.matched, one.given.item)
    if (known.has(one.origin)) countPersonal(one.person.report, one.given.kind, 'same')
    else if (target) found.push({ ...one, personal: one.given, ...target })
    else waiting.push(one)
  }
  await keepWaiting(run, waiting, handles)
  await storePersonal(run, found, handles)
}

const buildPersonalOrigin = (
  { source }: Pick<ImportRun, 'source'>,
  given: ForeignPersonal,
  { userId }: Pick<ImportedPerson, 'userId'>,
) => buildOrigin(source, given.kind, given.foreignId, userId, ...listValues(given))

function listValues(given: ForeignPersonal): (string | number | null)[] {
  if (given.kind === 'rating') return [given.rating, given.note]
  if (given.kind === 'highlight') return [given.passage, given.color, given.note]
  return given.kind === 'bookmark' ? [given.page, given.fraction, given.note] : []
}

function findTarget({ books, series }: MatchedSource, { kind, foreignId }: ForeignItem) {
  if (kind === 'series') {
    const id = series.get(foreignId)
    return id === undefined ? undefined : { item: { kind, id }, pages: null }
  }
  const match = books.get(foreignId)
  return match && describeBook(match.book, match.pageCount)
}

const describeBook = (book: Pick<KnownBook, 'id' | 'pageCount'>, there: number | null) => ({
  item: { kind: 'book' as const, id: book.id },
  pages: { here: book.pageCount, there },
})

async function keepWaiting(
  run: ImportRun,
  waiting: readonly PlacedPersonal[],
  { tx, missing }: Handles,
) {
  const rows = waiting.flatMap(({ given, person, origin }, place) => {
    const { personId: _, item, ...personal } = given
    const other = run.matched.others.get(item.foreignId)
    const book = item.kind === 'book' ? other?.book : missing.get(item.foreignId)
    const outcome = item.kind === 'book' ? other?.outcome : book && 'waiting'
    countPersonal(person.report, given.kind, outcome ?? 'not_possible')
    if (!book) return []
    const value = { kind: 'personal' as const, itemKind: item.kind, personal }
    return {
      importId: run.importId!,
      userId: person.userId,
      origin,
      foreignBookId: book.foreignId,
      book: toWaitingBook(book),
      value,
      place,
      createdAt: run.now,
    }
  })
  if (tx) await insertWaiting(tx, rows)
}

/** Adds a fact whose book a scan has found. */
export async function joinPersonal(
  run: Pick<ImportRun, 'now' | 'importId'>,
  tx: Tx,
  {
    itemKind,
    book,
    there,
    locators,
    ...one
  }: Pick<FoundPersonal, 'person' | 'origin'> & {
    personal: WaitingPersonal
    locators: MarkLocators
    itemKind: ForeignItem['kind']
    book: Pick<KnownBook, 'id' | 'seriesId' | 'pageCount'>
    there: number | null
  },
) {
  const target =
    itemKind === 'book'
      ? describeBook(book, there)
      : { item: { kind: itemKind, id: book.seriesId }, pages: null }
  await storePersonal(run, [{ ...one, ...target }], { db: tx, tx, seen: new Set(), locators })
}
