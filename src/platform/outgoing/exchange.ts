/**
 * Sends HTTP requests to providers, with a fixed host and limited time and size, and reads JSON
 * responses.
 */
import type { Config } from '../config/model'
import { getProviderTitle } from '../config/options/provider-options'
import { release } from '../../version'
import { outgoingMessages } from './messages'
import type { OutgoingContext, OutgoingRequest, PrivateRequest, ProviderRules } from './model'
import { createProviderError, ProviderError } from './provider-error'

const timeoutMs = 20_000
const maxBytes = 4 * 1024 * 1024
const maxRedirects = 3
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export const isRedirect = ({ status }: Response) => redirects.has(status)

export interface Exchange {
  rules: ProviderRules
  base: string
  request: OutgoingRequest | PrivateRequest
  etag: string | undefined
  signal: AbortSignal | undefined
  /** Runs before each request, including those that follow redirects. */
  beforeRequest: () => Promise<void>
}

/** The provider could not be reached, or the connection was lost. */
export class ConnectionFailed extends Error {
  override name = 'ConnectionFailed'
}

/**
 * Follows up to three redirects of a GET request within the same origin, and throws a
 * `ProviderError` for all others. Throws `ConnectionFailed`, or the reason with which the signal
 * was aborted, if there is no response.
 */
export async function exchange(ctx: OutgoingContext, given: Exchange): Promise<Response> {
  const start = buildUrl(ctx.config, given)
  let url = start
  for (let hop = 0; hop <= maxRedirects; hop++) {
    await given.beforeRequest()
    const response = await watchConnection(fetch(url, buildInit(ctx, given)), given.signal)
    const location = isRedirect(response) ? response.headers.get('location') : null
    if (location === null) return response
    await response.body?.cancel()
    url = resolveRedirect(given, { from: url, location })
  }
  throw createRedirectError(given.rules, start)
}

async function watchConnection<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await work
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof ProviderError) throw cause
    throw new ConnectionFailed('failed to reach provider', { cause })
  }
}

/** Returns the key from the settings, or undefined if it is not set or the provider uses none. */
export function getProviderKey(
  { providers }: Pick<Config, 'providers'>,
  { name }: Pick<ProviderRules, 'name'>,
): string | undefined {
  const settings: { base: string | undefined; key?: string | undefined } = providers[name]
  return settings.key
}

function buildUrl(config: Config, { base, rules, request: { path } }: Exchange): URL {
  const url = new URL(base + path)
  if (!path.startsWith('/') || url.origin !== new URL(base).origin) {
    throw new Error('the path of a request to a provider must start with "/"')
  }
  const key = getProviderKey(config, rules)
  if (rules.key?.in === 'query' && key !== undefined) url.searchParams.set(rules.key.name, key)
  return url
}

function buildKeyHeader(config: Config, rules: ProviderRules): Record<string, string> {
  const key = getProviderKey(config, rules)
  if (rules.key?.in !== 'header' || key === undefined) return {}
  return { [rules.key.name]: `${rules.key.prefix ?? ''}${key}` }
}

function buildBody(request: Exchange['request']) {
  if ('form' in request && request.form) {
    const type = 'application/x-www-form-urlencoded'
    return { type, body: new URLSearchParams({ ...request.form }).toString() }
  }
  if (request.body === undefined) return undefined
  return { type: 'application/json', body: JSON.stringify(request.body) }
}

function buildInit({ config, timeoutMs: limitMs }: OutgoingContext, given: Exchange) {
  const { method = 'GET', headers } = given.request
  const content = buildBody(given.request)
  const timeout = AbortSignal.timeout(limitMs ?? timeoutMs)
  return {
    method,
    redirect: 'manual',
    signal: given.signal ? AbortSignal.any([given.signal, timeout]) : timeout,
    ...(content && { body: content.body }),
    ...(config.providers.proxy !== undefined && { proxy: config.providers.proxy }),
    headers: {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'user-agent': getUserAgent(config),
      ...(content && { 'content-type': content.type }),
      ...given.rules.headers,
      ...buildKeyHeader(config, given.rules),
      ...headers,
      ...(given.etag !== undefined && { 'if-none-match': given.etag }),
    },
  } satisfies BunFetchRequestInit
}

export function getUserAgent({ providers: { contact } }: Config): string {
  return contact === undefined ? `Quire/${release}` : `Quire/${release} (${contact})`
}

function resolveRedirect(
  { rules, request }: Exchange,
  { from, location }: { from: URL; location: string },
): URL {
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined
  const isSafe = target?.origin === from.origin && (request.method ?? 'GET') === 'GET'
  if (!target || !isSafe) throw createRedirectError(rules, target ?? from)
  return target
}

const createRedirectError = ({ name }: ProviderRules, { host }: URL) =>
  new ProviderError(name, {
    code: 'broken',
    message: outgoingMessages.redirected({ provider: getProviderTitle(name), host }),
  })

/**
 * Reads the body as text. Throws a `ProviderError` if it is not JSON or is too large. If the
 * connection fails, throws the same errors as `exchange`.
 */
export async function readJsonText(
  { rules: { name }, signal }: Pick<Exchange, 'rules' | 'signal'>,
  response: Response,
): Promise<string> {
  if (!/\bjson\b/i.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel()
    throw createProviderError(name, 'not_json')
  }
  return watchConnection(readText(name, response), signal)
}

async function readText(name: ProviderRules['name'], response: Response): Promise<string> {
  const bytes = await readBounded(response, maxBytes)
  if (!bytes) throw createTooLargeError(name)
  return bytes.toString('utf8')
}

/** Returns undefined if the body is too large. */
export async function readBounded(
  response: Response,
  limitBytes: number,
): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    // Leaving the loop cancels the body.
    if (size > limitBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const createTooLargeError = (name: ProviderRules['name']) =>
  new ProviderError(name, {
    code: 'broken',
    message: outgoingMessages.too_large({
      provider: getProviderTitle(name),
      max: maxBytes / 1024 / 1024,
    }),
  })
