/**
 * Deletes for good what is in the trash: a separate act, with the name typed, after a copy of the
 * database was made, and in slices that go on after any interruption. What was read outlives it.
 */
import { deleteBooks } from '../../catalog/books/scanned/trash'
import type { Context } from '../../context'
import { uploadsOf } from '../../artwork/covers/purged'
import { removeUpload } from '../../artwork/covers/uploads'
import { backUpBeforePurge } from '../../platform/db/copies/before-purge'
import { BackupRefused, isDiskError } from '../../platform/db/copies/manifest'
import type { Tx } from '../../platform/db/store'
import { invalid, notFound, Refusal } from '../../errors'
import type { Found, Paging } from '../../platform/http/pagination'
import type { Job } from '../../platform/jobs/job'
import { deleteTrashedLibrary } from '../../catalog/libraries/purge'
import { refreshAllAround } from '../../reading/progress/around'
import { keepReading } from '../../reading/progress/kept'
import { deleteEmptySeries } from '../../catalog/series/scanned/trash'
import type { Viewer } from '../../accounts/permissions/model'
import { canSeeLibrary } from '../../accounts/permissions/rights'
import { recount } from './around'
import { type PurgeView, purgeTrash, seriesBulkPurged } from './model'
import {
  deleteOldPurges,
  findPurge,
  insertPurge,
  listPurgeRows,
  nextSeriesToPurge,
  nextToPurge,
  type PurgeRow,
  updateLivePurge,
} from './purge-queries'
import { findLibrary, findSeries, findTrashedBook } from './queries'
import { requestMessages } from '../../platform/messages/common'
import { libraryMessages } from '../../catalog/libraries/messages'
import { seriesMessages } from '../../catalog/series/messages'
import { trashMessages } from './messages'
import { libraryDeleted } from '../../catalog/libraries/model'

const booksAtOnce = 50
const seriesAtOnce = 20
const keptDays = 90
const dayMs = 86_400_000

interface Target {
  kind: PurgeRow['kind']
  id: string
  libraryId: string
  /** What has to be typed. */
  name: string
  /** It is in the trash itself, with or without anything in it. */
  isTrashed?: boolean
}

export async function purgeBook(ctx: Context, viewer: Viewer, id: string, typed: string) {
  const book = await findTrashedBook(ctx.db, viewer, id)
  if (!book) throw notFound(trashMessages.book_not_found())
  return ask(ctx, viewer, { kind: 'book', id, libraryId: book.libraryId, name: book.title }, typed)
}

export async function purgeSeries(ctx: Context, viewer: Viewer, id: string, typed: string) {
  const row = await findSeries(ctx.db, viewer, id)
  if (!row) throw notFound(seriesMessages.not_found())
  return ask(ctx, viewer, { kind: 'series', id, libraryId: row.libraryId, name: row.title }, typed)
}

export async function purgeLibrary(ctx: Context, viewer: Viewer, id: string, typed: string) {
  const row = await findLibrary(ctx.db, viewer, id)
  if (!row) throw notFound(libraryMessages.not_found())
  const { name, trashedAt } = row
  const target = {
    kind: 'library',
    id,
    libraryId: id,
    name,
    isTrashed: trashedAt !== null,
  } as const
  return ask(ctx, viewer, target, typed)
}

async function ask(
  ctx: Context,
  viewer: Viewer,
  { kind, id: targetId, libraryId, name, isTrashed }: Target,
  typed: string,
): Promise<PurgeView> {
  if (typed.trim() !== name.trim()) {
    const message = trashMessages.wrong_name({ name })
    throw invalid(requestMessages.body_invalid(), [{ path: 'name', message }])
  }
  const requestedBy = viewer.proof.kind === 'system' ? null : viewer.userId
  const purge = await ctx.write(async (tx) => {
    const options = { key: `purge:${libraryId}`, priority: 10 }
    const id = await ctx.queue.enqueue(tx, purgeTrash, { libraryId }, options)
    if (id === undefined) return undefined
    const asked = { id, kind, targetId, libraryId, name, requestedBy, createdAt: ctx.now() }
    const row = await insertPurge(tx, asked)
    const [book] = await nextToPurge(tx, row, 1)
    const [series] = await nextSeriesToPurge(tx, row, 1)
    if (book || series || isTrashed) return row
    throw new Refusal('conflict', trashMessages.nothing_to_purge())
  })
  if (purge) return viewOf(purge)
  throw new Refusal('conflict', trashMessages.purge_running())
}

export async function listPurges(
  ctx: Context,
  viewer: Viewer,
  paging: Paging,
): Promise<Found<PurgeView>> {
  const { data, total } = await listPurgeRows(ctx.db, viewer, paging)
  return { data: data.map(viewOf), total }
}

export async function getPurge(ctx: Context, viewer: Viewer, id: string): Promise<PurgeView> {
  const row = await findPurge(ctx.db, id)
  if (!row || !canSeeLibrary(viewer, row.libraryId)) throw notFound(trashMessages.purge_not_found())
  return viewOf(row)
}

export async function tidyPurges(ctx: Context) {
  const before = new Date(ctx.now().getTime() - keptDays * dayMs)
  await ctx.writeBulk((tx) => deleteOldPurges(tx, before))
}

/** Answers the name of the copy; null where the database is not saved by Quire itself. */
export type SaveDatabase = (ctx: Context) => Promise<string | null>

