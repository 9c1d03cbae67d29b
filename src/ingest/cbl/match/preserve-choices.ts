/**
 * Preserves the books and series that users chose for entries. The choices are stored when a book
 * or series is purged, and restored when it returns or a copy replaces it.
 */
import { eq } from 'drizzle-orm'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { type Owner, registerItemKind } from '../../scanning/purged/item-kind'
import { cblChoices } from '../schema'

type Choice = Pick<typeof cblChoices.$inferSelect, 'userId' | 'key'>

const rowsAtOnce = 200

/** Registers the choices as data to preserve. Every process that purges or scans must call this. */
export const preserveChoices = () =>
  registerItemKind({
    kind: 'cblChoice',
    of: ['book', 'series'],
    find: async (tx, owner, ids) => {
      const rows = await tx
        .select()
        .from(cblChoices)
        .where(inIds(getColumn(owner), ids))
      return rows.map(({ userId, key, bookId, seriesId }) => ({
        itemId: (bookId ?? seriesId)!,
        userId,
        row: { userId, key },
      }))
    },
    putBack: (ctx, tx, item, rows) =>
      addChoices(tx, item, { rows: rows as Choice[], now: ctx.clock.now() }),
    moveToCopy: async (tx, { kind, fromId, toId }) => {
      const set = kind === 'book' ? { bookId: toId } : { seriesId: toId }
      await tx
        .update(cblChoices)
        .set(set)
        .where(eq(getColumn(kind), fromId))
    },
  })

const getColumn = (owner: Owner) => (owner === 'book' ? cblChoices.bookId : cblChoices.seriesId)

/** Adds the choices, unless the users have chosen something else for the entries. */
async function addChoices(
  tx: Tx,
  { kind, id }: { kind: Owner; id: string },
  { rows, now }: { rows: readonly Choice[]; now: Date },
) {
  const chosen = kind === 'book' ? { bookId: id, seriesId: null } : { bookId: null, seriesId: id }
  const times = { createdAt: now, updatedAt: now }
  const values = rows.map(({ userId, key }) => ({ userId, key, ...chosen, ...times }))
  for (const slice of splitIntoSlices(values, rowsAtOnce))
    await tx.insert(cblChoices).values(slice).onConflictDoNothing()
}
