/** Exports of a user's own data, created in the background and kept for a week. */
import { userMessages } from '../../accounts/permissions/messages'
import type { Permission, Viewer } from '../../accounts/permissions/model'
import { requireSession } from '../../accounts/permissions/permission-rules'
import { findViewerOfUser } from '../../accounts/users/viewer-of-user'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import { invalidBody } from '../../platform/http/validation'
import type { Content } from '../../platform/http/responses/content'
import { isUuid } from '../../platform/http/shapes'
import { getStorage } from '../../platform/storage/open-storage'
import { openDownload } from '../../platform/storage/storage'
import { renderMessage, withText } from '../../platform/messages/message'
import { deleteExportFile, getExportKey, listOldFiles } from './export-files'
import { hasSameAccess } from './export-access'
import { bookFields, presets, seriesFields } from './fields'
import { formats } from './formats'
import { exportMessages } from './messages'
import {
  type ExportCreation,
  type ExportField,
  type ExportFormat,
  type ExportType,
  type ExportView,
  exportsUpdated,
  writeExportJob,
} from './model'
import {
  countExports,
  deleteExportRow,
  type ExportRecord,
  findOwnExport,
  insertExport,
  listExpired,
  listExportRows,
  listKnownIds,
} from './queries'

const maxKept = 10
const maxAtOnce = 3
const keptMs = 7 * 24 * 3_600_000

export async function listExports(ctx: Context, { userId }: Viewer) {
  return { exports: (await listExportRows(ctx.db, userId, maxKept)).map(buildView) }
}

export const getExport = async (ctx: Context, viewer: Viewer, id: string) =>
  buildView(await getOwn(ctx, viewer, id))

export const getFieldCatalog = () => ({
  fields: [...seriesFields],
  bookFields: [...bookFields],
  presets,
})

export async function createExport(
  ctx: Context,
  viewer: Viewer,
  {
    format,
    exportType = 'series',
    libraryIds = [],
    fields = [],
    bookFields: ofBooks = [],
  }: ExportCreation,
): Promise<ExportView> {
  const { userId } = viewer
  requireContents(viewer, exportType)
  requireFittingFormat(exportType, format)
  requireKnown('fields', fields, seriesFields)
  requireKnown('bookFields', ofBooks, bookFields)
  const now = ctx.clock.now()
  return ctx.write(async (tx) => {
    const { all, open } = await countExports(tx, userId)
    if (open >= maxAtOnce) {
      throw new Refusal('conflict', exportMessages.too_many_at_once({ max: maxAtOnce }))
    }
    if (all >= maxKept) throw new Refusal('conflict', exportMessages.too_many({ max: maxKept }))
    const row = await insertExport(tx, {
      userId,
      exportType,
      format,
      fields,
      libraryIds: [...new Set(libraryIds)],
      bookFields: ofBooks,
      status: 'pending',
      createdAt: now,
      expiresAt: new Date(now.getTime() + keptMs),
    })
    await ctx.queue.enqueue(tx, writeExportJob, { exportId: row.id })
    tx.afterCommit(() => ctx.bus.publish(exportsUpdated, { userId }))
    return buildView(row)
  })
}

function requireFittingFormat(type: ExportType, format: ExportFormat) {
  if ((type === 'everything') !== (format === 'zip')) {
    throw invalidBody('format', exportMessages.zip_of_everything())
  }
  if (type === 'both' && format === 'csv')
    throw invalidBody('exportType', exportMessages.csv_of_one())
}

/** Permissions required for exports that contain more than the user's own reading data. */
const contentsOf: Partial<Record<ExportType, readonly Permission[]>> = {
  series: ['series:read'],
  books: ['series:read', 'books:read'],
  both: ['series:read', 'books:read'],
}

/**
 * Throws unless the viewer may read everything that the export contains. An API key may be limited
 * to the user's reading data.
 */
function requireContents(viewer: Viewer, type: ExportType) {
  // An export of everything also contains settings, devices and lists.
  if (type === 'everything') requireSession(viewer)
  const lacking = contentsOf[type]?.find((permission) => !viewer.permissions.has(permission))
  if (lacking === undefined) return
  throw new Refusal('forbidden', userMessages.permission_required({ permission: lacking }))
}

function requireKnown(path: string, given: readonly string[], all: readonly ExportField[]) {
  const known = all.map(({ key }) => key)
  const place = given.findIndex((key) => !known.includes(key))
  if (place === -1) return
  throw invalidBody(`${path}.${place}`, exportMessages.unknown_field({ known: known.join(', ') }))
}

export async function removeExport(ctx: Context, viewer: Viewer, id: string) {
  const row = await getOwn(ctx, viewer, id)
  await ctx.write((tx) => deleteExportRow(tx, row.id))
  await deleteExportFile(ctx, getExportKey(row))
  ctx.bus.publish(exportsUpdated, { userId: viewer.userId })
}

export async function downloadExport(ctx: Context, viewer: Viewer, id: string): Promise<Content> {
  const row = await getOwn(ctx, viewer, id)
  requireContents(viewer, row.exportType as ExportType)
  if (row.status !== 'completed') throw new Refusal('conflict', exportMessages.not_ready())
  const owner = await findViewerOfUser(ctx.db, viewer.userId)
  const { rights, completedAt: until } = row
  if (!owner || !rights || !until || !(await hasSameAccess(ctx, owner, { rights, until }))) {
    throw new Refusal('conflict', exportMessages.rights_changed())
  }
  const key = getExportKey(row)
  const storage = getStorage(ctx.config)
  if (row.expiresAt <= ctx.clock.now() || !(await storage.head(key))) {
    throw notFound(exportMessages.not_found())
  }
  const day = row.createdAt.toISOString().slice(0, 10)
  return {
    type: getMediaType(row.format as ExportFormat),
    etag: `"${row.id}"`,
    caching: 'revalidate',
    fileName: `quire-${row.exportType}-${day}.${row.format}`,
    ...openDownload(storage, key, () => notFound(exportMessages.not_found())),
  }
}

const getMediaType = (format: ExportFormat) =>
  format === 'zip' ? 'application/zip' : formats[format].mediaType

async function getOwn(ctx: Context, { userId }: Viewer, id: string) {
  const row = await findOwnExport(ctx.db, userId, id)
  if (!row) throw notFound(exportMessages.not_found())
  return row
}

const buildView = ({ userId: _, rights: _rights, error, ...row }: ExportRecord): ExportView => ({
  ...row,
  error: error && renderMessage(error),
  errorMessage: error && withText(error),
})

const rowsAtOnce = 100

/**
 * Deletes expired exports, and old files that are unfinished or belong to no export. Part of the
 * hourly cleanup.
 */
export async function deleteExpiredExports(ctx: Context) {
  for (const row of await listExpired(ctx.db, ctx.clock.now(), rowsAtOnce)) {
    await ctx.write((tx) => deleteExportRow(tx, row.id))
    await deleteExportFile(ctx, getExportKey(row))
  }
  const files = await listOldFiles(ctx)
  const known = await listKnownIds(ctx.db, files.map(({ id }) => id).filter(isUuid))
  for (const { key, id, isUnfinished } of files) {
    if (!known.has(id) || isUnfinished) await deleteExportFile(ctx, key)
  }
}
