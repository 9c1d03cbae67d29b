/**
 * Preserves the covers of purged books and series, and restores them. The files are kept until the
 * preserved covers expire.
 */
import { eq } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import { series } from '../../../catalog/series/schema'
import type { Context } from '../../../context'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { invalidateThumbnails } from '../../thumbnails/service'
import { chooseRestored, isChoiceFree, type MergedOwners } from '../merge-covers'
import { coverLogMessages } from '../messages'
import { type CoverRow, findSameCover, insertCover, type Owner, toOwnerColumn } from '../queries'
import { covers } from '../schema'
import { isUploadMissing, removeUpload } from './stored-uploads'

type Kind = MergedOwners['kind']

export interface PreservedCover extends CoverRow {
  /** Whether the book or series showed this cover. */
  isChosen: boolean
}

export async function listCoversOf(
  tx: Tx,
  kind: Kind,
  ids: readonly string[],
): Promise<PreservedCover[]> {
  const owner = kind === 'series' ? covers.seriesId : covers.bookId
  const rows = await tx
    .select({ cover: covers, seriesSource: series.selectedCoverSource })
    .from(covers)
    .leftJoin(series, eq(series.id, covers.seriesId))
    .where(inIds(owner, ids))
  return rows.map(({ cover, seriesSource }) => ({
    ...cover,
    isChosen: cover.isSelected && (seriesSource === null || seriesSource === cover.source),
  }))
}

/** Adds preserved covers to the existing ones. A cover that has been chosen since stays chosen. */
export async function restoreCovers(
  ctx: Context,
  tx: Tx,
  owner: Owner & { kind: Kind },
  rows: readonly PreservedCover[],
) {
  const isFree = await isChoiceFree(tx, owner)
  let chosen: CoverRow | undefined
  for (const { isChosen, ...row } of rows) {
    if (await isUploadMissing(ctx, row.fileName)) continue
    const same = await findSameCover(tx, owner, row)
    if (same) tx.afterCommit(() => void removeUploads(ctx, [row.fileName]))
    const noOwner = { seriesId: null, bookId: null, isSelected: false }
    const cover = same ?? (await insertCover(tx, { ...row, ...noOwner, ...toOwnerColumn(owner) }))
    if (isChosen) chosen ??= cover
  }
  if (!chosen || !isFree) return
  const now = ctx.clock.now()
  await chooseRestored(tx, owner, { cover: chosen, source: chosen.source, now })
  if (owner.kind === 'book') await invalidateThumbnails(tx, [owner.id])
}

/**
 * A series' choice of a cover that is not uploaded: an image in the folder, or the cover of a
 * certain book.
 */
export interface CoverChoice {
  seriesId: string
  source: string
}

/** Lists series for which a user chose an image in their folder. */
export const listFolderCoverChoices = async (
  tx: Tx,
  seriesIds: readonly string[],
): Promise<CoverChoice[]> =>
  (await listChoices(tx, seriesIds)).filter(({ source }) => /^file(:|$)/.test(source))

/** Lists the series whose chosen cover is that of one of these books. */
export async function listChosenBooks(
  tx: Tx,
  bookIds: readonly string[],
): Promise<(CoverChoice & { bookId: string })[]> {
  const rows = await tx
    .select({ seriesId: series.id, source: series.selectedCoverSource, bookId: books.id })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(inIds(books.id, bookIds))
  return rows.filter(({ source, bookId }) => source === `book:${bookId}`)
}

const listChoices = (tx: Tx, seriesIds: readonly string[]): Promise<CoverChoice[]> =>
  tx
    .select({ seriesId: series.id, source: series.selectedCoverSource })
    .from(series)
    .where(inIds(series.id, seriesIds))

/**
 * Restores the choice unless a different cover has been chosen in the meantime. `former` is the
 * choice that the series may still have if it was not purged.
 */
export async function restoreCoverChoice(
  ctx: Context,
  tx: Tx,
  seriesId: string,
  { source, former }: { source: string; former?: string },
) {
  const owner = { kind: 'series', id: seriesId } as const
  const [current] = await listChoices(tx, [seriesId])
  if (current?.source !== former && !(await isChoiceFree(tx, owner))) return
  await chooseRestored(tx, owner, { cover: undefined, source, now: ctx.clock.now() })
}

/** Call this after the transaction that deleted the rows. */
export async function removeUploads(ctx: Context, fileNames: readonly string[]) {
  for (const name of fileNames) {
    await removeUpload(ctx, name).catch((error: unknown) =>
      ctx.log.warn({ err: error }, coverLogMessages.delete_failed()),
    )
  }
}
