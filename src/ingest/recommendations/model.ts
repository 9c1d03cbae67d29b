import { defineEvent } from '../../platform/events/event'
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
  patchable,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'
import { defineJob } from '../../platform/jobs/job'

const RecommendationLibraryView = named('RecommendationLibrary', {
  libraryId: id(),
  libraryName: anyText(),
  seriesId: id(),
})

const RecommendationView = named('Recommendation', {
  externalId: anyText({
    description: 'ID of the series, or of the work in the catalog of `source`',
  }),
  seriesId: nullable(id(), { description: 'ID of the series if it is in a library' }),
  codexSeriesId: nullable(id(), { description: 'Same as `seriesId`' }),
  libraries: list(RecommendationLibraryView, {
    description:
      'Libraries that contain the work, with its series there; the first is that of `seriesId`',
  }),
  title: anyText(),
  reason: anyText(),
  because: MessageView,
  basedOn: list(anyText(), { description: 'Titles of series that you have read' }),
  score: number({ description: 'Score from 0 to 1; the best recommendation scores 1' }),
  source: anyText({
    description:
      '`library`: based on your libraries and your reading; any other value is one of your connections',
  }),
  sourcePlugin: anyText(),
  coverUrl: nullable(anyText()),
  coverColor: nullable(anyText()),
  externalUrl: nullable(anyText()),
  inLibrary: boolean(),
  inCodex: boolean({ description: 'Same as `inLibrary`' }),
  owned: boolean({ description: 'Same as `inLibrary`' }),
  genres: list(anyText()),
  summary: nullable(anyText()),
  status: nullable(anyText()),
  startYear: nullable(integer()),
  rating: nullable(integer({ description: '0 to 100' })),
  totalVolumeCount: nullable(integer()),
  totalChapterCount: nullable(number()),
})
export type RecommendationView = Static<typeof RecommendationView>

const RecommendationSourceView = named('RecommendationSource', {
  pluginId: id(),
  pluginName: anyText(),
  source: anyText(),
  cached: boolean(),
  generatedAt: nullable(instant()),
  taskStatus: nullable(
    anyText({ description: '`pending` while recommendations are being computed' }),
  ),
  problem: nullable(MessageView, {
    description: 'Reason why the source supplied no recommendations last time',
  }),
})

export const RecommendationsView = named('Recommendations', {
  recommendations: list(RecommendationView, { description: 'Best first' }),
  sources: list(RecommendationSourceView),
})
export type RecommendationsView = Static<typeof RecommendationsView>

export const RefreshView = named('RecommendationsRefresh', {
  ...messageMembers(),
  taskIds: list(id()),
})
export type RefreshView = Static<typeof RefreshView>

export const ExternalIdParams = shape({ external_id: text(200, { minLength: 1 }) })
export const DismissBody = named('DismissRecommendation', {
  reason: patchable(
    text(500, { description: 'Reason for dismissing it; passed to a plugin and not stored' }),
  ),
})
export type DismissBody = Static<typeof DismissBody>
export const DismissView = named('DismissedRecommendation', { dismissed: boolean() })

export const recommendationsUpdated = defineEvent<{ userId: string }>('recommendations_updated')

export const refreshRecommendationsJob = defineJob<{ userId: string }>('refresh_recommendations', {
  slots: 1,
  maxAttempts: 3,
})

export const fetchRecommendationsJob = defineJob<{ connectionId: string }>(
  'fetch_recommendations',
  { slots: 2, maxAttempts: 2 },
)

export interface DismissalReport {
  connectionId: string
  externalId: string
  reason?: string
}

/** Informs a plugin that its user dismissed a work. */
export const reportDismissalJob = defineJob<DismissalReport>('tell_dismissal', {
  slots: 1,
  maxAttempts: 3,
})
