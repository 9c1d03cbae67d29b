/** Genres and tags of a single series. */
import type { Tx } from '../../platform/db/store'
import { isSame, type PartStorage } from '../metadata/field-table'
import {
  addToPlaceCounts,
  addToTotals,
  type CountingPlace,
  findCountingPlace,
} from './count-queries'
import {
  deleteLinks,
  findSpellings,
  insertLinks,
  type Kind,
  selectSeriesLabels,
  upsertLabels,
} from './queries'
import { buildLabelKey, mapLabelsByKey } from './label-names'

export type LabelKind = Kind

/** Stores labels by name for the metadata engine. "Sci-Fi" and "sci-fi" are the same label. */
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
  const typed = await upsertLabels(tx, kind, mapLabelsByKey(names))
  const wanted = new Set(typed.keys())
  const present = new Map(
    (await selectSeriesLabels(tx, kind, seriesId)).map(({ id, name }) => [id, name]),
  )
  const added = [...wanted].filter((id) => !present.has(id))
  const removed = [...present].filter(([id]) => !wanted.has(id))
  if (added.length === 0 && removed.length === 0) return false
  const counting = await findCountingPlace(tx, seriesId)
  const libraryId = counting?.place.libraryId
  const known = libraryId ? await findSpellings(tx, kind, { ids: added, libraryId }) : undefined
  const addedNames = new Map(added.map((id) => [id, known?.get(id) ?? typed.get(id)!]))
  await insertLinks(tx, kind, seriesId, addedNames)
  const removedNames = new Map(removed)
  await deleteLinks(tx, kind, seriesId, [...removedNames.keys()])
  // Adding to counts is exact within a transaction, and recounting 30,000 rows would be slow.
  if (!counting) return true
  for (const [changed, by] of [
    [addedNames, 1],
    [removedNames, -1],
  ] as const) {
    await addToPlaceCounts(tx, kind, { names: changed, place: counting.place, by })
    if (!counting.isTrashed) await addToTotals(tx, kind, [...changed.keys()], by)
  }
  return true
}

/**
 * Call this before a series moves to a different library or gets a different age rating or other
 * sharing tags. Otherwise, users who can no longer see the series would still see its labels.
 */
export async function moveLabelCounts(tx: Tx, seriesId: string, change: Partial<CountingPlace>) {
  const from = (await findCountingPlace(tx, seriesId))?.place
  if (!from) return
  const to = { ...from, ...change }
  if (isSame(from, to)) return
  for (const kind of ['genre', 'tag'] as const) {
    const labels = await selectSeriesLabels(tx, kind, seriesId)
    const names = new Map(labels.map(({ id, name }) => [id, name]))
    await addToPlaceCounts(tx, kind, { names, place: from, by: -1 })
    await addToPlaceCounts(tx, kind, { names, place: to, by: 1 })
  }
}
