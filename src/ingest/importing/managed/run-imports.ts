/** The jobs of imports that were started in the interface. */
import type { Viewer } from '../../../accounts/permissions/model'
import { findViewerOfUser } from '../../../accounts/users/viewer-of-user'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import type { ImportWatch } from '../merge/import-run'
import { applyConfirmed, type ImportChoice, previewImport } from '../merge/import-source'
import { findImport, type ImportRow, updateImport } from '../merge/queries'
import type { ImportRequest, ImportStep, StoredReport } from '../merge/report'
import { undoImport } from '../merge/undo-import'
import { recognizeInstallation } from '../merge/recognize-installation'
import type { OpenSource } from '../neutral-form'
import { importMessages } from '../messages'
import {
  copySource,
  deleteImportFiles,
  deleteWorkFiles,
  openCopiedAppFile,
  openCopiedSource,
} from './import-files'
import { wasConfirmed } from './import-view'

interface Run {
  row: ImportRow
  report: StoredReport
  request: ImportRequest
  /** The user who imports into their own account. */
  owner: Viewer | undefined
}

/**
 * Returns undefined if the import was deleted or is in another state. Deletes the files of a
 * deleted import.
 */
async function findRun(
  ctx: Context,
  importId: string,
  state: ImportRow['state'],
): Promise<Run | undefined> {
  const row = await findImport(ctx.db, importId)
  if (!row) await deleteImportFiles(ctx, importId)
  const report = row?.report
  if (row?.state !== state || !report?.request) return undefined
  const owner = row.userId === null ? undefined : await findViewerOfUser(ctx.db, row.userId)
  return { row, report, request: report.request, owner }
}

/** Throws if the account was deactivated while its import was waiting. */
function requireOwner({ row, owner }: Run) {
  if (row.userId !== null && !owner) throw new Refusal('invalid', importMessages.account_gone())
}

export async function runImportPreview(ctx: Context, importId: string, signal: AbortSignal) {
  const run = await findRun(ctx, importId, 'reading')
  if (!run) return undefined
  const watch = watchImport(ctx, run, signal)
  await watch.onStep('copying', 0)
  return orFail(ctx, run, async () => {
    requireOwner(run)
    const fileName = await copySource(ctx, importId, run.request)
    const request = { ...run.request, fileName }
    const { values, report } = await withSource(ctx, { ...run, request }, async (source) => {
      const { kind, instance, version, marks = [] } = source
      const preview = await previewImport(ctx, source, toChoice({ ...run, request }), watch)
      return { values: { kind, instance, version }, report: { ...preview, marks } }
    })
    const folders = [
      ...request.folders,
      ...report.folders.flatMap(({ from, to }) =>
        to === null || request.folders.some((one) => one.from === from) ? [] : { from, to },
      ),
    ]
    return async (tx: Tx) => {
      await deleteFilesOfDeleted(ctx, tx, importId)
      const next = { ...report, request }
      await updateImport(tx, importId, { ...values, folders, state: 'ready', report: next })
    }
  })
}

export async function runConfirmedImport(ctx: Context, importId: string, signal: AbortSignal) {
  const run = await findRun(ctx, importId, 'applying')
  if (!run) return undefined
  const { request } = run
  const watch = watchImport(ctx, run, signal)
  return orFail(ctx, run, async () => {
    requireOwner(run)
    const choice = toChoice(run)
    const report = await withSource(ctx, run, async (source) => {
      const { instance, marks = [] } = source
      // Another import from the same installation may have been confirmed since the preview.
      if (instance !== run.row.instance) {
        await ctx.write((tx) => updateImport(tx, importId, { instance }))
      }
      return { ...(await applyConfirmed(ctx, source, { importId, choice, watch })), marks }
    })
    return async (tx: Tx) => {
      const end = { state: 'done' as const, finishedAt: ctx.clock.now() }
      await updateImport(tx, importId, { ...end, report: { ...report, request } })
      tx.afterCommit(() => void deleteImportFiles(ctx, importId))
    }
  })
}

