/** Finds the series whose titles or IDs appear in entries. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { iterateYielding, yieldToEventLoop } from '../../../platform/lib/yield'
import {
  findAlternateTitlesAfter,
  findSeriesAfter,
  findSeriesByIds,
  findSeriesIds,
  findSeriesOfExternalIds,
  firstId,
} from './candidate-queries'
import { readSeriesTitle, type SeriesTitle } from './entry-keys'

interface SeriesFound {
  id: string
  names: SeriesTitle[]
  year: number | null
  ids: Map<string, string>
}

interface Named {
  id: string
  title: string
  year: number | null
}

export interface SeriesIndex {
  byId: Map<string, SeriesFound>
  byKey: Map<string, Set<string>>
  /** Keyed by provider and ID, such as `comicvine 123`. */
  byExternalId: Map<string, Set<string>>
}

interface WantedSeries {
  keys: ReadonlySet<string>
  /** Returns the keys of a title. By default, this is only its `key`. */
  listKeys?: (title: SeriesTitle) => readonly string[]
  externalIds: ReadonlySet<string>
  /** IDs of manually chosen series. */
  ids: ReadonlySet<string>
}

/** Finds the wanted series. Reads the titles of all visible series once, in slices. */
export async function findWantedSeries(
  ctx: Context,
  viewer: Viewer,
  wanted: WantedSeries,
): Promise<SeriesIndex> {
  const index: SeriesIndex = { byId: new Map(), byKey: new Map(), byExternalId: new Map() }
  await collectByTitle(ctx, viewer, wanted, index)
  await collectByAlternateTitle(ctx, viewer, wanted, index)
  for (const ids of splitIntoSlices([...wanted.externalIds], idsAtOnce)) {
    for (const row of await findSeriesOfExternalIds(ctx.heavy, viewer, ids)) addSeries(index, row)
  }
  for (const ids of splitIntoSlices([...wanted.ids], idsAtOnce)) {
    for (const row of await findSeriesByIds(ctx.heavy, viewer, ids)) addSeries(index, row)
  }
  await collectIds(ctx, viewer, index)
  return index
}
const idsAtOnce = 500

async function collectByTitle(
  ctx: Context,
  viewer: Viewer,
  wanted: WantedSeries,
  index: SeriesIndex,
) {
  for (let after = -1; ;) {
    const rows = await findSeriesAfter(ctx.heavy, viewer, after)
    for await (const slice of iterateYielding(rows, 50)) {
      for (const row of slice) addIfWanted(index, wanted, row, row.title)
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.n
  }
}

async function collectByAlternateTitle(
  ctx: Context,
  viewer: Viewer,
  wanted: WantedSeries,
  index: SeriesIndex,
) {
  for (let after = firstId; ;) {
    const rows = await findAlternateTitlesAfter(ctx.heavy, viewer, after)
    for await (const slice of iterateYielding(rows, 50)) {
      for (const row of slice) addIfWanted(index, wanted, row, row.alternate)
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.rowId
  }
}

function addIfWanted(index: SeriesIndex, wanted: WantedSeries, row: Named, title: string) {
  const name = readSeriesTitle(title)
  const { keys, listKeys = ({ key }) => [key] } = wanted
  const found = listKeys(name).filter((key) => keys.has(key))
  if (found.length === 0) return
  addSeries(index, row).names.push(name)
  for (const key of found) {
    const ids = index.byKey.get(key)
    if (ids) ids.add(row.id)
    else index.byKey.set(key, new Set([row.id]))
  }
}

function addSeries({ byId }: SeriesIndex, { id, title, year }: Named): SeriesFound {
  const known = byId.get(id)
  if (known) return known
  const found = { id, names: [readSeriesTitle(title)], year, ids: new Map<string, string>() }
  byId.set(id, found)
  return found
}

async function collectIds(ctx: Context, viewer: Viewer, { byId, byExternalId }: SeriesIndex) {
  for (const ids of splitIntoSlices([...byId.keys()], idsAtOnce)) {
    for (const { seriesId, source, externalId } of await findSeriesIds(ctx.heavy, viewer, ids)) {
      const provider = source.replace(/^plugin:/, '')
      byId.get(seriesId)!.ids.set(provider, externalId)
      const key = `${provider} ${externalId}`
      const known = byExternalId.get(key)
      if (known) known.add(seriesId)
      else byExternalId.set(key, new Set([seriesId]))
    }
    await yieldToEventLoop()
  }
}
