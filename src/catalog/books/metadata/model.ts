/**
 * Schemas of book metadata in the API. Those of requests validate the values; those of responses
 * accept all stored values.
 */
import {
  anyText,
  boolean,
  freeForm,
  id,
  instant,
  integer,
  list,
  nullable,
  number,
  oneOf,
  optional,
  patchable,
  named,
  type Static,
  text,
  type TSchema,
  unknown,
} from '../../../platform/http/shapes'
import { authorRoles, AuthorView } from '../../series/model'
import { externalMembers } from '../external/model'
import { bookLockNames, type BookLockName } from '../schema'

const bookTypes = [
  'comic',
  'manga',
  'novel',
  'novella',
  'anthology',
  'artbook',
  'oneshot',
  'omnibus',
  'graphic_novel',
  'magazine',
] as const

const line = () => text(1024)
/** Several values separated by commas, such as names of people. */
const people = () => text(4096)

const AuthorInput = named('BookAuthorBody', {
  name: text(1024, { minLength: 1 }),
  role: oneOf(authorRoles),
  sortName: patchable(text(1024)),
})

const AwardInput = named('AwardBody', {
  name: text(1024, { minLength: 1 }),
  category: patchable(text(1024)),
  won: boolean(),
  year: patchable(integer()),
})

/** Accepted values for each field, in addition to null. */
const inputs = {
  authors: list(AuthorInput, { maxItems: 500 }),
  awards: list(AwardInput, { maxItems: 500 }),
  blackAndWhite: boolean(),
  bookType: oneOf(bookTypes),
  chapter: number({ description: 'Chapter number; may be fractional', format: 'float' }),
  colorist: people(),
  count: integer({ description: 'Number of books in the series' }),
  coverArtist: people(),
  customMetadata: freeForm(),
  day: integer({ minimum: 1, maximum: 31 }),
  edition: line(),
  editor: people(),
  formatDetail: line(),
  genre: people(),
  imprint: line(),
  inker: people(),
  isbns: people(),
  languageIso: text(35),
  letterer: people(),
  manga: boolean(),
  month: integer({ minimum: 1, maximum: 12 }),
  originalTitle: line(),
  originalYear: integer(),
  penciller: people(),
  publisher: line(),
  seriesPosition: number({ format: 'double' }),
  seriesTotal: integer(),
  subjects: list(text(1024), { maxItems: 500 }),
  subtitle: line(),
  summary: text(65_536),
  translator: people(),
  volume: integer(),
  writer: people(),
  year: integer(),
}

export type BookField = keyof typeof inputs
export const bookFields = Object.keys(inputs) as BookField[]

/** Fields that replacing all metadata of a book does not change. */
export const ownFields = ['title', 'titleSort', 'number', 'externalIds', 'externalLinks'] as const
export type OwnField = (typeof ownFields)[number]

/** Returns the API name of a field's lock. */
export const lockOf = (field: BookField | OwnField): BookLockName => {
  if (field === 'authors') return 'authorsJsonLock'
  if (field === 'awards') return 'awardsJsonLock'
  return `${field}Lock`
}

type Patchable<Schema extends TSchema> = ReturnType<typeof patchable<Schema>>

function eachPatchable<Fields extends Record<string, TSchema>>(fields: Fields) {
  const entries = Object.entries(fields).map(([name, schema]) => [name, patchable(schema)])
  return Object.fromEntries(entries) as { [K in keyof Fields]: Patchable<Fields[K]> }
}

/**
 * All members are optional and nullable. Response-only members are accepted and ignored, so that
 * clients can send a response back.
 */
export const BookMetadataInput = named('BookMetadataBody', {
  ...eachPatchable(inputs),
  bookId: optional(unknown()),
  locks: optional(unknown()),
  updatedAt: optional(unknown()),
})
export type BookMetadataInput = Static<typeof BookMetadataInput>

const words = () => nullable(anyText())
const whole = () => nullable(integer())

const AwardView = named('Award', {
  name: anyText(),
  category: nullable(anyText()),
  won: boolean(),
  year: whole(),
})

