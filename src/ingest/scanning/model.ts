/** Scans on the wire. */
import { PageOf, PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  id,
  instant,
  long,
  nullable,
  oneOf,
  optional,
  named,
  shape,
  type Static,
} from '../../platform/http/shapes'

const scanModes = ['normal', 'deep'] as const
export type ScanMode = (typeof scanModes)[number]

export const ScanView = named('Scan', {
  id: id(),
  libraryId: id(),
  mode: oneOf(scanModes),
  trigger: oneOf(['manual', 'schedule', 'start', 'created', 'watch', 'names']),
  status: oneOf(['pending', 'running', 'completed', 'failed', 'cancelled']),
  phase: nullable(anyText({ description: 'walk, compare, analyze or tidy while it runs' })),
  currentPath: nullable(
    anyText({ description: 'The folder or file that is looked at, while it runs' }),
  ),
  filesTotal: long(),
  filesProcessed: long(),
  added: long(),
  changed: long(),
  moved: long(),
  missing: long({ description: 'Books put into the trash because their files are gone' }),
  findings: long({ description: 'Files in which something is wrong' }),
  message: nullable(anyText({ description: 'What held it back, for people' })),
  startedAt: nullable(instant()),
  completedAt: nullable(instant()),
  undo: nullable(oneOf(['pending', 'running', 'completed', 'failed'])),
})
export type ScanView = Static<typeof ScanView>

export const ScanPage = PageOf(ScanView)
export const ScanQuery = shape({ mode: optional(oneOf(scanModes)) })
export const ScansQuery = shape(PageQuery)
export const ScanParams = shape({ id: id('Id of the library'), scanId: id() })
