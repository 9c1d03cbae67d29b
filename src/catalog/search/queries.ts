import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { books } from '../books/schema'
import { bookVisibleTo } from '../books/book-visibility'
import { numberColumns } from '../books/numbers/book-names'
import { dialect } from '../../platform/db/dialect'
import { inIds } from '../../platform/db/sql'
import { findFirstExisting } from '../../platform/db/first-existing'
import type { Db } from '../../platform/db/store'
import { genres, seriesGenres, seriesTags, tags } from '../labels/schema'
import { libraries } from '../libraries/schema'
import { alternateTitles } from '../metadata/schema'
import { people, series, seriesMetadata, seriesPeople } from '../series/schema'
import { seriesVisibleInOrder } from '../libraries/series-visibility'
import type { Viewer } from '../../accounts/permissions/model'
import { canSeeLibrary } from '../../accounts/permissions/permission-rules'

/** Maximum number of matches to rank, because common words match too many items. */
const maxCandidates = 300

export interface Scope {
  viewer: Viewer
  libraryId: string | undefined
}

/** Returns the viewer, restricted to `libraryId` if it is given. */
export function within(viewer: Viewer, libraryId: string | undefined): Viewer {
  if (libraryId === undefined) return viewer
  return { ...viewer, libraryIds: canSeeLibrary(viewer, libraryId) ? [libraryId] : [] }
}

/**
 * Builds an access condition that does not use an index. With an index, SQLite would walk whole
 * libraries.
 */
const seenSeries = ({ viewer, libraryId }: Scope) => seriesVisibleInOrder(within(viewer, libraryId))

interface Words {
  tokens: readonly string[]
  /**
   * Matches whole words only. The indexes return such matches one by one, but they collect all
   * prefix matches before returning the first.
   */
  areWhole: boolean
}

/** Tokens contain only letters, digits and marks, so they are safe to quote on both databases. */
function buildWordQuery({ tokens, areWhole }: Words): string {
  const end = areWhole ? '' : dialect === 'sqlite' ? '*' : ':*'
  return dialect === 'sqlite'
    ? tokens.map((token) => `"${token}"${end}`).join(' ')
    : tokens.map((token) => `'${token}'${end}`).join(' & ')
}

/** Searches for whole words, or for prefixes if there are fewer than `maxCandidates` matches. */
async function selectByWords<Hit>(
  tokens: readonly string[],
  find: (words: Words) => PromiseLike<Hit[]>,
): Promise<Hit[]> {
  const whole = await find({ tokens, areWhole: true })
  return whole.length < maxCandidates ? find({ tokens, areWhole: false }) : whole
}

const seriesColumns = {
  id: series.id,
  title: series.title,
  titleSort: seriesMetadata.titleSort,
  publisher: series.publisher,
  libraryId: series.libraryId,
  libraryName: libraries.name,
  year: series.year,
  bookCount: series.bookCount,
}

/** Finds series whose title starts with the text, using the title index. */
export const findSeriesByTitleStart = (db: Db, scope: Scope, key: string, limit: number) =>
  db
    .select(seriesColumns)
    .from(series)
    .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
    .innerJoin(libraries, eq(libraries.id, series.libraryId))
    .where(
      and(
        sql`${series.sortKey} >= ${key} and ${series.sortKey} < ${`${key}\u{10FFFF}`}`,
        seenSeries(scope),
      ),
    )
    .orderBy(asc(series.sortKey), asc(series.id))
    .limit(limit)
export type SeriesHit = Awaited<ReturnType<typeof findSeriesByTitleStart>>[number]

/** Finds series by indexed words. The result is unordered and limited. */
export const findSeriesByWords = (db: Db, scope: Scope, tokens: readonly string[]) =>
  selectByWords(tokens, (words) => selectSeriesByWords(db, scope, words))

function selectSeriesByWords(db: Db, scope: Scope, words: Words) {
  const hits = toHits('series', words)
  return db
    .select(seriesColumns)
    .from(hits)
    .innerJoin(series, sql`${series.n} = hits.n`)
    .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
    .innerJoin(libraries, eq(libraries.id, series.libraryId))
    .where(seenSeries(scope))
    .limit(maxCandidates)
}

export interface SeriesWords {
  /** Start of the sort key of the title; may be empty. */
  key: string
  /** May be empty. */
  tokens: readonly string[]
}

