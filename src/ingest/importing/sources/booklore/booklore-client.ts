/**
 * Reads the data of one person from a BookLore server. The responses are stored unchanged and read
 * later, like the file of any other program. The password is not stored.
 */
import type { Context } from '../../../../context'
import { Refusal } from '../../../../errors'
import {
  fetchConfigured,
  isLocalHost,
  TooLarge,
} from '../../../../platform/outgoing/fetch-configured'
import { importLogMessages, importMessages } from '../../messages'
import { sourceNames } from '../../neutral-form'
import { answersStart } from './booklore-answers'

export interface BookloreLogin {
  /** Address of the server, without the path of its API. */
  address: string
  username?: string | undefined
  password?: string | undefined
  /** An access token, instead of username and password. */
  token?: string | undefined
}

type FetchContext = Pick<Context, 'config' | 'log'>

const name = sourceNames.booklore
const mb = 2 ** 20
const maxSmallBytes = 2 * mb
const maxBooksMb = 64
const smallTimeoutMs = 15_000
const booksTimeoutMs = 60_000

/**
 * Throws a refusal if the server does not respond, refuses the request, or sends an unexpected
 * response.
 */
export async function fetchBooklore(ctx: FetchContext, login: BookloreLogin): Promise<Blob> {
  const base = parseAddress(login.address)
  // A server without internet access may still be connected to a local network.
  if (ctx.config.providers.offline && !isLocalHost(new URL(base).hostname)) {
    throw new Refusal('unavailable', importMessages.server_offline({ name }))
  }
  const token = login.token ?? (await logIn(ctx, base, login))
  const ask = (path: string, limits?: Partial<Limits>) =>
    fetchJson(ctx, `${base}${path}`, {
      headers: { authorization: `Bearer ${token}` },
      ...smallLimits,
      ...limits,
    })
  const user = await ask('/api/v1/users/me')
  const libraries = await ask('/api/v1/libraries', { opening: '[' })
  const books = await ask('/api/v1/books', {
    opening: '[',
    maxBytes: maxBooksMb * mb,
    timeoutMs: booksTimeoutMs,
  })
  const start = `${answersStart}${JSON.stringify(base)}`
  return new Blob([start, ',"user":', user, ',"libraries":', libraries, ',"books":', books, '}'])
}

/**
 * Returns the address without a slash at its end. Throws if it is not an HTTP or HTTPS URL, or if
 * it has a user name, query or fragment.
 */
function parseAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isPlain = url && url.username === '' && url.search === '' && url.hash === ''
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new Refusal('invalid', importMessages.server_address())
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

async function logIn(
  ctx: FetchContext,
  base: string,
  { username, password }: BookloreLogin,
): Promise<string> {
  if (!username || !password) throw new Refusal('invalid', importMessages.server_login())
  const text = await fetchJson(ctx, `${base}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
    ...smallLimits,
  })
  const { accessToken } = parseJson(text, base) as { accessToken?: unknown }
  if (typeof accessToken === 'string' && /^[\x21-\x7e]{1,8192}$/.test(accessToken)) {
    return accessToken
  }
  throw refuseAnswer(base)
}

function parseJson(text: string, base: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw refuseAnswer(base)
}

interface Limits {
  maxBytes: number
  timeoutMs: number
  /** The first character of the response. */
  opening: '{' | '['
}

const smallLimits: Limits = { maxBytes: maxSmallBytes, timeoutMs: smallTimeoutMs, opening: '{' }

interface Question extends Limits {
  method?: string
  headers: Record<string, string>
  body?: string
}

/**
 * Returns the text of the response. Checks only its first character, because it is parsed later,
 * outside the server's process.
 */
async function fetchJson(
  ctx: FetchContext,
  address: string,
  { opening, headers, ...init }: Question,
): Promise<string> {
  const response = await fetchOrRefuse(ctx, address, {
    ...init,
    headers: { accept: 'application/json', ...headers },
  })
  const { status } = response
  if (status === 401 || status === 403) {
    throw new Refusal('invalid', importMessages.server_refused({ name }))
  }
  if (status >= 500)
    throw new Refusal('unavailable', importMessages.server_failed({ name, status }))
  const text = status === 200 ? await response.text() : ''
  if (!text.trimStart().startsWith(opening)) throw refuseAnswer(address)
  return text
}

async function fetchOrRefuse(
  ctx: FetchContext,
  address: string,
  init: Parameters<typeof fetchConfigured>[2],
): Promise<Response> {
  try {
    return await fetchConfigured(ctx, address, init)
  } catch (error) {
    if (error instanceof TooLarge) {
      const max = Math.floor(error.maxBytes / mb)
      throw new Refusal('too_large', importMessages.server_too_large({ name, max }))
    }
    // The connection failed, for example because of an unknown host name, a closed port or a
    // timeout.
    const { host } = new URL(address)
    ctx.log.info({ err: error, host }, importLogMessages.server_silent())
    throw new Refusal('unavailable', importMessages.server_silent({ name, host }))
  }
}

const refuseAnswer = (address: string) =>
  new Refusal('invalid', importMessages.server_other({ name, host: new URL(address).host }))
