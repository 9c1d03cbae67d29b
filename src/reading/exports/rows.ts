/** Reads the rows for each kind of export, one slice at a time. */
import type { Viewer } from '../../accounts/permissions/model'
import { seriesGenres, seriesTags } from '../../catalog/labels/schema'
import type { Context } from '../../context'
import { listTimeline } from '../progress/history/timeline'
import {
  bookFields,
  type ExportRow,
  highlightFields,
  historyFields,
  progressFields,
  ratingFields,
  seriesFields,
} from './fields'
import type { ExportField } from './model'
import {
  listBookRows,
  listHighlightRows,
  listLabelNames,
  listProgressRows,
  listRatingsToExport,
  listSeriesRows,
  type Slice,
} from './rows-queries'

const rowsAtOnce = 500

export interface RowSource {
  viewer: Viewer
  libraryIds: readonly string[]
}

export interface Section {
  /** Name of the section in a JSON file with several sections, and heading in a document. */
  name: string
  fields: readonly ExportField[]
  rows: (ctx: Context, source: RowSource) => AsyncIterable<ExportRow[]>
}

type LoadSlice = (
  ctx: Context,
  request: { viewer: Viewer; slice: Slice },
) => Promise<{ key: string; row: ExportRow }[]>

/** Each slice starts after the key of the previous slice's last row. */
const inSlices = (load: LoadSlice): Section['rows'] =>
  async function* listSlices(ctx, { viewer, libraryIds }) {
    for (let after = ''; ;) {
      const slice = { after, libraryIds, limit: rowsAtOnce }
      const found = await load(ctx, { viewer, slice })
      if (found.length > 0) yield found.map(({ row }) => row)
      if (found.length < rowsAtOnce) return
      after = found.at(-1)!.key
    }
  }

const seriesRows = inSlices(async (ctx, request) => {
  const rows = await listSeriesRows(ctx.heavy, request)
  const ids = rows.map(({ id }) => id)
  const genres = await listLabelNames(ctx.heavy, seriesGenres, ids)
  const tags = await listLabelNames(ctx.heavy, seriesTags, ids)
  const namesOf = (labels: typeof genres, id: string) =>
    (labels.get(id) ?? []).map(({ name }) => name)
  return rows.map((row) => ({
    key: row.id,
    row: {
      ...row,
      genres: namesOf(genres, row.id),
      tags: namesOf(tags, row.id),
      booksRead: row.booksRead ?? 0,
      readCount: row.readCount ?? 0,
      favorite: row.favorite ?? false,
    },
  }))
})

type BookRow = Awaited<ReturnType<typeof listBookRows>>[number]

const toBookRow = ({ completed, started, fraction, ...row }: BookRow) => ({
  key: row.id,
  row: {
    ...row,
    status: completed ? 'read' : started ? 'in progress' : 'unread',
    page: started ? row.page : null,
    percent: started ? toPercent(fraction) : null,
    timesRead: row.timesRead ?? 0,
    favorite: row.favorite ?? false,
  },
})

const toPercent = (fraction: number | null) =>
  fraction === null ? null : Math.round(fraction * 1000) / 10

const bookRows = inSlices(async (ctx, request) =>
  (await listBookRows(ctx.heavy, request)).map(toBookRow),
)

const progressRows = inSlices(async (ctx, request) =>
  (await listProgressRows(ctx.heavy, request)).map(toBookRow),
)

const ratingRows = inSlices(async (ctx, request) =>
  (await listRatingsToExport(ctx.heavy, request)).map(({ key, isBook, ...row }) => ({
    key,
    row: { ...row, itemType: isBook ? 'book' : 'series' },
  })),
)

const highlightRows = inSlices(async (ctx, request) =>
  (await listHighlightRows(ctx.heavy, request)).map(({ key, locator, fraction, ...row }) => ({
    key,
    row: {
      ...row,
      chapter: typeof locator['title'] === 'string' ? locator['title'] : null,
      percent: toPercent(fraction),
    },
  })),
)

/**
 * Yields history entries, newest first. Covers all libraries, because a book may have moved since
 * it was read.
 */
async function* historyRows(ctx: Context, { viewer }: RowSource) {
  for (let before: string | null | undefined; before !== null;) {
    const limit = String(rowsAtOnce)
    const { entries, next } = await listTimeline(ctx, viewer, { ...(before && { before }), limit })
    yield entries.map(
      ({ bookTitle, seriesName, deviceName, fraction, kind, pass, page, happenedAt, bookId }) => ({
        happenedAt,
        kind,
        pass,
        page,
        bookId,
        title: bookTitle,
        series: seriesName,
        percent: toPercent(fraction),
        device: deviceName,
      }),
    )
    before = next
  }
}

export const sections = {
  series: { name: 'series', fields: seriesFields, rows: seriesRows },
  books: { name: 'books', fields: bookFields, rows: bookRows },
  progress: { name: 'progress', fields: progressFields, rows: progressRows },
  history: { name: 'history', fields: historyFields, rows: historyRows },
  ratings: { name: 'ratings', fields: ratingFields, rows: ratingRows },
  highlights: { name: 'highlights', fields: highlightFields, rows: highlightRows },
} as const satisfies Record<string, Section>
