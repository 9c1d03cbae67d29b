/**
 * Exports a reading list as a CBL file: the books that the viewer can see and, for the owner of
 * the list, the missing entries.
 */
import type { Viewer } from '../../accounts/permissions/model'
import { getReadingList, listReadStates } from '../../catalog/reading-lists/service'
import type { Context } from '../../context'
import type { Content } from '../../platform/http/responses/content'
import { splitIntoSlices } from '../../platform/lib/slices'
import { yieldToEventLoop } from '../../platform/lib/yield'
import { catalogNames, type CblEntry } from './entry'
import { mergeOrder } from './list-order'
import {
  type BookRow,
  findBooksByIds,
  findIssueIds,
  findSeriesByIds,
  findSeriesIds,
} from './match/candidate-queries'
import { readSeriesTitle } from './match/entry-keys'
import { findNumber, toFoundBook } from './match/found-book'
import { findStartYear, type FoundBook, type FoundSeries } from './match/match-entry'
import { findMissingEntries } from './missing-queries'
import { writeCbl } from './write-cbl'

export async function exportList(
  ctx: Context,
  viewer: Viewer,
  { id, version = '2' }: { id: string; version?: '1' | '2' | undefined },
): Promise<Content> {
  const { name, isOwner } = await getReadingList(ctx, viewer, id)
  const bookIds = (await listReadStates(ctx, viewer, id)).map(({ bookId }) => bookId)
  const missing = isOwner ? await findMissingEntries(ctx.heavy, id) : []
  const books = await loadEntries(ctx, viewer, bookIds)
  const entries = mergeOrder(bookIds, missing).flatMap((placed) =>
    placed.missing ? [placed.missing.entry] : (books.get(placed.bookId) ?? []),
  )
  return {
    type: 'application/xml; charset=utf-8',
    caching: 'neverShared',
    fileName: `${name}.cbl`,
    isGenerated: true,
    open: async () => writeCbl({ name, entries }, version === '1' ? 1 : 2),
  }
}

const booksAtOnce = 500

async function loadEntries(ctx: Context, viewer: Viewer, bookIds: readonly string[]) {
  const entries = new Map<string, CblEntry>()
  for (const ids of splitIntoSlices(bookIds, booksAtOnce)) {
    const rows = await findBooksByIds(ctx.heavy, viewer, ids)
    const works = await loadSeries(ctx, viewer, [...new Set(rows.map((row) => row.seriesId))])
    const matched = Map.groupBy(await findIssueIds(ctx.heavy, ids), ({ bookId }) => bookId)
    for (const row of rows) {
      const pairs = (matched.get(row.id) ?? []).map(
        ({ provider, externalId }) => [provider, externalId] as const,
      )
      const numbered = findNumber(row)
      const book = toFoundBook(row, numbered?.number ?? '', pairs)
      entries.set(row.id, buildEntry(row, book, works.get(row.seriesId)))
    }
    await yieldToEventLoop()
  }
  return entries
}

async function loadSeries(ctx: Context, viewer: Viewer, ids: readonly string[]) {
  const rows = await findSeriesByIds(ctx.heavy, viewer, ids)
  const found = await findSeriesIds(ctx.heavy, viewer, ids)
  const bySeries = Map.groupBy(found, ({ seriesId }) => seriesId)
  return new Map<string, FoundSeries>(
    rows.map(({ id, title, year }) => {
      const pairs = (bySeries.get(id) ?? []).map(
        ({ source, externalId }) => [source.replace(/^plugin:/, ''), externalId] as const,
      )
      return [id, { id, names: [readSeriesTitle(title)], year, ids: new Map(pairs) }]
    }),
  )
}

function buildEntry(row: BookRow, book: FoundBook, work: FoundSeries | undefined): CblEntry {
  const { bare, volume } = readSeriesTitle(row.seriesTitle)
  const start = work ? findStartYear(work, book) : null
  return {
    series: bare,
    number: row.number ?? book.number,
    volume: String(start ?? volume ?? ''),
    year: row.year,
    format: row.formatDetail ?? '',
    bookId: row.id,
    catalogs: Object.entries(catalogNames).flatMap(([provider, name]) => {
      const series = work?.ids.get(provider) ?? null
      const issue = book.issueIds.get(provider) ?? null
      return series === null && issue === null ? [] : [{ name, series, issue }]
    }),
  }
}
