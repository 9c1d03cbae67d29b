/** Genres and tags of one series. */
import type { Tx } from '../../platform/db/store'
import { isSame, type PartStorage } from '../metadata/field-table'
import { findCountingLibrary, addToLibraryCounts, addToTotals } from './count-queries'
import { deleteLinks, insertLinks, type Kind, selectSeriesLabels, upsertLabels } from './queries'
import { buildLabelKey, mapLabelsByKey } from './label-names'

/** Names as the metadata engine edits them; "Sci-Fi" and "sci-fi" are one. */
export type LabelKind = Kind

export const createLabelStorage = (kind: Kind): PartStorage<string> => ({
  load: async (db, seriesId) =>
    (await selectSeriesLabels(db, kind, seriesId)).map(({ name }) => name),
  merge: (stored, wanted: readonly string[]) => {
    const known = mapLabelsByKey(stored)
    return [...mapLabelsByKey(wanted)].map(([key, name]) => known.get(key) ?? name)
  },
  isSame: (a, b) => isSame(a.map(buildLabelKey).toSorted(), b.map(buildLabelKey).toSorted()),
  save: (tx, { id }, wanted: readonly string[]) => setLabels(tx, id, kind, wanted),
})

/**
 * Replaces the labels of a series and updates their counters. The caller checks locks and sources.
 * Drops blank names and truncates long ones. Returns true if anything changed.
 */
export async function setLabels(
  tx: Tx,
  seriesId: string,
  kind: Kind,
  names: readonly string[],
): Promise<boolean> {
  const wanted = new Set(await upsertLabels(tx, kind, mapLabelsByKey(names)))
  const present = new Set((await selectSeriesLabels(tx, kind, seriesId)).map(({ id }) => id))
  const added = [...wanted.difference(present)]
  const removed = [...present.difference(wanted)]
  if (added.length === 0 && removed.length === 0) return false
  await insertLinks(tx, kind, seriesId, added)
  await deleteLinks(tx, kind, seriesId, removed)
  // Adding is exact within a transaction; counting 30,000 rows again would be slow.
  const library = await findCountingLibrary(tx, seriesId)
  if (!library) return true
  for (const [ids, by] of [
    [added, 1],
    [removed, -1],
  ] as const) {
    await addToLibraryCounts(tx, kind, { ids, libraryId: library.id, by })
    if (!library.isTrashed) await addToTotals(tx, kind, ids, by)
  }
  return true
}

/** Call it before a series moves to another library, so that viewers of one library do not see labels of the other. */
export async function moveLabelCounts(tx: Tx, seriesId: string, toLibraryId: string) {
  const from = await findCountingLibrary(tx, seriesId)
  if (!from || from.id === toLibraryId) return
  for (const kind of ['genre', 'tag'] as const) {
    const ids = (await selectSeriesLabels(tx, kind, seriesId)).map(({ id }) => id)
    await addToLibraryCounts(tx, kind, { ids, libraryId: from.id, by: -1 })
    await addToLibraryCounts(tx, kind, { ids, libraryId: toLibraryId, by: 1 })
  }
}
