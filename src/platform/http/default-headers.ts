/** What every answer has and every request must keep to, whatever it asks for. */
import { Elysia, ElysiaCustomStatusResponse } from 'elysia'
import type { Context } from '../../context'
import { maxBodyBytes, tooLarge } from './body'
import { textAnswer, unchangedText } from './responses/compress'
import { isUnchanged, weakTag } from './responses/conditional'
import { requestIdOf } from './request-id'

const strictPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
  "img-src 'self' data: blob:; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'"

const securityHeaders: Record<string, string> = {
  'content-security-policy': strictPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

export const manners = (ctx: Pick<Context, 'config' | 'log'>) =>
  new Elysia({ name: 'manners' })
    .onRequest(({ request, set }) => {
      Object.assign(set.headers, securityHeaders)
      set.headers['x-request-id'] = requestIdOf(request)
      refuseLargeBody(request, ctx.config.server.max_upload_mb)
    })
    // The framework waits only for what is written as `async`.
    .mapResponse({ as: 'global' }, async ({ request, responseValue, set }) =>
      finished(request, responseValue, set),
    )

function refuseLargeBody(request: Request, maxUploadMb: number) {
  const length = Number(request.headers.get('content-length') ?? 0)
  const isUpload = request.headers.get('content-type')?.startsWith('multipart/form-data')
  const most = isUpload ? maxUploadMb * 1024 * 1024 + 64 * 1024 : maxBodyBytes
  if (length > most) throw tooLarge(most)
}

/**
 * Data becomes JSON here, once. Nothing is left for the framework to add: it would make each answer anew,
 * and of a file on the disk a stream.
 */
async function finished(request: Request, answer: unknown, set: Set) {
  if (answer instanceof Response) return dressed(answer, set)
  if (!isData(answer)) return undefined
  const response = await (isRead(request)
    ? withValidator(request, JSON.stringify(answer), set.headers)
    : changed(request, answer, set))
  if (response) set.headers = {}
  return response
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** Not what the framework has words for: streams, and answers with a status of their own. */
const isData = (answer: unknown): answer is object =>
  typeof answer === 'object' &&
  answer !== null &&
  !(Symbol.asyncIterator in answer) &&
  !(answer instanceof ElysiaCustomStatusResponse)

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

/** Carries a weak ETag; whoever has the same already gets 304 and no body. */
function withValidator(request: Request, body: string, headers: Headers) {
  const etag = String(headers['etag'] ?? weakTag(body))
  const own = { ...written(headers), 'cache-control': 'private, no-cache', etag }
  if (isUnchanged(request, etag)) return unchangedText(own)
  return textAnswer(request, body, { headers: own })
}

/** Lists are asked for by POST, too. What signs in or makes a key is left as it is: it holds a secret. */
function changed(request: Request, answer: object, { headers, status = 200 }: Set) {
  if (status !== 200 || headers['set-cookie'] || headers['cache-control'] === 'no-store') {
    return undefined
  }
  return textAnswer(request, JSON.stringify(answer), { headers: written(headers) })
}

const written = (headers: Headers): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  'content-type': 'application/json',
})

type Headers = Record<string, string | number | string[] | undefined>

/** What hooks and routes want of an answer. */
interface Set {
  headers: Headers
  status?: number | string
  cookie?: unknown
}
