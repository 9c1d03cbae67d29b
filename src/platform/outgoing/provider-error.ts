import { type Reason, Refusal } from '../../errors'
import { getProviderTitle } from '../config/options/provider-options'
import type { Message } from '../messages/message'
import { outgoingMessages } from './messages'
import type { ProviderErrorCode } from './model'

const reasons: Partial<Record<ProviderErrorCode, Reason>> = { not_found: 'not_found' }

/** A provider could not be used. Clients receive the message with status 404 or 503. */
export class ProviderError extends Refusal {
  override name = 'ProviderError'
  readonly code: ProviderErrorCode
  /** Name of a built-in provider or plugin. */
  readonly provider: string
  /** Time at which the provider accepts requests again. */
  readonly retryAt: Date | undefined

  constructor(provider: string, { code, message, retryAt, now }: ProviderFailure & { now?: Date }) {
    const seconds =
      retryAt && now ? Math.ceil((retryAt.getTime() - now.getTime()) / 1000) : undefined
    super(reasons[code] ?? 'unavailable', message, {
      ...(seconds !== undefined && { retryAfterSeconds: Math.max(seconds, 1) }),
    })
    this.code = code
    this.provider = provider
    this.retryAt = retryAt
  }
}

interface ProviderFailure {
  code: ProviderErrorCode
  message: Message
  retryAt?: Date
}

export function createBusyError(provider: string, retryAtMs: number, now: Date) {
  const minutes = Math.max(Math.ceil((retryAtMs - now.getTime()) / 60_000), 1)
  const message = outgoingMessages.busy({ provider: getProviderTitle(provider), minutes })
  return new ProviderError(provider, { code: 'busy', message, retryAt: new Date(retryAtMs), now })
}

type PlainMessage =
  'offline' | 'unauthorized' | 'not_found' | 'unreachable' | 'not_json' | 'unexpected'
const codes: Partial<Record<PlainMessage, ProviderErrorCode>> = {
  offline: 'offline',
  unauthorized: 'unauthorized',
  not_found: 'not_found',
}

/** Creates an error whose message has a single parameter, the name of the provider. */
export const createProviderError = (provider: string, name: PlainMessage) =>
  new ProviderError(provider, {
    code: codes[name] ?? 'broken',
    message: outgoingMessages[name]({ provider: getProviderTitle(provider) }),
  })
