/**
 * Requests and responses of metadata providers. Providers are pure: they build requests and map
 * responses; the caller sends the requests.
 */
import type { OutgoingRequest } from '../../platform/outgoing/model'

/** Sends a request and returns the parsed JSON body. Throws `ProviderError`. */
export type SendRequest = (request: OutgoingRequest) => Promise<unknown>

export type PublicationFormat =
  | 'manga'
  | 'manhwa'
  | 'manhua'
  | 'comic'
  | 'webcomic'
  | 'novel'
  | 'light_novel'
  | 'one_shot'
  | 'artbook'

export type PublicationStatus = 'ongoing' | 'ended' | 'hiatus' | 'abandoned' | 'unknown'

export interface ProviderTitle {
  /** BCP 47 tag such as `ja-Latn`, or empty if unknown. */
  language: string
  title: string
}

/** A possible match for a search, with the data that the user or the matcher compares. */
export interface Candidate {
  externalId: string
  title: string
  alternateTitles: readonly ProviderTitle[]
  year: number | null
  format: PublicationFormat | null
  status: PublicationStatus | null
  totalVolumeCount: number | null
  totalChapterCount: number | null
  authors: readonly string[]
  /** ISO 3166 code of the country of origin. */
  country: string | null
  publisher: string | null
  /** HTTPS URL of an image. */
  coverUrl: string | null
  /** Page about the work on the provider's site. */
  siteUrl: string | null
  /** Plain text. */
  summary: string | null
}

export interface ProviderAuthor {
  name: string
  /** Role in the catalog's metadata: `writer`, `penciller`, … */
  role: string
}

export interface CrossReference {
  /** Provider name: `anilist`, `myanimelist`, … */
  provider: string
  externalId: string
}

/** Metadata of a series. If a member is absent, the provider does not have that information. */
export interface Work {
  title?: string
  alternateTitles?: readonly ProviderTitle[]
  summary?: string
  status?: PublicationStatus
  year?: number
  totalVolumeCount?: number
  totalChapterCount?: number
  /** `ltr`, `rtl`, `ttb` or `webtoon`. */
  readingDirection?: string
  /** In years. A provider may raise a stored rating but never lower it. */
  ageRating?: number
  /** BCP 47 tag. */
  language?: string
  publisher?: string
  imprint?: string
  authors?: readonly ProviderAuthor[]
  genres?: readonly string[]
  tags?: readonly string[]
  /** 0 to 100. */
  rating?: { score: number; voteCount?: number }
  siteUrl?: string
  crossReferences?: readonly CrossReference[]
  coverUrl?: string
}

export interface ProviderMatch {
  candidate: Candidate
  /**
   * Present if the search already returned all metadata, so that applying it does not need a second
   * request.
   */
  work?: Work
}

export interface SeriesQuery {
  title: string
  /** Narrows the search if the provider supports it. */
  format?: 'prose' | 'pictures'
  isbn?: string
  limit: number
}

/** A possible match: a book, or an issue or volume of a work. */
export interface BookCandidate extends Candidate {
  /** Issue or volume number, as written by the provider: `12`, `1.MU`, `½`. */
  number: string | null
  /** Without hyphens. Empty for a work that has no editions at the provider. */
  isbns: readonly string[]
  /** BCP 47 tag. */
  language: string | null
  /**
   * Whether this is an edition, with its own year, publisher, language and ISBNs. Other candidates
   * may then be editions of the same book.
   */
  isEdition: boolean
}

/** Metadata of a book. If a member is absent, the provider does not have that information. */
export interface BookWork {
  title?: string
  subtitle?: string
  summary?: string
  isbns?: readonly string[]
  publisher?: string
  imprint?: string
  edition?: string
  /** Year of this edition or issue. */
  year?: number
  month?: number
  day?: number
  /** Year of the first edition. */
  originalYear?: number
  originalTitle?: string
  /** BCP 47 tag. */
  language?: string
  authors?: readonly ProviderAuthor[]
  subjects?: readonly string[]
  /** Position in the series, and number of books in the series. */
  seriesPosition?: number
  seriesTotal?: number
  siteUrl?: string
  coverUrl?: string
}

export interface BookMatch {
  candidate: BookCandidate
  /**
   * Present if the search already returned all metadata, so that applying it does not need a second
   * request.
   */
  work?: BookWork
}

export interface FoundBook {
  candidate: BookCandidate
  work: BookWork
}

/** If `isbn` is present, the search uses it. */
export interface BookQuery {
  title: string
  author?: string
  isbn?: string
  limit: number
}

/** An issue or volume of a work that a series was matched with. */
export interface PartQuery {
  workId: string
  /** Spellings of the issue or volume number, most common first. */
  numbers: readonly string[]
  limit: number
}
