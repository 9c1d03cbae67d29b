/** What a book is said to be when nobody says anything but its file and the file's name. Pure. */
import { emptyMetadata, type FileMetadata } from '../formats/metadata'
import { parseName } from '../formats/names'
import { folderOf, lastNameOf, stemOf } from '../lib/path-names'
import type { bookMetadata, books, FileDetails } from './schema'

const maxTitleLength = 500

type Narrow = typeof books.$inferSelect
type Wide = typeof bookMetadata.$inferSelect

/** Fields that a file or a path may speak for. */
type BookOffer = Partial<
  Omit<Wide, 'n' | 'details' | 'locks' | 'sources' | 'search' | 'createdAt' | 'updatedAt'> &
    Pick<Narrow, 'volume' | 'chapter'> & { title: string | null }
>

/** What one source says of a book. A member that is null says nothing. */
export interface SourcedOffer {
  /** `opf`, `comicinfo`, `epub`, `pdf` or `path`. */
  source: string
  offer: Offer
}

export interface FileSettled {
  /** The best word for each field. Fields that are missing have no value. */
  values: BookOffer
  sources: Record<string, string>
}

/** Of every field the first word that somebody has for it. */
export function bestWords(offers: readonly SourcedOffer[]): FileSettled {
  const values: Record<string, unknown> = {}
  const sources: Record<string, string> = {}
  for (const { source, offer } of offers) {
    for (const [field, value] of Object.entries(offer)) {
      if (value === null || value === undefined || sources[field] !== undefined) continue
      values[field] = value
      sources[field] = source
    }
  }
  return { values, sources }
}

type Offer = Omit<BookOffer, 'title'> & { title?: string | null }

/**
 * What files and path say of a book, the most trusted first. `files`: what lies beside the book before
 * what is inside of it; `strategy`: whether the file's own title goes before its name.
 */
export function bookOffers(
  path: string,
  files: readonly FileMetadata[],
  strategy: string,
): SourcedOffer[] {
  const named = parseName(lastNameOf(path), folderOf(path) || undefined)
  // A book that has its place in a series has no chapter: a number in its name is that place.
  const isPlaced = files.some(
    ({ source, seriesPosition }) => isOfBooks(source) && seriesPosition !== null,
  )
  const fromPath: Offer = {
    title: bound(stemOf(path)),
    volume: isPlaced ? null : whole(named.volume),
    chapter: isPlaced ? null : named.chapter,
  }
  return [
    ...files.map((file) => ({ source: file.source, offer: fromMetadata(file, strategy) })),
    { source: 'path', offer: fromPath },
  ]
}

const isOfBooks = (source: FileMetadata['source']) => source === 'epub' || source === 'opf'

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

/** All fields for which a file or a path may speak. */
export const offeredFields = Object.keys(
  fromMetadata(emptyMetadata('comicinfo'), 'smart'),
) as (keyof Offer)[]

const detailNames = [
  'ageRating',
  'ageRatingText',
  'alternateCount',
  'alternateNumber',
  'alternateSeries',
  'characters',
  'communityRating',
  'gtin',
  'identifiers',
  'links',
  'localizedSeries',
  'locations',
  'mainCharacterOrTeam',
  'notes',
  'readingDirection',
  'review',
  'scanInformation',
  'seriesGroup',
  'storyArcs',
  'tags',
  'teams',
] as const satisfies readonly (keyof FileDetails)[]

/** Of everything that has no field of its own the first word that a file has for it. */
export function detailsOf(files: readonly FileMetadata[]): FileDetails | null {
  const said = detailNames.flatMap((name) => {
    const value = files.map((file) => file[name]).find(saysSomething)
    return value === undefined ? [] : [[name, value]]
  })
  return said.length > 0 ? Object.fromEntries(said) : null
}

const saysSomething = (value: unknown) =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
