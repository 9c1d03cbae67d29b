import { defineEvent } from '../../platform/events/event'
import { MessageView, messageMembers } from '../../platform/http/message-shapes'
import { PageOf, PageQuery, sortQuery } from '../../platform/http/pagination'
import {
  anyText,
  boolean,
  booleanText,
  id,
  instant,
  integer,
  list,
  long,
  named,
  nullable,
  number,
  oneOf,
  optional,
  patchable,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'
import { defineJob } from '../../platform/jobs/job'
import { releaseStates } from './rules/announcement-rules'

const SpanView = named('ReleaseSpan', {
  start: number({ format: 'double' }),
  end: number({ format: 'double', description: 'Last number in the range (inclusive)' }),
})

export const ReleaseView = named('Release', {
  id: id(),
  seriesId: id(),
  seriesTitle: anyText(),
  libraryId: id(),
  sourceId: id(),
  sourceName: anyText(),
  externalReleaseId: anyText(),
  infoHash: nullable(anyText()),
  title: anyText({ description: 'Title as given by the source' }),
  chapters: list(SpanView),
  volumes: list(SpanView),
  language: nullable(anyText()),
  groupOrUploader: nullable(anyText()),
  payloadUrl: anyText({ description: 'URL of the release page; may be empty' }),
  mediaUrl: nullable(anyText()),
  mediaUrlKind: nullable(anyText()),
  confidence: number({ minimum: 0, maximum: 1, format: 'double' }),
  state: oneOf(releaseStates),
  seen: boolean({ description: 'Whether you have seen the release' }),
  alsoFrom: list(
    named('JoinedRelease', {
      id: id(),
      sourceId: id(),
      groupOrUploader: nullable(anyText()),
      payloadUrl: anyText(),
    }),
    { description: 'Releases with the same numbers from other sources' },
  ),
  releasedAt: nullable(instant()),
  observedAt: instant(),
  createdAt: instant(),
})
export type ReleaseView = Static<typeof ReleaseView>
export const ReleasePage = PageOf(ReleaseView)

const stateFilter = optional(
  oneOf([...releaseStates, 'all'], { description: 'State of the releases; default: `announced`' }),
)
const filters = {
  state: stateFilter,
  seriesId: optional(id()),
  sourceId: optional(id()),
  language: optional(text(35, { description: 'Language code, as in the facets' })),
  libraryId: optional(id()),
  seen: optional(
    booleanText({ description: 'Only releases that you have seen (true) or not seen (false)' }),
  ),
}
export const releaseSortKeys = ['observed_at', 'series'] as const
export const ReleaseFacetsQuery = shape(filters)
export const ReleasesQuery = shape({ ...filters, ...PageQuery, ...sortQuery(releaseSortKeys) })
export const SeriesReleasesQuery = shape({ ...PageQuery, state: stateFilter })
export type ReleaseFilter = Static<typeof ReleaseFacetsQuery>

const ofLibrary = { libraryId: id(), libraryName: anyText() }
export const ReleaseFacetsView = named('ReleaseFacets', {
  languages: list(named('ReleaseLanguageFacet', { language: anyText(), count: long() })),
  libraries: list(named('ReleaseLibraryFacet', { ...ofLibrary, count: long() })),
  series: list(
    named('ReleaseSeriesFacet', {
      seriesId: id(),
      seriesTitle: anyText(),
      ...ofLibrary,
      count: long(),
    }),
    { description: 'Series with the most releases first, at most 500' },
  ),
})

export const ReleasePatch = named('ReleasePatch', { state: patchable(oneOf(releaseStates)) })
export const ReleaseDeletedView = named('ReleaseDeleted', { deleted: boolean() })

const actions = ['dismiss', 'mark-acquired', 'ignore', 'reset', 'delete'] as const
export type ReleaseAction = (typeof actions)[number]
export const BulkReleasesBody = named('BulkReleases', {
  ids: list(id(), { minItems: 1, maxItems: 500 }),
  action: oneOf(actions, { description: '`reset` announces the releases again' }),
})
export const BulkReleasesView = named('BulkReleasesResult', {
  affected: long(),
  action: oneOf(actions),
})
export const SeenBody = named('ReleasesSeen', {
  ids: optional(
    list(id(), {
      minItems: 1,
      maxItems: 500,
      description: 'IDs of the releases; all announced releases if omitted',
    }),
  ),
})

export const AliasView = named('SeriesAlias', {
  id: id(),
  seriesId: id(),
  alias: anyText(),
  normalized: anyText(),
  source: anyText(),
  createdAt: instant(),
})
export const AliasesView = named('SeriesAliases', { aliases: list(AliasView) })
export const AliasBody = named('NewSeriesAlias', {
  alias: text(300, { minLength: 1 }),
  source: patchable(text(50)),
})
export const AliasParams = shape({ id: id(), alias_id: id() })

export const SourceView = named('ReleaseSource', {
  id: id(),
  pluginId: anyText(),
  sourceKey: anyText(),
  displayName: anyText(),
  kind: oneOf(['feed', 'mangaupdates', 'plugin']),
  enabled: boolean(),
  cronSchedule: nullable(anyText()),
  effectiveCronSchedule: anyText(),
  config: shape({ address: optional(anyText()) }),
  etag: nullable(anyText()),
  lastPolledAt: nullable(instant()),
  lastError: nullable(anyText()),
  lastErrorAt: nullable(instant()),
  lastErrorMessage: nullable(MessageView),
  lastSummary: nullable(anyText()),
  lastSummaryMessage: nullable(MessageView),
  failures: integer({ description: 'Number of consecutive failed polls' }),
  notBefore: nullable(instant(), { description: 'Time before which scheduled polls are skipped' }),
  createdAt: instant(),
  updatedAt: instant(),
})
export type SourceView = Static<typeof SourceView>
export const SourcesView = named('ReleaseSources', { sources: list(SourceView) })
export const SourceBody = named('NewReleaseSource', {
  displayName: text(200, { minLength: 1 }),
  address: text(2000, { minLength: 1, description: 'HTTPS URL of an RSS or Atom feed' }),
})
export const SourcePatch = named('ReleaseSourcePatch', {
  displayName: patchable(text(200, { minLength: 1 })),
  enabled: patchable(boolean()),
  cronSchedule: patchable(text(100)),
})
export type SourcePatch = Static<typeof SourcePatch>
export const PollView = named('PollStarted', { status: anyText(), ...messageMembers() })
export const PollAllView = named('PollAllStarted', {
  considered: integer(),
  enqueued: integer(),
  coalesced: integer({ description: 'Number of sources that are already being polled' }),
  failed: integer(),
})
export const SourceResetView = named('ReleaseSourceReset', { deletedLedgerEntries: long() })
export const SourcesResetView = named('ReleaseSourcesReset', {
  considered: integer(),
  reset: integer(),
  deletedLedgerEntries: long(),
  failed: integer(),
})
export const ApplicabilityQuery = shape({ libraryId: optional(id()) })
export const ApplicabilityView = named('ReleaseApplicability', {
  applicable: boolean(),
  pluginDisplayNames: list(anyText()),
})

export const releaseAnnounced = defineEvent<{
  libraryId: string
  seriesId: string
  releaseId: string
}>('release_announced')

export const pollReleaseSourceJob = defineJob<{ sourceId: string; isForced: boolean }>(
  'poll_release_source',
  { slots: 2, maxAttempts: 1 },
)
export const updateAcquiredReleasesJob = defineJob<{ libraryId: string }>(
  'update_acquired_releases',
  { slots: 1 },
)
export const moveReleasesJob = defineJob<{ fromId: string; toId: string }>('move_releases', {
  slots: 1,
})
