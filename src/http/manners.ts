/** What every answer has and every request must keep to, whatever it asks for. */
import { Elysia } from 'elysia'
import type { Context } from '../context'
import { maxBodyBytes, tooLarge } from './body'
import { isUnchanged, weakTag } from './conditional'
import { requestIdOf } from './request-id'

const strictPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
  "img-src 'self' data: blob:; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'"

const securityHeaders: Record<string, string> = {
  'content-security-policy': strictPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

export const manners = (ctx: Pick<Context, 'config' | 'log'>) =>
  new Elysia({ name: 'manners' })
    .onRequest(({ request, set }) => {
      Object.assign(set.headers, securityHeaders)
      set.headers['x-request-id'] = requestIdOf(request)
      refuseLargeBody(request, ctx.config.server.max_upload_mb)
    })
    .mapResponse({ as: 'global' }, ({ request, responseValue, set }) =>
      finished(request, responseValue, set),
    )

function refuseLargeBody(request: Request, maxUploadMb: number) {
  const length = Number(request.headers.get('content-length') ?? 0)
  const isUpload = request.headers.get('content-type')?.startsWith('multipart/form-data')
  const most = isUpload ? maxUploadMb * 1024 * 1024 + 64 * 1024 : maxBodyBytes
  if (length > most) throw tooLarge(most)
}

/**
 * JSON answers to GET carry a weak ETag; whoever has the same already gets 304 and no body. Nothing is
 * left for the framework to add: it would make each answer anew, and of a file on the disk a stream.
 */
function finished(request: Request, answer: unknown, set: Set): Response | undefined {
  if (answer instanceof Response) return dressed(answer, set)
  const response = withValidator(request, answer, set.headers)
  if (response) set.headers = {}
  return response
}

/** The headers of every answer, where it has none of its own of that name. */
function dressed(answer: Response, set: Set): Response {
  if (set.cookie || set.headers['set-cookie'] || (set.status ?? 200) !== 200) return answer
  for (const [name, value] of Object.entries(set.headers)) {
    if (value !== undefined && !answer.headers.has(name)) answer.headers.set(name, String(value))
  }
  // Left to the server, it is sent in pieces of its own where the answer comes late.
  if (!answer.headers.has('date')) answer.headers.set('date', new Date().toUTCString())
  set.headers = {}
  return answer
}

function withValidator(request: Request, answer: unknown, headers: Headers): Response | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  if (typeof answer !== 'object' || answer === null) return undefined
  if (Symbol.asyncIterator in answer) return undefined
  const body = JSON.stringify(answer)
  const etag = String(headers['etag'] ?? weakTag(body))
  const own = {
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    'cache-control': 'private, no-cache',
    'content-type': 'application/json',
    etag,
  }
  if (isUnchanged(request, etag)) return new Response(null, { status: 304, headers: own })
  return new Response(body, { headers: own })
}

type Headers = Record<string, string | number | string[] | undefined>

/** What hooks and routes want of an answer. */
interface Set {
  headers: Headers
  status?: number | string
  cookie?: unknown
}
