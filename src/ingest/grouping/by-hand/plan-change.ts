/** Computes what a manual grouping request would do. */
import type { Viewer } from '../../../accounts/permissions/model'
import { bookMessages } from '../../../catalog/books/messages'
import { seriesMessages } from '../../../catalog/series/messages'
import { invalid, notFound, Refusal } from '../../../errors'
import { findMergeTargets } from '../../../catalog/books/scanned/assign-scanned-series'
import type { Db } from '../../../platform/db/store'
import { manualGroupingMessages } from './messages'
import type { GroupingRequest } from './model'
import {
  type BookRow,
  findVisibleBooks,
  findVisibleSeries,
  listBooksToGroup,
  type SeriesRow,
} from './queries'

const maxBooks = 20_000

interface Source {
  series: SeriesRow
  /** True if all books of the series move. */
  isPutAway: boolean
}

export interface GroupingPlan {
  kind: 'move' | 'merge' | 'split' | 'reset'
  libraryId: string
  books: BookRow[]
  sources: Source[]
  /** undefined for a new series and for books that return to the series of their files. */
  target: SeriesRow | undefined
  newTitle: string | undefined
}

export async function planGrouping(
  db: Db,
  viewer: Viewer,
  request: GroupingRequest,
): Promise<GroupingPlan> {
  requireOneTarget(request)
  const { automatic = false, newTitle } = request
  const chosen = await findChosen(db, viewer, request)
  const target = request.targetSeriesId ? chosen.seriesOf.get(request.targetSeriesId) : undefined
  const books = automatic
    ? await listResettable(db, chosen.books)
    : chosen.books.filter((book) => book.seriesId !== target?.id)
  if (books.length === 0) throw createNothingToMove(automatic)
  const moving = automatic ? books : await addTrashedBooks(db, books)
  const sources = await buildSources(db, moving, { seriesOf: chosen.seriesOf, automatic })
  const libraryIds = new Set([target, ...sources.map(({ series }) => series)].map(getLibraryId))
  libraryIds.delete(undefined)
  if (libraryIds.size > 1) throw invalid(manualGroupingMessages.other_library())
  const [libraryId] = libraryIds
  if (newTitle !== undefined && sources.length === 1 && sources[0]!.isPutAway) {
    throw new Refusal('conflict', manualGroupingMessages.takes_all())
  }
  const kind = chooseKind({ automatic, newTitle, sources })
  const title = newTitle?.trim()
  return { kind, libraryId: libraryId!, books: moving, sources, target, newTitle: title }
}

/**
 * Lists books that were moved manually. Omits books of merged series, which return only when the
 * merge is undone.
 */
async function listResettable(db: Db, books: readonly BookRow[]): Promise<BookRow[]> {
  const scannedIds = books.map(({ scannedSeriesId }) => scannedSeriesId)
  const targets = await findMergeTargets(db, scannedIds)
  return books.filter(
    ({ isChosen, seriesId, scannedSeriesId }) =>
      isChosen && targets.get(scannedSeriesId) !== seriesId,
  )
}

const createNothingToMove = (automatic: boolean) =>
  new Refusal(
    'conflict',
    automatic
      ? manualGroupingMessages.already_automatic()
      : manualGroupingMessages.nothing_to_move(),
  )

const getLibraryId = (series: SeriesRow | undefined) => series?.libraryId

function requireOneTarget(request: GroupingRequest) {
  const { bookIds, seriesIds, targetSeriesId, newTitle, automatic } = request
  const targets = [targetSeriesId, newTitle, automatic].filter((one) => one !== undefined)
  const hasItems = bookIds !== undefined || seriesIds !== undefined
  const isNamed = newTitle === undefined || newTitle.trim() !== ''
  if (targets.length === 1 && hasItems && isNamed) return
  throw invalid(manualGroupingMessages.choose_books())
}

const chooseKind = ({
  automatic,
  newTitle,
  sources,
}: Pick<GroupingPlan, 'newTitle' | 'sources'> & { automatic: boolean }) => {
  if (automatic) return 'reset'
  if (sources.some(({ isPutAway }) => isPutAway)) return 'merge'
  return newTitle === undefined ? 'move' : 'split'
}

/** Finds the chosen books, and all series named by the request or its books. */
async function findChosen(db: Db, viewer: Viewer, request: GroupingRequest) {
  const { bookIds = [], seriesIds = [], targetSeriesId } = request
  const named = await findVisibleBooks(db, viewer, [...new Set(bookIds)])
  if (named.length < new Set(bookIds).size) throw notFound(bookMessages.not_found())
  const wanted = new Set([
    ...seriesIds,
    ...(targetSeriesId === undefined ? [] : [targetSeriesId]),
    ...named.map(({ seriesId }) => seriesId),
  ])
  const rows = await findVisibleSeries(db, viewer, [...wanted])
  if (rows.length < wanted.size) throw notFound(seriesMessages.not_found())
  const ofSeries = seriesIds.length === 0 ? [] : await listBooksToGroup(db, seriesIds, maxBooks + 1)
  const books = [...new Map([...named, ...ofSeries].map((book) => [book.n, book])).values()]
  requireFew(books)
  return { books, seriesOf: new Map(rows.map((row) => [row.id, row])) }
}

function requireFew(books: readonly BookRow[]) {
  if (books.length <= maxBooks) return
  throw new Refusal('conflict', manualGroupingMessages.too_many_books({ max: maxBooks }))
}

/** Adds trashed books, which move along with the last present book of their series. */
async function addTrashedBooks(db: Db, moving: readonly BookRow[]): Promise<BookRow[]> {
  const all = await listBooksToGroup(db, listSeriesIds(moving), maxBooks + 1)
  requireFew(all)
  const ns = new Set(moving.map(({ n }) => n))
  const staying = all.filter(({ n }) => !ns.has(n))
  const kept = new Set(staying.filter(({ isPresent }) => isPresent).map((book) => book.seriesId))
  return [...moving, ...staying.filter(({ seriesId }) => !kept.has(seriesId))]
}

async function buildSources(
  db: Db,
  moving: readonly BookRow[],
  { seriesOf, automatic }: { seriesOf: ReadonlyMap<string, SeriesRow>; automatic: boolean },
): Promise<Source[]> {
  const ids = listSeriesIds(moving)
  const ns = new Set(moving.map(({ n }) => n))
  const staying = automatic
    ? new Set(ids)
    : new Set(
        (await listBooksToGroup(db, ids, maxBooks + 1))
          .filter(({ n }) => !ns.has(n))
          .map(({ seriesId }) => seriesId),
      )
  return ids.map((id) => ({ series: seriesOf.get(id)!, isPutAway: !staying.has(id) }))
}

const listSeriesIds = (books: readonly BookRow[]) => [
  ...new Set(books.map(({ seriesId }) => seriesId)),
]
