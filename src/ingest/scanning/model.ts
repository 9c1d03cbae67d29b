import { defineJob } from '../../platform/jobs/job'
import { defineEvent } from '../../platform/events/event'
import { PageOf, PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  id,
  instant,
  list,
  long,
  nullable,
  oneOf,
  optional,
  named,
  shape,
  type Static,
} from '../../platform/http/shapes'
import { MessageView } from '../../platform/http/message-shapes'

const scanModes = ['normal', 'deep'] as const
export type ScanMode = (typeof scanModes)[number]

export const ScanView = named('Scan', {
  id: id(),
  libraryId: id(),
  mode: oneOf(scanModes),
  trigger: oneOf(['manual', 'schedule', 'start', 'created', 'watch', 'names']),
  status: oneOf(['pending', 'running', 'completed', 'failed', 'cancelled']),
  phase: nullable(
    anyText({
      description:
        'Phase of the scan: walk, compare, analyze or tidy; null unless the scan is running',
    }),
  ),
  currentPath: nullable(
    anyText({ description: 'Folder or file being read; null unless the scan is running' }),
  ),
  filesTotal: long(),
  filesProcessed: long(),
  added: long(),
  changed: long(),
  moved: long(),
  missing: long({
    description: 'Number of books moved to the trash because their files are missing',
  }),
  findings: long({ description: 'Number of files with findings' }),
  messages: list(MessageView, { description: 'Reason for the failure, and skipped items' }),
  startedAt: nullable(instant()),
  completedAt: nullable(instant()),
  undo: nullable(oneOf(['pending', 'running', 'completed', 'failed'])),
})
export type ScanView = Static<typeof ScanView>

export const ScanPage = PageOf(ScanView)
export const ScanQuery = shape({
  mode: optional(oneOf(scanModes, { description: '`deep` also reads unchanged files again' })),
})
export const ScansQuery = shape(PageQuery)
export const ScanParams = shape({ id: id('ID of the library'), scanId: id() })

export interface ScanProgress {
  libraryId: string
  scanId: string
  status: string
  phase: string | null
  filesProcessed: number
  filesTotal: number
}
export const scanProgress = defineEvent<ScanProgress>('scan_progress')

/** Library states in which missing files are not treated as deleted. */
export type UnconfirmedState = 'unavailable' | 'awaiting_confirmation'

export interface ScanOrder {
  libraryId: string
  mode: ScanMode
  trigger: ScanView['trigger']
  /** The state of the library when a person confirmed that the missing files are gone. */
  confirmed?: UnconfirmedState
  /** Number of consecutive earlier scans that found growing files. */
  round?: number
  /**
   * The scan that was running at the time of the request may already have passed the files, so this
   * job is enqueued again until its scan can start.
   */
  mustFollow?: boolean
}

/**
 * Scans and their follow-up jobs are resumed after a restart: each attempt continues where the last
 * one stopped.
 */
const maxAttempts = 10

export const scanLibraryJob = defineJob<ScanOrder>('scan_library', { slots: 2, maxAttempts })
/** Enqueues a scan at a later time. */
export const scanAgainJob = defineJob<ScanOrder>('scan_again', { slots: 2 })
export interface UndoOrder {
  libraryId: string
  scanId: string
}
export const undoScanJob = defineJob<UndoOrder>('undo_scan', {
  slots: 1,
  maxAttempts,
})
export interface PreviewOrder {
  libraryId: string
  mode: ScanMode
}
export const previewScanJob = defineJob<PreviewOrder>('preview_scan', {
  slots: 1,
  maxAttempts: 3,
})
/** Hashes whole files that have no other fingerprint. */
export const hashBooksJob = defineJob<Record<string, never>>('hash_books', { slots: 1 })
/** Adds user activity on trashed books to other copies of those books. */
export const mergeCopiesJob = defineJob<Record<string, never>>('merge_copies', {
  slots: 1,
  maxAttempts,
})
