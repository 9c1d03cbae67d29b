/**
 * Storage for a series' lists: alternate titles, links, IDs and ratings. Items that stay in a list
 * keep their row, and omitted members keep their values.
 */
import type { Db, Tx } from '../../platform/db/store'
import { isSame, type Owner, type PartRow, type PartStorage } from './field-table'
import {
  deletePart,
  insertTitle,
  listIds,
  listLinks,
  listRatings,
  listTitles,
  listPartRows,
  type PartKind,
  restorePartRow,
  updateTitle,
  upsertExternalId,
  upsertLink,
  upsertRating,
} from './queries'

/** An item is identified by its ID, or by label and title if it has none. */
export interface TitleItem {
  id?: string
  label: string
  title: string
}
export interface LinkItem {
  sourceName: string
  url: string
  externalId?: string | null
}
export interface IdItem {
  source: string
  externalId: string
  externalUrl?: string | null
}
export interface RatingItem {
  sourceName: string
  rating: number
  voteCount?: number | null
}

const buildTextKey = ({ label, title }: TitleItem) => JSON.stringify([label, title])

const createRowStorage = (kind: PartKind) => ({
  listRows: (db: Db, seriesId: string) => listPartRows(db, kind, seriesId),
  restoreRows: async (tx: Tx, seriesId: string, rows: readonly PartRow[]) => {
    for (const row of rows) await restorePartRow(tx, kind, seriesId, row)
  },
})

export const titleStorage: PartStorage<TitleItem> = {
  ...createRowStorage('alternateTitles'),
  load: async (db, seriesId) =>
    (await listTitles(db, seriesId)).map(({ id, label, title }) => ({ id, label, title })),
  merge: (stored, wanted: readonly TitleItem[]) => {
    const idOf = new Map(stored.map((one) => [buildTextKey(one), one.id]))
    const merged = wanted.map(({ id, label, title }) => {
      const known = id ?? idOf.get(buildTextKey({ label, title }))
      return { ...(known !== undefined && { id: known }), label, title }
    })
    return [...new Map(merged.map((one) => [one.id ?? buildTextKey(one), one])).values()]
  },
  isSame: (a, b) => isSame(a.map(buildTextKey).toSorted(), b.map(buildTextKey).toSorted()),
  save: async (tx, { id: seriesId, now }, wanted: readonly TitleItem[]) => {
    const stored = await titleStorage.load(tx, seriesId)
    const merged = titleStorage.merge(stored, wanted)
    const known = new Map(stored.map((one) => [one.id, one]))
    const keepStored = new Set(merged.map(({ id }) => id))
    const gone = stored.filter(({ id }) => !keepStored.has(id))
    await deleteParts(tx, 'alternateTitles', seriesId, gone)
    let isChanged = gone.length > 0
    for (const { id, ...text } of merged) {
      const row = id === undefined ? undefined : known.get(id)
      if (row && buildTextKey(row) === buildTextKey(text)) continue
      isChanged = true
      if (row) await updateTitle(tx, seriesId, id!, { ...text, updatedAt: now })
      else await insertTitle(tx, { ...(id && { id }), ...text, seriesId, ...getTimes(now) })
    }
    return isChanged
  },
}

export const linkStorage = createKeyedStorage<LinkItem>({
  kind: 'externalLinks',
  keyOf: ({ sourceName }) => sourceName,
  load: listLinks,
  toItem: ({ sourceName, url, externalId }, stored) => ({
    sourceName,
    url,
    externalId: keepStored(externalId, stored?.externalId),
  }),
  upsert: (tx, { id: seriesId, now }, one) =>
    upsertLink(tx, { ...one, seriesId, ...getTimes(now) }),
})

export const idStorage = createKeyedStorage<IdItem>({
  kind: 'externalIds',
  hasItemSources: true,
  keyOf: ({ source }) => source,
  load: listIds,
  toItem: ({ source, externalId, externalUrl }, stored) => ({
    source,
    externalId,
    externalUrl: keepStored(externalUrl, stored?.externalUrl),
  }),
  upsert: (tx, { id: seriesId, now }, one) =>
    upsertExternalId(tx, { ...one, seriesId, ...getTimes(now) }),
})

export const ratingStorage = createKeyedStorage<RatingItem>({
  kind: 'externalRatings',
  hasItemSources: true,
  keyOf: ({ sourceName }) => sourceName,
  load: listRatings,
  toItem: ({ sourceName, rating, voteCount }, stored) => ({
    sourceName,
    rating,
    voteCount: keepStored(voteCount, stored?.voteCount),
  }),
  upsert: (tx, { id: seriesId, now }, one) =>
    upsertRating(tx, { ...one, seriesId, fetchedAt: now, ...getTimes(now) }),
})

interface Keyed<Item> {
  kind: PartKind
  hasItemSources?: boolean
  /** Returns the key that identifies an item in the list. */
  keyOf: (one: Item) => string
  load: (db: Db, seriesId: string) => Promise<(Item & { id: string })[]>
  /** Returns the complete item. Omitted members are taken from `stored`. */
  toItem: (one: Item, stored: Item | undefined) => Item
  upsert: (tx: Tx, owner: Owner, one: Item) => Promise<unknown>
}

function createKeyedStorage<Item>({
  kind,
  hasItemSources = false,
  keyOf,
  load,
  toItem,
  upsert,
}: Keyed<Item>): PartStorage<Item> {
  const merge = (stored: readonly Item[], wanted: readonly Item[]) => {
    const known = new Map(stored.map((one) => [keyOf(one), one]))
    const merged = wanted.map((one) => toItem(one, known.get(keyOf(one))))
    return [...new Map(merged.map((one) => [keyOf(one), one])).values()]
  }
  const byKey = (items: readonly Item[]) =>
    Object.fromEntries(items.map((one) => [keyOf(one), toItem(one, undefined)]))
  return {
    ...createRowStorage(kind),
    ...(hasItemSources && { keyOf }),
    load: async (db, seriesId) => (await load(db, seriesId)).map((row) => toItem(row, undefined)),
    merge,
    isSame: (a, b) => isSame(byKey(a), byKey(b)),
    save: async (tx, owner, wanted: readonly Item[]) => {
      const stored = await load(tx, owner.id)
      const merged = merge(stored, wanted)
      const known = new Map(stored.map((one) => [keyOf(one), toItem(one, undefined)]))
      const keys = new Set(merged.map(keyOf))
      const gone = stored.filter((one) => !keys.has(keyOf(one)))
      const changed = merged.filter((one) => !isSame(known.get(keyOf(one)), one))
      await deleteParts(tx, kind, owner.id, gone)
      for (const one of changed) await upsert(tx, owner, one)
      return gone.length + changed.length > 0
    },
  }
}

const keepStored = <Value>(given: Value | null | undefined, stored: Value | null | undefined) =>
  given === undefined ? (stored ?? null) : given

async function deleteParts(
  tx: Tx,
  kind: PartKind,
  seriesId: string,
  rows: readonly { id?: string }[],
) {
  for (const { id } of rows) await deletePart(tx, kind, seriesId, id!)
}

const getTimes = (now: Date) => ({ createdAt: now, updatedAt: now })
