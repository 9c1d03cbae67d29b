/** Exports of a user's own data in the API. */
import { defineEvent } from '../../platform/events/event'
import { MessageView } from '../../platform/http/message-shapes'
import {
  anyText,
  boolean,
  id,
  instant,
  list,
  long,
  named,
  nullable,
  oneOf,
  optional,
  type Static,
  text,
} from '../../platform/http/shapes'
import { defineJob } from '../../platform/jobs/job'

export const writeExportJob = defineJob<{ exportId: string }>('write_export', {
  slots: 1,
  maxAttempts: 2,
})

const exportFormats = ['json', 'csv', 'md', 'html'] as const
export type ExportFormat = (typeof exportFormats)[number]

const exportTypes = [
  'series',
  'books',
  'both',
  'progress',
  'history',
  'ratings',
  'highlights',
] as const
export type ExportType = (typeof exportTypes)[number]

const fields = (description: string) => optional(list(text(60), { maxItems: 60, description }))

export const ExportCreation = named('ExportCreation', {
  format: oneOf(exportFormats, { description: 'html and md are documents to read' }),
  exportType: optional(oneOf(exportTypes, { description: 'Default: series' })),
  libraryIds: optional(
    list(id(), {
      maxItems: 500,
      description: 'Empty: all that you can see. The history is of all libraries',
    }),
  ),
  fields: fields('Fields of series; empty: all'),
  bookFields: fields('Fields of books; empty: all'),
})
export type ExportCreation = Static<typeof ExportCreation>

export const ExportView = named('Export', {
  id: id(),
  format: anyText(),
  exportType: anyText(),
  status: oneOf(['pending', 'running', 'completed', 'failed']),
  libraryIds: list(id()),
  fields: list(anyText()),
  bookFields: list(anyText()),
  fileSizeBytes: nullable(long()),
  rowCount: nullable(long()),
  error: nullable(MessageView),
  createdAt: instant(),
  startedAt: nullable(instant()),
  completedAt: nullable(instant()),
  expiresAt: instant({ description: 'The file is deleted then' }),
})
export type ExportView = Static<typeof ExportView>

export const ExportList = named('ExportList', { exports: list(ExportView) })

const ExportField = named('ExportField', {
  key: anyText(),
  label: anyText(),
  multiValue: boolean(),
  userSpecific: boolean({ description: 'Your own data, such as your rating' }),
  isAnchor: boolean({ description: 'Identifies the row; always included' }),
})
export type ExportField = Static<typeof ExportField>

export const FieldCatalog = named('ExportFields', {
  fields: list(ExportField),
  bookFields: list(ExportField),
  presets: named('ExportPresets', { llmSelect: list(anyText()), llmSelectBooks: list(anyText()) }),
})

export const exportsUpdated = defineEvent<{ userId: string }>('exports_updated')
