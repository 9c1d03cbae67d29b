/**
 * Permanently deletes trashed items. Requires that the user types the item's name, and first backs
 * up an SQLite database. Works in slices and resumes after any interruption. User data is
 * preserved.
 */
import { deleteBooks } from '../../catalog/books/scanned/trash-books'
import { recordAudit } from '../../accounts/audit/record'
import type { Context } from '../../context'
import { backUpBeforePurge } from '../../platform/db/backups/before-purge'
import { BackupRefused, isDiskError } from '../../platform/db/backups/manifest'
import type { Tx } from '../../platform/db/store'
import { notFound, Refusal } from '../../errors'
import type { Found, Paging } from '../../platform/http/pagination'
import type { Job } from '../../platform/jobs/job'
import { deleteTrashedLibrary } from '../../catalog/libraries/service'
import { refreshSeriesProgressAndSearch } from '../../reading/progress/refresh-series-and-progress'
import { preserveBooks, preserveSeries } from '../scanning/purged/preserve'
import { deleteEmptySeries } from '../../catalog/series/scanned/move-series'
import type { Viewer } from '../../accounts/permissions/model'
import { canSeeLibrary } from '../../accounts/permissions/permission-rules'
import { mergeBeforePurge } from '../scanning/copies/merge-before-purge'
import { recountAfterTrashChange } from './recount'
import { type PurgeView, purgeTrash, seriesBulkPurged } from './model'
import {
  deleteOldPurges,
  findPurge,
  insertPurge,
  listPurgeRows,
  listSeriesToPurge,
  listBooksToPurge,
  type PurgeRow,
  updateLivePurge,
} from './purge-queries'
import { findLibraryToPurge, findSeriesForTrash, findTrashedBook } from './queries'
import { libraryMessages } from '../../catalog/libraries/messages'
import { seriesMessages } from '../../catalog/series/messages'
import { trashLogMessages, trashMessages } from './messages'
import { libraryDeleted } from '../../catalog/libraries/model'
import { withText } from '../../platform/messages/message'
import { invalidBody } from '../../platform/http/validation'

const booksPerSlice = 50
const seriesPerSlice = 20
const retentionDays = 90
const dayMs = 86_400_000

interface Target {
  kind: PurgeRow['kind']
  id: string
  libraryId: string
  /** The name that the user must type. */
  name: string
  /** Whether the target itself is in the trash, with or without contents. */
  isTrashed?: boolean
}

export async function purgeBook(ctx: Context, viewer: Viewer, id: string, typedName: string) {
  const book = await findTrashedBook(ctx.db, viewer, id)
  if (!book) throw notFound(trashMessages.book_not_found())
  return requestPurge(
    ctx,
    viewer,
    { kind: 'book', id, libraryId: book.libraryId, name: book.title },
    typedName,
  )
}

export async function purgeSeries(ctx: Context, viewer: Viewer, id: string, typedName: string) {
  const row = await findSeriesForTrash(ctx.db, viewer, id)
  if (!row) throw notFound(seriesMessages.not_found())
  return requestPurge(
    ctx,
    viewer,
    { kind: 'series', id, libraryId: row.libraryId, name: row.title },
    typedName,
  )
}

export async function purgeLibrary(ctx: Context, viewer: Viewer, id: string, typedName: string) {
  const row = await findLibraryToPurge(ctx.db, viewer, id)
  if (!row) throw notFound(libraryMessages.not_found())
  const { name, trashedAt } = row
  const target = {
    kind: 'library',
    id,
    libraryId: id,
    name,
    isTrashed: trashedAt !== null,
  } as const
  return requestPurge(ctx, viewer, target, typedName)
}

