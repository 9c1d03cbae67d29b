/**
 * Metadata updates in Komga's format. Unknown members are ignored, because clients add their own.
 */
import {
  boolean,
  integer,
  list,
  number,
  oneOf,
  patchable,
  record,
  shape,
  type Static,
  text,
  type TSchema,
} from '../../../platform/http/shapes'

/** Creates the schema of an object whose unknown members are ignored. */
const loose = <Members extends Record<string, TSchema>>(members: Members) =>
  shape(members, { additionalProperties: true })

const lock = () => patchable(boolean())
const names = () => patchable(list(text(2000), { maxItems: 1000 }))

export const komgaStatuses = ['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS'] as const
export const komgaDirections = ['LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'VERTICAL', 'WEBTOON'] as const

const AlternateTitle = loose({
  label: text(2000, { minLength: 1 }),
  title: text(2000, { minLength: 1 }),
})
const WebLink = loose({ label: text(2000, { minLength: 1 }), url: text(4000) })
const Author = loose({ name: text(2000, { minLength: 1 }), role: text(200, { minLength: 1 }) })

/** Omitted members keep their values. null clears a value. */
export const SeriesUpdate = loose({
  ageRating: patchable(integer()),
  ageRatingLock: lock(),
  alternateTitles: patchable(list(AlternateTitle, { maxItems: 1000 })),
  alternateTitlesLock: lock(),
  genres: names(),
  genresLock: lock(),
  language: patchable(text(200)),
  languageLock: lock(),
  links: patchable(list(WebLink, { maxItems: 1000 })),
  linksLock: lock(),
  publisher: patchable(text(2000)),
  publisherLock: lock(),
  readingDirection: patchable(oneOf(komgaDirections)),
  readingDirectionLock: lock(),
  sharingLabels: names(),
  sharingLabelsLock: lock(),
  status: patchable(oneOf(komgaStatuses)),
  statusLock: lock(),
  summary: patchable(text(100_000)),
  summaryLock: lock(),
  tags: names(),
  tagsLock: lock(),
  title: patchable(text(2000)),
  titleLock: lock(),
  titleSort: patchable(text(2000)),
  titleSortLock: lock(),
  totalBookCount: patchable(integer()),
  totalBookCountLock: lock(),
})
export type SeriesUpdate = Static<typeof SeriesUpdate>

/** Omitted members keep their values. null clears a value. */
export const BookUpdate = loose({
  authors: patchable(list(Author, { maxItems: 1000 })),
  authorsLock: lock(),
  isbn: patchable(text(200)),
  isbnLock: lock(),
  links: patchable(list(WebLink, { maxItems: 1000 })),
  linksLock: lock(),
  number: patchable(text(2000)),
  numberLock: lock(),
  numberSort: patchable(number()),
  numberSortLock: lock(),
  releaseDate: patchable(text(100)),
  releaseDateLock: lock(),
  summary: patchable(text(100_000)),
  summaryLock: lock(),
  tags: names(),
  tagsLock: lock(),
  title: patchable(text(2000)),
  titleLock: lock(),
})
export type BookUpdate = Static<typeof BookUpdate>

const maxBooksAtOnce = 500

/** Updates, keyed by book ID. */
export const BookUpdates = record(BookUpdate, { maxProperties: maxBooksAtOnce })
export type BookUpdates = Static<typeof BookUpdates>