export async function runImportUndo(ctx: Context, importId: string) {
  const row = await findImport(ctx.db, importId)
  if (row?.state !== 'undoing') return
  const { kept } = await undoImport(ctx, importId)
  const { report } = row
  if (report) await ctx.write((tx) => updateImport(tx, importId, { report: { ...report, kept } }))
}

/**
 * Deletes the files of an import that no longer exists: they may have been stored after it was
 * deleted.
 */
async function deleteFilesOfDeleted(ctx: Context, tx: Tx, importId: string) {
  if (await findImport(tx, importId)) return
  tx.afterCommit(() => void deleteImportFiles(ctx, importId))
}

function toChoice({ request: { folders, people, admins }, owner }: Run): ImportChoice {
  const common = { folders, users: new Map(), admins: new Set<string>() }
  if (owner) {
    const { userId } = owner
    return { ...common, byId: new Map([[userId, { userId, isAdmin: false }]]), viewer: owner }
  }
  const byId = people.map(
    ({ foreignId, userId }) =>
      [foreignId, { userId, isAdmin: admins.includes(foreignId) }] as const,
  )
  return { ...common, byId: new Map(byId) }
}

async function withSource<Result>(
  ctx: Context,
  { row, request, owner }: Run,
  use: (source: OpenSource) => Promise<Result>,
): Promise<Result> {
  const { id } = row
  try {
    const source = owner
      ? await openCopiedAppFile(ctx, id, { request, owner })
      : await openCopiedSource(ctx, id, request)
    try {
      return await use(await recognizeInstallation(ctx.db, source, row))
    } finally {
      source.close()
    }
  } finally {
    deleteWorkFiles(ctx, id)
  }
}

/**
 * Stores the reason if the work is refused, instead of letting the job try again: another attempt
 * would fail in the same way. The reason describes what to do.
 */
async function orFail(
  ctx: Context,
  { row, report }: Run,
  work: () => Promise<(tx: Tx) => Promise<void>>,
) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const failed = { ...report, error: error.userMessage }
    return async (tx: Tx) => storeFailure(ctx, tx, row, failed)
  }
}

async function storeFailure(
  ctx: Context,
  tx: Tx,
  { id, userId }: Pick<ImportRow, 'id' | 'userId'>,
  report: StoredReport,
) {
  await deleteFilesOfDeleted(ctx, tx, id)
  const { running: _, ...rest } = report
  // An administrator can compute a preview again with a different choice.
  const mayTryAgain = userId === null && !report.request?.isConfirmed
  if (!mayTryAgain) tx.afterCommit(() => void deleteImportFiles(ctx, id))
  await updateImport(tx, id, { state: 'failed', report: rest, finishedAt: ctx.clock.now() })
}

/**
 * Marks the import as failed. Called after the last attempt of a job, or if someone canceled the
 * job.
 */
export async function failInterrupted(ctx: Context, tx: Tx, importId: string) {
  const row = await findImport(tx, importId)
  if (!row) return deleteFilesOfDeleted(ctx, tx, importId)
  if (!row.report) return
  const error = wasConfirmed(row)
    ? importMessages.interrupted()
    : importMessages.preview_interrupted()
  await storeFailure(ctx, tx, row, { ...row.report, error })
}

const progressEveryMs = 1000

/** Stores the progress for the interface: each new step, and otherwise at most once a second. */
function watchImport(ctx: Context, { row, report }: Run, signal: AbortSignal) {
  let shown: ImportStep | undefined
  let shownAt = 0
  return {
    signal,
    onStep: async (step: ImportStep, done: number) => {
      signal.throwIfAborted()
      const now = ctx.clock.now().getTime()
      if (step === shown && now - shownAt < progressEveryMs) return
      shown = step
      shownAt = now
      const next = { ...report, running: { step, done } }
      await ctx.write((tx) => updateImport(tx, row.id, { report: next }))
    },
  } satisfies ImportWatch
}
