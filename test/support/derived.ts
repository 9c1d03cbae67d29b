/** Recomputes all derived data in memory and compares it with the stored values. */
import { sql } from 'drizzle-orm'
import { buildBookSearchTokens, buildBookSortKey } from '../../src/catalog/books/book-sort-key'
import { bookMetadata, books } from '../../src/catalog/books/schema'
import type { Context } from '../../src/context'
import { dialect } from '../../src/platform/db/dialect'
import type { Db } from '../../src/platform/db/store'
import { genres, seriesGenres, seriesTags, tags } from '../../src/catalog/labels/schema'
import { buildIndexTokens } from '../../src/platform/lib/text/search-tokens'
import { buildSortKey } from '../../src/platform/lib/text/sort-key'
import { libraries } from '../../src/catalog/libraries/schema'
import { alternateTitles } from '../../src/catalog/metadata/schema'
import {
  bookCompletions,
  bookProgress,
  seriesCompletions,
  seriesProgress,
} from '../../src/reading/progress/schema'
import { series, seriesMetadata } from '../../src/catalog/series/schema'

type Facts = Record<string, unknown>
type Rows = Awaited<ReturnType<typeof load>>

/** Returns one line per difference. */
export async function findWrongDerivedData(ctx: Context): Promise<string[]> {
  const rows = await load(ctx.db)
  const wrong = [
    ...compare('library', libraryFacts(rows)),
    ...compare('series', seriesFacts(rows)),
    ...compare('book', bookFacts(rows)),
    ...compare('genre', labelFacts(rows, rows.genres, rows.seriesGenres)),
    ...compare('tag', labelFacts(rows, rows.tags, rows.seriesTags)),
    ...compare('reading', readingFacts(rows)),
    ...compare('reading of a series', standingFacts(rows)),
  ]
  await checkIndex(ctx)
  return wrong
}

async function load(db: Db) {
  return {
    libraries: await db.select().from(libraries),
    series: await db.select().from(series),
    seriesMetadata: await db.select().from(seriesMetadata),
    alternateTitles: await db.select().from(alternateTitles),
    books: await db.select().from(books),
    bookMetadata: await db.select().from(bookMetadata),
    genres: await db.select().from(genres),
    tags: await db.select().from(tags),
    seriesGenres: await db.select().from(seriesGenres),
    seriesTags: await db.select().from(seriesTags),
    progress: await db.select().from(bookProgress),
    completions: await db.select().from(bookCompletions),
    standings: await db.select().from(seriesProgress),
    seriesCompletions: await db.select().from(seriesCompletions),
  }
}

/** Name, stored value and expected value. */
type Fact = [string, Facts, Facts]

function compare(what: string, facts: Fact[]): string[] {
  return facts.flatMap(([name, stored, right]) =>
    Bun.deepEquals(stored, right)
      ? []
      : [`${what} ${name}: ${JSON.stringify(stored)} should be ${JSON.stringify(right)}`],
  )
}

const presentOf = (rows: Rows, seriesId: string) =>
  rows.books.filter((book) => book.seriesId === seriesId && !book.trashedAt)

function libraryFacts(rows: Rows): Fact[] {
  return rows.libraries.map(({ id, name, bookCount, seriesCount }) => {
    const inside = <Row extends { libraryId: string; trashedAt: Date | null }>(all: Row[]) =>
      all.filter((row) => row.libraryId === id && !row.trashedAt).length
    const right = { bookCount: inside(rows.books), seriesCount: inside(rows.series) }
    return [name, { bookCount, seriesCount }, right]
  })
}

