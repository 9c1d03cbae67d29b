/**
 * Imports files of reading apps into a user's own account. Only the permissions to store reading
 * progress and collections are required, because the imports match only books that the user can
 * see.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Db, Tx } from '../../../platform/db/store'
import { deleteImportFiles, storeUploadedSource } from '../managed/import-files'
import {
  deleteUnapplied,
  enqueueConfirmed,
  enqueueUndo,
  requireImportOf,
} from '../managed/import-states'
import { buildImportView, wasConfirmed } from '../managed/import-view'
import { countWaitingOfUser, deleteImportRow, insertImport, listImportRows } from '../merge/queries'
import { createReport } from '../merge/report'
import { importMessages } from '../messages'
import { type ImportView, type OwnImportBody, previewImportJob } from '../model'
import { appKinds } from '../neutral-form'
import { maxAppFileMb } from '../sources/apps/open-app-source'

const maxListed = 100
const maxWaiting = 200_000
/** Maximum number of imports that failed before they changed something, or that were undone. */
const maxUseless = 50

/** Lists imports, newest first. */
export const listOwnImports = async (ctx: Context, viewer: Viewer): Promise<ImportView[]> =>
  (await listImportRows(ctx.db, viewer.userId, maxListed)).map(buildImportView)

export const getOwnImport = async (ctx: Context, viewer: Viewer, id: string) =>
  buildImportView(await requireImportOf(ctx.db, { id, ownerId: viewer.userId }))

/** Stores the file and computes a preview in the background. */
export async function startOwnImport(
  ctx: Context,
  viewer: Viewer,
  { file }: OwnImportBody,
): Promise<ImportView> {
  const { userId } = viewer
  if (file.size > maxAppFileMb * 2 ** 20) {
    throw new Refusal('too_large', importMessages.file_too_large({ max: maxAppFileMb }))
  }
  await requireRoom(ctx.db, userId)
  const id = Bun.randomUUIDv7()
  const fileName = await storeUploadedSource(ctx, id, { file })
  try {
    await ctx.write(async (tx) => {
      // Checks again, because a user may send two files at the same time.
      await requireRoom(tx, userId)
      await deleteOldest(tx, userId)
      await insertImport(tx, { ...buildRow(fileName), id, userId, createdAt: ctx.clock.now() })
      await ctx.queue.enqueue(tx, previewImportJob, { importId: id })
    })
  } catch (error) {
    await deleteImportFiles(ctx, id)
    throw error
  }
  return getOwnImport(ctx, viewer, id)
}

/** Kind and version are replaced when the file has been read. Until then, the version is empty. */
function buildRow(fileName: string) {
  const choice = { path: null, kind: null, folders: [], people: [], admins: [] }
  const request = { ...choice, fileName, isConfirmed: false }
  const report = { ...createReport(appKinds[0], ''), request }
  const source = { kind: appKinds[0], instance: '', version: '' }
  return { ...source, state: 'reading' as const, folders: [], report }
}

/**
 * Throws if the user has an unfinished import or too many waiting entries. An unfinished import
 * keeps a file, and each waiting entry is a row.
 */
async function requireRoom(db: Db, userId: string) {
  const rows = await listImportRows(db, userId, maxListed)
  if (rows.some(({ state }) => state === 'reading' || state === 'ready')) {
    throw new Refusal('conflict', importMessages.own_unfinished())
  }
  if ((await countWaitingOfUser(db, userId)) < maxWaiting) return
  throw new Refusal('conflict', importMessages.too_many_waiting())
}

/**
 * Deletes the oldest imports that changed nothing or were undone, because each of them is a row
 * with a report.
 */
async function deleteOldest(tx: Tx, userId: string) {
  const rows = await listImportRows(tx, userId, maxListed)
  const useless = rows.filter(
    (row) => row.state === 'undone' || (row.state === 'failed' && !wasConfirmed(row)),
  )
  for (const { id } of useless.slice(maxUseless)) await deleteImportRow(tx, id)
}

export async function confirmOwnImport(ctx: Context, viewer: Viewer, id: string) {
  await ctx.write(async (tx) => {
    await enqueueConfirmed(ctx, tx, await requireImportOf(tx, { id, ownerId: viewer.userId }))
  })
  return getOwnImport(ctx, viewer, id)
}

export async function undoOwnImport(ctx: Context, viewer: Viewer, id: string) {
  await ctx.write(async (tx) => {
    await enqueueUndo(ctx, tx, await requireImportOf(tx, { id, ownerId: viewer.userId }))
  })
  return getOwnImport(ctx, viewer, id)
}

export async function deleteOwnImport(ctx: Context, viewer: Viewer, id: string) {
  await ctx.write(async (tx) =>
    deleteUnapplied(tx, await requireImportOf(tx, { id, ownerId: viewer.userId })),
  )
  await deleteImportFiles(ctx, id)
}
