/** Converts errors about pages to user-facing ones, and remembers failed pages. */
import { DecodeFailed, DecoderDied, DecoderStopped } from '../../media/decoding/decode-errors'
import { Refusal } from '../../errors'
import type { Db } from '../../platform/db/store'
import type { Clock } from '../../platform/lib/clock'
import { requestMessages } from '../../platform/messages/common'
import { bookMessages } from '../../catalog/books/messages'
import { pageMessages } from './messages'
import { listStoredFindings } from './queries'

export const createDamagedError = () => new Refusal('not_found', pageMessages.damaged())

const unreadableCodes = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'EIO',
  'ESTALE',
  'ENOTCONN',
])

/** Converts decoder errors to user-facing errors; other errors are unchanged. */
export function convertDecodeError(error: unknown): unknown {
  if (error instanceof DecoderDied) {
    return new Refusal('not_found', pageMessages.crashes_decoder())
  }
  if (error instanceof DecoderStopped) {
    return new Refusal('unavailable', requestMessages.stopping())
  }
  if (!(error instanceof DecodeFailed)) return error
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    return new Refusal('unavailable', pageMessages.disk_full())
  }
  if (error.code && unreadableCodes.has(error.code)) {
    return new Refusal('unavailable', bookMessages.file_unreadable())
  }
  return error.userMessage ? new Refusal('not_found', error.userMessage) : createDamagedError()
}

const rememberedMs = 300_000
const maxRemembered = 1000

/** Remembers failed pages for a while, because each further attempt may crash a child process. */
export class RecentFailures {
  readonly #clock: Clock
  readonly #known = new Map<string, { refusal: Refusal; until: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Throws the remembered error, if any. */
  check(key: string) {
    const known = this.#known.get(key)
    if (known && known.until > this.#clock.now().getTime()) throw known.refusal
  }

  /** Remembers only errors that the file causes, because errors of the machine may be temporary. */
  remember(key: string, error: unknown) {
    if (!(error instanceof Refusal) || error.reason !== 'not_found') return
    this.#known.delete(key)
    const until = this.#clock.now().getTime() + rememberedMs
    this.#known.set(key, { refusal: error, until })
    const [oldest] = this.#known.keys()
    if (this.#known.size > maxRemembered && oldest) this.#known.delete(oldest)
  }
}

/** Explains why a page is unavailable, based on the worst finding of the scan. */
export async function explainUnavailable(db: Db, n: number): Promise<Refusal> {
  const [worst] = await listStoredFindings(db, n)
  return new Refusal(
    'not_found',
    worst
      ? pageMessages.unavailable_because({ reason: worst.message })
      : pageMessages.unavailable(),
  )
}