/**
 * Returns the index of the first choice that matches a visible series, or undefined if none does.
 * Runs a single statement.
 */
export async function findFirstWithSeries(db: Db, scope: Scope, choices: readonly SeriesWords[]) {
  const queries = choices.flatMap(({ key, tokens }, place) => [
    ...(key === '' ? [] : [{ place, query: findSeriesByTitleStart(db, scope, key, 1) }]),
    ...(tokens.length === 0
      ? []
      : [{ place, query: selectSeriesByWords(db, scope, { tokens, areWhole: false }) }]),
  ])
  const first = await findFirstExisting(
    db,
    queries.map(({ query }) => query),
  )
  return first === undefined ? undefined : queries[first]!.place
}

export const findBooksByWords = (db: Db, scope: Scope, tokens: readonly string[]) =>
  selectByWords(tokens, (words) => selectBooksByWords(db, scope, words))

const bookColumns = {
  id: books.id,
  title: books.title,
  seriesId: books.seriesId,
  seriesName: series.title,
  libraryId: books.libraryId,
  libraryName: libraries.name,
  chapter: books.chapter,
  ...numberColumns,
}

function selectBooksByWords(db: Db, { viewer, libraryId }: Scope, words: Words) {
  const hits = toHits('books', words)
  return db
    .select(bookColumns)
    .from(hits)
    .innerJoin(books, sql`${books.n} = hits.n`)
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(libraries, eq(libraries.id, books.libraryId))
    .where(bookVisibleTo(within(viewer, libraryId)))
    .limit(maxCandidates)
}

/** Finds visible books in the order of the IDs. */
export async function findHitsByIds(db: Db, { viewer, libraryId }: Scope, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .select(bookColumns)
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(libraries, eq(libraries.id, books.libraryId))
    .where(and(inIds(books.id, ids), bookVisibleTo(within(viewer, libraryId))))
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/**
 * Selects the row numbers of the full-text matches as a table, because a join with it can stop at
 * the limit.
 */
function toHits(what: 'series' | 'books', words: Words): SQL {
  if (dialect === 'sqlite') {
    const index = sql.raw(what === 'series' ? 'series_fts' : 'books_fts')
    return sql`(select rowid as n from ${index} where ${index} match ${buildWordQuery(words)}) as hits`
  }
  const table = sql.raw(what === 'series' ? 'series_metadata' : 'book_metadata')
  return sql`(select n from ${table} where search_vector @@ ${buildWordQuery(words)}::tsquery) as hits`
}

export const findAlternateTitles = (db: Db, ids: readonly string[]) =>
  db
    .select({ seriesId: alternateTitles.seriesId, title: alternateTitles.title })
    .from(alternateTitles)
    .where(inIds(alternateTitles.seriesId, ids))
    .orderBy(asc(alternateTitles.id))

export const findCredits = (db: Db, ids: readonly string[]) =>
  db
    .select({ seriesId: seriesPeople.seriesId, name: people.name })
    .from(seriesPeople)
    .innerJoin(people, eq(people.id, seriesPeople.personId))
    .where(inIds(seriesPeople.seriesId, ids))
    .orderBy(asc(people.nameKey))

/** Finds genres or tags of visible series. Names that start with the text come first. */
export function findLabels(
  db: Db,
  scope: Scope,
  kind: 'genre' | 'tag',
  { search, limit }: { search: string; limit: number },
) {
  const isGenre = kind === 'genre'
  const labels = (isGenre ? genres : tags) as typeof genres
  const links = (isGenre ? seriesGenres : seriesTags) as typeof seriesGenres
  const place = dialect === 'sqlite' ? sql.raw('instr') : sql.raw('strpos')
  const at = sql`${place}(${labels.nameKey}, ${search})`
  const isSeen = sql`exists (select 1 from ${links} join ${series} on ${series.id} = ${links.seriesId}
    where ${links.labelId} = ${labels.id} and ${seenSeries(scope)})`
  return db
    .select({ id: labels.id, name: labels.name, seriesCount: labels.seriesCount })
    .from(labels)
    .where(and(sql`${at} > 0`, isSeen))
    .orderBy(sql`case when ${at} = 1 then 0 else 1 end`, asc(labels.nameKey))
    .limit(limit)
}
