/** API models of library jobs that refresh metadata from providers. */
import { MessageView, messageMembers } from '../../../platform/http/message-shapes'
import {
  anyText,
  boolean,
  id,
  instant,
  integer,
  list,
  literal,
  named,
  nullable,
  oneOf,
  optional,
  patchable,
  record,
  shape,
  type Static,
  text,
  unknown,
} from '../../../platform/http/shapes'

const names = (description: string) =>
  optional(list(text(50, { minLength: 1 }), { maxItems: 50, description }))

const RefreshConfig = named('MetadataRefreshConfig', {
  type: literal('metadata_refresh'),
  provider: text(100, {
    minLength: 1,
    description: '`plugin:<name>`, or `*` for every provider that a series has metadata from',
  }),
  scope: optional(oneOf(['series_only', 'books_only', 'series_and_books'])),
  fieldGroups: names(
    'Groups of fields that may change; all fields if neither groups nor fields are given',
  ),
  extraFields: names('Additional fields that may change'),
  bookFieldGroups: names('Not used'),
  bookExtraFields: names('Not used'),
  existingSourceIdsOnly: optional(
    boolean({ description: 'Must be true; use matching to find the works of other series' }),
  ),
  skipRecentlySyncedWithinS: optional(
    integer({
      minimum: 0,
      maximum: 31_536_000,
      description: 'Series refreshed within this many seconds are skipped; default: one hour',
    }),
  ),
  maxConcurrency: optional(
    integer({
      minimum: 0,
      maximum: 64,
      description: 'Not used; each provider has its own rate limit',
    }),
  ),
})
export type RefreshConfig = Static<typeof RefreshConfig>

export const LibraryJobView = named('LibraryJob', {
  id: id(),
  libraryId: id(),
  name: anyText(),
  enabled: boolean(),
  cronSchedule: anyText(),
  timezone: nullable(anyText()),
  config: RefreshConfig,
  lastRunAt: nullable(instant()),
  lastRunStatus: nullable(oneOf(['running', 'completed', 'canceled', 'failed'])),
  lastRunMessage: nullable(anyText()),
  lastRunProblem: nullable(MessageView, { description: 'Reason why the last run failed' }),
  createdAt: instant(),
  updatedAt: instant(),
})
export type LibraryJobView = Static<typeof LibraryJobView>
export const LibraryJobsView = shape({ jobs: list(LibraryJobView) })

const name = () => patchable(text(200, { minLength: 1 }))
const timezone = () =>
  patchable(text(64, { description: "IANA time zone; null means the server's time zone" }))
const cronSchedule = () =>
  text(100, { description: 'Cron expression with five fields, such as "0 4 * * 0"' })

export const CreateLibraryJobBody = named('CreateLibraryJob', {
  name: name(),
  cronSchedule: cronSchedule(),
  timezone: timezone(),
  enabled: optional(boolean()),
  config: RefreshConfig,
})
export type CreateLibraryJobBody = Static<typeof CreateLibraryJobBody>

export const PatchLibraryJobBody = named('PatchLibraryJob', {
  name: name(),
  cronSchedule: patchable(cronSchedule()),
  timezone: timezone(),
  enabled: patchable(boolean()),
  config: optional(RefreshConfig),
})
export type PatchLibraryJobBody = Static<typeof PatchLibraryJobBody>

export const LibraryParams = shape({ id: id('ID of the library') })
export const LibraryJobParams = shape({ id: id('ID of the library'), job_id: id() })

export const RunNowView = named('LibraryJobRun', { taskId: id(), runId: id() })

export const DryRunBody = named('LibraryJobDryRun', {
  configOverride: optional(RefreshConfig),
  sampleSize: patchable(
    integer({ minimum: 0, maximum: 20, description: 'Number of series to try; default: 5' }),
  ),
})
export type DryRunBody = Static<typeof DryRunBody>

const SkippedField = named('DryRunSkippedField', { field: anyText(), ...messageMembers() })
const SeriesChanges = named('DryRunSeries', {
  seriesId: id(),
  seriesName: anyText(),
  changes: record(shape({ before: unknown(), after: unknown() })),
  skipped: list(SkippedField),
})
export const DryRunView = named('LibraryJobDryRunResult', {
  totalEligible: integer({ description: 'Number of series that would be refreshed' }),
  estSkippedNoId: integer({
    description: 'Number of series that have no metadata from the provider',
  }),
  estSkippedRecentlySynced: integer(),
  sample: list(SeriesChanges),
  planFailure: nullable(anyText()),
  planProblem: nullable(MessageView, { description: 'Reason why there is no sample' }),
})
export type DryRunView = Static<typeof DryRunView>

export const FieldGroupsView = list(
  named('FieldGroup', { id: anyText(), label: anyText(), fields: list(anyText()) }),
)
