/** Types for outgoing requests, used by their callers and by providers. */
import type { Context } from '../../context'
import type { ProviderName } from '../config/options/provider-options'

/**
 * Allows `burst` requests without waiting, and then one every `everyMs` milliseconds. In a window
 * of W milliseconds, that is at most `burst + W / everyMs`.
 */
export interface RateLimit {
  readonly everyMs: number
  readonly burst: number
}

/** Connection settings of a provider. Requests are sent only to the host of its base URL. */
export interface ProviderRules {
  readonly name: ProviderName
  /** Without a trailing slash. The setting `providers.<name>.base` replaces it. */
  readonly base: string
  /** A `default` limit, and one for each `bucket` that requests name. */
  readonly limits: { readonly default: RateLimit } & Readonly<Record<string, RateLimit>>
  /** Replace default headers such as `user-agent` and `accept`. */
  readonly headers?: Readonly<Record<string, string>>
  /** How to send the key in the setting `providers.<name>.key`. */
  readonly key?: ProviderKey
  /** Statuses other than 429 that mean "too many requests". */
  readonly busyStatuses?: readonly number[]
  /** Recognizes an error in the body of a 200 response, before it is stored. */
  readonly findBodyError?: (body: unknown) => ProviderErrorCode | undefined
}

interface ProviderKey {
  /** True if requests are sent only when there is a key. */
  readonly isRequired: boolean
  readonly in: 'header' | 'query'
  /** Name of the header or query parameter. */
  readonly name: string
  /** For example `Bearer `. */
  readonly prefix?: string
}

interface BaseRequest {
  /** Path and query, relative to the base URL. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Name of a separate rate limit. */
  readonly bucket?: string
}

/** Returns whether parsed JSON has the shape that the request expects. */
export type ResponseCheck = (body: unknown) => boolean

/** A request whose response is stored and shared by all users. */
export interface OutgoingRequest extends BaseRequest {
  readonly method?: 'GET' | 'POST'
  /** JSON body of a POST. */
  readonly body?: unknown
  /** Responses to searches stay fresh for a day, and responses about works for a week. */
  readonly kind: 'search' | 'work'
  /** Rejected responses count as errors of the provider, and are neither used nor stored. */
  readonly accepts: ResponseCheck
}

/** A request on behalf of a single user, whose response is never stored. */
export interface PrivateRequest extends BaseRequest {
  /** Must be idempotent, because the request is repeated if the connection is lost. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** JSON body. */
  readonly body?: unknown
  /** Form fields, sent instead of `body`. */
  readonly form?: Readonly<Record<string, string>>
  /** Statuses other than 401 and 403 that mean "unauthorized". */
  readonly refusedStatuses?: readonly number[]
}

export interface SendOptions {
  /**
   * True if a person is waiting. Such requests can use the whole burst, and wait at most 10
   * seconds.
   */
  readonly isUrgent?: boolean
  /**
   * Maximum age of a stored response. An older one is revalidated with the provider before it is
   * used.
   */
  readonly maxAgeMs?: number
  readonly signal?: AbortSignal
}

export interface OutgoingContext extends Pick<
  Context,
  'config' | 'db' | 'writeBulk' | 'clock' | 'log'
> {
  readonly timeoutMs?: number
}

export type ProviderErrorCode =
  /** The setting `providers.offline` is on, and there is no stored response. */
  | 'offline'
  /** Too many requests; `retryAt` is when the next one may be sent. */
  | 'busy'
  | 'unauthorized'
  | 'not_found'
  /** The provider cannot be reached or fails, or its response cannot be used. */
  | 'broken'
