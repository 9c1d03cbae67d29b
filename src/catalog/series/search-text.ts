/** Maintains the search text of series (titles, people, publisher) and the table of people. */
import { asc, eq, sql } from 'drizzle-orm'
import { bookMetadata, books } from '../books/schema'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import { buildIndexTokens } from '../../platform/lib/text/search-tokens'
import { alternateTitles } from '../metadata/schema'
import { roleNamed } from './model'
import { type Credit, updatePeople } from './series-people'
import { updateSearch } from './queries'
import { type Author, series, seriesMetadata } from './schema'

/**
 * Maximum number of searchable people. A real series has few, but misread names can result in
 * thousands.
 */
const maxPeople = 300

/** Recomputes the search tokens of these series. Writes only changed rows. */
export async function refreshSearchText(tx: Tx, seriesIds: readonly string[]): Promise<void> {
  if (seriesIds.length === 0) return
  const rows = await selectOwn(tx, seriesIds)
  const titles = await selectTitles(tx, seriesIds)
  const people = await selectPeople(tx, seriesIds)
  const titlesOf = Map.groupBy(titles, ({ seriesId }) => seriesId)
  const peopleOf = Map.groupBy(people, ({ seriesId }) => seriesId)
  const credits = new Map<string, Credit[]>()
  for (const row of rows) {
    const named = [
      ...listCredits(row.authors, true),
      ...(peopleOf.get(row.id) ?? []).flatMap(parseCredits),
    ]
    credits.set(row.id, named)
    const names = new Set(
      named.flatMap(({ name, sortName }) => (sortName ? [name, sortName] : [name])),
    )
    const search = buildIndexTokens(
      row.title,
      row.titleSort,
      ...(titlesOf.get(row.id) ?? []).map(({ title }) => title),
      ...[...names].slice(0, maxPeople),
      row.publisher,
      row.imprint,
    )
    if (search !== row.search) await updateSearch(tx, row.n, search)
  }
  await updatePeople(tx, credits)
}

const selectOwn = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: series.id,
      n: series.n,
      title: series.title,
      publisher: series.publisher,
      titleSort: seriesMetadata.titleSort,
      imprint: seriesMetadata.imprint,
      authors: seriesMetadata.authors,
      search: seriesMetadata.search,
    })
    .from(series)
    .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
    .where(inIds(series.id, ids))

const selectTitles = (db: Db, ids: readonly string[]) =>
  db
    .select({ seriesId: alternateTitles.seriesId, title: alternateTitles.title })
    .from(alternateTitles)
    .where(inIds(alternateTitles.seriesId, ids))
    .orderBy(asc(alternateTitles.title))

const creditColumns = {
  authors: sql<string | null>`cast(${bookMetadata.authors} as text)`,
  writer: bookMetadata.writer,
  penciller: bookMetadata.penciller,
  inker: bookMetadata.inker,
  colorist: bookMetadata.colorist,
  letterer: bookMetadata.letterer,
  coverArtist: bookMetadata.coverArtist,
  editor: bookMetadata.editor,
  translator: bookMetadata.translator,
}

/**
 * Selects people from both the structured and the flat fields of the books. The order must not
 * depend on the order in which books were added.
 */
const selectPeople = (db: Db, ids: readonly string[]) =>
  db
    .selectDistinct({ seriesId: books.seriesId, ...creditColumns })
    .from(books)
    .innerJoin(bookMetadata, eq(bookMetadata.n, books.n))
    .where(sql`${inIds(books.seriesId, ids)} and ${books.trashedAt} is null`)
    .orderBy(...Object.values(creditColumns).map((column) => sql`${column} nulls last`))

function parseCredits(person: Awaited<ReturnType<typeof selectPeople>>[number]): Credit[] {
  const { authors, seriesId: _seriesId, ...flat } = person
  const parsed = authors === null ? null : (JSON.parse(authors) as Author[] | null)
  const written = Object.entries(flat).flatMap(([field, names]) =>
    (names?.split(',') ?? []).map((name) => ({
      name: name.trim(),
      role: field === 'coverArtist' ? 'cover_artist' : field,
      ofSeries: false,
    })),
  )
  return [...listCredits(parsed, false), ...written.filter(({ name }) => name !== '')]
}

const listCredits = (authors: Author[] | null, ofSeries: boolean): Credit[] =>
  (authors ?? []).map(({ name, role, sortName }) => ({
    name,
    role: roleNamed(role),
    sortName,
    ofSeries,
  }))
