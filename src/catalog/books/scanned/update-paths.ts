/** Moves book rows, with all related data, to the paths at which their files were found. */
import { eq, sql } from 'drizzle-orm'
import { computeFileNameMd5 } from '../../../media/reader/koreader-hash'
import { inNumbers } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { bookPaths, books } from '../schema'
import { assignSeries, scannedSeriesId } from './assign-scanned-series'

interface Place {
  libraryId: string
  rootId: string
  path: string
}

export interface Relocation {
  n: number
  from: Place
  to: Place
  /**
   * Series at the new path; undefined keeps the current one. A chosen series stays in its library.
   */
  seriesId: string | undefined
  /** The file at the new path, or undefined if it is missing or has different content. */
  file: { size: number; modifiedAtMs: number } | undefined
  /**
   * True if the book replaces another one that was not in the trash. The book itself is then
   * restored from the trash.
   */
  isVisible?: boolean | undefined
}

/** Books that move together, because they may swap paths. */
export interface RelocationGroup {
  relocations: readonly Relocation[]
  /** Rows of books whose files were never analyzed and that have no user data. */
  deletedRows: readonly number[]
}

export const listMovingNumbers = (groups: readonly RelocationGroup[]) =>
  groups.flatMap(({ relocations }) => relocations.map(({ n }) => n))

/**
 * Moves all books of a group, or none if one is not at its expected path or is in an earlier group.
 * Returns whether each group was moved.
 */
export async function storeRelocations(
  tx: Tx,
  groups: readonly RelocationGroup[],
  now: Date,
): Promise<boolean[]> {
  const rowOf = await findCurrentPlaces(tx, groups)
  const movable = findMovableGroups(groups, rowOf)
  const relocations = movable.flatMap((group) => group.relocations)
  const deletedRows = movable.flatMap((group) => group.deletedRows)
  if (deletedRows.length > 0) await tx.delete(books).where(inNumbers(books.n, deletedRows))
  await storeFormerPaths(tx, relocations, now)
  // Temporary paths avoid unique constraint conflicts. No file can have such a path.
  if (relocations.length > 1) {
    const temporaryPath = sql`'//' || cast(${books.n} as text)`
    await tx
      .update(books)
      .set({ relativePath: temporaryPath })
      .where(inNumbers(books.n, listMovingNumbers(movable)))
  }
  for (const relocation of relocations) await applyRelocation(tx, relocation, now)
  const found = relocations.map(({ n, seriesId }) => ({
    n,
    seriesId: seriesId ?? rowOf.get(n)!.scannedSeriesId,
  }))
  await assignSeries(tx, found, now)
  return groups.map((group) => movable.includes(group))
}

type CurrentPlaces = Awaited<ReturnType<typeof findCurrentPlaces>>

function findMovableGroups(groups: readonly RelocationGroup[], rowOf: CurrentPlaces) {
  const taken = new Set<number>()
  const isFree = ({ n, from }: Relocation) =>
    !taken.has(n) && rowOf.get(n)?.rootId === from.rootId && rowOf.get(n)?.path === from.path
  return groups.filter((group) => {
    if (!group.relocations.every(isFree)) return false
    for (const n of [...listMovingNumbers([group]), ...group.deletedRows]) taken.add(n)
    return true
  })
}

async function findCurrentPlaces(tx: Tx, groups: readonly RelocationGroup[]) {
  const rows = await tx
    .select({ n: books.n, rootId: books.rootId, path: books.relativePath, scannedSeriesId })
    .from(books)
    .where(inNumbers(books.n, listMovingNumbers(groups)))
  return new Map(rows.map((row) => [row.n, row]))
}

async function storeFormerPaths(tx: Tx, relocations: readonly Relocation[], now: Date) {
  const past = relocations
    .filter(({ from }) => !from.path.includes('//'))
    .map(({ n, from }) => ({ n, rootId: from.rootId, relativePath: from.path, until: now }))
  if (past.length > 0) await tx.insert(bookPaths).values(past)
}

async function applyRelocation(tx: Tx, { n, to, file, isVisible }: Relocation, now: Date) {
  const place = {
    libraryId: to.libraryId,
    rootId: to.rootId,
    relativePath: to.path,
    fileNameMd5: computeFileNameMd5(to.path),
  }
  const arrived = file
    ? {
        ...file,
        analyzedAt: null,
        attempts: 0,
        missingSince: null,
        // If a user trashed the book before its file went missing, it stays in the trash.
        trashedAt: isVisible
          ? null
          : sql`case when ${books.missingSince} is null or ${books.trashedAt} <> ${books.missingSince}
          then ${books.trashedAt} end`,
      }
    : // The file at the new path is missing or different, so a scan must read it.
      { modifiedAtMs: -1 }
  await tx
    .update(books)
    .set({ ...place, ...arrived, updatedAt: now })
    .where(eq(books.n, n))
}
