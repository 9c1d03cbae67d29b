/**
 * Defines the matching operations that differ between series and books. Series and books share all
 * other matching code.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import type { suggestSeriesCover } from '../../../artwork/covers/suggested/suggest-series-cover'
import type { Entity } from '../../../catalog/metadata/field-table'
import type { Matched } from '../../../catalog/metadata/matching/match-decisions'
import type { Context } from '../../../context'
import type { Db } from '../../../platform/db/store'
import type { Message } from '../../../platform/messages/message'
import type { SendOptions } from '../../../platform/outgoing/model'
import type { Decision, RankedCandidate } from '../../matching/model'
import { decideMatch } from '../../matching/rank-candidates'
import type { BookWork, Work } from '../../providers/model'
import type { MetadataProvider } from '../../providers/provider'

export type ProviderWork = Work | BookWork

/** The result of querying a provider. */
export interface Found {
  provider: MetadataProvider
  /** Best first. */
  ranked: readonly RankedCandidate[]
  decision: Decision
  /** The reason why the provider did not return a result. */
  problem?: Message
  /** Keyed by external ID. */
  works: ReadonlyMap<string, ProviderWork>
  /** The only fields that are applied automatically, or undefined for all. */
  certainFields?: readonly string[]
}

export const createFailed = (provider: MetadataProvider, problem: Message): Found => ({
  provider,
  ranked: [],
  works: new Map(),
  decision: decideMatch([]),
  problem,
})

export interface FindOptions extends SendOptions {
  /** Replaces the search terms built from the series or book. */
  query?: string | undefined
  threshold?: number | undefined
}

/** A series or book, loaded to be matched. */
export interface Matchable {
  matched: Matched
  libraryId: string
  title: string
  searchTitle: string
  /** A user chose never to match the series or book. */
  isExcluded: boolean
  /** Lists the provider's works that a user excluded. */
  listExcludedIds(provider: MetadataProvider): ReadonlySet<string>
  /** Queries the provider. Errors of the provider are part of the result and are not thrown. */
  find(ctx: Context, provider: MetadataProvider, options: FindOptions): Promise<Found>
}

/** Stands for all providers and all works when a series or book is excluded from matching. */
export const anything = '*'

export interface Match {
  provider: string
  externalId: string
  work: ProviderWork
}

export interface RankedMatch extends Match {
  /** Provider sources, most trusted first. */
  trusted: readonly string[]
}

export interface Target {
  // oxlint-disable-next-line typescript/no-explicit-any -- series and books have rows of their own shape
  entity: Entity<any>
  /**
   * Fields applied regardless of the user's selection, namely the IDs that were used for matching.
   */
  alwaysApplied: ReadonlySet<string>
  /** Throws if the viewer cannot see the series or book. */
  load(db: Db, viewer: Viewer, id: string): Promise<Matchable>
  /** Throws if the viewer cannot see the series or book. */
  requireVisible(db: Db, viewer: Viewer, id: string): Promise<unknown>
  canAsk(provider: MetadataProvider): boolean
  /** Throws a `ProviderError`. */
  getWork(
    provider: MetadataProvider,
    externalId: string,
    options: SendOptions,
  ): Promise<ProviderWork>
  /** Builds the proposed values by field. Throws if the viewer cannot see the series or book. */
  buildValues(
    db: Db,
    viewer: Viewer,
    id: string,
    match: RankedMatch,
  ): Promise<Record<string, unknown>>
  suggestCover: typeof suggestSeriesCover
  withdrawCover(ctx: Context, id: string, coverId: string): Promise<void>
  /** Returns the reason why a cover was not selected. */
  explainKeptCover(): Message
}
