import { TransformDecodeCheckError } from '@sinclair/typebox/value'
import { type AnyElysia, Elysia, ValidationError } from 'elysia'
import type { Context } from '../../context'
import { type Detail, type Reason, Refusal } from '../../errors'
import { requestMessages } from '../messages/common'
import { type Message, withText } from '../messages/message'
import { requestIdOf } from './request-id'
import { detailsOf } from './validation'

const statusOf: Record<Reason, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  range_not_satisfiable: 416,
  too_many_requests: 429,
  unavailable: 503,
}

/** The one place where a refusal becomes a status code, and where a fault is logged and hidden. */
export const errors = (ctx: Pick<Context, 'log'>, routes: () => Routes) =>
  new Elysia({ name: 'errors' }).onError({ as: 'global' }, ({ code, error, request, set }) => {
    const refusal =
      code === 'NOT_FOUND' ? nobodyServes(routes(), request, set.headers) : asRefusal(code, error)
    if (!refusal) {
      const { pathname } = new URL(request.url)
      const requestId = requestIdOf(request)
      ctx.log.error(
        { err: error, method: request.method, path: pathname, requestId },
        'request failed',
      )
    }
    return answerTo(refusal ?? internal, request, set.headers)
  })

const internal = { reason: 'internal' as const, told: requestMessages.internal() }

function asRefusal(code: string | number, error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof ValidationError) {
    // Our own answer did not fit its description: a fault of ours, not of the caller.
    if (error.type === 'response') return undefined
    return new Refusal('invalid', (invalidPart[error.type] ?? requestMessages.invalid)(), {
      details: detailsOf(error.all),
    })
  }
  // Of a parameter that may be repeated: it is taken apart before its shape is looked at.
  if (error instanceof TransformDecodeCheckError) {
    return new Refusal('invalid', requestMessages.query_invalid())
  }
  if (code === 'PARSE') return whileReading((error as Error).cause)
  if (code === 'INVALID_FILE_TYPE')
    return new Refusal('unsupported_type', requestMessages.not_an_image())
  if (isTimeout(error)) {
    return new Refusal('unavailable', requestMessages.timeout())
  }
  return undefined
}

/** The framework wraps whatever goes wrong while it reads a body. */
function whileReading(cause: unknown): Refusal {
  if (cause instanceof Refusal) return cause
  return new Refusal('invalid', requestMessages.body_unreadable())
}

const invalidPart: Record<string, () => Message> = {
  body: requestMessages.body_invalid,
  query: requestMessages.query_invalid,
  params: requestMessages.url_invalid,
  headers: requestMessages.headers_invalid,
}

/** PostgreSQL ended a statement at its deadline. */
const isTimeout = (error: unknown) =>
  ((error as { cause?: { code?: string } }).cause?.code ?? (error as { code?: string }).code) ===
  '57014'

function answerTo(refusal: Refusal | typeof internal, request: Request, hookHeaders: Headers) {
  const status = refusal instanceof Refusal ? statusOf[refusal.reason] : 500
  const headers = new globalThis.Headers({ 'cache-control': 'no-store' })
  for (const [name, value] of Object.entries(hookHeaders)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  if (status === 401) headers.set('www-authenticate', challengeTo(request))
  const more = refusal instanceof Refusal ? refusal : undefined
  if (more?.retryAfterSeconds) headers.set('retry-after', String(Math.ceil(more.retryAfterSeconds)))
  const body = {
    error: refusal.reason,
    ...withText(refusal.told),
    ...(more?.details && { details: more.details.map(detailWithText) }),
    requestId: requestIdOf(request),
  }
  return Response.json(body, { status, headers })
}

const detailWithText = ({ path, message }: Detail) => ({ path, ...withText(message) })

/**
 * `Basic` is offered too: reading apps without a place for a token ask for name and password. A script in
 * a page asks by itself; there a browser would open a password window over the page.
 */
function challengeTo({ headers }: Request) {
  const mode = headers.get('sec-fetch-mode')
  const isOfPage = headers.has('origin') || (mode !== null && mode !== 'navigate')
  return isOfPage ? bearer : `${bearer}, Basic realm="Quire", charset="UTF-8"`
}

const bearer = 'Bearer realm="Quire"'

/** Tells a wrong method from a wrong address. */
function nobodyServes(routes: Routes, request: Request, headers: Headers) {
  const methods = allowedMethods(routes, new URL(request.url).pathname)
  if (methods.length === 0) return new Refusal('not_found', requestMessages.no_route())
  headers['allow'] = methods.join(', ')
  const message = requestMessages.wrong_method({ methods: methods.join(', ') })
  return new Refusal('method_not_allowed', message)
}

type Routes = AnyElysia['routes']
type Headers = Record<string, string | number | string[] | undefined>

function allowedMethods(routes: Routes, path: string): string[] {
  const methods = routes
    .filter((route) => matches(route.path, path))
    .map(({ method }) => method.toUpperCase())
  return [...new Set(methods)]
}

function matches(pattern: string, path: string) {
  const expected = pattern.split('/')
  const actual = path.split('/')
  const isOpen = expected.at(-1) === '*'
  if (isOpen) expected.pop()
  if (isOpen ? actual.length <= expected.length : expected.length !== actual.length) return false
  return expected.every((part, place) => part.startsWith(':') || part === actual[place])
}
