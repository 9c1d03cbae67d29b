import { withText } from '../../../platform/messages/message'
import { type ImportReport, importSteps, type StoredReport } from '../merge/report'
import type { ImportRow } from '../merge/queries'
import { importMessages } from '../messages'
import type { ImportView } from '../model'

/**
 * Returns whether the import may have added something. Imports started by commands have no stored
 * request and are applied immediately.
 */
export const wasConfirmed = ({ report }: Pick<ImportRow, 'report'>) =>
  report?.request?.isConfirmed ?? true

/**
 * Returns whether a job is working on the import. Imports started by commands can be undone at any
 * time, because the command may have been killed. If it is still running, the undo stops it.
 */
export const isRunning = ({ state, report }: Pick<ImportRow, 'state' | 'report'>) =>
  state === 'reading' ||
  state === 'undoing' ||
  (state === 'applying' && report?.request !== undefined)

/** Returns whether the preview waited too long for a decision, so that its copy was deleted. */
export const isPreviewExpired = ({ report }: Pick<ImportRow, 'report'>) =>
  report?.error?.code === importMessages.preview_expired({ days: 0 }).code

export function buildImportView(row: ImportRow): ImportView {
  const { id, state, createdAt, finishedAt, report } = row
  const canUndo = !isRunning(row) && state !== 'ready' && state !== 'undone' && wasConfirmed(row)
  return {
    id,
    ...describeSource(row),
    state,
    progress: describeProgress(report?.running),
    ...describeRequest(report?.request),
    canUndo,
    ...describeEnd(report),
    createdAt,
    finishedAt,
  }
}

/** Describes the source, whose version is empty until it has been read. */
function describeSource({ kind, version, report }: ImportRow) {
  if (version === '') return { kind: report?.request?.kind ?? null, version: null, preview: null }
  return {
    kind,
    version,
    preview: report && !isPreviewExpired({ report }) ? buildPreview(report) : null,
  }
}

const describeRequest = (request: StoredReport['request']) => ({
  path: request?.path ?? null,
  admins: request?.admins ?? [],
})

const describeEnd = (report: StoredReport | null) => ({
  kept: report?.kept ?? null,
  error: report?.error ? withText(report.error) : null,
})

const describeProgress = (running: StoredReport['running']): ImportView['progress'] =>
  running
    ? {
        ...running,
        stepNumber: importSteps.indexOf(running.step) + 1,
        stepCount: importSteps.length,
      }
    : null

function buildPreview(report: ImportReport): ImportView['preview'] {
  const { folders, books, people, lists, edits, covers, labels, leftOut } = report
  return {
    folders,
    books,
    people,
    lists,
    edits,
    covers,
    labels,
    leftOut: leftOut.map(withText),
  }
}
