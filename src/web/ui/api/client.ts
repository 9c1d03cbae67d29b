/**
 * The only API client. Its types are generated from docs/openapi.json, so an incompatible API
 * change breaks the build.
 */
import createClient from 'openapi-fetch'
import type { paths } from './schema'
import type { Schemas } from './types'
import { markViewedRequest } from '../state/session/view-as'
import { noteOutage } from '../state/session/outage'
import { expireSession } from '../state/session/session'
import { loadServerMessages } from '../i18n/catalogue-parts'
import type { ServerMessage } from '../i18n/message-text'
import { noteCopy } from '../state/offline/saved-copies'

export type { Schemas } from './types'

/** An error response, or an unreachable server (status 0). */
export class ApiError extends Error {
  readonly status: number
  readonly reason: string
  readonly code: string | undefined
  readonly params: Record<string, unknown>
  readonly details: readonly (ServerMessage & { path: string })[]

  constructor(status: number, body: Partial<Schemas['Error']> | undefined) {
    super(body?.message ?? 'The server does not answer')
    this.status = status
    this.reason = body?.error ?? (status === 0 ? 'unreachable' : 'internal')
    this.code = body?.code
    this.params = body?.params ?? {}
    this.details = body?.details ?? []
  }
}

/** Base URL of Quire with a trailing slash, read from <base>. */
export const baseUrl = document.baseURI.replace(/[^/]*$/, '')

const client = createClient<paths>({ baseUrl: baseUrl.slice(0, -1), fetch: send })

/**
 * Example: `api.GET('/api/v1/series/{id}', { params: { path: { id } } })`. Pass the promise to
 * `readResponse`, which throws an ApiError on failure.
 */
export const api = client

async function send(request: Request): Promise<Response> {
  markViewedRequest(request)
  const given = takeEmbeddedAnswer(request)
  if (given) return given
  const response = await fetch(request).catch((error: unknown) => {
    // An aborted request is not an error, and callers must be able to recognize it.
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, undefined)
  })
  if (request.method === 'GET') noteCopy(request.url, response.headers.has('x-saved-copy'))
  const isSignIn =
    request.method === 'POST' && /\/api\/v1\/auth\/(login|quick-switch$)/.test(request.url)
  if (response.status === 401 && !isSignIn) expireSession()
  if (response.status === 503) void noteOutage(response.clone(), `${baseUrl}health`)
  if (!response.ok) await loadServerMessages()
  return response
}

interface Answer<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/** Returns the response body or throws an ApiError. */
export async function readResponse<Data>(
  asked: Promise<Answer<Data>>,
): Promise<Exclude<Data, undefined>> {
  const { data, error, response } = await asked
  if (!response.ok) throw new ApiError(response.status, error as Partial<Schemas['Error']>)
  return data as Exclude<Data, undefined>
}

/** Builds the URL of an image or file below the base path. */
export const buildUrl = (path: string) => `${baseUrl}${path.replace(/^\//, '')}`

/** Lists the responses that src/web/first-responses.ts embeds in the page. */
const listEmbeddedAnswers = () => document.querySelectorAll<HTMLElement>('script[data-answer]')

/** Unused responses are removed after this time, because they would be out of date. */
const keptMs = 5_000

setTimeout(() => {
  for (const element of listEmbeddedAnswers()) element.remove()
}, keptMs)

/** Returns undefined if the page does not contain the response. Each response is used once. */
export function takeEmbeddedAnswer({ method, url, headers }: Request): Response | undefined {
  // The embedded responses are those for the signed-in user. A request with `x-view-as` needs those
  // for another user.
  if (method !== 'GET' || headers.has('x-view-as')) return undefined
  const address = url.slice(baseUrl.length)
  const element = [...listEmbeddedAnswers()].find(({ dataset }) => dataset['answer'] === address)
  if (!element) return undefined
  element.remove()
  return new Response(element.textContent, { headers: { 'content-type': 'application/json' } })
}
