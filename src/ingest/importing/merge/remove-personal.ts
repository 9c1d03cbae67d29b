/** Removes personal data other than reading progress that an import added. */
import type { Tx } from '../../../platform/db/store'
import { removeImportedBookmarks } from '../../../reading/bookmarks/imported-bookmarks'
import { removeImportedHighlights } from '../../../reading/highlights/imported-highlights'
import { removeImportedRatings } from '../../../reading/ratings/imported-ratings'
import { removeImportedSessions } from '../../../reading/statistics/sessions/imported-sessions'
import { removeImportedWanted } from '../../../reading/want-to-read/imported-wanted'
import type { importFacts } from '../schema'
import type { AddedByKind, FactKind } from './facts'

type Fact = typeof importFacts.$inferSelect

export const personalKinds: ReadonlySet<FactKind> = new Set([
  'rating',
  'wanted',
  'bookmark',
  'highlight',
  'session',
])

export const isPersonal = ({ kind }: Pick<Fact, 'kind'>): boolean => personalKinds.has(kind)

/** Returns the number of items that are kept because their user has changed them since. */
export async function removePersonal(tx: Tx, facts: readonly Fact[]): Promise<number> {
  let kept = 0
  for (const [userId, ofUser] of Map.groupBy(facts, (fact) => fact.userId)) {
    if (userId === null) continue
    const ratings = pick(ofUser, 'rating').map(({ itemId, added: { itemKind, ...added } }) => ({
      item: { kind: itemKind, id: itemId! },
      added,
    }))
    if (ratings.length > 0) kept += await removeImportedRatings(tx, userId, ratings)
    const entryIds = pick(ofUser, 'wanted').map(({ added }) => added.entryId)
    if (entryIds.length > 0) await removeImportedWanted(tx, userId, entryIds)
    const bookmarks = pick(ofUser, 'bookmark').map(({ added: { bookmarkId: id, at } }) => ({
      id,
      at: new Date(at),
    }))
    const highlights = pick(ofUser, 'highlight').map(({ added: { highlightId: id, at } }) => ({
      id,
      at: new Date(at),
    }))
    const sessionIds = pick(ofUser, 'session').map(({ added }) => added.sessionId)
    if (sessionIds.length > 0) await removeImportedSessions(tx, userId, sessionIds)
    if (bookmarks.length > 0) kept += await removeImportedBookmarks(tx, userId, bookmarks)
    if (highlights.length > 0) kept += await removeImportedHighlights(tx, userId, highlights)
  }
  return kept
}

const pick = <Kind extends FactKind>(facts: readonly Fact[], kind: Kind) =>
  facts
    .filter((fact) => fact.kind === kind)
    .map(({ itemId, added }) => ({ itemId, added: added as AddedByKind[Kind] }))
