/**
 * Imports that administrators start in the interface: a preview in the background, a decision, the
 * merge, and the undo. The steps are the same as those of the command.
 */
import { isAbsolute } from 'node:path'
import { recordAudit } from '../../../accounts/audit/record'
import type { Viewer } from '../../../accounts/permissions/model'
import { requireSession } from '../../../accounts/permissions/permission-rules'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Db, Tx } from '../../../platform/db/store'
import { importMessages } from '../messages'
import { insertImport, listImportRows, updateImport } from '../merge/queries'
import { createReport, type ImportRequest, type StoredReport } from '../merge/report'
import {
  type ImportBody,
  type ImportMappingBody,
  type ImportView,
  previewImportJob,
} from '../model'
import { serverKinds } from '../neutral-form'
import { type BookloreLogin, fetchBooklore } from '../sources/booklore/booklore-client'
import { toForeignPath } from '../sources/foreign-paths'
import { deleteImportFiles, getMaxBytes, storeUploadedSource } from './import-files'
import {
  deleteUnapplied,
  enqueueConfirmed,
  enqueueUndo,
  requireImportOf,
  requireReady,
} from './import-states'
import { buildImportView, isPreviewExpired, wasConfirmed } from './import-view'
import { invalidBody } from '../../../platform/http/validation'

const maxListed = 100
/** Each unconfirmed import keeps a copy of a database. */
const maxUnconfirmed = 5

/** Lists imports, newest first. */
export async function listManagedImports(ctx: Context): Promise<ImportView[]> {
  return (await listImportRows(ctx.db, null, maxListed)).map(buildImportView)
}

export const getImport = async (ctx: Context, id: string): Promise<ImportView> =>
  buildImportView(await requireImport(ctx.db, id))

export async function startImport(
  ctx: Context,
  viewer: Viewer,
  body: ImportBody,
): Promise<ImportView> {
  const { path, server } = body
  const kind = server ? 'booklore' : body.kind
  requireOneSource(body)
  await requireRoom(ctx)
  const file = server ? await fetchAnswers(ctx, server) : body.file
  const id = Bun.randomUUIDv7()
  const { library } = body
  const fileName = file ? await storeOrRefuse(ctx, id, { file, library }) : ''
  const request: ImportRequest = {
    path: path ?? null,
    fileName,
    kind: kind ?? null,
    folders: [],
    people: [],
    admins: [],
    isConfirmed: false,
  }
  await ctx.write(async (tx) => {
    const row = {
      id,
      // Replaced when the source has been read. Until then, the version is empty.
      kind: kind ?? serverKinds[0],
      instance: '',
      version: '',
      state: 'reading' as const,
      folders: [],
      report: { ...createReport(kind ?? serverKinds[0], ''), request },
      createdAt: ctx.clock.now(),
    }
    await insertImport(tx, row)
    await recordAudit(ctx, tx, viewer, { action: 'start_source_import' })
    await ctx.queue.enqueue(tx, previewImportJob, { importId: id })
  })
  return getImport(ctx, id)
}

const fetchAnswers = async (ctx: Context, server: BookloreLogin) =>
  new File([await fetchBooklore(ctx, server)], 'booklore.json')

function requireOneSource({ path, file, server }: ImportBody) {
  if ([path, file, server].filter((one) => one !== undefined).length !== 1) {
    throw invalidBody('path', importMessages.path_or_file())
  }
  if (path !== undefined) requireAbsolute('path', path)
}

function requireAbsolute(member: string, path: string) {
  if (isAbsolute(path)) return
  throw invalidBody(member, importMessages.path_not_absolute())
}

async function requireRoom(ctx: Context) {
  const rows = await listImportRows(ctx.db, null, maxListed)
  const open = rows.filter(({ state }) => state === 'reading' || state === 'ready')
  if (open.length < maxUnconfirmed) return
  throw new Refusal('conflict', importMessages.too_many({ max: maxUnconfirmed }))
}

async function storeOrRefuse(
  ctx: Context,
  id: string,
  files: { file: Blob; library: Blob | undefined },
) {
  const maxBytes = getMaxBytes(ctx)
  if (Math.max(files.file.size, files.library?.size ?? 0) > maxBytes) {
    throw new Refusal('too_large', importMessages.too_large({ max: ctx.config.imports.max_mb }))
  }
  return storeUploadedSource(ctx, id, files)
}

/** Stores the choice and computes the preview again. */
export async function mapImport(
  ctx: Context,
  viewer: Viewer,
  { id, folders = [], people = [] }: ImportMappingBody & { id: string },
): Promise<ImportView> {
  const admins = people.filter(({ isAdmin }) => isAdmin === true).map((one) => one.foreignId)
  // An API key must not be able to create administrators.
  if (admins.length > 0) requireSession(viewer)
  for (const [place, { to }] of folders.entries()) requireAbsolute(`folders.${place}.to`, to)
  await ctx.write(async (tx) => {
    const { report, request } = await requireUnconfirmed(tx, id)
    const choice = {
      folders: folders.map(({ from, to }) => ({ from: toForeignPath(from), to })),
      people: people.map(({ foreignId, userId }) => ({ foreignId, userId })),
      admins,
    }
    const next: StoredReport = { ...report, request: { ...request, ...choice } }
    // Clears the folders of the previous preview, because nobody confirmed them.
    await updateImport(tx, id, { state: 'reading', folders: [], report: next })
    await ctx.queue.enqueue(tx, previewImportJob, { importId: id })
  })
  return getImport(ctx, id)
}

/** Starts the import that the preview showed. */
export async function confirmImport(ctx: Context, viewer: Viewer, id: string): Promise<ImportView> {
  await ctx.write(async (tx) => {
    const { request } = await enqueueConfirmed(ctx, tx, await requireImport(tx, id))
    if (request.admins.length > 0) requireSession(viewer)
    await recordAudit(ctx, tx, viewer, { action: 'confirm_source_import' })
  })
  return getImport(ctx, id)
}

/**
 * Throws if the import was confirmed. A failed preview can be computed again with a different
 * choice.
 */
async function requireUnconfirmed(tx: Tx, id: string) {
  const row = await requireImport(tx, id)
  if (isPreviewExpired(row)) throw new Refusal('conflict', row.report!.error!)
  if (row.state !== 'failed' || wasConfirmed(row)) return requireReady(row)
  const { error: _, ...report } = row.report!
  return { report, request: report.request! }
}

export async function requestImportUndo(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<ImportView> {
  await ctx.write(async (tx) => {
    await enqueueUndo(ctx, tx, await requireImport(tx, id))
    await recordAudit(ctx, tx, viewer, { action: 'undo_source_import' })
  })
  return getImport(ctx, id)
}

export async function deleteImport(ctx: Context, id: string) {
  await ctx.write(async (tx) => deleteUnapplied(tx, await requireImport(tx, id)))
  await deleteImportFiles(ctx, id)
}

const requireImport = (db: Db, id: string) => requireImportOf(db, { id, ownerId: null })
