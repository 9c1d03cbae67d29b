/** Why a request was refused. A closed set: every door turns each of these into its own dialect. */
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

/** What is wrong with one member of a request: `path` as `authors.0.name`, `message` for people. */
export interface Detail {
  path: string
  message: string
}

interface More {
  details?: Detail[]
  /** Seconds after which the same request may succeed. */
  retryAfterSeconds?: number
}

/** A refusal the caller may be told about. Any other error is a fault: logged whole, told as "internal". */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly reason: Reason
  readonly details: Detail[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(reason: Reason, message: string, more: More = {}) {
    super(message)
    this.reason = reason
    this.details = more.details
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

export const notFound = (what: string) => new Refusal('not_found', `${what} not found`)

/** One or more members of the request are wrong; `details` name each. */
export const invalid = (message: string, details?: Detail[]) =>
  new Refusal('invalid', message, details ? { details } : {})
