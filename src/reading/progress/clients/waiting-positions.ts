/**
 * Positions that an app sends for a document that is not yet a known book. They are kept until a
 * scan finds the book and the user can see it.
 */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import {
  type BookOfDocument,
  findBookByDocument,
  listDocuments,
} from '../../../catalog/books/koreader-documents'
import { books } from '../../../catalog/books/schema'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import type { Db, Tx } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { findViewerOfUser } from '../../../accounts/users/viewer-of-user'
import { recordReadingInTransaction } from '../service'
import { waitingPositions } from '../schema'

type WaitingPosition = typeof waitingPositions.$inferInsert

/** Maximum number of positions for each user. The oldest ones are deleted first. */
const maxWaiting = 10_000
const documentsAtOnce = 500

/**
 * Stores the waiting position of a document, replacing an earlier one. Deletes the user's oldest
 * positions if there are too many.
 */
export async function keepWaitingPosition(tx: Tx, position: WaitingPosition) {
  const { userId } = position
  await tx
    .insert(waitingPositions)
    .values(position)
    .onConflictDoUpdate({
      target: [waitingPositions.userId, waitingPositions.document],
      set: position,
    })
  const isOwn = eq(waitingPositions.userId, userId)
  const excess = (await tx.$count(waitingPositions, isOwn)) - maxWaiting
  if (excess <= 0) return
  const oldest = tx
    .select({ document: waitingPositions.document })
    .from(waitingPositions)
    .where(isOwn)
    .orderBy(asc(waitingPositions.happenedAt))
    .limit(excess)
  await tx.delete(waitingPositions).where(and(isOwn, inArray(waitingPositions.document, oldest)))
}

export const hasWaitingPosition = async (db: Db, userId: string, document: string) =>
  (await db.$count(waitingPositions, isWaiting(userId, document))) > 0

const isWaiting = (userId: string, document: string) =>
  and(eq(waitingPositions.userId, userId), eq(waitingPositions.document, document))

/** If a position is waiting for this document, records it as a position in the book. */
export async function joinWaitingPosition(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { document, book }: { document: string; book: BookOfDocument },
) {
  const { userId } = viewer
  const [row] = await tx.select().from(waitingPositions).where(isWaiting(userId, document))
  if (!row) return
  const { page, fraction, device, happenedAt } = row
  const isPage = page !== null && book.format !== 'epub' && page <= book.pageCount
  await recordReadingInTransaction(ctx, tx, viewer, {
    bookId: book.id,
    kind: 'position',
    origin: 'sync',
    ...toPlace({ page: isPage ? page : undefined, fraction }),
    device: device ?? undefined,
    happenedAt,
  })
  await tx.delete(waitingPositions).where(isWaiting(userId, document))
}

/**
 * Converts a position to the members of a reading event. Prefers the page, which is more precise
 * than the fraction. 100 % always means the end, because apps that skip images that they cannot
 * show count fewer pages.
 */
export const toPlace = ({ page, fraction }: { page: number | undefined; fraction: number }) => ({
  ...(page === undefined ? { fraction } : { page }),
  ...(fraction === 1 && { completed: true }),
})

/**
 * Applies positions that are waiting for these books. A position that is older than later reading
 * is only logged.
 */
export async function applyWaitingPositions(ctx: Context, tx: Tx, ns: readonly number[]) {
  if (ns.length === 0 || !(await hasAny(tx))) return
  const documents = await listDocuments(tx, ns)
  for (const slice of splitIntoSlices(documents, documentsAtOnce)) {
    const rows = await tx
      .select()
      .from(waitingPositions)
      .where(inArray(waitingPositions.document, slice))
      .orderBy(asc(waitingPositions.happenedAt))
    for (const row of rows) await applyPosition(ctx, tx, row)
  }
}

const joinsAtOnce = 50

/**
 * Applies positions for books that a user was given access to, or that were renamed or restored,
 * because scans do not process such books.
 */
export async function joinWaitingPositions(ctx: Context) {
  const isOfBook = sql`exists (select 1 from ${books}
    where ${books.partialMd5} = ${waitingPositions.document} or ${books.fileNameMd5} = ${waitingPositions.document})`
  const rows = await ctx.heavy
    .select({ userId: waitingPositions.userId, document: waitingPositions.document })
    .from(waitingPositions)
    .where(isOfBook)
  for (const slice of splitIntoSlices(rows, joinsAtOnce))
    await ctx.write(async (tx) => {
      for (const row of slice) await applyPosition(ctx, tx, row)
    })
}

/**
 * Quickly checks whether there are any waiting positions, because they are rare but a scan applies
 * them after every slice.
 */
async function hasAny(tx: Tx): Promise<boolean> {
  const rows = await tx
    .select({ one: sql`1` })
    .from(waitingPositions)
    .limit(1)
  return rows.length > 0
}

/** Applies a position, unless the user cannot see the book. */
async function applyPosition(
  ctx: Context,
  tx: Tx,
  { userId, document }: Pick<WaitingPosition, 'userId' | 'document'>,
) {
  const viewer = await findViewerOfUser(tx, userId)
  const book = viewer && (await findBookByDocument(tx, viewer, document))
  if (viewer && book) await joinWaitingPosition(ctx, tx, viewer, { document, book })
}
