/** Sends requests to a plugin, and maps failures to user-facing errors. */
import { Refusal } from '../../../errors'
import type { Context } from '../../../context'
import type { Message } from '../../../platform/messages/message'
import { timings } from '../../../platform/metrics/registry'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import { readNumber, readObject } from '../../providers/text/read-json'
import { RpcError, SandboxFailure } from '../../sandbox/model'
import { pluginMessages } from '../messages'
import type { PluginRow } from '../queries'
import { type Failure, recordFailure, recordSuccess } from './plugin-health'
import { endProgram, type ProgramOwner, type Running, withProgram } from './plugin-programs'

const defaultTimeoutSeconds = 30

export interface Question {
  method: string
  params: object
  /** Default: the plugin's timeout. */
  timeoutMs?: number
  signal?: AbortSignal | undefined
  /**
   * Sends the request to this user's program. Failures of that program do not disable the plugin.
   */
  owner?: ProgramOwner | undefined
}

/** Throws a `ProviderError`. */
export async function askPlugin(
  ctx: Context,
  plugin: PluginRow,
  { method, params, timeoutMs = getTimeoutMs(plugin), signal, owner }: Question,
): Promise<unknown> {
  let isOfService = false
  const startedAt = performance.now()
  const count = (outcome: 'ok' | 'refused' | 'failed') => {
    const seconds = (performance.now() - startedAt) / 1000
    timings.pluginRequests.observe({ plugin: plugin.name, method, outcome }, seconds)
  }
  try {
    const ask = async ({ program, requests }: Running) => {
      const { failed } = requests
      try {
        return await program.request(method, params, { timeoutMs, ...(signal && { signal }) })
      } finally {
        isOfService = requests.failed > failed
      }
    }
    const answer = await withProgram(ctx, plugin, ask, owner)
    await recordSuccess(ctx, plugin)
    count('ok')
    return answer
  } catch (error) {
    signal?.throwIfAborted()
    count(getOutcome(error))
    const failure = describeFailure(plugin, error, { method, isOfService, owner })
    if (failure && (await recordFailure(ctx, plugin, failure))) await endProgram(ctx, plugin.id)
    throw toProviderError(ctx, plugin, error)
  }
}

/** A missing work is a valid response. */
function getOutcome(error: unknown): 'ok' | 'refused' | 'failed' {
  if (!(error instanceof RpcError)) return 'failed'
  if (error.code === codes.notFound) return 'ok'
  return error.code === codes.busy ? 'refused' : 'failed'
}

const getTimeoutMs = ({ requestTimeoutSeconds }: PluginRow) =>
  (requestTimeoutSeconds ?? defaultTimeoutSeconds) * 1000

/** Protocol error codes. */
const codes = {
  busy: -32_001,
  notFound: -32_002,
  unauthorized: -32_003,
  noMethod: -32_601,
} as const
/** Returns whether an error comes from the service behind the plugin, or from its settings. */
const isCodeOfService = (code: number) => code <= -32_001 && code >= -32_005

/**
 * Errors that have been counted. All requests that are open when a program exits, or are waiting
 * for it to start, fail with the same error.
 */
const counted = new WeakSet<object>()

/** Returns undefined if nothing failed, or if the failure is expected or already counted. */
function describeFailure(
  plugin: PluginRow,
  error: unknown,
  { method, isOfService, owner }: Pick<Question, 'method' | 'owner'> & { isOfService: boolean },
): Failure | undefined {
  const isOwned = owner !== undefined
  const message = describeError(plugin, isOwned ? withoutReason(error) : error)
  if (counted.has(error as Error)) return undefined
  counted.add(error as Error)
  if (error instanceof SandboxFailure) {
    return { code: error.reason, method, message, isOwn: !isOwned }
  }
  if (!(error instanceof RpcError) || error.code === codes.notFound) return undefined
  // Users' programs do not have to support every method.
  if (isOwned && error.code === codes.noMethod) return undefined
  const isOwn = !isOfService && !isOwned && !isCodeOfService(error.code)
  return { code: String(error.code), method, message, isOwn }
}

/**
 * Messages from a user's program can reveal what the user read, so administrators must not see
 * them.
 */
function withoutReason(error: unknown): unknown {
  if (error instanceof SandboxFailure) return new SandboxFailure(error.reason, error.reason)
  return error instanceof RpcError ? new RpcError(error.code, `error ${error.code}`) : error
}

const maxReason = 300
const describeReason = ({ message }: Error) =>
  message
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxReason)
    .toWellFormed()

const sandboxMessages = {
  not_started: (plugin: string, reason: string) => pluginMessages.not_started({ plugin, reason }),
  ended: (plugin: string) => pluginMessages.ended({ plugin }),
  timeout: (plugin: string) => pluginMessages.too_slow({ plugin }),
  memory: (plugin: string) => pluginMessages.too_much_memory({ plugin }),
  disk: (plugin: string) => pluginMessages.too_many_files({ plugin }),
  output: (plugin: string) => pluginMessages.too_much_output({ plugin }),
} as const

/** Returns a user-facing message. Rethrows unknown errors. */
export function describeError({ displayName: plugin }: PluginName, error: unknown): Message {
  if (error instanceof Refusal) return error.userMessage
  if (error instanceof SandboxFailure) {
    return sandboxMessages[error.reason](plugin, describeReason(error))
  }
  if (!(error instanceof RpcError)) throw error
  if (error.code === codes.unauthorized) return pluginMessages.unauthorized({ plugin })
  if (error.code === codes.notFound) return pluginMessages.work_not_found({ plugin })
  return pluginMessages.program_error({ plugin, reason: describeReason(error) })
}

type PluginName = Pick<PluginRow, 'displayName'>

const usualWaitSeconds = 60
const maxWaitSeconds = 24 * 3600

function toProviderError(ctx: Context, plugin: PluginRow, error: unknown): ProviderError {
  const { name, displayName } = plugin
  if (!(error instanceof RpcError) || error.code !== codes.busy) {
    return new ProviderError(name, { code: getCode(error), message: describeError(plugin, error) })
  }
  const given = readNumber(readObject(error.data)['retryAfter']) ?? usualWaitSeconds
  const seconds = Math.min(Math.max(given, 1), maxWaitSeconds)
  const now = ctx.clock.now()
  const message = pluginMessages.busy({ plugin: displayName, minutes: Math.ceil(seconds / 60) })
  const retryAt = new Date(now.getTime() + seconds * 1000)
  return new ProviderError(name, { code: 'busy', message, retryAt, now })
}

function getCode(error: unknown) {
  if (!(error instanceof RpcError)) return 'broken'
  if (error.code === codes.notFound) return 'not_found'
  return error.code === codes.unauthorized ? 'unauthorized' : 'broken'
}
