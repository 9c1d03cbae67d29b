import {
  anyText,
  id,
  instant,
  integer,
  list,
  nullable,
  number,
  optional,
  patchable,
  named,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'

const ofSeries = { id: id(), seriesId: id('ID of the series') }
const times = { createdAt: instant(), updatedAt: instant() }

export const AlternateTitleView = named('AlternateTitle', {
  ...ofSeries,
  label: anyText({ description: 'Language or script, such as Japanese or Romaji' }),
  title: anyText(),
  ...times,
})

export const ExternalIdView = named('ExternalId', {
  ...ofSeries,
  source: anyText({ description: '`plugin:<name>`, `comicinfo` or `epub`' }),
  externalId: anyText(),
  externalUrl: nullable(anyText()),
  lastSyncedAt: nullable(instant()),
  metadataHash: nullable(anyText()),
  ...times,
})

export const ExternalLinkView = named('ExternalLink', {
  ...ofSeries,
  sourceName: anyText({ description: 'Name of the site in lower case' }),
  url: anyText(),
  externalId: nullable(anyText()),
  ...times,
})

export const ExternalRatingView = named('ExternalRating', {
  ...ofSeries,
  sourceName: anyText(),
  rating: number({ minimum: 0, maximum: 100, format: 'double' }),
  voteCount: nullable(integer()),
  fetchedAt: instant(),
  ...times,
})

export const AlternateTitlesView = shape({ titles: list(AlternateTitleView) })
export const ExternalIdsView = shape({ externalIds: list(ExternalIdView) })
export const ExternalLinksView = shape({ links: list(ExternalLinkView) })
export const ExternalRatingsView = shape({ ratings: list(ExternalRatingView) })

const Title = text(500, { minLength: 1 })
const Label = text(50, { minLength: 1 })
const SourceName = text(100, { minLength: 1 })
const Url = text(2000, { minLength: 1, description: 'HTTP or HTTPS URL' })

export const NewAlternateTitle = named('NewAlternateTitle', { label: Label, title: Title })
export const AlternateTitlePatch = named('AlternateTitlePatch', {
  label: patchable(Label),
  title: patchable(Title),
})
export const NewExternalId = named('NewExternalId', {
  source: text(120, { minLength: 1, description: '`plugin:<name>`, `comicinfo` or `epub`' }),
  externalId: text(500, { minLength: 1 }),
  externalUrl: patchable(Url),
})
export const NewExternalLink = named('NewExternalLink', {
  sourceName: SourceName,
  url: Url,
  externalId: patchable(text(500)),
})
export const NewExternalRating = named('NewExternalRating', {
  sourceName: SourceName,
  rating: number({ minimum: 0, maximum: 100 }),
  voteCount: optional(nullable(integer({ minimum: 0 }))),
})
export type NewAlternateTitle = Static<typeof NewAlternateTitle>
export type AlternateTitlePatch = Static<typeof AlternateTitlePatch>
export type NewExternalId = Static<typeof NewExternalId>
export type NewExternalLink = Static<typeof NewExternalLink>
export type NewExternalRating = Static<typeof NewExternalRating>

export const AlternateTitleParams = shape({ id: id('ID of the series'), titleId: id() })
export const ExternalIdParams = shape({ id: id('ID of the series'), externalIdId: id() })
export const ExternalLinkParams = shape({ id: id('ID of the series'), linkId: id() })
export const ExternalRatingParams = shape({
  id: id('ID of the series'),
  source: text(100, { minLength: 1, description: 'Name of the source in lower case' }),
})
