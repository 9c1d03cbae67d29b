import { type Message, renderMessage } from './platform/messages/message'

/** Reason for refusing a request. Each protocol maps all of these reasons to its own statuses. */
export type Reason =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_type'
  | 'range_not_satisfiable'
  | 'too_many_requests'
  | 'unavailable'

/** An error in one member of a request. Example of a `path`: `authors.0.name`. */
export interface Detail {
  path: string
  message: Message
}

interface RefusalOptions {
  details?: Detail[]
  /** Number of seconds after which the same request may succeed. */
  retryAfterSeconds?: number
}

/**
 * An error that is sent to the client. All other errors are logged in full, and the client receives
 * "internal".
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly reason: Reason
  readonly userMessage: Message
  readonly details: Detail[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(reason: Reason, message: Message, more: RefusalOptions = {}) {
    super(renderMessage(message))
    this.reason = reason
    this.userMessage = message
    this.details = more.details
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

export const notFound = (message: Message) => new Refusal('not_found', message)

/** Creates a refusal for one or more invalid members of the request, which `details` lists. */
export const invalid = (message: Message, details?: Detail[]) =>
  new Refusal('invalid', message, details ? { details } : {})
