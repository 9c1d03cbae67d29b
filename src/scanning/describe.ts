/** What a path and a file say of a book and its series, in the words of those rooms. Pure. */
import type { BookOffer } from '../books/intake'
import type { FileMetadata } from '../formats/metadata'
import { parseName } from '../formats/names'
import type { SeriesDraft, SeriesOffer } from '../series/intake'

export interface Root {
  id: string
  path: string
}

const maxTitleLength = 500

/** The folder is the series; a file that lies in the root itself is grouped by its name. */
export function seriesOfPath(root: Root, path: string): SeriesDraft {
  const folder = folderOf(path)
  if (folder === '') {
    const { series, year } = parseName(stemOf(path))
    const title = bound(series ?? stemOf(path))
    return { groupKey: `${root.id}//${title.toLowerCase()}`, title, year, path: root.path }
  }
  const { title, year } = describeFolder(folder.slice(folder.lastIndexOf('/') + 1))
  return { groupKey: `${root.id}/${folder}`, title, year, path: `${root.path}/${folder}` }
}

export const titleOfPath = (path: string) => bound(stemOf(path))

/** `strategy`: whether the file's own title goes before its name. */
export function bookOffers(path: string, metadata: FileMetadata | null, strategy: string) {
  const folder = folderOf(path)
  const named = parseName(stemOf(path), folder.slice(folder.lastIndexOf('/') + 1) || undefined)
  // An EPUB that has its place in a series has no chapter: a number in its name is that place.
  const isPlaced = metadata?.source === 'epub' && metadata.seriesPosition !== null
  const fromPath: BookOffer = {
    title: titleOfPath(path),
    volume: isPlaced ? null : whole(named.volume),
    chapter: isPlaced ? null : named.chapter,
  }
  return { fromPath, fromFile: metadata ? fromMetadata(metadata, strategy) : {} }
}

function fromMetadata(metadata: FileMetadata, strategy: string): BookOffer {
  const { authors, genres, isbns, subjects, sortTitle } = metadata
  return {
    title: titleOfFile(metadata, strategy),
    volume: whole(metadata.volume),
    chapter: metadata.chapter,
    titleSort: boundOrNull(sortTitle),
    number: boundOrNull(metadata.number),
    authors: authors.length > 0 ? authors : null,
    subjects: subjects.length > 0 ? subjects : null,
    genre: joined(genres),
    isbns: joined(isbns),
    ...Object.fromEntries(sameNames.map((name) => [name, metadata[name]])),
  }
}

/** Members that a file and a book call alike. */
const sameNames = [
  'blackAndWhite',
  'bookType',
  'colorist',
  'count',
  'coverArtist',
  'day',
  'edition',
  'editor',
  'formatDetail',
  'imprint',
  'inker',
  'languageIso',
  'letterer',
  'manga',
  'month',
  'originalTitle',
  'penciller',
  'publisher',
  'seriesPosition',
  'seriesTotal',
  'subtitle',
  'summary',
  'translator',
  'writer',
  'year',
] as const satisfies readonly (keyof FileMetadata & keyof BookOffer)[]

/** Titles that only repeat the number; a file's name says more. */
const generic =
  /^(?:volume|vol|v|chapter|ch|c|issue|episode|ep|part|book|no|nr|tome)?[\s.#]*\d+(?:[.,-]\d+)?$/i

function titleOfFile({ title, series }: FileMetadata, strategy: string): string | null {
  if (title === null || strategy === 'filename') return null
  if (strategy === 'smart' && (generic.test(title) || title === series)) return null
  return bound(title)
}

export function seriesOffer(metadata: FileMetadata): SeriesOffer {
  const { readingDirection, manga, authors } = metadata
  return {
    title: boundOrNull(metadata.series),
    titleSort: boundOrNull(metadata.seriesSort),
    publisher: boundOrNull(metadata.publisher),
    imprint: boundOrNull(metadata.imprint),
    language: boundOrNull(metadata.languageIso),
    ageRating: metadata.ageRating,
    readingDirection: readingDirection ?? (manga ? 'rtl' : null),
    year: metadata.year,
    authors: authors.length > 0 ? authors : null,
  }
}

/** `Saga (2012) [Digital]` is called Saga and began in 2012; a name of nothing but brackets stays. */
function describeFolder(name: string): { title: string; year: number | null } {
  const title = name
    .replaceAll('_', ' ')
    .replace(/(?:\s*(?:\([^()]{0,80}\)|\[[^[\]]{0,80}\]|\{[^{}]{0,80}\}))+\s*$/u, '')
    .trim()
  const year = /\((?<year>(?:18|19|20)\d{2})(?:\s?-\s?(?:\d{2,4})?)?\)/u.exec(name)?.groups?.[
    'year'
  ]
  return { title: bound(title || name), year: year === undefined ? null : Number(year) }
}

function folderOf(path: string) {
  const end = path.lastIndexOf('/')
  return end < 0 ? '' : path.slice(0, end)
}

function stemOf(path: string) {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.replace(/\.[^.]{1,5}$/, '') || name
}

const whole = (value: number | null) => (value !== null && Number.isInteger(value) ? value : null)
const joined = (values: string[]) => (values.length > 0 ? values.join(', ') : null)
const bound = (text: string) => text.slice(0, maxTitleLength).toWellFormed()
const boundOrNull = (text: string | null) => (text === null ? null : bound(text))
