import { defineEvent } from '../../platform/events/event'
import {
  anyText,
  boolean,
  freeForm,
  id,
  instant,
  integer,
  list,
  long,
  nullable,
  number,
  oneOf,
  optional,
  partial,
  patchable,
  named,
  shape,
  type Static,
  text,
  unknown,
} from '../../platform/http/shapes'
import { LabelView } from '../labels/model'
import {
  AlternateTitleView,
  ExternalIdView,
  ExternalLinkView,
  ExternalRatingView,
} from '../metadata/model'

export const authorRoles = [
  'author',
  'co_author',
  'editor',
  'translator',
  'illustrator',
  'contributor',
  'writer',
  'penciller',
  'inker',
  'colorist',
  'letterer',
  'cover_artist',
] as const
/**
 * Files contain more roles than the API defines. Roles that the API does not define are shown as
 * `contributor`.
 */
export const roleNamed = (role: string) =>
  authorRoles.find((known) => known === role) ?? 'contributor'

export const seriesStatuses = ['ongoing', 'ended', 'hiatus', 'abandoned', 'unknown'] as const
const readingDirections = ['ltr', 'rtl', 'ttb', 'webtoon'] as const
export const readStatuses = ['unread', 'in_progress', 'read'] as const

const AuthorBody = named('AuthorBody', {
  name: text(300, { minLength: 1 }),
  role: oneOf(authorRoles),
  sortName: patchable(text(300)),
})
export const AuthorView = named('Author', {
  name: anyText(),
  role: oneOf(authorRoles),
  sortName: nullable(anyText({ description: 'Name for sorting, with the family name first' })),
})

/** The locks of a series. true means that automatic writers do not change the field. */
export const LocksView = named('SeriesLocks', {
  ageRating: boolean(),
  alternateTitles: boolean(),
  authorsJsonLock: boolean(),
  cover: boolean(),
  customMetadata: boolean(),
  genres: boolean(),
  imprint: boolean(),
  language: boolean(),
  publisher: boolean(),
  readingDirection: boolean(),
  status: boolean(),
  summary: boolean(),
  tags: boolean(),
  title: boolean(),
  titleSort: boolean(),
  totalChapterCount: boolean(),
  totalVolumeCount: boolean(),
  year: boolean(),
})
export type LocksView = Static<typeof LocksView>

const optionalFields = {
  titleSort: nullable(text(500)),
  summary: nullable(text(50_000)),
  publisher: nullable(text(300)),
  imprint: nullable(text(300)),
  status: nullable(oneOf(seriesStatuses)),
  readingDirection: nullable(oneOf(readingDirections)),
  ageRating: nullable(integer({ minimum: 0, maximum: 99 })),
  language: nullable(text(35, { description: 'BCP 47 language tag, such as en or pt-BR' })),
  year: nullable(integer({ minimum: 1, maximum: 9999 })),
  totalChapterCount: nullable(number({ minimum: 0, maximum: 1_000_000, format: 'float' })),
  totalVolumeCount: nullable(integer({ minimum: 0, maximum: 1_000_000 })),
  authors: nullable(list(AuthorBody, { maxItems: 200 })),
  customMetadata: nullable(freeForm()),
}

/**
 * Response shapes do not need limits: stored values were validated when they were entered, or come
 * from files.
 */
const shownFields = {
  titleSort: nullable(anyText()),
  summary: nullable(anyText()),
  publisher: nullable(anyText()),
  imprint: nullable(anyText()),
  status: nullable(oneOf(seriesStatuses)),
  readingDirection: nullable(oneOf(readingDirections)),
  ageRating: nullable(integer()),
  language: nullable(anyText({ description: 'BCP 47' })),
  year: nullable(integer()),
  totalChapterCount: nullable(number({ format: 'float' })),
  totalVolumeCount: nullable(integer()),
  authors: nullable(list(AuthorView)),
  customMetadata: nullable(freeForm()),
}

const MetadataView = named('SeriesMetadata', {
  title: anyText(),
  ...shownFields,
  locks: LocksView,
  createdAt: instant(),
  updatedAt: instant(),
})

