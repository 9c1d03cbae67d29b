export type AuthorRole =
  | 'author'
  | 'co_author'
  | 'editor'
  | 'translator'
  | 'illustrator'
  | 'contributor'
  | 'writer'
  | 'penciller'
  | 'inker'
  | 'colorist'
  | 'letterer'
  | 'cover_artist'

export interface FileAuthor {
  name: string
  role: AuthorRole
  sortName: string | null
}

/** Position in a named story arc across series. */
export interface StoryArc {
  name: string
  number: string | null
}

/** A ComicInfo page entry. */
export interface PageNote {
  image: number
  types: string[]
  doublePage: boolean
  bookmark: string | null
}

/** Kinds of metadata. `opf` and `series_json` are sidecar files, and `comicinfo` can be one. */
type MetadataSource = 'comicinfo' | 'epub' | 'pdf' | 'opf' | 'series_json'

/** Metadata in a file of any format, cleaned and validated. null means not specified. */
export interface FileMetadata {
  source: MetadataSource
  title: string | null
  sortTitle: string | null
  subtitle: string | null
  originalTitle: string | null
  summary: string | null
  notes: string | null
  review: string | null

  series: string | null
  seriesSort: string | null
  localizedSeries: string | null
  seriesGroup: string | null
  /** Number as in the file, such as `1`, `1.5`, `½` or `Annual 2`. */
  number: string | null
  /** Same as `number`, but only if it is numeric. */
  chapter: number | null
  /** End of a range, such as the 22 of the double issue `21-22`. */
  chapterEnd: number | null
  /** As in the file: possibly a fraction, or the start year of the series. */
  volume: number | null
  volumeEnd: number | null
  count: number | null
  seriesPosition: number | null
  seriesTotal: number | null
  alternateSeries: string | null
  alternateNumber: string | null
  alternateCount: number | null
  seriesStatus: 'ongoing' | 'ended' | 'hiatus' | null
  storyArcs: StoryArc[]

  year: number | null
  month: number | null
  day: number | null

  authors: FileAuthor[]
  /** Names from `authors` by role, separated by commas. */
  writer: string | null
  penciller: string | null
  inker: string | null
  colorist: string | null
  letterer: string | null
  coverArtist: string | null
  editor: string | null
  translator: string | null

  publisher: string | null
  imprint: string | null
  genres: string[]
  tags: string[]
  subjects: string[]
  characters: string[]
  mainCharacterOrTeam: string | null
  teams: string[]
  locations: string[]
  scanInformation: string | null
  /** BCP 47 language tag. */
  languageIso: string | null
  ageRating: number | null
  ageRatingText: string | null
  /** Rating from 0 to 5. */
  communityRating: number | null
  manga: boolean | null
  readingDirection: 'ltr' | 'rtl' | null
  blackAndWhite: boolean | null
  /** Type of publication as in the file, such as `Annual` or `TPB`. */
  formatDetail: string | null
  bookType: BookType | null
  edition: string | null
  isbns: string[]
  gtin: string | null
  /** Identifiers as in the file, including ISBNs. */
  identifiers: string[]
  links: string[]
  pageCount: number | null
  pageNotes: PageNote[]
}

export type BookType =
  | 'comic'
  | 'manga'
  | 'novel'
  | 'novella'
  | 'anthology'
  | 'artbook'
  | 'oneshot'
  | 'omnibus'
  | 'graphic_novel'
  | 'magazine'

export function emptyMetadata(source: FileMetadata['source']): FileMetadata {
  return { source, ...noWords, ...noNumbers, ...noLists() }
}

const noWords = {
  title: null,
  sortTitle: null,
  subtitle: null,
  originalTitle: null,
  summary: null,
  notes: null,
  review: null,
  series: null,
  seriesSort: null,
  localizedSeries: null,
  seriesGroup: null,
  number: null,
  alternateSeries: null,
  alternateNumber: null,
  writer: null,
  penciller: null,
  inker: null,
  colorist: null,
  letterer: null,
  coverArtist: null,
  editor: null,
  translator: null,
  publisher: null,
  imprint: null,
  mainCharacterOrTeam: null,
  scanInformation: null,
  languageIso: null,
  ageRatingText: null,
  formatDetail: null,
  edition: null,
  gtin: null,
}

const noNumbers = {
  chapter: null,
  chapterEnd: null,
  volume: null,
  volumeEnd: null,
  count: null,
  seriesPosition: null,
  seriesTotal: null,
  alternateCount: null,
  year: null,
  month: null,
  day: null,
  ageRating: null,
  communityRating: null,
  pageCount: null,
  manga: null,
  readingDirection: null,
  blackAndWhite: null,
  bookType: null,
  seriesStatus: null,
}

const noLists = () => ({
  storyArcs: [],
  authors: [],
  genres: [],
  tags: [],
  subjects: [],
  characters: [],
  teams: [],
  locations: [],
  isbns: [],
  identifiers: [],
  links: [],
  pageNotes: [],
})

/** Builds the role fields, such as `writer`, from the list of people. */
export function flattenRoles(authors: FileAuthor[]) {
  const of = (...roles: AuthorRole[]) => {
    const people = authors.filter((author) => roles.includes(author.role))
    return people.length > 0 ? [...new Set(people.map((p) => p.name))].join(', ') : null
  }
  return {
    writer: of('writer', 'author', 'co_author'),
    penciller: of('penciller'),
    inker: of('inker'),
    colorist: of('colorist'),
    letterer: of('letterer'),
    coverArtist: of('cover_artist'),
    editor: of('editor'),
    translator: of('translator'),
  }
}

/** Metadata as stored, possibly by an older version with fewer fields. */
export type StoredMetadata = Partial<FileMetadata> & Pick<FileMetadata, 'source'>

/** Adds fields that did not exist when the metadata was stored. */
export const completed = (stored: StoredMetadata): FileMetadata => ({
  ...emptyMetadata(stored.source),
  ...stored,
})

/** Tagging programs write the start year of a series into the volume. */
const isSeriesYear = (volume: number | null): volume is number => volume !== null && volume >= 1900

export const getVolumeNumber = ({ volume }: Pick<FileMetadata, 'volume'>): number | null =>
  isSeriesYear(volume) ? null : volume

/** Returns the start year of the series if the file has it instead of a volume number. */
export const getSeriesYear = ({ volume }: Pick<FileMetadata, 'volume'>): number | null =>
  isSeriesYear(volume) && volume <= 2200 ? volume : null

/** Further details from the files. Unspecified members are absent. */
export type FileDetails = Partial<
  Pick<
    FileMetadata,
    | 'ageRating'
    | 'ageRatingText'
    | 'alternateCount'
    | 'alternateNumber'
    | 'alternateSeries'
    | 'characters'
    | 'communityRating'
    | 'gtin'
    | 'identifiers'
    | 'links'
    | 'localizedSeries'
    | 'locations'
    | 'mainCharacterOrTeam'
    | 'notes'
    | 'readingDirection'
    | 'review'
    | 'scanInformation'
    | 'seriesGroup'
    | 'storyArcs'
    | 'tags'
    | 'teams'
  >
>
