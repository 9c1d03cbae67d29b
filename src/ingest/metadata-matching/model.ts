/** API models for matching series and books with metadata providers. */
import { MessageView, messageMembers } from '../../platform/http/message-shapes'
import {
  anyText,
  boolean,
  id,
  instant,
  integer,
  list,
  named,
  nullable,
  number,
  oneOf,
  optional,
  patchable,
  shape,
  type Static,
  text,
  unknown,
} from '../../platform/http/shapes'
import { defineJob } from '../../platform/jobs/job'

const externalId = () => text(200, { minLength: 1, description: "ID in the provider's catalog" })
const pluginId = () => id('ID of the provider')

const RatedReason = named('MatchReason', {
  because: MessageView,
  points: number({
    description: 'Contribution to the score; negative values count against the candidate',
  }),
})

export const CandidateView = named('MatchCandidate', {
  pluginId: pluginId(),
  provider: anyText(),
  externalId: anyText(),
  title: anyText(),
  alternateTitles: list(anyText()),
  number: nullable(anyText({ description: 'Issue or volume number' })),
  year: nullable(integer()),
  format: nullable(anyText({ description: 'Format of the work, such as manga, comic or novel' })),
  status: nullable(anyText()),
  totalVolumeCount: nullable(number()),
  totalChapterCount: nullable(number()),
  authors: list(anyText()),
  publisher: nullable(anyText()),
  summary: nullable(anyText()),
  siteUrl: nullable(anyText()),
  coverUrl: nullable(anyText({ description: 'Path of the cover on this server' })),
  score: number({ description: 'Match score, from 0 to 1.3; higher is better' }),
  verdict: oneOf(['sure', 'likely', 'unsure']),
  reasons: list(RatedReason),
  isExcluded: boolean({ description: 'Whether a user excluded this work for the series' }),
  isCurrent: boolean({ description: 'Whether the series already has metadata from this work' }),
})
export type CandidateView = Static<typeof CandidateView>

const ProviderProblem = named('ProviderProblem', {
  pluginId: pluginId(),
  provider: anyText(),
  problem: MessageView,
})

export const SearchBody = named('MatchSearch', {
  pluginId: optional(pluginId()),
  query: optional(
    text(200, {
      minLength: 1,
      description: "Title, or link to a work on a provider's site. Default: the series title",
    }),
  ),
})
export type SearchBody = Static<typeof SearchBody>

export const SearchView = named('MatchSearchResult', {
  query: anyText(),
  candidates: list(CandidateView, { description: 'Best first' }),
  works: list(list(integer()), {
    description:
      'For each work, the indexes of its candidates; several providers can have the same work',
  }),
  problems: list(ProviderProblem, { description: 'Providers that returned no results' }),
  decision: named('MatchDecision', {
    mayApply: boolean({
      description: 'Whether the first candidate would be applied automatically',
    }),
    because: MessageView,
  }),
  isNeverMatched: boolean({
    description: 'Whether a user excluded the series from automatic matching',
  }),
})
export type SearchView = Static<typeof SearchView>

export const SearchTitleQuery = shape({ pluginId: pluginId() })
export const SearchTitleView = named('SearchTitle', {
  originalTitle: anyText(),
  searchTitle: anyText(),
  rulesApplied: integer({ description: '1 if the title was shortened, otherwise 0' }),
})
export type SearchTitleQuery = Static<typeof SearchTitleQuery>
export type SearchTitleView = Static<typeof SearchTitleView>

const Chosen = { pluginId: pluginId(), externalId: externalId() }
export const PreviewBody = named('MetadataPreviewRequest', Chosen)
export type PreviewBody = Static<typeof PreviewBody>

export const FieldPreviewView = named('MetadataFieldPreview', {
  field: anyText(),
  currentValue: unknown(),
  proposedValue: unknown(),
  status: oneOf(['will_apply', 'locked', 'no_permission', 'unchanged', 'not_provided']),
  because: nullable(MessageView, { description: 'Reason why the value would not be applied' }),
})
export type FieldPreviewView = Static<typeof FieldPreviewView>

export const PreviewView = named('MetadataPreviewResponse', {
  pluginId: pluginId(),
  pluginName: anyText(),
  externalId: anyText(),
  externalUrl: nullable(anyText()),
  coverUrl: nullable(anyText({ description: 'Path of the cover on this server' })),
  fields: list(FieldPreviewView),
  summary: named('PreviewSummary', {
    willApply: integer(),
    locked: integer(),
    noPermission: integer(),
    unchanged: integer(),
    notProvided: integer(),
  }),
})
export type PreviewView = Static<typeof PreviewView>

