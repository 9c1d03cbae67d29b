/** Genres and tags of one series. */
import type { Tx } from '../../platform/db/store'
import { isSame, type PartStorage } from '../metadata/field-table'
import {
  deleteLinks,
  insertLinks,
  isSeriesCounted,
  type Kind,
  selectSeriesLabels,
  addToCounts,
  upsertLabels,
} from './queries'
import { buildLabelKey, mapLabelsByKey } from './names'

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
  // Writes are serialized, so incrementing is exact. Counting 30,000 rows again would be slow.
  if (await isSeriesCounted(tx, seriesId)) {
    await addToCounts(tx, kind, added, 1)
    await addToCounts(tx, kind, removed, -1)
  }
  return true
}
