import { and, asc, eq, isNotNull, isNull, ne, not, sql, sum } from 'drizzle-orm'
import { books } from '../books/schema'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import type { Viewer } from '../../accounts/permissions/model'
import { isOpenTo, isLibraryVisibleTo } from './library-visibility'
import { seriesCounts } from '../series/schema'
import { libraries, libraryRoots } from './schema'
import { isCountedFor } from './series-visibility'

export type LibraryRow = typeof libraries.$inferSelect
export type RootRow = typeof libraryRoots.$inferSelect

export const listVisible = (db: Db, viewer: Viewer) =>
  db
    .select()
    .from(libraries)
    .where(isLibraryVisibleTo(viewer, libraries.id))
    .orderBy(asc(libraries.nameKey), asc(libraries.id))

/** Counts series and books per library, for viewers who can see only part of a library. */
export async function countVisible(db: Db, viewer: Viewer) {
  const rows = await db
    .select({
      id: seriesCounts.libraryId,
      seriesCount: sum(seriesCounts.seriesCount).mapWith(Number),
      bookCount: sum(seriesCounts.bookCount).mapWith(Number),
    })
    .from(seriesCounts)
    .where(isCountedFor(viewer, seriesCounts))
    .groupBy(seriesCounts.libraryId)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

export const listTrashed = (db: Db, viewer: Viewer) =>
  db
    .select()
    .from(libraries)
    .where(and(isNotNull(libraries.trashedAt), isOpenTo(viewer, libraries.id)))
    .orderBy(asc(libraries.name), asc(libraries.id))

export async function findVisible(db: Db, viewer: Viewer, id: string) {
  const [row] = await db
    .select()
    .from(libraries)
    .where(and(eq(libraries.id, id), isLibraryVisibleTo(viewer, libraries.id)))
  return row
}

export async function findTrashed(db: Db, viewer: Viewer, id: string) {
  const [row] = await db
    .select()
    .from(libraries)
    .where(
      and(eq(libraries.id, id), isNotNull(libraries.trashedAt), isOpenTo(viewer, libraries.id)),
    )
  return row
}

export const listRoots = (db: Db, libraryIds: readonly string[]): Promise<RootRow[]> =>
  db
    .select()
    .from(libraryRoots)
    .where(inIds(libraryRoots.libraryId, libraryIds))
    .orderBy(asc(libraryRoots.position), asc(libraryRoots.id))

/** Lists the folders of other libraries that are not in the trash. */
export const listOtherRoots = (db: Db, libraryId: string | undefined) =>
  db
    .select({ path: libraryRoots.path, libraryId: libraries.id, library: libraries.name })
    .from(libraryRoots)
    .innerJoin(libraries, eq(libraries.id, libraryRoots.libraryId))
    .where(
      and(
        isNull(libraries.trashedAt),
        libraryId === undefined ? undefined : ne(libraries.id, libraryId),
      ),
    )
    .orderBy(asc(libraryRoots.id))

/** Lists the folders of libraries that the viewer cannot see, including those in the trash. */
export async function listHiddenRoots(db: Db, { libraryIds }: Viewer): Promise<string[]> {
  if (libraryIds === 'all') return []
  const rows = await db
    .select({ path: libraryRoots.path })
    .from(libraryRoots)
    .where(not(inIds(libraryRoots.libraryId, libraryIds)))
  return rows.map(({ path }) => path)
}

/** Returns false for names of hidden libraries, so that trying names does not reveal them. */
export const isNameTaken = async (db: Db, viewer: Viewer, nameKey: string, id?: string) =>
  (await db.$count(
    libraries,
    and(
      eq(libraries.nameKey, nameKey),
      isOpenTo(viewer, libraries.id),
      id === undefined ? undefined : ne(libraries.id, id),
    ),
  )) > 0

export async function insertLibrary(tx: Tx, values: typeof libraries.$inferInsert) {
  await tx.insert(libraries).values(values)
}

export async function updateLibrary(
  tx: Tx,
  id: string,
  changes: Partial<typeof libraries.$inferInsert>,
) {
  await tx.update(libraries).set(changes).where(eq(libraries.id, id))
}

export async function insertRoots(
  tx: Tx,
  libraryId: string,
  roots: { path: string; position: number }[],
) {
  if (roots.length === 0) return
  await tx.insert(libraryRoots).values(roots.map((root) => ({ ...root, libraryId })))
}

/** Scan state of a root whose contents are not known, because its folder has changed. */
const unscannedState = { mounts: null, signature: null }

/** Changes the path of a root. Its books are kept, because their paths are relative to it. */
export async function moveRoot(
  tx: Tx,
  id: string,
  changes: Pick<RootRow, 'path' | 'position' | 'device'>,
) {
  await tx
    .update(libraryRoots)
    .set({ ...changes, ...(changes.device === null && unscannedState), updatedAt: new Date() })
    .where(eq(libraryRoots.id, id))
}

/** Deletes the root only if it has no books, because they would be deleted with it. */
export async function deleteEmptyRoot(tx: Tx, id: string): Promise<boolean> {
  const isEmpty = sql`not exists (select 1 from ${books} where ${books.rootId} = ${id})`
  const deleted = await tx
    .delete(libraryRoots)
    .where(and(eq(libraryRoots.id, id), isEmpty))
    .returning({ id: libraryRoots.id })
  return deleted.length > 0
}
