/** Translates Komga's metadata updates into Quire's edits. Pure. */
import { invalidBody } from '../../../platform/http/validation'
import { valueMessages } from '../../../platform/messages/common'
import type { BookEditBody } from '../../../catalog/books/metadata/edit-model'
import type { SeriesEditBody } from '../../../catalog/series/metadata/edit-model'
import { roleNamed } from '../../../catalog/series/model'
import { toQuireRole } from '../dto/series-dto'
import { type BookUpdate, komgaDirections, komgaStatuses, type SeriesUpdate } from './update-model'

const statuses: Record<(typeof komgaStatuses)[number], SeriesEditBody['status']> = {
  ENDED: 'ended',
  ONGOING: 'ongoing',
  ABANDONED: 'abandoned',
  HIATUS: 'hiatus',
}

const directions: Record<(typeof komgaDirections)[number], SeriesEditBody['readingDirection']> = {
  LEFT_TO_RIGHT: 'ltr',
  RIGHT_TO_LEFT: 'rtl',
  VERTICAL: 'ttb',
  WEBTOON: 'webtoon',
}

/** Sharing labels and the link lock are ignored, because Quire has neither. */
export function translateSeriesUpdate(update: SeriesUpdate): SeriesEditBody {
  const { title, status, readingDirection, totalBookCount, genres, tags, ...rest } = update
  const { alternateTitles, links } = rest
  return keepGiven<SeriesEditBody>({
    title: refuseBlank('title', title),
    titleSort: rest.titleSort,
    summary: rest.summary,
    publisher: rest.publisher,
    language: rest.language,
    ageRating: rest.ageRating,
    status: status && statuses[status],
    readingDirection: readingDirection && directions[readingDirection],
    totalVolumeCount: totalBookCount,
    genres: asList(genres)?.map(trim).filter(isNotBlank),
    tags: asList(tags)?.map(trim).filter(isNotBlank),
    alternateTitles: asList(alternateTitles)?.map(({ label, title: other }) => ({
      label,
      title: other,
    })),
    externalLinks: links === undefined ? undefined : nameLinks(links ?? []),
    locks: translateSeriesLocks(update),
  })
}

const translateSeriesLocks = (update: SeriesUpdate) =>
  keepGiven<NonNullable<SeriesEditBody['locks']>>({
    title: update.titleLock,
    titleSort: update.titleSortLock,
    summary: update.summaryLock,
    publisher: update.publisherLock,
    language: update.languageLock,
    ageRating: update.ageRatingLock,
    status: update.statusLock,
    readingDirection: update.readingDirectionLock,
    totalVolumeCount: update.totalBookCountLock,
    genres: update.genresLock,
    tags: update.tagsLock,
    alternateTitles: update.alternateTitlesLock,
  })

/** In Komga, several links can have the same label. In Quire, each link has a unique name. */
function nameLinks(links: NonNullable<SeriesUpdate['links']>) {
  const taken = new Set<string>()
  return links.map(({ label, url }) => {
    const name = label.trim().toLowerCase()
    let sourceName = name
    for (let number = 2; taken.has(sourceName); number++) sourceName = `${name} ${number}`
    taken.add(sourceName)
    return { sourceName, url }
  })
}

/**
 * Fields that each contain the people in one role. After an update, `authors` contains all people
 * instead.
 */
const roleFields = [
  'writer',
  'penciller',
  'inker',
  'colorist',
  'letterer',
  'coverArtist',
  'editor',
  'translator',
] as const

/** Sort numbers and their lock are ignored, because books in Quire have none. */
export function translateBookUpdate(update: BookUpdate): BookEditBody {
  const { title, number, summary, isbn, tags, links, authors, releaseDate } = update
  return keepGiven<BookEditBody>({
    title: refuseBlank('title', title),
    number: blankToNull(number),
    summary: blankToNull(summary),
    isbns: blankToNull(isbn),
    subjects: asList(tags)?.map(trim).filter(isNotBlank),
    externalLinks: links === undefined ? undefined : nameLinks(links ?? []),
    ...(authors !== undefined && translateAuthors(authors ?? [])),
    ...(releaseDate !== undefined && parseReleaseDate(releaseDate)),
    locks: translateBookLocks(update),
  })
}

/**
 * Replaces all people, because those in the fields for single roles would otherwise remain in
 * addition to the new ones.
 */
function translateAuthors(given: NonNullable<BookUpdate['authors']>) {
  const authors = given.map(({ name, role }) => ({
    name: name.trim(),
    role: roleNamed(toQuireRole(role)),
  }))
  const cleared = Object.fromEntries(roleFields.map((field) => [field, null]))
  return { authors: authors.length > 0 ? authors : null, ...cleared }
}

function translateBookLocks(update: BookUpdate) {
  const { authorsLock, releaseDateLock } = update
  const people = roleFields.map((field) => [`${field}Lock`, authorsLock])
  return keepGiven<NonNullable<BookEditBody['locks']>>({
    titleLock: update.titleLock,
    numberLock: update.numberLock,
    summaryLock: update.summaryLock,
    isbnsLock: update.isbnLock,
    subjectsLock: update.tagsLock,
    externalLinksLock: update.linksLock,
    authorsJsonLock: authorsLock,
    ...(Object.fromEntries(people) as Record<string, typeof authorsLock>),
    yearLock: releaseDateLock,
    monthLock: releaseDateLock,
    dayLock: releaseDateLock,
  })
}

function parseReleaseDate(text: string | null) {
  if (text === null || text === '') return { year: null, month: null, day: null }
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? []
  const date = new Date(`${text}T00:00:00Z`)
  if (year === undefined || Number.isNaN(date.getTime()) || date.getUTCDate() !== day) {
    throw invalidBody('releaseDate', valueMessages.wrong_form())
  }
  return { year, month, day }
}

function refuseBlank(path: string, text: string | null | undefined) {
  if (typeof text === 'string' && text.trim() === '') throw invalidBody(path, valueMessages.empty())
  return text
}

const blankToNull = (text: string | null | undefined) =>
  typeof text === 'string' && text.trim() === '' ? null : text

const trim = (text: string) => text.trim()
const isNotBlank = (text: string) => text !== ''

/** null clears the list. */
const asList = <Item>(items: Item[] | null | undefined) => (items === null ? [] : items)

type Unset<Edit> = { [Name in keyof Edit]: Edit[Name] | undefined }

/** Omits members that the client did not send. */
function keepGiven<Edit extends object>(edit: Unset<Edit>): Edit {
  const given = Object.entries(edit).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Edit
}