const outputs = {
  authors: nullable(list(AuthorView)),
  awards: nullable(list(AwardView)),
  blackAndWhite: nullable(boolean()),
  bookType: nullable(oneOf(bookTypes)),
  chapter: nullable(number({ format: 'float' })),
  colorist: words(),
  count: whole(),
  coverArtist: words(),
  customMetadata: nullable(freeForm()),
  day: whole(),
  edition: words(),
  editor: words(),
  formatDetail: words(),
  genre: words(),
  imprint: words(),
  inker: words(),
  isbns: words(),
  languageIso: words(),
  letterer: words(),
  manga: nullable(boolean()),
  month: whole(),
  originalTitle: words(),
  originalYear: whole(),
  penciller: words(),
  publisher: words(),
  seriesPosition: nullable(number({ format: 'double' })),
  seriesTotal: whole(),
  subjects: nullable(list(anyText())),
  subtitle: words(),
  summary: words(),
  translator: words(),
  volume: whole(),
  writer: words(),
  year: whole(),
}

const flags = <Schema extends TSchema>(schema: Schema) =>
  Object.fromEntries(bookLockNames.map((name) => [name, schema])) as Record<BookLockName, Schema>

/** A locked field is not changed by automatic writers. */
export const BookLocksView = named('BookLocks', flags(boolean()))
export type BookLocksView = Record<BookLockName, boolean>

/** Locks that are omitted or null keep their values. */
export const BookLocksInput = named('BookLocksBody', flags(patchable(boolean())))
export type BookLocksInput = Partial<Record<BookLockName, boolean | null>>

/** All fields, always present. */
export const BookMetadataView = named('BookMetadata', {
  ...outputs,
  bookId: id(),
  locks: BookLocksView,
  updatedAt: instant(),
})
export type BookMetadataView = Static<typeof BookMetadataView>

/** People by role. */
const roleLists = {
  colorists: list(anyText()),
  coverArtists: list(anyText()),
  editors: list(anyText()),
  inkers: list(anyText()),
  letterers: list(anyText()),
  pencillers: list(anyText()),
  writers: list(anyText()),
}

const dated = {
  number: nullable(anyText()),
  title: nullable(anyText()),
  releaseDate: nullable(
    anyText({
      description: 'Date with the time 00:00 UTC; an unknown month or day is given as 01',
    }),
  ),
}

const StoryArcView = named('StoryArc', { name: anyText(), number: nullable(anyText()) })

/** Details in the book's files beyond the metadata fields. Read-only. */
export const FileDetailsView = named('BookFileDetails', {
  ageRating: whole(),
  ageRatingText: words(),
  alternateCount: whole(),
  alternateNumber: words(),
  alternateSeries: words(),
  characters: list(anyText()),
  communityRating: nullable(number({ description: '0 to 5', format: 'double' })),
  gtin: words(),
  identifiers: list(
    anyText({ description: 'Identifiers as given in the file, with their scheme if known' }),
  ),
  links: list(anyText()),
  localizedSeries: words(),
  locations: list(anyText()),
  mainCharacterOrTeam: words(),
  notes: words(),
  readingDirection: nullable(oneOf(['ltr', 'rtl'])),
  review: words(),
  scanInformation: words(),
  seriesGroup: words(),
  storyArcs: list(StoryArcView),
  tags: list(anyText()),
  teams: list(anyText()),
})
export type FileDetailsView = Static<typeof FileDetailsView>

export const BookFullMetadataView = named('FullBookMetadata', {
  ...outputs,
  ...roleLists,
  ...dated,
  ...externalMembers,
  titleSort: words(),
  details: FileDetailsView,
  locks: BookLocksView,
  createdAt: instant(),
  updatedAt: instant(),
})
export type BookFullMetadataView = Static<typeof BookFullMetadataView>

/** Metadata in the response for a single book. */
export const BookDetails = named('BookDetails', {
  ...outputs,
  ...roleLists,
  ...dated,
  ...externalMembers,
  id: id(),
  bookId: id(),
  pageCount: nullable(number()),
  series: words(),
  details: FileDetailsView,
})
export type BookDetails = Static<typeof BookDetails>