export const ApplyBody = named('MetadataApplyRequest', {
  ...Chosen,
  fields: optional(
    nullable(
      list(text(50), {
        maxItems: 50,
        description: 'Fields to apply, including `cover`; null means all fields',
      }),
    ),
  ),
  overwrite: optional(
    list(text(50), {
      maxItems: 50,
      description: 'Fields to apply even if they are locked or edited; they then count as edited',
    }),
  ),
  dryRun: optional(boolean()),
})
export type ApplyBody = Static<typeof ApplyBody>

const SkippedField = named('SkippedField', { field: anyText(), ...messageMembers() })
const FieldChangeView = named('FieldChange', {
  field: anyText(),
  before: unknown(),
  after: unknown(),
})

const applied = {
  success: boolean(),
  ...messageMembers(),
  appliedFields: list(anyText()),
  skippedFields: list(SkippedField),
  changeSetId: nullable(id('ID of the change set, used to undo the change')),
  coverId: nullable(id('ID of the cover that was added to the series')),
}

export const ApplyView = named('MetadataApplyResponse', {
  ...applied,
  dryRunReport: optional(named('DryRunReport', { changes: list(FieldChangeView) })),
})
export type ApplyView = Static<typeof ApplyView>

export const AutoMatchBody = named('MetadataAutoMatchRequest', {
  pluginId: optional(pluginId()),
  query: optional(nullable(text(200, { minLength: 1 }))),
})
export type AutoMatchBody = Static<typeof AutoMatchBody>

export const AutoMatchView = named('MetadataAutoMatchResponse', {
  ...applied,
  externalUrl: nullable(anyText()),
  matchedResult: nullable(CandidateView),
})
export type AutoMatchView = Static<typeof AutoMatchView>

export const UndoView = named('UndoneChange', {
  restored: list(anyText(), { description: 'Fields whose previous value was restored' }),
  kept: list(anyText(), { description: 'Fields that have been changed again since and are kept' }),
})

export const ExclusionBody = named('MatchExclusion', {
  pluginId: optional(pluginId()),
  externalId: optional(externalId()),
})
export type ExclusionBody = Static<typeof ExclusionBody>

const OfferView = named('MetadataOffer', {
  pluginId: pluginId(),
  provider: anyText(),
  externalId: anyText(),
  fetchedAt: instant(),
  values: unknown(),
})
export const OffersView = shape({ offers: list(OfferView) })

export const CoverQuery = shape({
  url: text(2000, { description: 'URL of the image, as in the search results' }),
  signature: text(100, { description: 'Signature of the URL, created by this server' }),
})

const LibraryProvider = named('LibraryProvider', {
  pluginId: pluginId(),
  name: anyText(),
  displayName: anyText(),
  siteUrl: nullable(anyText()),
  attribution: nullable(anyText({ description: 'Credit that the provider requires to be shown' })),
  needsKey: boolean(),
  hasKey: boolean({
    description: 'Whether the server settings contain an API key for the provider',
  }),
  subjects: list(oneOf(['manga', 'comics', 'prose'])),
  isUsed: boolean(),
})

export const LibraryProvidersView = named('LibraryProviders', {
  libraryId: id(),
  providers: list(LibraryProvider, { description: 'Used providers first, in order of trust' }),
  isDefault: boolean({ description: 'Whether the providers are the default ones' }),
  threshold: number({ description: 'Minimum score for applying a match automatically' }),
  matchNew: boolean({ description: 'Whether new series are matched after each scan' }),
  preferProviderCovers: boolean({
    description: 'Whether covers from providers replace those of the first book',
  }),
  titleLanguage: nullable(anyText()),
})
export type LibraryProvidersView = Static<typeof LibraryProvidersView>

export const LibraryProvidersBody = named('LibraryProvidersUpdate', {
  pluginIds: patchable(
    list(pluginId(), {
      maxItems: 50,
      description:
        'IDs of the providers to use, most trusted first; null means the default providers',
    }),
  ),
  threshold: patchable(number({ minimum: 0.5, maximum: 1.2 })),
  matchNew: optional(boolean()),
  preferProviderCovers: optional(boolean()),
  titleLanguage: patchable(
    text(35, {
      pattern: '^(original|romanized|[a-z]{2,3}(-[A-Za-z0-9]{2,8})*)$',
      description:
        'Language for the titles of series that are matched from now on: `original` (in its own script), `romanized`, or a BCP 47 tag; null means the title that the provider prefers',
    }),
  ),
})
export type LibraryProvidersBody = Static<typeof LibraryProvidersBody>

export const matchLibraryJob = defineJob<{ runId: string }>('match_library', {
  slots: 2,
  maxAttempts: 10,
})
export const undoMatchRunJob = defineJob<{ runId: string }>('undo_match_run', {
  slots: 1,
  maxAttempts: 10,
})
export const refreshMetadataJob = defineJob<{ runId: string }>('refresh_metadata', {
  slots: 1,
  maxAttempts: 10,
})
