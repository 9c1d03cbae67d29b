/**
 * Sends requests to providers, with cached responses, rate limits shared by all processes, and
 * retries.
 */
import type { Config } from '../config/model'
import { getProviderTitle } from '../config/options/provider-options'
import { counters, timings } from '../metrics/registry'
import { ConnectionFailed, exchange, getProviderKey, readJsonText } from './exchange'
import { outgoingLogMessages, outgoingMessages } from './messages'
import type {
  OutgoingContext,
  OutgoingRequest,
  PrivateRequest,
  ProviderErrorCode,
  ResponseCheck,
  ProviderRules,
  SendOptions,
} from './model'
import { createBusyError, createProviderError, ProviderError } from './provider-error'
import {
  blockProvider,
  parseExhausted,
  parseRetryAfter,
  type WaitBudget,
  waitForSlot,
  waitUntil,
} from './rate-limits'
import {
  type CachedResponse,
  computeCacheKey,
  countLookup,
  findUsableResponse,
  isFreshEnough,
  renewResponse,
  storeResponse,
} from './response-cache'

const urgentWaitMs = 10_000
/** Maximum wait of jobs. Providers usually block clients for a minute, so this is longer. */
const jobWaitMs = 120_000
const maxTries = 3
const firstBackoffMs = 1_000
/** Length of the block after a rejection that does not specify one. */
const usualBlockMs = 60_000

/**
 * Returns the parsed JSON of the provider's response or of a stored one. Throws `ProviderError`.
 */
export async function sendRequest(
  ctx: OutgoingContext,
  rules: ProviderRules,
  request: OutgoingRequest,
  { isUrgent = false, maxAgeMs = Infinity, signal }: SendOptions = {},
): Promise<unknown> {
  const base = ctx.config.providers[rules.name].base ?? rules.base
  const key = computeCacheKey(rules, base, request)
  const cached = await findUsableResponse(ctx, rules, { key, accepts: request.accepts })
  const now = ctx.clock.now()
  countLookup(cached, now)
  const age = { kind: request.kind, maxAgeMs }
  if (cached && isFreshEnough(cached, now, age)) return JSON.parse(cached.body)
  const stale = maxAgeMs === Infinity ? cached : undefined
  const obstacle = findObstacle(ctx.config, rules)
  if (obstacle) {
    if (stale && obstacle.code === 'offline') return JSON.parse(stale.body)
    throw obstacle
  }
  const endsAtMs = now.getTime() + (isUrgent ? urgentWaitMs : jobWaitMs)
  const budget = { isUrgent, endsAtMs, signal }
  const storage = { key, kind: request.kind, accepts: request.accepts, cached }
  return sendOrUseStale(ctx, { rules, base, request, storage, budget }, stale)
}

/**
 * Returns the parsed JSON of the response, or null if it has no content. Stores nothing. Throws
 * `ProviderError`.
 */
export async function sendPrivateRequest(
  ctx: OutgoingContext,
  rules: ProviderRules,
  request: PrivateRequest,
  { isUrgent = false, signal }: Pick<SendOptions, 'isUrgent' | 'signal'> = {},
): Promise<unknown> {
  const base = ctx.config.providers[rules.name].base ?? rules.base
  const obstacle = findObstacle(ctx.config, rules)
  if (obstacle) throw obstacle
  const endsAtMs = ctx.clock.now().getTime() + (isUrgent ? urgentWaitMs : jobWaitMs)
  const budget = { isUrgent, endsAtMs, signal }
  return sendWithRetries(ctx, { rules, base, request, storage: undefined, budget })
}

async function sendOrUseStale(
  ctx: OutgoingContext,
  sending: Sending,
  stale: CachedResponse | undefined,
): Promise<unknown> {
  const { rules, budget } = sending
  try {
    return await sendWithRetries(ctx, sending)
  } catch (error) {
    if (!stale || !isStaleUsable(error, budget.isUrgent)) throw error
    ctx.log.warn({ provider: rules.name, err: error }, outgoingLogMessages.stale())
    return JSON.parse(stale.body)
  }
}

