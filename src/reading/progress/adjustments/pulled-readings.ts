/** Completions that a sync records and can undo. */
import type { Viewer } from '../../../accounts/permissions/model'
import { books } from '../../../catalog/books/schema'
import type { Context } from '../../../context'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { findBooksWithProgress } from '../queries'
import { recordUndoable, type UndoableReading } from './undoable-readings'

/** Marks books as read. Returns the changed books, with their previous progress. */
export async function pullReadings(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { bookIds, device, happenedAt }: { bookIds: string[]; device: string; happenedAt: Date | null },
): Promise<UndoableReading[]> {
  const present = await findBooksWithProgress(tx, viewer, inIds(books.id, bookIds))
  const event = { kind: 'completed', origin: 'sync', device } as const
  return recordUndoable(ctx, tx, viewer, {
    books: present,
    event: { ...event, ...(happenedAt && { happenedAt }) },
  })
}
