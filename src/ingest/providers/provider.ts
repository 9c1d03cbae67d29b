/** A source of metadata. Pure: it builds requests and maps responses, and the caller sends them. */
import type { ProviderRules } from '../../platform/outgoing/model'
import type { Candidate, ProviderMatch, SendRequest, SeriesQuery, Work } from './model'

type Subject = 'manga' | 'comics' | 'prose'

/** The name is stable: it is part of stored sources such as `plugin:anilist`. */
export interface Provider extends ProviderRules {
  readonly displayName: string
  readonly siteUrl: string
  /** Page of the site that searches for `{title}`. */
  readonly searchUrl: string
  /** Page of the work `{id}`, if its address can be built from the id. */
  readonly workUrl?: string
  /** Credit that the terms of the provider ask for; null if none. */
  readonly attribution: string | null
  /** Used by new libraries without further settings. */
  readonly isOnByDefault: boolean
  readonly subjects: readonly Subject[]
  /** `search` finds works by the ISBN of an edition. */
  readonly knowsIsbns?: true
  /** The best first, as the provider orders them. */
  search(send: SendRequest, query: SeriesQuery): Promise<ProviderMatch[]>
  /** Throws a `ProviderError` if the work does not exist. */
  get(send: SendRequest, externalId: string): Promise<{ candidate: Candidate; work: Work }>
  /** The id in a link to the provider's site; undefined for other links. */
  parseLink(url: string): string | undefined
}
