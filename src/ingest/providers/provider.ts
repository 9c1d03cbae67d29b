/** Sources of metadata. */
import type { ProviderRules, SendOptions } from '../../platform/outgoing/model'
import type {
  BookMatch,
  BookQuery,
  Candidate,
  FoundBook,
  PartQuery,
  ProviderMatch,
  SendRequest,
  SeriesQuery,
  Work,
} from './model'

type Subject = 'manga' | 'comics' | 'prose'

interface ProviderDescription {
  /** Stable: it is part of stored sources such as `plugin:anilist`. */
  readonly name: string
  readonly displayName: string
  /** Credit that the terms of the provider ask for; null if none. */
  readonly attribution: string | null
  readonly subjects: readonly Subject[]
  /** `search` finds works by the ISBN of an edition. */
  readonly knowsIsbns?: boolean
  /** Page of the work `{id}`, if its address can be built from the id. */
  readonly workUrl?: string
  /** The id in a link to the provider's site; undefined for other links. */
  parseLink(url: string): string | undefined
}

export interface FoundWork {
  candidate: Candidate
  work: Work
}

export type PartKind = 'issues' | 'volumes'

/** What a built-in provider knows of books. */
export interface BuiltInBooks {
  /** Books by ISBN or title, the best first. */
  readonly search?: (send: SendRequest, query: BookQuery) => Promise<BookMatch[]>
  /** What `listParts` lists. */
  readonly parts?: PartKind
  /** Issues or volumes of a work with the number, and perhaps others. */
  readonly listParts?: (send: SendRequest, query: PartQuery) => Promise<BookMatch[]>
  /** Throws a `ProviderError` if the book does not exist. */
  readonly get: (send: SendRequest, externalId: string) => Promise<FoundBook>
  /** Id of the book in a link to the site of the provider. */
  readonly parseLink: (url: string) => string | undefined
}

/** Comes with Quire. Pure: it builds requests and maps responses, and the caller sends them. */
export interface BuiltInProvider extends ProviderRules, ProviderDescription {
  readonly name: ProviderRules['name']
  readonly siteUrl: string
  /** Page of the site that searches for `{title}`. */
  readonly searchUrl: string
  /** Used by new libraries without further settings. */
  readonly isOnByDefault: boolean
  /** The best first, as the provider orders them. */
  search(send: SendRequest, query: SeriesQuery): Promise<ProviderMatch[]>
  /** Throws a `ProviderError` if the work does not exist. */
  get(send: SendRequest, externalId: string): Promise<FoundWork>
  readonly books?: BuiltInBooks
}

/** What a provider knows of books, ready to be asked. The methods throw `ProviderError`. */
export interface BookProvider {
  readonly search?: (query: BookQuery, options: SendOptions) => Promise<BookMatch[]>
  readonly parts?: PartKind
  readonly listParts?: (query: PartQuery, options: SendOptions) => Promise<BookMatch[]>
  readonly get: (externalId: string, options: SendOptions) => Promise<FoundBook>
  readonly parseLink: (url: string) => string | undefined
}

/** A built-in provider or a plugin, ready to be asked. Its methods throw `ProviderError`. */
export interface MetadataProvider extends ProviderDescription {
  readonly id: string
  readonly siteUrl: string | null
  readonly searchUrl: string | null
  readonly needsKey: boolean
  readonly hasKey: boolean
  /** False: it is asked for books only. */
  readonly knowsSeries?: boolean
  /** Used by libraries for whose subject it is, as long as nobody chose their providers. */
  readonly isDefault: boolean
  /** The best first, as the provider orders them. */
  search(query: SeriesQuery, options: SendOptions): Promise<ProviderMatch[]>
  /** Throws `not_found` if the work does not exist. */
  get(externalId: string, options: SendOptions): Promise<FoundWork>
  readonly books?: BookProvider
}
