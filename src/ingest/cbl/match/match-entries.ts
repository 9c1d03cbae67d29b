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
  const read = await mapYielding(entries, (entry) => ({
    entry,
    wanted: readWanted(entry),
    ids: readIds(entry),
  }))
  const choices = await loadChoices(ctx, viewer, read)
  const series = await findWantedSeries(ctx, viewer, await buildWantedSeries(read, choices))
  const places = await mapYielding(read, (one) => listPlaces(one, series, choices))
  const wanted = await buildWantedBooks(read, places, choices)
  const books = await findWantedBooks(ctx, viewer, wanted)
  return mapYielding(read, (one, index) =>
    matchEntry(one, { places: places[index]!, series, books, choices }),
  )
}

async function mapYielding<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    results.push(map(item, index))
    await yieldToEventLoop()
  }
  return results
}

async function buildWantedSeries(read: readonly ReadEntry[], choices: Choices) {
  const [keys, externalIds] = [new Set<string>(), new Set<string>()]
  await mapYielding(read, ({ wanted, ids }) => {
    keys.add(wanted.key)
    if (wanted.annualOf !== null) keys.add(wanted.annualOf)
    for (const id of ids.series.values()) externalIds.add(id)
  })
  const chosen = listDefined([...choices.values()].map(({ seriesId }) => seriesId))
  return { keys, externalIds, ids: chosen }
}

type Choices = Map<string, ChoiceRow>

async function loadChoices(ctx: Context, viewer: Viewer, read: readonly ReadEntry[]) {
  const rows = await findChoices(ctx.heavy, viewer.userId)
  const choices: Choices = new Map()
  if (rows.length === 0) return choices
  const keys = new Set<string>()
  await mapYielding(read, ({ wanted }) => {
    keys.add(getSeriesKey(wanted)).add(getEntryKey(wanted))
  })
  for (const row of rows) if (keys.has(row.key)) choices.set(row.key, row)
  return choices
}

const listDefined = (ids: readonly (string | null)[]): Set<string> =>
  new Set(ids.filter((id) => id !== null))

function readIds({ catalogs }: CblEntry): WantedIds {
  const ids = { series: new Map<string, string>(), issue: new Map<string, string>() }
  for (const { name, series, issue } of catalogs) {
    const provider = findProvider(name)
    if (provider === undefined) continue
    // ComicVine prefixes its IDs with the object type: 4050-123.
    if (series !== null) ids.series.set(provider, series.replace(/^4050-/, ''))
    if (issue !== null) ids.issue.set(provider, issue.replace(/^4000-/, ''))
  }
  return ids
}

/** A series that can contain the book of an entry. */
interface Place {
  seriesId: string
  /** If true, only the annuals of the series are considered. */
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

async function buildWantedBooks(
  read: readonly ReadEntry[],
  places: readonly Place[][],
  choices: Choices,
) {
  const numbers = new Map<string, Set<string>>()
  const issueIds = new Set<string>()
  const named = listDefined([...choices.values()].map(({ bookId }) => bookId))
  await mapYielding(read, ({ entry, wanted, ids }, index) => {
    for (const { seriesId } of places[index]!) {
      const known = numbers.get(seriesId)
      if (known) known.add(wanted.number)
      else numbers.set(seriesId, new Set([wanted.number]))
    }
    for (const id of ids.issue.values()) issueIds.add(id)
    if (isUuid(entry.bookId)) named.add(entry.bookId)
  })
  return { seriesIds: [...numbers.keys()], numbers, issueIds, ids: named }
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
