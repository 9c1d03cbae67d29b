/**
 * Data of another program, in the same form for all programs. Times are UTC, pages start at 1,
 * fractions are from 0 to 1, paths have `/` between folders. Only the readers in `sources` convert
 * data.
 */
import type { ForeignHash } from '../../accounts/users/passwords/foreign-passwords'
import type { Message } from '../../platform/messages/message'
import type { HighlightColor } from '../../reading/highlights/model'

interface ForeignLibrary {
  foreignId: string
  name: string
  paths: readonly string[]
}

export interface ForeignPerson {
  foreignId: string
  name: string
  /** Empty if unknown. */
  email: string
  passwordHash: ForeignHash | null
  isAdmin: boolean
  isActive: boolean
  /**
   * The data does not belong to an account in the other program. It is imported only if someone
   * chooses an account on this server.
   */
  needsChoice?: boolean
  /** null means all libraries. */
  libraryIds: readonly string[] | null
  ageLimit: { age: number; hidesUnrated: boolean } | null
  deniedLabels: readonly string[]
  allowedLabels: readonly string[]
}

export interface ForeignBook {
  foreignId: string
  libraryId: string | null
  /** null for a book whose file the program does not know. */
  path: string | null
  size: number | null
  /** KOReader's hash of samples of the file. */
  partialMd5: string | null
  /** Name of the file without its extension, if the program does not store the path. */
  fileStem?: string
  /** SHA-1 of the first 512,000 bytes of the file. Confirms a book that was found by its name. */
  startSha1?: string
  pageCount: number | null
  seriesId: string | null
  seriesTitle: string
  /** Number within the series: a volume, or else a chapter. */
  number: number | null
  /** Whether the number is that of a chapter, and never of a volume. */
  isChapter?: boolean
  /** ID of the book on this server, if the app read it from this server. */
  hereId?: string | null
}

/** Name and ID for finding a series that has no matched book. */
export interface ForeignSeriesName {
  foreignId: string
  title: string
  /** ID of the series on this server, if the app read it from this server. */
  hereId: string | null
}

export interface ForeignSeries {
  foreignId: string
  /**
   * Values that a person locked in the other program, by field name in Quire. See also
   * `metadataSource`.
   */
  edits: Readonly<Record<string, unknown>>
  labels: readonly string[]
}

export interface ForeignBookEdits {
  bookId: string
  edits: Readonly<Record<string, unknown>>
}

/** The reading of one book by one person. */
export interface ForeignReading {
  foreignId: string
  personId: string
  bookId: string
  completions: readonly ForeignCompletion[]
  position: ForeignPosition | null
  device: { id: string; name: string } | null
}

interface ForeignCompletion {
  startedAt: Date | null
  completedAt: Date
  /**
   * True if the time is only approximate. Such a completion is not added if the book has already
   * been completed.
   */
  isUndated?: boolean
}

interface ForeignPosition {
  page: number | null
  /** The page belongs to another file of the same chapter, so it is never the end of this file. */
  isOfOtherFile?: boolean
  fraction: number | null
  locator: Record<string, unknown> | null
  startedAt: Date | null
  at: Date
}

export interface ForeignItem {
  kind: 'book' | 'series'
  foreignId: string
}

interface PersonalFact {
  foreignId: string
  personId: string
  item: ForeignItem
  /** null if the time is unknown. */
  at: Date | null
}

export interface ForeignRating extends PersonalFact {
  kind: 'rating'
  /** 1 to 100; null if there is only a note. */
  rating: number | null
  note: string | null
}

interface ForeignWanted extends PersonalFact {
  kind: 'wanted'
}

export interface ForeignBookmark extends PersonalFact {
  kind: 'bookmark'
  /**
   * null for a place in reflowable text, which has a locator and a fraction, or a place that still
   * has to be found in the file.
   */
  page: number | null
  locator: Record<string, unknown> | null
  fraction: number | null
  note: string | null
  place?: ForeignTextPlace
}

/**
 * A place in an e-book as apps store it. It is converted to a position using the file on this
 * server.
 */
export interface ForeignTextPlace {
  /** Number of the section in reading order, starting at 1. */
  section: number
  /** Elements from the body to the place, such as `div[1]`. */
  elements: readonly string[]
  /** Characters from the start of the last element. */
  offset: number
}

interface ForeignHighlight extends PersonalFact {
  kind: 'highlight'
  /** null for a passage on a page. */
  place: ForeignTextPlace | null
  page: number | null
  passage: string
  chapter: string | null
  color: HighlightColor
  note: string | null
}

/**
 * A reading session. `foreignId` distinguishes the sessions of one book, and is the same in every
 * copy of the data.
 */
interface ForeignSession extends PersonalFact {
  kind: 'session'
  /** In milliseconds since 1970. */
  startedMs: number
  endedMs: number
  activeMs: number
  /** The share of the book that was read, from 0 to 1; null if unknown. */
  share: number | null
}

/** Personal data other than reading progress. */
export type ForeignPersonal =
  ForeignRating | ForeignWanted | ForeignBookmark | ForeignHighlight | ForeignSession

export interface ForeignList {
  foreignId: string
  kind: 'collection' | 'readlist'
  name: string
  summary: string | null
  isOrdered: boolean
  /** null for a list that belongs to everyone. */
  ownerId: string | null
  isPublic: boolean
  itemIds: readonly string[]
  /** The list is left out if none of its items is on this server. */
  needsItems?: boolean
}

export interface ForeignCover {
  item: ForeignItem
  /** null if the image is missing or too large. */
  bytes: Uint8Array | null
}

/** An open source. Each use of an iterable reads the database again. */
export interface OpenSource {
  readonly kind: SourceKind
  /** Distinguishes installations of the same program. */
  readonly instance: string
  /**
   * Other identifiers that only this installation has, and that it keeps if its first account is
   * deleted.
   */
  readonly marks?: readonly string[]
  readonly version: string
  readonly libraries: readonly ForeignLibrary[]
  readonly people: readonly ForeignPerson[]
  readonly books: () => Iterable<ForeignBook>
  readonly series: () => Iterable<ForeignSeries>
  readonly seriesNames?: () => Iterable<ForeignSeriesName>
  readonly bookEdits: () => Iterable<ForeignBookEdits>
  /**
   * Source of the edits of a program that does not record which values a person locked. Such edits
   * rank below provider values and are not locked here. If absent, the edits count as those of a
   * person.
   */
  readonly metadataSource?: string
  /** Readings of the same book are adjacent. */
  readonly readings: () => Iterable<ForeignReading>
  /** Items of the same person are adjacent, in the order in which the program shows them. */
  readonly personal: () => Iterable<ForeignPersonal>
  readonly lists: () => Iterable<ForeignList>
  readonly covers: () => Iterable<ForeignCover>
  /** Data that is not imported, with the reason. */
  readonly leftOut: () => Message[]
  readonly close: () => void
}

/** Programs whose whole database an administrator imports. */
export const serverKinds = [
  'komga',
  'kavita',
  'codex',
  'stump',
  'calibre-web',
  'calibre',
  'audiobookshelf',
  'yacreader',
  'comicrack',
  'lanraragi',
  'booklore',
] as const
export type ServerKind = (typeof serverKinds)[number]

/** Apps whose files people import into their own account. */
export const appKinds = ['mihon', 'koreader'] as const
export type AppKind = (typeof appKinds)[number]

export const sourceKinds = [...serverKinds, ...appKinds] as const
export type SourceKind = (typeof sourceKinds)[number]

export { sourceNames } from '../../web/shared/source-names'
