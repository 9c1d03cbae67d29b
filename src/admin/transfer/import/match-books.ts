/** Finds the books of an export by ID, content or path, and its series by ID. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import { libraryRoots } from '../../../catalog/libraries/schema'
import { series } from '../../../catalog/series/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import { isUuid } from '../../../platform/http/shapes'
import type { BookLine } from '../line-kinds'

export interface MatchedBook {
  id: string
  seriesId: string
}

const matched = { id: books.id, seriesId: books.seriesId }

/** Returns the matching book for each ID in the export. IDs without a matching book are absent. */
export async function matchBooks(
  db: Db,
  lines: readonly BookLine[],
): Promise<Map<string, MatchedBook>> {
  const found = new Map<string, MatchedBook>()
  await matchById(db, lines, found)
  await matchByContent(
    db,
    lines.filter(({ id }) => !found.has(id)),
    found,
  )
  await matchByPath(
    db,
    lines.filter(({ id }) => !found.has(id)),
    found,
  )
  return found
}

type Found = Map<string, MatchedBook>

async function matchById(db: Db, lines: readonly BookLine[], found: Found) {
  const ids = lines.map(({ id }) => id).filter(isUuid)
  for (const book of await db.select(matched).from(books).where(inIds(books.id, ids))) {
    found.set(book.id, book)
  }
}

/**
 * If there are several copies, prefers one that is present, and then the one with the same path.
 */
async function matchByContent(db: Db, lines: readonly BookLine[], found: Found) {
  const hashes = [...new Set(lines.flatMap(({ contentHash }) => contentHash ?? []))]
  if (hashes.length === 0) return
  const rows = await db
    .select({
      ...matched,
      contentHash: books.contentHash,
      trashedAt: books.trashedAt,
      path: sql<string>`${libraryRoots.path} || '/' || ${books.relativePath}`,
    })
    .from(books)
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .where(inArray(books.contentHash, hashes))
    .orderBy(asc(books.n))
  const copies = Map.groupBy(rows, ({ contentHash }) => contentHash)
  for (const line of lines) {
    const [best] = (copies.get(line.contentHash) ?? []).toSorted(
      (one, other) => rank(one, line) - rank(other, line),
    )
    if (line.contentHash !== null && best)
      found.set(line.id, { id: best.id, seriesId: best.seriesId })
  }
}

const rank = (copy: { trashedAt: Date | null; path: string }, line: BookLine) =>
  (copy.trashedAt === null ? 0 : 2) + (copy.path === line.path ? 0 : 1)

async function matchByPath(db: Db, lines: readonly BookLine[], found: Found) {
  const withPath = lines.filter(({ path }) => path !== null)
  if (withPath.length === 0) return
  for (const root of await db
    .select({ id: libraryRoots.id, path: libraryRoots.path })
    .from(libraryRoots)) {
    const start = `${root.path}/`
    const idByPath = new Map(
      withPath
        .filter(({ path }) => path!.startsWith(start))
        .map(({ id, path }) => [path!.slice(start.length), id]),
    )
    if (idByPath.size === 0) continue
    const rows = await db
      .select({ ...matched, path: books.relativePath })
      .from(books)
      .where(and(eq(books.rootId, root.id), inArray(books.relativePath, [...idByPath.keys()])))
    for (const { path, ...book } of rows) found.set(idByPath.get(path)!, book)
  }
}

/** Returns the IDs of these series that exist here. */
export async function matchSeries(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: series.id })
    .from(series)
    .where(inIds(series.id, ids.filter(isUuid)))
  return new Set(rows.map(({ id }) => id))
}
