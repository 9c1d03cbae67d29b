/** Matches all entries of a list with the books that the viewer can see. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { yieldToEventLoop } from '../../../platform/lib/yield'
import { isUuid } from '../../../platform/http/shapes'
import { type CblEntry, findProvider } from '../entry'
import { cblReasonMessages } from '../messages'
import { type ChoiceRow, findChoices } from '../choice-queries'
import { getEntryKey, getSeriesKey, readWanted, type Wanted } from './entry-keys'
import { type BookIndex, findWantedBooks, toNumberKey } from './wanted-books'
import { findWantedSeries, type SeriesIndex } from './wanted-series'
import {
  type Candidate,
  compareBook,
  decide,
  type Decided,
  type FoundBook,
  type WantedIds,
} from './match-entry'

interface ReadEntry {
  entry: CblEntry
  wanted: Wanted
  ids: WantedIds
}

export async function matchEntries(
  ctx: Context,
  viewer: Viewer,
  entries: readonly CblEntry[],
): Promise<Decided[]> {
  const read: ReadEntry[] = []
  for (const entry of entries) {
    read.push({ entry, wanted: readWanted(entry), ids: readIds(entry) })
    await yieldToEventLoop()
  }
  const choices = await loadChoices(ctx, viewer, read)
  const series = await findWantedSeries(ctx, viewer, {
    keys: new Set(read.flatMap(({ wanted }) => [wanted.key, wanted.annualOf ?? wanted.key])),
    externalIds: new Set(read.flatMap(({ ids }) => [...ids.series.values()])),
    ids: listDefined([...choices.values()].map(({ seriesId }) => seriesId)),
  })
  const places = read.map((one) => listPlaces(one, series, choices))
  const books = await findWantedBooks(ctx, viewer, buildWantedBooks(read, places, choices))
  const decided: Decided[] = []
  for (const [index, one] of read.entries()) {
    decided.push(matchEntry(one, { places: places[index]!, series, books, choices }))
    await yieldToEventLoop()
  }
  return decided
}

type Choices = Map<string, ChoiceRow>

async function loadChoices(ctx: Context, viewer: Viewer, read: readonly ReadEntry[]) {
  const keys = new Set(read.flatMap(({ wanted }) => [getSeriesKey(wanted), getEntryKey(wanted)]))
  const choices: Choices = new Map()
  for (const row of await findChoices(ctx.heavy, viewer.userId)) {
    if (keys.has(row.key)) choices.set(row.key, row)
  }
  return choices
}

const listDefined = (ids: readonly (string | null)[]): Set<string> =>
  new Set(ids.filter((id) => id !== null))

function readIds({ catalogs }: CblEntry): WantedIds {
  const ids = { series: new Map<string, string>(), issue: new Map<string, string>() }
  for (const { name, series, issue } of catalogs) {
    const provider = findProvider(name)
    if (provider === undefined) continue
    // ComicVine writes its ids with the kind of the object: 4050-123.
    if (series !== null) ids.series.set(provider, series.replace(/^4050-/, ''))
    if (issue !== null) ids.issue.set(provider, issue.replace(/^4000-/, ''))
  }
  return ids
}

/** A series in which the book of an entry can be. */
interface Place {
  seriesId: string
  /** Only the annuals of the series. */
  isAnnual: boolean
  isChosen: boolean
}

function listPlaces({ wanted, ids }: ReadEntry, index: SeriesIndex, choices: Choices): Place[] {
  const chosen = choices.get(getSeriesKey(wanted))?.seriesId
  const named = [
    ...(index.byKey.get(wanted.key) ?? []),
    ...[...ids.series].flatMap(([provider, id]) => [
      ...(index.byExternalId.get(`${provider} ${id}`) ?? []),
    ]),
    ...(chosen && index.byId.has(chosen) ? [chosen] : []),
  ]
  const places = [...new Set(named)].map((seriesId) => ({
    seriesId,
    isAnnual: false,
    isChosen: seriesId === chosen,
  }))
  const annuals = wanted.annualOf === null ? [] : [...(index.byKey.get(wanted.annualOf) ?? [])]
  return [...places, ...annuals.map((seriesId) => ({ seriesId, isAnnual: true, isChosen: false }))]
}

function buildWantedBooks(
  read: readonly ReadEntry[],
  places: readonly Place[][],
  choices: Choices,
) {
  const numbers = new Map<string, Set<string>>()
  for (const [index, { wanted }] of read.entries()) {
    for (const { seriesId } of places[index]!) {
      const known = numbers.get(seriesId)
      if (known) known.add(wanted.number)
      else numbers.set(seriesId, new Set([wanted.number]))
    }
  }
  const named = read.map(({ entry }) => (isUuid(entry.bookId) ? entry.bookId : null))
  const chosen = [...choices.values()].map(({ bookId }) => bookId)
  return {
    seriesIds: [...numbers.keys()],
    numbers,
    issueIds: new Set(read.flatMap(({ ids }) => [...ids.issue.values()])),
    ids: listDefined([...named, ...chosen]),
  }
}

interface Indexes {
  places: readonly Place[]
  series: SeriesIndex
  books: BookIndex
  choices: Choices
}

function matchEntry({ entry, wanted, ids }: ReadEntry, indexes: Indexes): Decided {
  const { places, series, books, choices } = indexes
  const chosen = books.byId.get(choices.get(getEntryKey(wanted))?.bookId ?? '')
  if (chosen) return certain(chosen, cblReasonMessages.chosen())
  const named = books.byId.get(entry.bookId ?? '')
  if (named) return certain(named, cblReasonMessages.same_book())
  const candidates = new Map<string, Candidate>()
  for (const { seriesId, isAnnual, isChosen } of places) {
    const found = series.byId.get(seriesId)!
    for (const book of books.byNumber.get(toNumberKey(seriesId, wanted.number, isAnnual)) ?? []) {
      const compared = { book, series: found, isChosenSeries: isChosen }
      candidates.set(book.id, compareBook(wanted, ids, compared))
    }
  }
  for (const book of listBooksOfIssue(ids, books)) {
    const found = { id: book.seriesId, names: [], year: null, ids: new Map<string, string>() }
    if (candidates.get(book.id)?.isSure) continue
    candidates.set(
      book.id,
      compareBook(wanted, ids, { book, series: found, isChosenSeries: false }),
    )
  }
  return decide([...candidates.values()])
}

const listBooksOfIssue = ({ issue }: WantedIds, { byIssue }: BookIndex): FoundBook[] =>
  [...issue].flatMap(([provider, id]) => byIssue.get(`${provider} ${id}`) ?? [])

const certain = (book: FoundBook, because: Candidate['reasons'][number]): Decided => ({
  status: 'exact',
  candidates: [{ book, reasons: [because], isSure: true, points: 9 }],
})
