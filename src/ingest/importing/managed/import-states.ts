/** Changes the state of an import, after checking its owner and its current state. */
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import type { Db, Tx } from '../../../platform/db/store'
import { importMessages } from '../messages'
import { deleteImportRow, findImport, type ImportRow, updateImport } from '../merge/queries'
import { applyImportJob, undoImportJob } from '../model'
import { isRunning, wasConfirmed } from './import-view'

/**
 * Returns the import, or throws if it does not belong to this owner. `ownerId`: the user who
 * imports into their own account; null for an administrator's import.
 */
export async function requireImportOf(
  db: Db,
  { id, ownerId }: { id: string; ownerId: string | null },
): Promise<ImportRow> {
  const row = await findImport(db, id)
  if (row?.userId !== ownerId) throw notFound(importMessages.import_not_found())
  return row
}

export function requireReady({ state, report }: ImportRow) {
  if (state !== 'ready' || !report?.request) {
    throw new Refusal('conflict', importMessages.not_ready())
  }
  return { report, request: report.request }
}

/** Enqueues the import that the preview showed. */
export async function enqueueConfirmed(ctx: Context, tx: Tx, row: ImportRow) {
  const { report, request } = requireReady(row)
  const next = { ...report, request: { ...request, isConfirmed: true } }
  await updateImport(tx, row.id, { state: 'applying', report: next })
  await ctx.queue.enqueue(tx, applyImportJob, { importId: row.id })
  return { request }
}

export async function enqueueUndo(ctx: Context, tx: Tx, row: ImportRow) {
  requireUndoable(row)
  await updateImport(tx, row.id, { state: 'undoing' })
  await ctx.queue.enqueue(tx, undoImportJob, { importId: row.id })
}

function requireUndoable(row: ImportRow) {
  const { state } = row
  if (state === 'undone') throw new Refusal('conflict', importMessages.not_undoable())
  if (isRunning(row)) throw new Refusal('conflict', importMessages.running())
  if (state === 'ready' || !wasConfirmed(row)) {
    throw new Refusal('conflict', importMessages.nothing_to_undo())
  }
}

/**
 * Deletes an import that changed nothing or was undone. Other imports are kept, because their facts
 * are needed for repeated imports and for an undo.
 */
export async function deleteUnapplied(tx: Tx, row: ImportRow) {
  const { state } = row
  if (state === 'applying' || state === 'undoing') {
    throw new Refusal('conflict', importMessages.running())
  }
  if (state !== 'undone' && wasConfirmed(row)) {
    throw new Refusal('conflict', importMessages.applied())
  }
  await deleteImportRow(tx, row.id)
}
