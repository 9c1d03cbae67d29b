/**
 * What a metadata provider is asked and what it returns. Providers are pure: they build requests and
 * map responses; the caller sends the requests.
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
  /** BCP 47 tag such as `ja-Latn`; empty if unknown. */
  language: string
  title: string
}

/** A work that may be the one searched for: what a person or the matcher compares. */
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
  /** HTTPS URL of a picture. */
  coverUrl: string | null
  /** Page about the work on the provider's site. */
  siteUrl: string | null
  /** Plain text. */
  summary: string | null
}

export interface ProviderAuthor {
  name: string
  /** Role of the catalog's metadata: `writer`, `penciller`, … */
  role: string
}

export interface CrossReference {
  /** Name of a provider: `anilist`, `myanimelist`, … */
  provider: string
  externalId: string
}

/** Metadata of a series. An absent member means that the provider says nothing about it. */
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
  /** In years. A provider may raise a stored rating, never lower it. */
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
  /** Present if the search already returned everything, so that applying needs no second request. */
  work?: Work
}

export interface SeriesQuery {
  title: string
  /** Narrows the search where the provider can. */
  format?: 'prose' | 'pictures'
  isbn?: string
  limit: number
}