const saveDatabase: SaveDatabase = async ({ config }) =>
  config.database.type === 'sqlite'
    ? backUpBeforePurge(config.data_dir, config.database.sqlite.path)
    : null

/** The job. What it has still to do is what is still there, so it may begin as often as it likes. */
export async function runPurge(
  ctx: Context,
  { id }: Job,
  signal: AbortSignal,
  save: SaveDatabase = saveDatabase,
) {
  const purge = await begin(ctx, id, save)
  if (!purge) return
  await sliceBySlice(signal, () => ctx.write((tx) => purgeBooks(ctx, tx, purge)))
  await sliceBySlice(signal, () => ctx.write((tx) => purgeEmptySeries(ctx, tx, purge)))
  const isWhole = purge.kind === 'library'
  return async (tx: Tx) => {
    const isGone = isWhole && (await deleteTrashedLibrary(tx, purge.targetId))
    await updateLivePurge(tx, id, { status: 'completed', completedAt: ctx.now() })
    tx.afterCommit(() => void (isGone ? tellGone(ctx, purge) : tellOthers(ctx, purge)))
  }
}

const tellGone = (ctx: Context, { libraryId }: PurgeRow) =>
  ctx.bus.publish(libraryDeleted, { libraryId })

async function tellOthers(ctx: Context, { libraryId }: PurgeRow) {
  try {
    await recount(ctx, libraryId)
  } catch (error) {
    ctx.log.error({ err: error, libraryId }, 'a library could not be counted after a purge')
  }
}

/** For the engine: a purge that will not be tried again says so. */
export const giveUpPurge =
  (ctx: Context) =>
  async (tx: Tx, { id }: Job) => {
    const message = 'The deletion broke down. What it had not deleted yet is in the trash still.'
    await updateLivePurge(tx, id, { status: 'failed', message, completedAt: ctx.now() })
  }

/** Undefined when there is nothing to do. The copy is made once, before the first row goes. */
async function begin(ctx: Context, id: string, save: SaveDatabase) {
  const known = await findPurge(ctx.db, id)
  if (!known || !['pending', 'running'].includes(known.status)) return undefined
  if (known.status === 'running') return known
  try {
    const backup = await save(ctx)
    const startedAt = ctx.now()
    const begun = { status: 'running', backup, startedAt } as const
    const isLive = await ctx.write((tx) => updateLivePurge(tx, id, begun))
    return isLive ? { ...known, ...begun } : undefined
  } catch (error) {
    if (!(error instanceof BackupRefused) && !isDiskError(error)) throw error
    ctx.log.error({ err: error }, 'nothing was purged: the database could not be saved first')
    const message = `Nothing was deleted: the database could not be saved first. ${error.message}`
    const failed = { status: 'failed', message, completedAt: ctx.now() } as const
    await ctx.write((tx) => updateLivePurge(tx, id, failed))
    return undefined
  }
}

async function sliceBySlice(signal: AbortSignal, purgeSome: () => Promise<boolean>) {
  do signal.throwIfAborted()
  while (await purgeSome())
}

/** False when there are none left. */
async function purgeBooks(ctx: Context, tx: Tx, purge: PurgeRow): Promise<boolean> {
  const slice = await nextToPurge(tx, purge, booksAtOnce)
  if (slice.length === 0) return false
  const ns = slice.map(({ n }) => n)
  const seriesIds = [...new Set(slice.map(({ seriesId }) => seriesId))]
  const bookIds = slice.map(({ id }) => id)
  await removeUploads(ctx, tx, { seriesIds: [], bookIds })
  await keepReading(tx, ns)
  await deleteBooks(tx, ns)
  await refreshAllAround(tx, seriesIds)
  await count(tx, purge, { booksPurged: slice.length, seriesPurged: 0 })
  return true
}

async function purgeEmptySeries(ctx: Context, tx: Tx, purge: PurgeRow): Promise<boolean> {
  const ids = await nextSeriesToPurge(tx, purge, seriesAtOnce)
  if (ids.length === 0) return false
  await removeUploads(ctx, tx, { seriesIds: ids, bookIds: [] })
  const gone = await deleteEmptySeries(tx, ids)
  await count(tx, purge, { booksPurged: 0, seriesPurged: gone.length })
  const { libraryId } = purge
  tx.afterCommit(() => ctx.bus.publish(seriesBulkPurged, { libraryId, count: gone.length }))
  return gone.length > 0
}

/** One that was ended meanwhile deletes nothing more. */
async function count(
  tx: Tx,
  { id }: PurgeRow,
  { booksPurged, seriesPurged }: Pick<PurgeRow, 'booksPurged' | 'seriesPurged'>,
) {
  const now = await findPurge(tx, id)
  const isLive =
    now &&
    (await updateLivePurge(tx, id, {
      booksPurged: now.booksPurged + booksPurged,
      seriesPurged: now.seriesPurged + seriesPurged,
    }))
  if (!isLive) throw new Error('the purge was ended meanwhile')
}

async function removeUploads(ctx: Context, tx: Tx, of: Parameters<typeof uploadsOf>[1]) {
  const names = await uploadsOf(tx, of)
  tx.afterCommit(() => {
    for (const name of names) {
      removeUpload(ctx, name).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'an uploaded cover could not be removed'),
      )
    }
  })
}

function viewOf({ requestedBy: _, ...view }: PurgeRow): PurgeView {
  return view
}
