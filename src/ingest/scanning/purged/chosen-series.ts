/**
 * Preserves which series users chose for purged books, and moves returning books to these series.
 */
import { chooseSeries } from '../../../catalog/books/scanned/assign-chosen-series'
import {
  findManualSeries,
  type ManualSeries,
  manualKeyStart,
  recreateManualSeries,
} from '../../../catalog/series/scanned/create-series'
import { findSeriesStates } from '../../../catalog/series/scanned/move-series'
import type { Tx } from '../../../platform/db/store'
import { findPreserved, type PreservedItem } from '../../../reading/preserved/store'
import { findBookLibraries, type IdentifiedBook } from '../../../reading/progress/preserve-reading'
import { refreshSeriesAndProgress } from '../../../reading/progress/refresh-series-and-progress'

interface Choice {
  libraryId: string
  seriesId: string
  groupKey: string
  /** Set if a user created the series, which then exists nowhere else. */
  manual: ManualSeries | null
}

/** Lists the choices as items to be preserved. */
export async function listChosenSeries(
  tx: Tx,
  found: readonly IdentifiedBook[],
): Promise<PreservedItem[]> {
  const chosen = found.filter((book) => book.seriesId !== book.scannedSeriesId)
  const ids = [...new Set(chosen.map(({ seriesId }) => seriesId))]
  const states = new Map((await findSeriesStates(tx, ids)).map((state) => [state.id, state]))
  const manual = await findManualSeries(tx, ids)
  return chosen.flatMap(({ identity, seriesId }) => {
    const state = states.get(seriesId)
    if (!state) return []
    const { libraryId, groupKey } = state
    const row: Choice = { seriesId, libraryId, groupKey, manual: manual.get(seriesId) ?? null }
    return [{ userId: null, identity, kind: 'chosenSeries' as const, row }]
  })
}

/**
 * Moves books to the series that users had chosen for them, if the books are in the library of that
 * series again. Recreates a series that a user had created. Returns the books with their series.
 */
export async function restoreChosenSeries(
  tx: Tx,
  found: readonly IdentifiedBook[],
  now: Date,
): Promise<IdentifiedBook[]> {
  const identities = found.map(({ identity }) => identity)
  const preserved = await findPreserved(tx, identities, 'chosenSeries')
  if (preserved.size === 0) return [...found]
  const libraryOf = await findBookLibraries(
    tx,
    found.map(({ n }) => n),
  )
  const restored: IdentifiedBook[] = []
  for (const book of found) {
    const choice = preserved.get(book.identity) as Choice | undefined
    const isInChosenLibrary = choice && libraryOf.get(book.n) === choice.libraryId
    const seriesId = isInChosenLibrary ? await findOrRecreate(tx, choice) : undefined
    if (seriesId === undefined || seriesId === book.seriesId) {
      restored.push(book)
      continue
    }
    await chooseSeries(tx, [book.n], seriesId, now)
    restored.push({ ...book, seriesId })
  }
  // Refreshes the series that contained the books before. The caller refreshes the series that
  // contain them now.
  await refreshSeriesAndProgress(tx, [...new Set(found.map((book) => book.seriesId))])
  return restored
}

/**
 * A purged series that belonged to a folder is not recreated. Its books return to a new series that
 * contains no other books, because the sharing tags of the purged series return with them.
 */
async function findOrRecreate(
  tx: Tx,
  { seriesId, libraryId, groupKey, manual }: Choice,
): Promise<string | undefined> {
  const [state] = await findSeriesStates(tx, [seriesId])
  if (state) return state.libraryId === libraryId ? seriesId : undefined
  if (!manual || !groupKey.startsWith(manualKeyStart)) return undefined
  await recreateManualSeries(tx, { ...manual, id: seriesId, libraryId, groupKey })
  return seriesId
}