async function requestPurge(
  ctx: Context,
  viewer: Viewer,
  { kind, id: targetId, libraryId, name, isTrashed }: Target,
  typedName: string,
): Promise<PurgeView> {
  if (typedName.trim() !== name.trim()) {
    const message = trashMessages.wrong_name({ name })
    throw invalidBody('name', message)
  }
  const requestedBy = viewer.proof.kind === 'system' ? null : viewer.userId
  const purge = await ctx.write(async (tx) => {
    const options = { key: `purge:${libraryId}`, priority: 10 }
    const id = await ctx.queue.enqueue(tx, purgeTrash, { libraryId }, options)
    if (id === undefined) return undefined
    const values = { id, kind, targetId, libraryId, name, requestedBy, createdAt: ctx.clock.now() }
    const row = await insertPurge(tx, values)
    const audited = { kind, id: targetId, name } as const
    await recordAudit(ctx, tx, viewer, { action: 'purge', target: audited })
    const [book] = await listBooksToPurge(tx, row, 1)
    const [series] = await listSeriesToPurge(tx, row, 1)
    if (book || series || isTrashed) return row
    throw new Refusal('conflict', trashMessages.nothing_to_purge())
  })
  if (purge) {
    const { username: user, userId } = viewer
    ctx.log.info(
      { purgeId: purge.id, libraryId, userId },
      trashLogMessages.purge_requested({ name, user }),
    )
    return buildPurgeView(purge)
  }
  throw new Refusal('conflict', trashMessages.purge_running())
}

export async function listPurges(
  ctx: Context,
  viewer: Viewer,
  paging: Paging,
): Promise<Found<PurgeView>> {
  const { data, total } = await listPurgeRows(ctx.db, viewer, paging)
  return { data: data.map(buildPurgeView), total }
}

export async function getPurge(ctx: Context, viewer: Viewer, id: string): Promise<PurgeView> {
  const row = await findPurge(ctx.db, id)
  if (!row || !canSeeLibrary(viewer, row.libraryId)) throw notFound(trashMessages.purge_not_found())
  return buildPurgeView(row)
}

export async function deleteExpiredPurges(ctx: Context) {
  const before = new Date(ctx.clock.now().getTime() - retentionDays * dayMs)
  await ctx.writeBulk((tx) => deleteOldPurges(tx, before))
}

/** Returns the name of the backup, or null if Quire does not back up the database itself. */
export type BackUpDatabase = (ctx: Context) => Promise<string | null>

const backUpDatabase: BackUpDatabase = async ({ config }) =>
  config.database.type === 'sqlite'
    ? backUpBeforePurge(config.data_dir, config.database.sqlite.path)
    : null

/** Deletes whatever is left of the target, so the job can be repeated. */
export async function runPurge(
  ctx: Context,
  { id }: Job,
  signal: AbortSignal,
  backUp: BackUpDatabase = backUpDatabase,
) {
  const purge = await startPurge(ctx, id, backUp)
  if (!purge) return
  await runInSlices(signal, async () => {
    const next = await listBooksToPurge(ctx.db, purge, booksPerSlice)
    await mergeBeforePurge(
      ctx,
      next.map(({ n }) => n),
    )
    return ctx.write((tx) => purgeBooks(ctx, tx, purge))
  })
  await runInSlices(signal, () => ctx.write((tx) => purgeEmptySeries(ctx, tx, purge)))
  const isLibrary = purge.kind === 'library'
  return async (tx: Tx) => {
    const isDeleted = isLibrary && (await deleteTrashedLibrary(tx, purge.targetId))
    await updateLivePurge(tx, id, { status: 'completed', completedAt: ctx.clock.now() })
    ctx.log.info(
      { purgeId: id, libraryId: purge.libraryId },
      trashLogMessages.purged({ name: purge.name }),
    )
    tx.afterCommit(
      () =>
        void (isDeleted ? publishLibraryDeleted(ctx, purge) : recountLibraryAfterPurge(ctx, purge)),
    )
  }
}

const publishLibraryDeleted = (ctx: Context, { libraryId }: PurgeRow) =>
  ctx.bus.publish(libraryDeleted, { libraryId })

