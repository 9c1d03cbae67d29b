/** API views of book metadata. Pure. */
import {
  type BookDetails,
  type BookField,
  bookFields,
  type BookFullMetadataView,
  type BookLocksView,
  type BookMetadataView,
  type OwnField,
  type FileDetailsView,
} from './model'
import { roleNamed } from '../../series/model'
import type { FactsRow, ListMetadataRow, MetadataRow } from './queries'
import { type BookLockName, bookLockNames } from '../schema'

export const buildLockFlags = (locks: readonly BookLockName[]) =>
  Object.fromEntries(bookLockNames.map((name) => [name, locks.includes(name)])) as BookLocksView

type Values = Omit<BookMetadataView, 'bookId' | 'locks' | 'updatedAt'>

/** Returns all fields by name, including those of the book itself. */
export function buildValues(row: MetadataRow): Record<BookField | OwnField, unknown> {
  const { titleSort, number } = row.metadata
  const own = { title: row.book.title, titleSort, number, ...buildExternal(row) }
  return { ...buildFields(row), ...own }
}

export function buildBookMetadataView(row: MetadataRow): BookMetadataView {
  const { book, metadata } = row
  const { updatedAt } = metadata
  return { ...buildFields(row), bookId: book.id, locks: buildLockFlags(metadata.locks), updatedAt }
}

export function buildFullMetadataView(row: MetadataRow): BookFullMetadataView {
  const { titleSort, createdAt, updatedAt, locks } = row.metadata
  return {
    ...buildFields(row),
    ...groupByRole(row),
    ...buildDate(row),
    ...buildExternal(row),
    titleSort,
    details: buildDetailsView(row),
    locks: buildLockFlags(locks),
    createdAt,
    updatedAt,
  }
}

export function buildBookDetails(row: MetadataRow): BookDetails {
  const { id, pageCount } = row.book
  return {
    ...buildFields(row),
    ...groupByRole(row),
    ...buildDate(row),
    ...buildExternal(row),
    id,
    bookId: id,
    pageCount,
    series: row.seriesName,
    details: buildDetailsView(row),
  }
}

export const buildDetailsView = ({ metadata }: MetadataRow): FileDetailsView => ({
  ...noDetails,
  ...metadata.details,
})

const noDetails: FileDetailsView = {
  ageRating: null,
  ageRatingText: null,
  alternateCount: null,
  alternateNumber: null,
  alternateSeries: null,
  characters: [],
  communityRating: null,
  gtin: null,
  identifiers: [],
  links: [],
  localizedSeries: null,
  locations: [],
  mainCharacterOrTeam: null,
  notes: null,
  readingDirection: null,
  review: null,
  scanInformation: null,
  seriesGroup: null,
  storyArcs: [],
  tags: [],
  teams: [],
}

function buildFields({ book, metadata }: MetadataRow): Values {
  const stored: Record<string, unknown> = {
    ...metadata,
    ...buildNumbers(book),
    ...buildPeople(metadata),
  }
  return Object.fromEntries(bookFields.map((field) => [field, stored[field] ?? null])) as Values
}

const buildNumbers = ({ volume, chapter }: MetadataRow['book']) => ({ volume, chapter })

/** Members omitted in the stored JSON are null in responses. */
const buildPeople = ({ authors, awards }: MetadataRow['metadata']) => ({
  authors: authors?.map(({ name, role, sortName = null }) => ({
    name,
    role: roleNamed(role),
    sortName,
  })),
  awards: awards?.map((award) => {
    const { name, category = null, won, year = null } = award
    return { name, category, won, year }
  }),
})

/** Members omitted in the stored JSON are null in responses. */
export const buildExternal = ({ metadata: { externalIds, externalLinks } }: MetadataRow) => ({
  externalIds:
    externalIds?.map((one) => ({ ...one, externalUrl: one.externalUrl ?? null })) ?? null,
  externalLinks:
    externalLinks?.map((one) => ({ ...one, externalId: one.externalId ?? null })) ?? null,
})

/** Groups people by role, from flat and structured fields, without duplicates. */
function groupByRole({ metadata }: MetadataRow) {
  const people = (flat: string | null, role: string) => {
    const named = (metadata.authors ?? []).filter((author) => author.role === role)
    return [...new Set([...splitNames(flat), ...named.map(({ name }) => name)])]
  }
  return {
    colorists: people(metadata.colorist, 'colorist'),
    coverArtists: people(metadata.coverArtist, 'cover_artist'),
    editors: people(metadata.editor, 'editor'),
    inkers: people(metadata.inker, 'inker'),
    letterers: people(metadata.letterer, 'letterer'),
    pencillers: people(metadata.penciller, 'penciller'),
    writers: people(metadata.writer, 'writer'),
  }
}

/** Additional fields that other protocols show for books in lists. */
export interface BookFacts {
  /** From structured and flat fields; each name appears once per role. */
  people: { name: string; role: string }[]
  publisher: string | null
  /** BCP 47. */
  language: string | null
  /** Release date and time in ISO 8601 format. */
  issued: string | null
  /** Genres and subjects. */
  subjects: string[]
}

export function buildBookFacts(row: FactsRow): BookFacts {
  const listed = flatRoles.flatMap(([field, role]) =>
    splitNames(row[field]).map((name) => ({ name, role })),
  )
  const people = [...(row.authors ?? []), ...listed].map(({ name, role }) => ({ name, role }))
  return {
    people: [...new Map(people.map((one) => [`${one.role} ${one.name}`, one])).values()],
    publisher: row.publisher,
    language: row.languageIso,
    issued: formatReleaseDate(row),
    subjects: [...new Set([...splitNames(row.genre), ...(row.subjects ?? [])])],
  }
}

const flatRoles = [
  ['writer', 'writer'],
  ['penciller', 'penciller'],
  ['inker', 'inker'],
  ['colorist', 'colorist'],
  ['letterer', 'letterer'],
  ['coverArtist', 'cover_artist'],
  ['editor', 'editor'],
  ['translator', 'translator'],
] as const

/** Splits the comma-separated names in a flat field. */
const splitNames = (flat: string | null) =>
  (flat ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const buildDate = ({ book, metadata }: MetadataRow) => ({
  title: book.title,
  number: metadata.number,
  releaseDate: formatReleaseDate(metadata),
})

export const buildListMetadata = ({ authors, year, month, day, ...row }: ListMetadataRow) => ({
  ...row,
  authors: authors?.map(({ name, role }) => ({ name, role: roleNamed(role) })),
  releaseDate: formatReleaseDate({ year, month, day }),
})
export type ListMetadata = ReturnType<typeof buildListMetadata>

type ReleaseDate = Pick<MetadataRow['metadata'], 'year' | 'month' | 'day'>

/** Returns null if the year is missing or not between 1 and 9999. */
function formatReleaseDate({ year, month, day }: ReleaseDate): string | null {
  if (year === null || year < 1 || year > 9999) return null
  const [yyyy, mm, dd] = [
    `${year}`.padStart(4, '0'),
    padTwo(month),
    padTwo(month === null ? 1 : day),
  ]
  return `${yyyy}-${mm}-${dd}T00:00:00.000Z`
}

const padTwo = (part: number | null) => String(part ?? 1).padStart(2, '0')