/** Returns an error if the settings prevent requests to the provider, and otherwise undefined. */
function findObstacle({ providers }: Config, rules: ProviderRules): ProviderError | undefined {
  const { name, key } = rules
  if (providers.offline) return createProviderError(name, 'offline')
  if (!key?.isRequired || getProviderKey({ providers }, rules) !== undefined) return undefined
  const message = outgoingMessages.key_missing({ provider: getProviderTitle(name), name })
  return new ProviderError(name, { code: 'unauthorized', message })
}

/**
 * If a provider is busy, jobs do not use a stale response, because they would store old data as
 * new.
 */
const isStaleUsable = (error: unknown, isUrgent: boolean) =>
  error instanceof ProviderError && (error.code === 'broken' || (error.code === 'busy' && isUrgent))

interface Sending {
  rules: ProviderRules
  base: string
  request: OutgoingRequest | PrivateRequest
  /** Undefined if the response is not stored. */
  storage: Storage | undefined
  budget: WaitBudget
}

interface Storage {
  key: string
  kind: OutgoingRequest['kind']
  accepts: ResponseCheck
  cached: CachedResponse | undefined
}

/** An attempt that did not result in a usable response. */
interface Failure {
  /** Time at which the next attempt may start. */
  retryAtMs: number
  /** Thrown after the last attempt, or if waiting would exceed the limit. */
  error: ProviderError
}

async function sendWithRetries(ctx: OutgoingContext, sending: Sending): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const result = await tryOnce(ctx, sending, attempt)
    if (!('retryAtMs' in result)) return result.json
    const { retryAtMs, error } = result
    if (attempt === maxTries || retryAtMs > sending.budget.endsAtMs) throw error
    await waitUntil(ctx, sending.rules, { atMs: retryAtMs, budget: sending.budget })
  }
}

async function tryOnce(
  ctx: OutgoingContext,
  sending: Sending,
  attempt: number,
): Promise<{ json: unknown } | Failure> {
  const { rules, base, request, storage, budget } = sending
  const { signal } = budget
  const beforeRequest = () => waitForSlot(ctx, rules, { bucket: request.bucket, budget })
  const etag = storage?.cached?.etag ?? undefined
  const startedAt = performance.now()
  const count = (result: Outcome | ProviderError) => countRequest(rules, result, startedAt)
  try {
    const response = await exchange(ctx, { rules, base, request, etag, signal, beforeRequest })
    const result = await handleResponse(ctx, { sending, attempt }, response)
    if ('error' in result) count(result.error)
    else count(response.status === 304 ? 'unchanged' : 'ok')
    return result
  } catch (error) {
    // A `busy` error is not counted: no slot was free, so no request was sent.
    if (error instanceof ProviderError && error.code !== 'busy') count(error)
    if (!(error instanceof ConnectionFailed)) throw error
    count('failed')
    ctx.log.debug({ provider: rules.name, err: error }, 'failed to reach provider')
    const retryAtMs = computeRetryTime(ctx, attempt)
    return { retryAtMs, error: createProviderError(rules.name, 'unreachable') }
  }
}

/**
 * Returns the time of the next attempt: exponential backoff with jitter, so that processes do not
 * all retry at the same time.
 */
const computeRetryTime = (ctx: OutgoingContext, attempt: number) =>
  ctx.clock.now().getTime() +
  Math.round(firstBackoffMs * 2 ** (attempt - 1) * (0.5 + Math.random()))

async function handleResponse(
  ctx: OutgoingContext,
  { sending, attempt }: { sending: Sending; attempt: number },
  response: Response,
): Promise<{ json: unknown } | Failure> {
  const { rules, request, storage } = sending
  const { status, headers, ok } = response
  const refusedUntilMs = findRefusal(ctx, rules, response)
  if (refusedUntilMs !== undefined) {
    await response.body?.cancel()
    return refuse(ctx, rules, refusedUntilMs)
  }
  const exhaustedUntilMs = parseExhausted(headers, ctx.clock.now().getTime())
  if (exhaustedUntilMs !== undefined) await blockProvider(ctx, rules, exhaustedUntilMs)
  if (status === 204 && !storage) return { json: null }
  if (ok) return readAndStore(ctx, sending, response)
  await response.body?.cancel()
  if (status === 304 && storage?.cached) {
    await renewResponse(ctx, storage.key, storage.kind)
    return { json: JSON.parse(storage.cached.body) }
  }
  const error = createStatusError(rules, status, request)
  if (status < 500) throw error
  return { retryAtMs: computeRetryTime(ctx, attempt), error }
}