async function recountLibraryAfterPurge(ctx: Context, { libraryId }: PurgeRow) {
  try {
    await recountAfterTrashChange(ctx, libraryId)
  } catch (error) {
    ctx.log.error({ err: error, libraryId }, trashLogMessages.recount_failed())
  }
}

/** Called by the job queue after the last failed attempt. */
export const failPurge =
  (ctx: Context) =>
  async (tx: Tx, { id }: Job) => {
    const message = trashMessages.failed()
    await updateLivePurge(tx, id, { status: 'failed', message, completedAt: ctx.clock.now() })
  }

/**
 * Returns undefined if the purge has ended or cannot start. The backup is created once, before the
 * first deletion.
 */
async function startPurge(ctx: Context, id: string, backUp: BackUpDatabase) {
  const known = await findPurge(ctx.db, id)
  if (!known || !['pending', 'running'].includes(known.status)) return undefined
  if (known.status === 'running') return known
  try {
    const backup = await backUp(ctx)
    const startedAt = ctx.clock.now()
    const started = { status: 'running', backup, startedAt } as const
    const isLive = await ctx.write((tx) => updateLivePurge(tx, id, started))
    return isLive ? { ...known, ...started } : undefined
  } catch (error) {
    if (!(error instanceof BackupRefused) && !isDiskError(error)) throw error
    ctx.log.error({ err: error }, trashLogMessages.backup_failed())
    const message = trashMessages.backup_failed({ detail: error.message })
    const failed = { status: 'failed' as const, message, completedAt: ctx.clock.now() }
    await ctx.write((tx) => updateLivePurge(tx, id, failed))
    return undefined
  }
}

async function runInSlices(signal: AbortSignal, runSlice: () => Promise<boolean>) {
  do signal.throwIfAborted()
  while (await runSlice())
}

/** Purges a slice of books. Returns false if no books are left. */
async function purgeBooks(ctx: Context, tx: Tx, purge: PurgeRow): Promise<boolean> {
  const slice = await listBooksToPurge(tx, purge, booksPerSlice)
  if (slice.length === 0) return false
  const ns = slice.map(({ n }) => n)
  const seriesIds = [...new Set(slice.map(({ seriesId }) => seriesId))]
  await preserveBooks(ctx, tx, ns)
  await deleteBooks(tx, ns)
  await refreshSeriesProgressAndSearch(tx, seriesIds)
  await addPurgeCounts(tx, purge, { booksPurged: slice.length, seriesPurged: 0 })
  return true
}

async function purgeEmptySeries(ctx: Context, tx: Tx, purge: PurgeRow): Promise<boolean> {
  const ids = await listSeriesToPurge(tx, purge, seriesPerSlice)
  if (ids.length === 0) return false
  await preserveSeries(ctx, tx, ids)
  const deleted = await deleteEmptySeries(tx, ids)
  await addPurgeCounts(tx, purge, { booksPurged: 0, seriesPurged: deleted.length })
  const { libraryId } = purge
  tx.afterCommit(() => ctx.bus.publish(seriesBulkPurged, { libraryId, count: deleted.length }))
  return deleted.length > 0
}

/**
 * Adds to the counts of the purge. Throws if the purge has ended, because nothing may be deleted
 * after that.
 */
async function addPurgeCounts(
  tx: Tx,
  { id }: PurgeRow,
  { booksPurged, seriesPurged }: Pick<PurgeRow, 'booksPurged' | 'seriesPurged'>,
) {
  const current = await findPurge(tx, id)
  const isLive =
    current &&
    (await updateLivePurge(tx, id, {
      booksPurged: current.booksPurged + booksPurged,
      seriesPurged: current.seriesPurged + seriesPurged,
    }))
  if (!isLive) throw new Error('the purge has already ended')
}

function buildPurgeView({ requestedBy: _, message, ...view }: PurgeRow): PurgeView {
  return { ...view, message: message && withText(message) }
}
