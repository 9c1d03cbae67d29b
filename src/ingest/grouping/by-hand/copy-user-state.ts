/**
 * What users did with a series that is put away is copied for the one that its books join: its place in
 * want-to-read lists and collections, ratings, preferences, and its editions. The first series keeps its own, so that undoing
 * the change only removes the copies.
 */
import { collectionTables } from '../../../catalog/collections/schema'
import {
  mergeMembership,
  removeMergedMembership,
} from '../../../catalog/item-lists/entries/merge-membership'
import { inheritEditions, removeInheritedEdition } from '../../../catalog/series/editions/service'
import type { Tx } from '../../../platform/db/store'
import {
  mergePreferences,
  removeMergedPreferences,
} from '../../../reading/preferences/merge-preferences'
import { copySeriesRatings, removeCopiedRatings } from '../../../reading/ratings/copy-ratings'
import { mergeWanted, removeMergedWanted } from '../../../reading/want-to-read/merge-wanted'
import type { groupingChangeCopies } from './schema'

type Copy = Omit<typeof groupingChangeCopies.$inferInsert, 'changeId'>

export async function copyUserState(tx: Tx, pair: { fromId: string; toId: string }) {
  const { fromId } = pair
  const merge = { kind: 'series', ...pair, since: undefined } as const
  const wanted = await mergeWanted(tx, merge)
  const collections = await mergeMembership(tx, collectionTables, merge)
  const ratings = await copySeriesRatings(tx, pair)
  const preferences = await mergePreferences(tx, merge)
  const workId = await inheritEditions(tx, pair)
  const copies: Copy[] = [
    ...(workId === undefined ? [] : [{ kind: 'edition', fromId, ownerId: workId } as const]),
    ...wanted.map((ownerId) => ({ kind: 'wanted', fromId, ownerId }) as const),
    ...collections.map((ownerId) => ({ kind: 'collection', fromId, ownerId }) as const),
    ...ratings.map((ownerId) => ({ kind: 'rating', fromId, ownerId }) as const),
    ...preferences.map(
      ({ userId, key }) => ({ kind: 'preference', fromId, ownerId: userId, key }) as const,
    ),
  ]
  return copies
}

/** Leaves what users have changed since. */
export async function removeCopies(tx: Tx, toId: string, copies: readonly Copy[]) {
  for (const [fromId, some] of Map.groupBy(copies, (copy) => copy.fromId)) {
    const pair = { fromId, toId }
    const listOwners = (kind: Copy['kind']) =>
      some.filter((copy) => copy.kind === kind).map(({ ownerId }) => ownerId)
    await removeMergedWanted(tx, pair, listOwners('wanted'))
    await removeMergedMembership(tx, collectionTables, pair, listOwners('collection'))
    await removeCopiedRatings(tx, pair, listOwners('rating'))
    for (const workId of listOwners('edition'))
      await removeInheritedEdition(tx, { seriesId: toId, workId })
    const preferences = some.filter(({ kind }) => kind === 'preference')
    await removeMergedPreferences(
      tx,
      pair,
      preferences.map(({ ownerId, key }) => ({ userId: ownerId, key: key! })),
    )
  }
}