/**
 * Returns when the next request may be sent, or undefined if the response does not require a wait.
 */
function findRefusal(ctx: OutgoingContext, rules: ProviderRules, { status, headers }: Response) {
  const now = ctx.clock.now().getTime()
  const asked = parseRetryAfter(headers.get('retry-after'), now)
  if (status === 503) return asked
  const isBusy = status === 429 || rules.busyStatuses?.includes(status)
  return isBusy ? (asked ?? parseExhausted(headers, now) ?? now + usualBlockMs) : undefined
}

async function refuse(ctx: OutgoingContext, rules: ProviderRules, untilMs: number) {
  const retryAt = new Date(untilMs)
  ctx.log.warn({ provider: rules.name, retryAt }, outgoingLogMessages.blocked())
  await blockProvider(ctx, rules, untilMs)
  return { retryAtMs: untilMs, error: createBusyError(rules.name, untilMs, ctx.clock.now()) }
}

function createStatusError(
  { name }: ProviderRules,
  status: number,
  request?: Sending['request'],
): ProviderError {
  const refused = request && 'refusedStatuses' in request ? request.refusedStatuses : undefined
  if (status === 401 || status === 403 || refused?.includes(status))
    return createProviderError(name, 'unauthorized')
  if (status === 404 || status === 410) return createProviderError(name, 'not_found')
  const message = outgoingMessages.failed({ provider: getProviderTitle(name), status })
  return new ProviderError(name, { code: 'broken', message })
}

async function readAndStore(
  ctx: OutgoingContext,
  { rules, storage, budget }: Sending,
  response: Response,
): Promise<{ json: unknown } | Failure> {
  const etag = response.headers.get('etag')
  const body = await readJsonText({ rules, signal: budget.signal }, response)
  const json = parseJson(rules, body)
  const code = rules.findBodyError?.(json)
  if (code === 'busy') return refuse(ctx, rules, ctx.clock.now().getTime() + usualBlockMs)
  if (code !== undefined) throw createBodyError(rules, code, response.status)
  if (storage) {
    const { key, kind, accepts } = storage
    if (!accepts(json)) throw createProviderError(rules.name, 'unexpected')
    await storeResponse(ctx, { key, provider: rules.name, kind, body, etag })
  }
  return { json }
}

function parseJson({ name }: ProviderRules, body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw createProviderError(name, 'not_json')
  }
}

function createBodyError(rules: ProviderRules, code: ProviderErrorCode, status: number) {
  return code === 'unauthorized' || code === 'not_found'
    ? createProviderError(rules.name, code)
    : createStatusError(rules, status)
}

type Outcome = 'ok' | 'unchanged' | 'refused' | 'failed'

/**
 * Errors other than these, such as missing works and wrong keys, count as `ok`, because the
 * provider has not failed.
 */
const outcomes: Partial<Record<ProviderErrorCode, Outcome>> = { busy: 'refused', broken: 'failed' }

/** Records a request and its duration, which includes waiting for the rate limit. */
function countRequest({ name }: ProviderRules, result: Outcome | ProviderError, startedAt: number) {
  const outcome = typeof result === 'string' ? result : (outcomes[result.code] ?? 'ok')
  counters.providerRequests.inc({ provider: name, outcome })
  const labels = { plugin: name, method: 'request', outcome }
  timings.pluginRequests.observe(
    { ...labels, outcome: outcome === 'unchanged' ? 'ok' : outcome },
    (performance.now() - startedAt) / 1000,
  )
}