function seriesFacts(rows: Rows): Fact[] {
  const wide = new Map(rows.seriesMetadata.map((row) => [row.n, row]))
  return rows.series.map((row) => {
    const present = presentOf(rows, row.id)
    const metadata = wide.get(row.n)!
    const highest = (values: (number | null)[]) =>
      values.reduce(
        (most, value) => (value !== null && value > (most ?? -Infinity) ? value : most),
        null,
      )
    const stored = {
      bookCount: row.bookCount,
      volumesOwned: row.volumesOwned,
      localMaxChapter: row.localMaxChapter,
      localMaxVolume: row.localMaxVolume,
      isTrashed: row.trashedAt !== null,
      sortKey: row.sortKey,
      search: tokensOf(metadata.search),
    }
    return [
      row.title,
      stored,
      {
        bookCount: present.length,
        volumesOwned: present.filter(
          ({ numberKind, volume, chapter }) =>
            numberKind === 'volume' && volume !== null && chapter === null,
        ).length,
        localMaxChapter: highest(
          present.map(({ numberKind, chapter }) => (isOutsideRun(numberKind) ? null : chapter)),
        ),
        localMaxVolume: highest(
          present.map(({ numberKind, volume }) =>
            numberKind === 'issue' || isOutsideRun(numberKind) ? null : volume,
          ),
        ),
        isTrashed: present.length === 0,
        sortKey: buildSortKey(metadata.titleSort ?? row.title).slice(0, 600),
        search: tokensOf(searchOf(rows, row, metadata, present)),
      },
    ]
  })
}

const isOutsideRun = (kind: string | null) =>
  kind === 'collected' || kind === 'annual' || kind === 'special'

const tokensOf = (search: string) => search.split(' ').toSorted()

function searchOf(
  rows: Rows,
  row: Rows['series'][number],
  metadata: Rows['seriesMetadata'][number],
  present: Rows['books'],
) {
  const ns = new Set(present.map(({ n }) => n))
  const rowsOfBooks = rows.bookMetadata.filter(({ n }) => ns.has(n))
  const authors = [metadata, ...rowsOfBooks].flatMap(({ authors: people }) => people ?? [])
  const flat = rowsOfBooks.flatMap(({ writer, penciller, inker, colorist, ...book }) => {
    const { letterer, coverArtist, editor, translator } = book
    return [writer, penciller, inker, colorist, letterer, coverArtist, editor, translator]
  })
  return buildIndexTokens(
    row.title,
    metadata.titleSort,
    ...rows.alternateTitles.filter((other) => other.seriesId === row.id).map(({ title }) => title),
    ...authors.flatMap(({ name, sortName }) => [name, sortName]),
    ...flat,
    row.publisher,
    metadata.imprint,
  )
}

/** Lists series with volumes and chapters that share no number, and no chapter of a volume. */
function listMixedSeries(rows: Rows): Set<string> {
  const present = rows.books.filter(({ trashedAt }) => !trashedAt)
  const isMixed = (some: typeof present) => {
    const volumes = some.filter(({ numberKind }) => numberKind === 'volume')
    const chapters = some.filter(({ numberKind }) => numberKind === 'chapter')
    const numbers = new Set(chapters.map(({ numberFrom }) => numberFrom))
    return (
      volumes.length > 0 &&
      chapters.length > 0 &&
      some.every(({ numberKind }) => numberKind !== 'issue') &&
      chapters.every(({ volume }) => volume === null) &&
      volumes.every(({ numberFrom }) => !numbers.has(numberFrom))
    )
  }
  const bySeries = [...Map.groupBy(present, ({ seriesId }) => seriesId)]
  return new Set(bySeries.filter(([, some]) => isMixed(some)).map(([id]) => id))
}

/** Lists series with issues, which their volumes follow. */
function listSeriesWithIssues(rows: Rows): Set<string> {
  const issues = rows.books.filter(
    ({ trashedAt, numberKind }) => !trashedAt && numberKind === 'issue',
  )
  return new Set(issues.map(({ seriesId }) => seriesId))
}

function bookFacts(rows: Rows): Fact[] {
  const wide = new Map(rows.bookMetadata.map((row) => [row.n, row]))
  const mixed = listMixedSeries(rows)
  const withIssues = listSeriesWithIssues(rows)
  return rows.books.map((book) => {
    const metadata = wide.get(book.n)!
    const { title, numberKind, seriesId } = book
    const { number, titleSort } = metadata
    const key = buildBookSortKey({ ...book, number, title: titleSort ?? title }).slice(0, 600)
    const isVolume = numberKind === 'volume'
    // The key consists of the group, two numbers of 16 characters each, and the rest.
    const amongChapters = `1${'~'.repeat(16)}${key.slice(1, 17)}${key.slice(33)}`
    const chapterKey = mixed.has(seriesId) ? amongChapters : key
    const volumeKey = withIssues.has(seriesId) ? `2${key.slice(1)}` : chapterKey
    return [
      book.relativePath,
      { sortKey: book.sortKey, search: tokensOf(metadata.search) },
      {
        sortKey: isVolume ? volumeKey : key,
        search: tokensOf(buildBookSearchTokens({ ...metadata, title })),
      },
    ]
  })
}

