/** Book metadata from files and the path. Pure. */
import {
  emptyMetadata,
  type FileDetails,
  type FileMetadata,
  getVolumeNumber,
} from '../../../media/contents/file-metadata'
import {
  type Corrected,
  listNameCorrections,
  usesMetadataNumbers,
  type Naming,
  findPathNumbers,
  defaultNaming,
} from '../../../media/naming/naming'
import { hasNamedChapter } from '../../../media/filenames/filenames'
import { isEbookName } from '../../../media/filenames/novel-names'
import type { NamedFile } from '../../../media/naming/strategy'
import type { bookMetadata, books } from '../schema'

const maxTitleLength = 500

type Narrow = typeof books.$inferSelect
type Wide = typeof bookMetadata.$inferSelect

/** Fields that a file or path can set. */
type BookOffer = Partial<
  Omit<Wide, 'n' | 'details' | 'locks' | 'sources' | 'search' | 'createdAt' | 'updatedAt'> &
    Pick<Narrow, 'volume' | 'chapter'> & { title: string | null }
>

/** The values from one source. A null value means that the source has none. */
export interface SourcedOffer {
  /** `rule:<id>`, `opf`, `comicinfo`, `epub`, `pdf` or `path`. */
  source: string
  offer: Offer
  /** If set, a null value means that the field has no value, even if other sources have one. */
  isFinal?: true
}

export interface BestValues {
  /** Absent fields have no value. */
  values: BookOffer
  sources: Record<string, string>
  /** The volume if it is a fraction, such as 2.5, which the field `volume` cannot contain. */
  halfVolume: number | null
}

/** Selects the first value for each field. A fractional volume is returned separately. */
export function pickBestValues(offers: readonly SourcedOffer[]): BestValues {
  const { values, sources } = pickFirstValues(offers)
  const { volume = null } = values
  if (volume === null || Number.isInteger(volume)) return { values, sources, halfVolume: null }
  delete values.volume
  delete sources['volume']
  return { values, sources, halfVolume: volume }
}

function pickFirstValues(offers: readonly SourcedOffer[]) {
  const values: Record<string, unknown> = {}
  const sources: Record<string, string> = {}
  const decided = new Set<string>()
  for (const { source, offer, isFinal } of offers) {
    for (const [field, value] of Object.entries(offer)) {
      if (value === undefined || decided.has(field)) continue
      if (value !== null || isFinal) decided.add(field)
      if (value === null) continue
      values[field] = value
      sources[field] = source
    }
  }
  return { values: values as BookOffer, sources }
}

/** In `Comic v2012`, the volume is the year of the series. `Novel 2012` may be volume 2012. */
const isYearInName = ({ path, read }: NamedFile, volume: number | null) =>
  getVolumeNumber({ volume }) !== volume && !isEbookName(path) && read().chapter !== volume

type Offer = Omit<BookOffer, 'title'> & { title?: string | null }

/**
 * Lists values from parsing rules, files and the path, most trusted first. In `files`, sidecar
 * files come before the book file.
 */
export function listBookOffers(
  naming: Naming,
  file: NamedFile,
  files: readonly FileMetadata[],
): SourcedOffer[] {
  const { volume, chapter } = findPathNumbers(naming, file)
  // If a file specifies the book's position in the series, a number in the file name is that
  // position, unless the name marks it as a chapter number.
  const isChapter = chapter !== null && volume === null && hasNamedChapter(file.read())
  const isPlaced =
    !isChapter &&
    files.some(({ source, seriesPosition }) => isOfBooks(source) && seriesPosition !== null)
  const fromPath: Offer = {
    title: truncateText(naming.titling.fromPath(file)),
    volume: isPlaced || isYearInName(file, volume) ? null : volume,
    chapter: isPlaced ? null : chapter,
  }
  return [
    ...Object.entries(listNameCorrections(file)).flatMap(([field, one]) =>
      one ? [getCorrection(field, one)] : [],
    ),
    ...files.map((one) => {
      const offer = mapMetadata(one, naming)
      const isIndex = isChapter && isOfBooks(one.source)
      return { source: one.source, offer: isIndex ? { ...offer, volume: null } : offer }
    }),
    { source: 'path', offer: fromPath },
  ]
}

interface NumberedFile {
  naming: Naming
  file: NamedFile
  files: readonly FileMetadata[]
}

/**
 * Finds the ends of number ranges in files and the path. An end applies only if the book's number
 * is the start of that range.
 */
export function findRangeEnds(
  { naming, file, files }: NumberedFile,
  { volume, chapter }: Pick<Narrow, 'volume' | 'chapter'>,
): Pick<Narrow, 'volumeEnd' | 'chapterEnd'> {
  const ranges = [...(usesMetadataNumbers(naming) ? files : []), findPathNumbers(naming, file)]
  const ofVolume = ranges.find((one) => volume !== null && one.volume === volume)
  const ofChapter = ranges.find((one) => chapter !== null && one.chapter === chapter)
  return {
    volumeEnd: keepInteger(ofVolume?.volumeEnd ?? null),
    chapterEnd: ofChapter?.chapterEnd ?? null,
  }
}

const getCorrection = (field: string, { value, source }: Corrected): SourcedOffer => ({
  source,
  offer: { [field]: value },
  isFinal: true,
})

const isOfBooks = (source: FileMetadata['source']) => source === 'epub' || source === 'opf'

function mapMetadata(metadata: FileMetadata, naming: Pick<Naming, 'settings' | 'titling'>): Offer {
  const { authors, genres, isbns, subjects, sortTitle } = metadata
  return {
    title: naming.titling.fromFile(metadata),
    ...parseNumbers(metadata, usesMetadataNumbers(naming)),
    titleSort: truncateOrNull(sortTitle),
    authors: authors.length > 0 ? authors : null,
    subjects: subjects.length > 0 ? subjects : null,
    genre: joinNames(genres),
    isbns: joinNames(isbns),
    ...Object.fromEntries(sameNames.map((name) => [name, metadata[name]])),
  }
}

/** Members that have the same name in file metadata and in books. */
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

function parseNumbers(metadata: FileMetadata, count: boolean): Offer {
  if (!count) return { volume: null, chapter: null, number: null }
  const { chapter, number } = metadata
  return { volume: getVolumeNumber(metadata), chapter, number: truncateOrNull(number) }
}

const keepInteger = (value: number | null) =>
  value !== null && Number.isInteger(value) ? value : null
const joinNames = (values: string[]) => (values.length > 0 ? values.join(', ') : null)
const truncateText = (text: string) => text.slice(0, maxTitleLength).toWellFormed()
const truncateOrNull = (text: string | null) => (text === null ? null : truncateText(text))

/** All fields that a file or path can set. */
export const offeredFields = Object.keys(
  mapMetadata(emptyMetadata('comicinfo'), defaultNaming),
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

/** Selects the first value for each detail that has no field of its own. */
export function getFileDetails(files: readonly FileMetadata[]): FileDetails | null {
  const details = detailNames.flatMap((name) => {
    const value = files.map((file) => file[name]).find(hasValue)
    return value === undefined ? [] : [[name, value]]
  })
  return details.length > 0 ? Object.fromEntries(details) : null
}

const hasValue = (value: unknown) =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
