/** Removes ratings, want-to-read entries and bookmarks that an import added. */
import type { Tx } from '../../../platform/db/store'
import { removeImportedBookmark } from '../../../reading/bookmarks/imported-bookmarks'
import { removeImportedRating } from '../../../reading/ratings/imported-ratings'
import { removeImportedWanted } from '../../../reading/want-to-read/imported-wanted'
import type { importFacts } from '../schema'
import type { AddedByKind } from './facts'

type Fact = typeof importFacts.$inferSelect

export const isPersonal = ({ kind }: Pick<Fact, 'kind'>): boolean =>
  kind === 'rating' || kind === 'wanted' || kind === 'bookmark'

/** Returns false if someone changed it since. It stays then. */
export async function removePersonal(
  tx: Tx,
  { kind, userId, itemId, added }: Fact,
): Promise<boolean> {
  if (userId === null) return true
  if (kind === 'rating') {
    const { itemKind, ...values } = added as AddedByKind['rating']
    const item = { kind: itemKind, id: itemId! }
    return removeImportedRating(tx, { userId, item, added: values })
  }
  if (kind === 'wanted') {
    await removeImportedWanted(tx, userId, (added as AddedByKind['wanted']).entryId)
    return true
  }
  const { bookmarkId: id, at } = added as AddedByKind['bookmark']
  return removeImportedBookmark(tx, { userId, id, at: new Date(at) })
}