/** A complete series. Every member is always present. */
export const SeriesView = named('Series', {
  id: id(),
  libraryId: id(),
  libraryName: anyText(),
  path: nullable(
    anyText({ description: 'Path of the folder; null without the permission libraries:write' }),
  ),
  bookCount: long(),
  createdAt: instant(),
  updatedAt: instant(),
  metadata: MetadataView,
  alternateTitles: list(AlternateTitleView),
  externalIds: list(ExternalIdView),
  externalLinks: list(ExternalLinkView),
  externalRatings: list(ExternalRatingView),
  genres: list(LabelView),
  tags: list(LabelView),
  hasCustomCover: nullable(boolean()),
  selectedCoverSource: nullable(anyText()),
  coverColor: nullable(
    anyText({
      description: 'Main color of the thumbnail as `#rrggbb`; null until the thumbnail exists',
    }),
  ),
  tracked: boolean(),
  unreadCount: nullable(
    long({ description: 'Number of books in the series that you have not read' }),
  ),
  readCount: long({ description: 'Number of times you have completed the series' }),
  lastCompletedAt: nullable(instant()),
  wantToRead: nullable(boolean()),
  localMaxChapter: nullable(number({ format: 'float' })),
  localMaxVolume: nullable(integer()),
  volumesOwned: nullable(long()),
  upstreamChapterGap: nullable(number({ format: 'float' })),
  upstreamVolumeGap: nullable(integer()),
  upstreamGapProvider: nullable(anyText()),
})
export type SeriesView = Static<typeof SeriesView>

/** Editable fields. A null title keeps the title. */
export const MetadataEdit = shape({
  title: nullable(text(500, { minLength: 1 })),
  ...optionalFields,
})
export type MetadataEdit = Static<typeof MetadataEdit>
export type MetadataField = keyof MetadataEdit

/** Members of responses that are accepted in requests but ignored. */
const ignored = {
  locks: optional(unknown()),
  createdAt: optional(unknown()),
  updatedAt: optional(unknown()),
}
export const MetadataBody = named('SeriesMetadataBody', {
  ...partial(MetadataEdit).properties,
  ...ignored,
})

export const MetadataAnswer = named('SeriesMetadataResponse', {
  id: id(),
  seriesId: id('ID of the series; same as `id`'),
  ...MetadataView.properties,
  genres: list(LabelView),
  tags: list(LabelView),
  alternateTitles: list(AlternateTitleView),
  externalRatings: list(ExternalRatingView),
  externalLinks: list(ExternalLinkView),
})

export const LocksBody = partial(
  shape(
    Object.fromEntries(
      Object.keys(LocksView.properties).map((name) => [name, nullable(boolean())]),
    ) as Record<keyof LocksView, ReturnType<typeof nullable<ReturnType<typeof boolean>>>>,
  ),
)

export const TitleBody = shape({ title: patchable(text(500, { minLength: 1 })) })
export const TitleAnswer = named('SeriesTitle', {
  id: id(),
  title: anyText(),
  updatedAt: instant(),
})

const Confidence = number({ minimum: 0, maximum: 1, format: 'double' })
export const TrackingView = named('Tracking', {
  seriesId: id(),
  tracked: boolean(),
  trackChapters: boolean(),
  trackVolumes: boolean(),
  latestKnownChapter: nullable(number({ format: 'double' })),
  latestKnownVolume: nullable(integer()),
  languages: nullable(list(anyText())),
  allowedGroups: list(anyText(), {
    description: 'Only releases from these groups are announced; empty means all groups',
  }),
  blockedGroups: list(anyText(), { description: 'Releases from these groups are ignored' }),
  pollIntervalOverrideS: nullable(integer()),
  confidenceThresholdOverride: nullable(Confidence),
  volumeChapterMap: unknown(),
  createdAt: instant(),
  updatedAt: instant(),
})
export type TrackingView = Static<typeof TrackingView>

const GroupNames = () => list(text(200, { minLength: 1 }), { maxItems: 100 })
export const TrackingPatch = named('TrackingPatch', {
  tracked: patchable(boolean()),
  trackChapters: patchable(boolean()),
  trackVolumes: patchable(boolean()),
  latestKnownChapter: patchable(number({ minimum: 0, maximum: 1_000_000 })),
  latestKnownVolume: patchable(integer({ minimum: 0, maximum: 1_000_000 })),
  languages: patchable(list(text(35, { minLength: 1 }), { maxItems: 20 })),
  allowedGroups: patchable(GroupNames()),
  blockedGroups: patchable(GroupNames()),
  pollIntervalOverrideS: patchable(integer({ minimum: 60, maximum: 31_536_000 })),
  confidenceThresholdOverride: patchable(Confidence),
  volumeChapterMap: optional(unknown()),
})
export type TrackingPatch = Static<typeof TrackingPatch>

interface SeriesRef {
  libraryId: string
  seriesId: string
}
export const seriesCreated = defineEvent<SeriesRef>('series_created')
export const seriesUpdated = defineEvent<SeriesRef>('series_updated')
export const seriesDeleted = defineEvent<SeriesRef>('series_deleted')
export const seriesMetadataUpdated = defineEvent<
  SeriesRef & { fieldsUpdated: string[]; pluginId?: string }
>('series_metadata_updated')
