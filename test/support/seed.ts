/** Inserts libraries, series and books into the database as a scan does. */
import { bookContents, bookMetadata, books } from '../../src/catalog/books/schema'
import { buildBookSortKey } from '../../src/catalog/books/book-sort-key'
import { libraries, libraryRoots } from '../../src/catalog/libraries/schema'
import { series, seriesMetadata } from '../../src/catalog/series/schema'
import { buildIndexTokens } from '../../src/platform/lib/text/search-tokens'
import { buildSortKey } from '../../src/platform/lib/text/sort-key'
import type { TestServer } from './server'

type LibraryValues = Partial<typeof libraries.$inferInsert> & { path?: string }

export interface SeededLibrary {
  id: string
  rootId: string
  path: string
}

export async function seedLibrary(
  server: TestServer,
  { path = '/library', ...values }: LibraryValues = {},
): Promise<SeededLibrary> {
  const id = values.id ?? Bun.randomUUIDv7()
  const rootId = Bun.randomUUIDv7()
  const name = values.name ?? `Library ${id.slice(-6)}`
  await server.ctx.write(async (tx) => {
    await tx.insert(libraries).values({ ...values, id, name, nameKey: name.toLowerCase() })
    await tx.insert(libraryRoots).values({ id: rootId, libraryId: id, path })
  })
  return { id, rootId, path }
}

export interface SeededSeries {
  id: string
  n: number
  libraryId: string
  rootId: string
}

export async function seedSeries(
  server: TestServer,
  library: SeededLibrary,
  values: Partial<typeof series.$inferInsert> & {
    metadata?: Partial<typeof seriesMetadata.$inferInsert>
  } = {},
): Promise<SeededSeries> {
  const { metadata, ...narrow } = values
  const title = narrow.title ?? 'Series'
  return server.ctx.write(async (tx) => {
    const [row] = await tx
      .insert(series)
      .values({
        groupKey: `${library.rootId}/${title}/${Bun.randomUUIDv7()}`,
        sortKey: buildSortKey(title),
        ...narrow,
        title,
        libraryId: library.id,
      })
      .returning({ id: series.id, n: series.n })
    await tx.insert(seriesMetadata).values({
      locks: [],
      sources: {},
      search: buildIndexTokens(title),
      path: `${library.path}/${title}`,
      ...metadata,
      n: row!.n,
    })
    return { ...row!, libraryId: library.id, rootId: library.rootId }
  })
}

export interface SeededBook {
  id: string
  n: number
  seriesId: string
  libraryId: string
}

/** Inserts a book. Call `refreshSeries` afterwards to recompute the counters of the series. */
export async function seedBook(
  server: TestServer,
  { id: seriesId, libraryId, rootId }: SeededSeries,
  values: Partial<typeof books.$inferInsert> & {
    metadata?: Partial<typeof bookMetadata.$inferInsert>
    contents?: Partial<typeof bookContents.$inferInsert>
  } = {},
): Promise<SeededBook> {
  const { metadata, contents, ...narrow } = values
  const title = narrow.title ?? 'Book'
  const { volume = null, chapter = null } = narrow
  const numbers = { ...numberOf({ volume, chapter }), ...narrow }
  return server.ctx.write(async (tx) => {
    const [row] = await tx
      .insert(books)
      .values({
        sortKey: buildPlainSortKey({ volume, chapter, title }),
        relativePath: `${title} ${Bun.randomUUIDv7()}.cbz`,
        size: 1000,
        modifiedAtMs: 1_700_000_000_000,
        format: 'cbz',
        pageCount: 20,
        analyzedAt: new Date(),
        ...numbers,
        title,
        seriesId,
        libraryId,
        rootId,
      })
      .returning({ id: books.id, n: books.n })
    await tx
      .insert(bookMetadata)
      .values({ locks: [], sources: {}, search: buildIndexTokens(title), ...metadata, n: row!.n })
    await tx.insert(bookContents).values({ pages: [], findings: [], ...contents, n: row!.n })
    return { ...row!, seriesId, libraryId }
  })
}

interface Numbers {
  volume?: number | null
  chapter?: number | null
}

/** Numbers a book of manga: its chapter, or else its volume. */
export function numberOf({ volume = null, chapter = null }: Numbers) {
  if (chapter !== null) return { numberKind: 'chapter', numberFrom: chapter } as const
  const numberKind = volume === null ? null : ('volume' as const)
  return { numberKind, numberFrom: volume }
}

/** The sort key of such a book. */
export const buildPlainSortKey = ({ title, ...numbers }: Numbers & { title: string }) =>
  buildBookSortKey({
    volume: null,
    numberTo: null,
    number: null,
    ...numberOf(numbers),
    ...numbers,
    title,
  })
