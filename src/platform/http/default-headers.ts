/** Default headers and serialization of all responses, and the size limit of all requests. */
import { Elysia, ElysiaCustomStatusResponse } from 'elysia'
import type { Context } from '../../context'
import { andThen, type NowOrLater } from '../lib/async/now-or-later'
import { maxBodyBytes, createTooLarge } from './body'
import { createTextResponse } from './responses/compress'
import { respondWithEtag } from './responses/etag'
import { getRequestId } from './requests/request-id'
import { securityHeaders } from './responses/security-headers'
import { toJson } from './responses/to-json'

export const defaultHeaders = (ctx: Pick<Context, 'config' | 'log'>) =>
  new Elysia({ name: 'default-headers' })
    .onRequest(({ request, set }) => {
      Object.assign(set.headers, createDefaultHeaders(request))
      refuseLargeBody(request, ctx.config.server.max_upload_mb)
    })
    // The framework awaits only functions that are declared `async`.
    .mapResponse({ as: 'global' }, async ({ request, responseValue, set }) =>
      finishResponse(request, responseValue, set),
    )

export const createDefaultHeaders = (request: Request): Headers => ({
  ...securityHeaders,
  'x-request-id': getRequestId(request),
})

export function refuseLargeBody(request: Request, maxUploadMb: number) {
  const length = Number(request.headers.get('content-length') ?? 0)
  const isUpload = request.headers.get('content-type')?.startsWith('multipart/form-data')
  const limit = isUpload ? maxUploadMb * 1024 * 1024 + 64 * 1024 : maxBodyBytes
  if (length > limit) throw createTooLarge(limit)
}

/**
 * Adds the default headers to responses, and serializes data only once. Returns undefined for
 * values that the framework must send. Sets all headers, because the framework would otherwise copy
 * the response and turn files into streams.
 */
export function finishResponse(
  request: Request,
  answer: unknown,
  set: Set,
): NowOrLater<Response | undefined> {
  if (answer instanceof Response) return applyDefaults(answer, set)
  if (!isData(answer)) return undefined
  const response = isReadRequest(request)
    ? respondWithEtag(request, toJson(answer), toJsonHeaders(set.headers))
    : respondToWrite(request, answer, set)
  return andThen(response, (found) => {
    if (found) set.headers = {}
    return found
  })
}

const isReadRequest = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** False for values that the framework handles: text, null, streams and responses with a status. */
const isData = (answer: unknown): answer is object =>
  typeof answer === 'object' &&
  answer !== null &&
  !(Symbol.asyncIterator in answer) &&
  !(answer instanceof ElysiaCustomStatusResponse)

/**
 * Adds the default headers that the response does not set itself. If hooks have set a cookie or a
 * status, the framework adds them.
 */
function applyDefaults(answer: Response, set: Set): Response {
  if (set.cookie || set.headers['set-cookie'] || (set.status ?? 200) !== 200) return answer
  const { headers } = answer
  for (const name in set.headers) {
    const value = set.headers[name]
    if (value !== undefined && !headers.has(name)) headers.set(name, String(value))
  }
  // `Date` is set here, because otherwise the server sends the header in a separate packet if the
  // response is late.
  if (!headers.has('date')) headers.set('date', getHttpDate())
  set.headers = {}
  return answer
}

let lastDate = { second: 0, text: '' }

/** Returns the value of the `Date` header, which is formatted at most once a second. */
function getHttpDate(): string {
  const second = Math.floor(Date.now() / 1000)
  if (second !== lastDate.second) {
    lastDate = { second, text: new Date(second * 1000).toUTCString() }
  }
  return lastDate.text
}

/**
 * Serializes and compresses successful responses to methods other than GET and HEAD, for example to
 * POST requests for lists. Returns undefined for all others, including responses with secrets
 * (sign-in, new keys), which are never compressed.
 */
function respondToWrite(
  request: Request,
  answer: object,
  { headers, status = 200 }: Set,
): NowOrLater<Response | undefined> {
  if (status !== 200 || headers['set-cookie'] || headers['cache-control'] === 'no-store') {
    return undefined
  }
  return createTextResponse(request, toJson(answer), { headers: toJsonHeaders(headers) })
}

const toJsonHeaders = (headers: Headers): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  'content-type': 'application/json',
})

type Headers = Record<string, string | number | string[] | undefined>

/** Response settings that hooks and routes change. */
interface Set {
  headers: Headers
  status?: number | string
  cookie?: unknown
}
