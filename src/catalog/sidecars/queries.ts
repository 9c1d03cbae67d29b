import { and, asc, count, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { inIds, excludedColumn } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import type { Paging } from '../../platform/http/pagination'
import { books } from '../books/schema'
import { isLibraryVisibleTo } from '../libraries/library-visibility'
import { isSeriesVisibleTo } from '../libraries/series-visibility'
import { libraries, libraryRoots } from '../libraries/schema'
import { series } from '../series/schema'
import type { Viewer } from '../../accounts/permissions/model'
import { sidecars } from './schema'

export type SidecarRow = typeof sidecars.$inferSelect

/** A library folder; `folder` is relative to the root. */
export interface FolderLocation {
  rootId: string
  folder: string
}

/** Lists a page of the sidecar files below a root, ordered by folder and name. */
export function selectSidecarsBelowRoot(
  db: Db,
  rootId: string,
  { after, limit }: { after: { folder: string; name: string }; limit: number },
) {
  const { folder, name } = sidecars
  return db
    .select({
      id: sidecars.id,
      folder,
      name,
      book: sidecars.book,
      kind: sidecars.kind,
      size: sidecars.size,
      modifiedAtMs: sidecars.modifiedAtMs,
    })
    .from(sidecars)
    .where(
      and(
        eq(sidecars.rootId, rootId),
        sql`(${folder}, ${name}) > (${after.folder}, ${after.name})`,
      ),
    )
    .orderBy(folder, name)
    .limit(limit)
}

export async function selectSidecarsInFolders(
  db: Db,
  places: readonly FolderLocation[],
): Promise<SidecarRow[]> {
  if (places.length === 0) return []
  const groups = Map.groupBy(places, ({ rootId }) => rootId)
  const conditions = [...groups].map(([rootId, group]) =>
    and(
      eq(sidecars.rootId, rootId),
      inArray(sidecars.folder, [...new Set(group.map(({ folder }) => folder))]),
    ),
  )
  return db
    .select()
    .from(sidecars)
    .where(or(...conditions))
}

export async function selectPicture(db: Db, id: string) {
  const [row] = await db
    .select({
      sidecar: sidecars,
      rootPath: libraryRoots.path,
      followLinks: libraries.followLinks,
    })
    .from(sidecars)
    .innerJoin(libraryRoots, eq(libraryRoots.id, sidecars.rootId))
    .innerJoin(libraries, eq(libraries.id, libraryRoots.libraryId))
    .where(and(eq(sidecars.id, id), sql`${sidecars.mediaType} is not null`))
  return row && { ...row.sidecar, rootPath: row.rootPath, followLinks: row.followLinks }
}

export async function selectTextFile(
  db: Db,
  { rootId, folder, book }: FolderLocation & { book: string },
): Promise<string | undefined> {
  const [row] = await db
    .select({ name: sidecars.name })
    .from(sidecars)
    .where(
      and(
        eq(sidecars.rootId, rootId),
        eq(sidecars.folder, folder),
        eq(sidecars.book, book),
        eq(sidecars.kind, 'mokuro'),
        isNull(sidecars.finding),
      ),
    )
    .orderBy(asc(sidecars.name))
    .limit(1)
  return row?.name
}

/** Lists problems ordered by ID, which is the order of discovery. */
export async function selectProblems(
  db: Db,
  viewer: Viewer,
  { libraryId, paging }: { libraryId: string | undefined; paging: Paging },
) {
  const condition = and(
    isNotNull(sidecars.finding),
    libraryId === undefined ? undefined : eq(libraryRoots.libraryId, libraryId),
    isLibraryVisibleTo(viewer, libraryRoots.libraryId),
    viewer.restrictions && hasVisibleBook(viewer),
  )
  const [data, [row]] = await Promise.all([
    db
      .select({
        id: sidecars.id,
        libraryId: libraries.id,
        libraryName: libraries.name,
        rootPath: libraryRoots.path,
        folder: sidecars.folder,
        name: sidecars.name,
        kind: sidecars.kind,
        finding: sidecars.finding,
      })
      .from(sidecars)
      .innerJoin(libraryRoots, eq(libraryRoots.id, sidecars.rootId))
      .innerJoin(libraries, eq(libraries.id, libraryRoots.libraryId))
      .where(condition)
      .orderBy(asc(sidecars.id))
      .limit(paging.pageSize)
      .offset(paging.offset),
    db
      .select({ total: count() })
      .from(sidecars)
      .innerJoin(libraryRoots, eq(libraryRoots.id, sidecars.rootId))
      .where(condition),
  ])
  return { data, total: row!.total }
}

/**
 * Requires a book that the viewer can see and that the file can apply to, because the names of
 * folders and files could reveal hidden books.
 */
function hasVisibleBook(viewer: Viewer): SQL {
  const path = books.relativePath
  const folder = sql`case when ${sidecars.folder} = '' then '' else ${sidecars.folder} || '/' end`
  // `sidecars.book` is the name of the book's file without its extension.
  const start = sql`${folder} || coalesce(${sidecars.book} || '.', '')`
  const isBelow = or(
    and(
      sql`substr(${path}, 1, length(${start})) = ${start}`,
      // Otherwise, "X.2.cbz" would match the sidecar file of "X.cbz".
      sql`(${sidecars.book} is null or substr(${path}, length(${start}) + 1) not like '%.%')`,
      sql`(${sidecars.book} is null or substr(${path}, length(${start}) + 1) not like '%/%')`,
    ),
    // A folder of images is itself a book. Its sidecar files are inside it or named after it.
    eq(path, sidecars.folder),
    eq(path, sql`${folder} || ${sidecars.book}`),
  )
  const isShown = and(
    eq(books.rootId, sidecars.rootId),
    isNull(books.trashedAt),
    isBelow,
    isSeriesVisibleTo(viewer),
  )
  const ofSeries = eq(series.id, books.seriesId)
  return sql`exists (select 1 from ${books} inner join ${series} on ${ofSeries} where ${isShown})`
}

export type ProblemRow = Awaited<ReturnType<typeof selectProblems>>['data'][number]

export async function upsertSidecars(tx: Tx, rows: readonly (typeof sidecars.$inferInsert)[]) {
  if (rows.length === 0) return
  const { book, kind, size, modifiedAtMs, mediaType, width, height, metadata, finding } = sidecars
  const changing = { book, kind, size, modifiedAtMs, mediaType, width, height, metadata, finding }
  await tx
    .insert(sidecars)
    .values([...rows])
    .onConflictDoUpdate({
      target: [sidecars.rootId, sidecars.folder, sidecars.name],
      set: Object.fromEntries(Object.keys(changing).map((name) => [name, excludedColumn(name)])),
    })
}

export async function deleteSidecarRows(tx: Tx, ids: readonly string[]) {
  await tx.delete(sidecars).where(inIds(sidecars.id, ids))
}
