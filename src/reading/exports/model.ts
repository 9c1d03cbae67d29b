/** Exports of a user's own data in the API. */
import { defineEvent } from '../../platform/events/event'
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
import { MessageView } from '../../platform/http/message-shapes'
import { defineJob } from '../../platform/jobs/job'

export const writeExportJob = defineJob<{ exportId: string }>('write_export', {
  slots: 1,
  maxAttempts: 2,
})

const textFormats = ['json', 'csv', 'md', 'html'] as const
export type TextFormat = (typeof textFormats)[number]
const exportFormats = [...textFormats, 'zip'] as const
export type ExportFormat = (typeof exportFormats)[number]

const exportTypes = [
  'series',
  'books',
  'both',
  'progress',
  'history',
  'ratings',
  'highlights',
  'everything',
] as const
export type ExportType = (typeof exportTypes)[number]

const fields = (description: string) => optional(list(text(60), { maxItems: 60, description }))

export const ExportCreation = named('ExportCreation', {
  format: oneOf(exportFormats, {
    description:
      'Format of the file; `html` and `md` are documents for reading. `zip` is the archive of `everything`, which has no other format',
  }),
  exportType: optional(
    oneOf(exportTypes, {
      description:
        'What to export; default: series. `everything` contains all your data, in the format of `docs/export-format.md`, and requires a session',
    }),
  ),
  libraryIds: optional(
    list(id(), {
      maxItems: 500,
      description:
        'IDs of the libraries to include; empty means all libraries that you can see. The reading history and `everything` always cover all libraries',
    }),
  ),
  fields: fields('Fields of series; empty means all fields'),
  bookFields: fields('Fields of books; empty means all fields'),
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
  error: nullable(anyText()),
  errorMessage: nullable(MessageView),
  createdAt: instant(),
  startedAt: nullable(instant()),
  completedAt: nullable(instant()),
  expiresAt: instant({ description: 'Time at which the file is deleted' }),
})
export type ExportView = Static<typeof ExportView>

export const ExportList = named('ExportList', { exports: list(ExportView) })

const ExportField = named('ExportField', {
  key: anyText(),
  label: anyText(),
  multiValue: boolean(),
  userSpecific: boolean({
    description: 'Whether the field contains your own data, such as your rating',
  }),
  isAnchor: boolean({
    description: 'Whether the field identifies the row and is therefore always included',
  }),
})
export type ExportField = Static<typeof ExportField>

export const FieldCatalog = named('ExportFields', {
  fields: list(ExportField),
  bookFields: list(ExportField),
  presets: named('ExportPresets', { llmSelect: list(anyText()), llmSelectBooks: list(anyText()) }),
})

export const exportsUpdated = defineEvent<{ userId: string }>('exports_updated')
