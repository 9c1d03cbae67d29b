import { and, desc, eq, inArray } from 'drizzle-orm'
import { excludedColumn } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import { splitIntoSlices } from '../../platform/lib/slices'
import { cblChoices } from './schema'

export type ChoiceRow = Pick<typeof cblChoices.$inferSelect, 'key' | 'bookId' | 'seriesId'>

/** Maximum number of choices stored per user. The oldest ones are deleted. */
const maxChoices = 20_000

export const findChoices = (db: Db, userId: string): Promise<ChoiceRow[]> =>
  db
    .select({ key: cblChoices.key, bookId: cblChoices.bookId, seriesId: cblChoices.seriesId })
    .from(cblChoices)
    .where(eq(cblChoices.userId, userId))
    .limit(maxChoices)

const rowsAtOnce = 200

export async function storeChoices(
  tx: Tx,
  userId: string,
  { choices, now }: { choices: readonly ChoiceRow[]; now: Date },
) {
  const rows = choices.map((one) => ({ ...one, userId, createdAt: now, updatedAt: now }))
  for (const slice of splitIntoSlices(rows, rowsAtOnce)) {
    await tx
      .insert(cblChoices)
      .values(slice)
      .onConflictDoUpdate({
        target: [cblChoices.userId, cblChoices.key],
        set: {
          bookId: excludedColumn('bookId'),
          seriesId: excludedColumn('seriesId'),
          updatedAt: excludedColumn('updatedAt'),
        },
      })
  }
  await deleteOldest(tx, userId)
}

async function deleteOldest(tx: Tx, userId: string) {
  const old = await tx
    .select({ key: cblChoices.key })
    .from(cblChoices)
    .where(eq(cblChoices.userId, userId))
    .orderBy(desc(cblChoices.updatedAt), desc(cblChoices.key))
    .limit(maxRemoved)
    .offset(maxChoices)
  for (const slice of splitIntoSlices(old, rowsAtOnce)) {
    const keys = slice.map(({ key }) => key)
    await tx
      .delete(cblChoices)
      .where(and(eq(cblChoices.userId, userId), inArray(cblChoices.key, keys)))
  }
}
const maxRemoved = 20_000
