/**
 * Makes exactly these the titles, links, ids or ratings of a series. What is so already keeps its row, and
 * a member that is left out keeps its value. Whose word it is, and whether it may be said, is the caller's
 * affair. All answer whether something changed.
 */
import type { Tx } from '../../platform/db/store'
import {
  deleteOne,
  insertTitle,
  type Kind,
  listIds,
  listLinks,
  listRatings,
  listTitles,
  upsertExternalId,
  upsertLink,
  upsertRating,
} from './queries'

interface Place {
  seriesId: string
  now: Date
}

export async function setTitles(
  tx: Tx,
  { seriesId, now }: Place,
  wanted: readonly { label: string; title: string }[],
): Promise<boolean> {
  const stored = await listTitles(tx, seriesId)
  const { gone, added } = compare(stored, wanted, {
    keyOf: ({ label, title }) => JSON.stringify([label, title]),
    isSame: () => true,
  })
  await removeAll(tx, 'alternateTitles', gone)
  for (const one of added) {
    await insertTitle(tx, { ...one, seriesId, createdAt: now, updatedAt: now })
  }
  return gone.length + added.length > 0
}

export async function setLinks(
  tx: Tx,
  { seriesId, now }: Place,
  wanted: readonly { sourceName: string; url: string; externalId?: string | null }[],
): Promise<boolean> {
  const stored = await listLinks(tx, seriesId)
  const { gone, added } = compare(stored, wanted, {
    keyOf: ({ sourceName }) => sourceName,
    isSame: (known, { url, externalId = known.externalId }) =>
      known.url === url && known.externalId === externalId,
  })
  await removeAll(tx, 'externalLinks', gone)
  for (const one of added) {
    await upsertLink(tx, { ...one, seriesId, createdAt: now, updatedAt: now })
  }
  return gone.length + added.length > 0
}

export async function setIds(
  tx: Tx,
  { seriesId, now }: Place,
  wanted: readonly { source: string; externalId: string; externalUrl: string | null }[],
): Promise<boolean> {
  const stored = await listIds(tx, seriesId)
  const { gone, added } = compare(stored, wanted, {
    keyOf: ({ source }) => source,
    isSame: (known, { externalId, externalUrl }) =>
      known.externalId === externalId && known.externalUrl === externalUrl,
  })
  await removeAll(tx, 'externalIds', gone)
  for (const one of added) {
    await upsertExternalId(tx, { ...one, seriesId, createdAt: now, updatedAt: now })
  }
  return gone.length + added.length > 0
}

export async function setRatings(
  tx: Tx,
  { seriesId, now }: Place,
  wanted: readonly { sourceName: string; rating: number; voteCount?: number | null }[],
): Promise<boolean> {
  const { gone, added } = compare(await listRatings(tx, seriesId), wanted, {
    keyOf: ({ sourceName }) => sourceName,
    isSame: (known, { rating, voteCount = known.voteCount }) =>
      known.rating === rating && known.voteCount === voteCount,
  })
  await removeAll(tx, 'externalRatings', gone)
  for (const one of added) {
    const times = { fetchedAt: now, createdAt: now, updatedAt: now }
    await upsertRating(tx, { ...one, seriesId, ...times })
  }
  return gone.length + added.length > 0
}

interface Manner<Known, Wanted> {
  keyOf: (one: Known | Wanted) => string
  isSame: (known: Known, wanted: Wanted) => boolean
}

/** `added`: what is new, and what is there otherwise. */
function compare<Known, Wanted>(
  stored: readonly Known[],
  wanted: readonly Wanted[],
  { keyOf, isSame }: Manner<Known, Wanted>,
) {
  const byKey = new Map(wanted.map((one) => [keyOf(one), one]))
  const known = new Map(stored.map((one) => [keyOf(one), one]))
  const added = [...byKey].flatMap(([key, one]) => {
    const same = known.get(key)
    return same !== undefined && isSame(same, one) ? [] : [one]
  })
  return { gone: stored.filter((one) => !byKey.has(keyOf(one))), added }
}

async function removeAll(tx: Tx, kind: Kind, rows: readonly { seriesId: string; id: string }[]) {
  for (const { seriesId, id } of rows) await deleteOne(tx, kind, seriesId, id)
}