function labelFacts(rows: Rows, labels: Rows['genres'], links: Rows['seriesGenres']): Fact[] {
  const seen = new Set(rows.libraries.filter(({ trashedAt }) => !trashedAt).map(({ id }) => id))
  const counted = new Set(
    rows.series
      .filter(({ trashedAt, libraryId }) => !trashedAt && seen.has(libraryId))
      .map(({ id }) => id),
  )
  return labels.map(({ id, name, seriesCount }) => {
    const carrying = links.filter((link) => link.labelId === id && counted.has(link.seriesId))
    return [name, { seriesCount }, { seriesCount: carrying.length }]
  })
}

function readingFacts(rows: Rows): Fact[] {
  const bookOf = new Map(rows.books.map((book) => [book.id, book]))
  return rows.progress.map(({ userId, bookId, seriesId, completions }) => {
    const finished = rows.completions.filter(
      (row) => row.userId === userId && row.bookId === bookId,
    )
    const right = { seriesId: bookOf.get(bookId)!.seriesId, completions: finished.length }
    return [`${userId} ${bookId}`, { seriesId, completions }, right]
  })
}

/** Returns true if the book must be read to complete its series. */
const isRequired = (book: Rows['books'][number], present: Rows['books']) =>
  !book.trashedAt ||
  (book.trashedAt.getTime() === book.missingSince?.getTime() &&
    !present.some(({ contentHash }) => contentHash !== null && contentHash === book.contentHash))

function standingFacts(rows: Rows): Fact[] {
  const pairs = new Set(
    [...rows.progress, ...rows.standings].map(({ userId, seriesId }) => `${userId} ${seriesId}`),
  )
  return [...pairs].map((pair) => {
    const [userId, seriesId] = pair.split(' ') as [string, string]
    const isOf = (row: { userId: string; seriesId: string }) =>
      row.userId === userId && row.seriesId === seriesId
    const present = presentOf(rows, seriesId)
    const readings = rows.progress.filter(isOf)
    const readingOf = new Map(readings.map((row) => [row.bookId, row]))
    const standing = rows.standings.find(isOf)
    const latest = rows.seriesCompletions
      .filter(isOf)
      .map(({ completedAt }) => completedAt.getTime())
      .toSorted((a, b) => b - a)[0]
    const mine = present.map(({ id }) => readingOf.get(id))
    const counts = rows.books
      .filter((book) => book.seriesId === seriesId && isRequired(book, present))
      .map(({ id }) => readingOf.get(id)?.completions ?? 0)
    const readCount = counts.length === 0 ? 0 : Math.min(...counts)
    const stored = standing && {
      booksRead: standing.booksRead,
      booksInProgress: standing.booksInProgress,
      readCount: standing.readCount,
      // If no completion is recorded but the read count is above 0, the stored date is ignored.
      lastCompletedAt:
        latest === undefined && readCount > 0 ? undefined : standing.lastCompletedAt?.getTime(),
    }
    const right = {
      booksRead: mine.filter((row) => row?.completed).length,
      booksInProgress: mine.filter((row) => row?.started && !row.completed).length,
      readCount,
      lastCompletedAt: latest,
    }
    return [pair, stored ?? {}, right] as Fact
  })
}

/** Throws if the full-text index does not match the tables. PostgreSQL maintains its own index. */
async function checkIndex(ctx: Context) {
  if (dialect !== 'sqlite') return
  for (const index of ['series_fts', 'books_fts']) {
    const check = sql.raw(`insert into ${index}(${index}, rank) values ('integrity-check', 1)`)
    await ctx.write((tx) => tx.rows(check))
  }
}
