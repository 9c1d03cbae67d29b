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
  /** Must never change, because it is part of stored sources such as `plugin:anilist`. */
  readonly name: string
  readonly displayName: string
  /** Attribution required by the provider's terms, or null if none. */
  readonly attribution: string | null
  readonly subjects: readonly Subject[]
  /** True if `search` can find works by the ISBN of an edition. */
  readonly knowsIsbns?: boolean
  /** URL of a work's page, with `{id}` for its ID. undefined if the ID is not enough. */
  readonly workUrl?: string
  /** Returns the ID in a link to the provider's site, or undefined for other links. */
  parseLink(url: string): string | undefined
}

export interface FoundWork {
  candidate: Candidate
  work: Work
}

export type PartKind = 'issues' | 'volumes'

/** Book functions of a built-in provider. */
export interface BuiltInBooks {
  /** Finds books by ISBN or title, best first. */
  readonly search?: (send: SendRequest, query: BookQuery) => Promise<BookMatch[]>
  /** The type of parts that `listParts` returns. */
  readonly parts?: PartKind
  /**
   * Lists the issues or volumes of a work that have one of the given numbers, and possibly others.
   */
  readonly listParts?: (send: SendRequest, query: PartQuery) => Promise<BookMatch[]>
  /** Throws a `ProviderError` if the book does not exist. */
  readonly get: (send: SendRequest, externalId: string) => Promise<FoundBook>
  /** Returns the ID of the book in a link to the provider's site. */
  readonly parseLink: (url: string) => string | undefined
}

/** A provider that is part of Quire. It builds requests and maps responses, but sends nothing. */
export interface BuiltInProvider extends ProviderRules, ProviderDescription {
  readonly name: ProviderRules['name']
  readonly siteUrl: string
  /** URL of the site's search results, with `{title}` for the search text. */
  readonly searchUrl: string
  /** Enabled for new libraries by default. */
  readonly isOnByDefault: boolean
  /** Returns works in the provider's order, best first. */
  search(send: SendRequest, query: SeriesQuery): Promise<ProviderMatch[]>
  /** Throws a `ProviderError` if the work does not exist. */
  get(send: SendRequest, externalId: string): Promise<FoundWork>
  readonly books?: BuiltInBooks
}

/** The book functions of a provider that is ready for use. The methods throw `ProviderError`. */
export interface BookProvider {
  readonly search?: (query: BookQuery, options: SendOptions) => Promise<BookMatch[]>
  readonly parts?: PartKind
  readonly listParts?: (query: PartQuery, options: SendOptions) => Promise<BookMatch[]>
  readonly get: (externalId: string, options: SendOptions) => Promise<FoundBook>
  readonly parseLink: (url: string) => string | undefined
}

/** A built-in provider or a plugin, ready for use. Its methods throw `ProviderError`. */
export interface MetadataProvider extends ProviderDescription {
  readonly id: string
  readonly siteUrl: string | null
  readonly searchUrl: string | null
  readonly needsKey: boolean
  readonly hasKey: boolean
  /** If false, the provider is used only for books. */
  readonly knowsSeries?: boolean
  /** Used for libraries with matching content unless an administrator chose other providers. */
  readonly isDefault: boolean
  /** Returns works in the provider's order, best first. */
  search(query: SeriesQuery, options: SendOptions): Promise<ProviderMatch[]>
  /** Throws `not_found` if the work does not exist. */
  get(externalId: string, options: SendOptions): Promise<FoundWork>
  readonly books?: BookProvider
}
