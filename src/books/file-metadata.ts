/** What a book is said to be when nobody says anything but its file and the file's name. Pure. */
import type { FileMetadata } from '../formats/metadata'
import { parseName } from '../formats/names'
import { folderOf, lastNameOf, stemOf } from '../lib/path-names'
import type { BookOffer } from './intake'

const maxTitleLength = 500

export interface FileSettled {
  /** The file's word, or else the path's. Fields that are missing have no value. */
  values: BookOffer
  /** Source of each value: `comicinfo`, `epub`, `pdf` or `path`. */
  sources: Record<string, string>
}

/** `metadata` as it was stored when the book was analyzed; `strategy` is the library's for titles. */
export function metadataFromFile(
  path: string,
  metadata: FileMetadata | null,
  strategy: string,
): FileSettled {
  const { fromPath, fromFile } = bookOffers(path, metadata, strategy)
  const guessed = spoken(fromPath)
  const said = spoken(fromFile)
  return {
    values: { ...guessed, ...said },
    sources: { ...marked(guessed, 'path'), ...marked(said, metadata?.source ?? 'path') },
  }
}

/** null: looked at, and nothing said. */
type Offer = Omit<BookOffer, 'title'> & { title?: string | null }

const spoken = (offer: Offer): BookOffer =>
  Object.fromEntries(
    Object.entries(offer).filter(([, value]) => value !== null && value !== undefined),
  )

const marked = (offer: BookOffer, source: string) =>
  Object.fromEntries(Object.keys(offer).map((field) => [field, source]))

/** `strategy`: whether the file's own title goes before its name. */
export function bookOffers(path: string, metadata: FileMetadata | null, strategy: string) {
  const named = parseName(lastNameOf(path), folderOf(path) || undefined)
  // An EPUB that has its place in a series has no chapter: a number in its name is that place.
  const isPlaced = metadata?.source === 'epub' && metadata.seriesPosition !== null
  const fromPath: Offer = {
    title: bound(stemOf(path)),
    volume: isPlaced ? null : whole(named.volume),
    chapter: isPlaced ? null : named.chapter,
  }
  return { fromPath, fromFile: metadata ? fromMetadata(metadata, strategy) : {} }
}

function fromMetadata(metadata: FileMetadata, strategy: string): Offer {
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

const whole = (value: number | null) => (value !== null && Number.isInteger(value) ? value : null)
const joined = (values: string[]) => (values.length > 0 ? values.join(', ') : null)
const bound = (text: string) => text.slice(0, maxTitleLength).toWellFormed()
const boundOrNull = (text: string | null) => (text === null ? null : bound(text))
