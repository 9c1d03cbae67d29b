import { TransformDecodeCheckError } from '@sinclair/typebox/value'
import { type AnyElysia, Elysia, ValidationError } from 'elysia'
import type { Context } from '../../context'
import { type Detail, type Reason, Refusal } from '../../errors'
import { findOutage, type Outage } from '../lib/system-errors'
import { requestMessages } from '../messages/common'
import { type Message, withText } from '../messages/message'
import { getLoggedPath } from './requests/logged-path'
import { getRequestId } from './requests/request-id'
import { createDetails } from './validation'
import { forgetHealth } from './health'
import { httpLogMessages } from './messages'

export const statusByReason: Record<Reason, number> = {
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

export const errorHandler = (ctx: Pick<Context, 'log'>, routes: () => Routes) =>
  new Elysia({ name: 'errors' }).onError({ as: 'global' }, createErrorMapper(ctx, routes))

interface Failure {
  code: string | number
  error: unknown
  request: Request
  set: { headers: Headers }
}

/** Maps refusals to status codes. Logs unexpected errors and hides their details from clients. */
export function createErrorMapper(ctx: Pick<Context, 'log'>, routes: () => Routes) {
  const logOutage = createOutageLog(ctx.log)
  return ({ code, error, request, set }: Failure): Response => {
    const outage = findOutage(error)
    if (outage) {
      // The health check does not cover the storage bucket.
      if (outage !== 'storage_away') forgetHealth(ctx)
      logOutage(outage, error)
    }
    const refusal =
      code === 'NOT_FOUND' || isFixedPathTakenForId(error, routes(), request)
        ? createNoRouteRefusal(routes(), request, set.headers)
        : (toRefusal(code, error) ?? (outage && createOutageRefusal(outage)))
    if (!refusal) {
      const requestId = getRequestId(request)
      ctx.log.error(
        { err: error, method: request.method, path: getLoggedPath(request), requestId },
        httpLogMessages.request_failed(),
      )
    }
    return createErrorResponse(refusal ?? internalError, request, set.headers)
  }
}

const retryAfterSeconds: Record<Outage, number> = {
  disk_full: 60,
  disk_failed: 60,
  database_away: 5,
  storage_away: 10,
}

const createOutageRefusal = (outage: Outage) =>
  new Refusal('unavailable', requestMessages[outage](), {
    retryAfterSeconds: retryAfterSeconds[outage],
  })

const outageLogIntervalMs = 10_000

/** During an outage, every request fails, so only one line is logged per interval. */
function createOutageLog(log: Context['log']) {
  const loggedAt = new Map<Outage, number>()
  return (outage: Outage, error: unknown) => {
    const now = Date.now()
    if (now - (loggedAt.get(outage) ?? -Infinity) < outageLogIntervalMs) return
    loggedAt.set(outage, now)
    log.error({ err: error }, httpLogMessages[outage]())
  }
}

const internalError = { reason: 'internal' as const, userMessage: requestMessages.internal() }

function toRefusal(code: string | number, error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof ValidationError) {
    // The response does not match its schema, which is a server error.
    if (error.type === 'response') return undefined
    return new Refusal('invalid', (invalidPart[error.type] ?? requestMessages.invalid)(), {
      details: createDetails(error.all),
    })
  }
  // Repeated query parameters are decoded before they are validated.
  if (error instanceof TransformDecodeCheckError) {
    return new Refusal('invalid', requestMessages.query_invalid())
  }
  if (code === 'PARSE') return toBodyRefusal((error as Error).cause)
  if (code === 'INVALID_FILE_TYPE')
    return new Refusal('unsupported_type', requestMessages.not_an_image())
  if (isTimeout(error)) {
    return new Refusal('unavailable', requestMessages.timeout(), { retryAfterSeconds: 5 })
  }
  return undefined
}

/** Converts an error of a body parser, which the framework passes as a cause, to a refusal. */
function toBodyRefusal(cause: unknown): Refusal {
  if (cause instanceof Refusal) return cause
  return new Refusal('invalid', requestMessages.body_unreadable())
}

const invalidPart: Record<string, () => Message> = {
  body: requestMessages.body_invalid,
  query: requestMessages.query_invalid,
  params: requestMessages.url_invalid,
  headers: requestMessages.headers_invalid,
}

/** True if PostgreSQL canceled a statement because of a timeout. */
const isTimeout = (error: unknown) =>
  ((error as { cause?: { code?: string } }).cause?.code ?? (error as { code?: string }).code) ===
  '57014'

function createErrorResponse(
  refusal: Refusal | typeof internalError,
  request: Request,
  hookHeaders: Headers,
) {
  const status = refusal instanceof Refusal ? statusByReason[refusal.reason] : 500
  const headers = new globalThis.Headers({ 'cache-control': 'no-store' })
  for (const [name, value] of Object.entries(hookHeaders)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  if (status === 401) headers.set('www-authenticate', getChallenge(request))
  const more = refusal instanceof Refusal ? refusal : undefined
  if (more?.retryAfterSeconds) headers.set('retry-after', String(Math.ceil(more.retryAfterSeconds)))
  const body = {
    error: refusal.reason,
    ...withText(refusal.userMessage),
    ...(more?.details && { details: more.details.map(detailWithText) }),
    requestId: getRequestId(request),
  }
  return Response.json(body, { status, headers })
}

const detailWithText = ({ path, message }: Detail) => ({ path, ...withText(message) })

/**
 * Returns the `WWW-Authenticate` challenge. `Basic` is for reading apps that do not support tokens.
 * Requests from a page do not get it, because the browser would open a password dialog over the
 * page.
 */
function getChallenge(request: Request) {
  return isSentByPage(request)
    ? bearerChallenge
    : `${bearerChallenge}, Basic realm="Quire", charset="UTF-8"`
}

/**
 * Returns whether a page in a browser sent the request, for example for a script, an image or an
 * event stream. A challenge would open a password dialog over the page.
 */
export function isSentByPage({ headers }: Request): boolean {
  const mode = headers.get('sec-fetch-mode')
  const isScript = headers.get('x-requested-with')?.toLowerCase() === 'xmlhttprequest'
  return headers.has('origin') || (mode !== null && mode !== 'navigate') || isScript
}

const bearerChallenge = 'Bearer realm="Quire"'

/**
 * Creates a 404 refusal if no route matches the path, and a 405 refusal if only the method differs.
 */
function createNoRouteRefusal(routes: Routes, request: Request, headers: Headers) {
  const methods = listAllowedMethods(routes, new URL(request.url).pathname)
  if (methods.length === 0) return new Refusal('not_found', requestMessages.no_route())
  headers['allow'] = methods.join(', ')
  const message = requestMessages.wrong_method({ methods: methods.join(', ') })
  return new Refusal('method_not_allowed', message)
}

type Routes = AnyElysia['routes']
type Headers = Record<string, string | number | string[] | undefined>

/**
 * Returns true if a fixed path was mistaken for an ID: `PATCH /books/list` matches the pattern
 * `/books/:id`, although that path exists only for other methods.
 */
function isFixedPathTakenForId(error: unknown, routes: Routes, request: Request) {
  if (!(error instanceof ValidationError) || error.type !== 'params') return false
  const methods = listAllowedMethods(routes, new URL(request.url).pathname)
  return methods.length > 0 && !methods.includes(request.method)
}

/** Lists the methods of the most specific matching pattern. */
function listAllowedMethods(routes: Routes, path: string): string[] {
  const actual = splitPath(path)
  const matching = getPatterns(routes).filter((pattern) => matchesPattern(pattern, actual))
  const most = Math.max(...matching.map(({ fixed }) => fixed))
  const methods = matching.filter(({ fixed }) => fixed === most).map(({ method }) => method)
  return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)]
}

/** Ignores a trailing slash: a module's route `/` is the path of its prefix. */
const splitPath = (path: string) => path.replace(/\/$/, '').split('/')

interface Pattern {
  method: string
  /** Path segments, without a trailing `*`. */
  segments: readonly string[]
  isOpen: boolean
  /** Number of segments that are not parameters. */
  fixed: number
}

const patterns = new WeakMap<Routes, readonly Pattern[]>()

/**
 * Splits the patterns only once, because anyone can send many requests for paths that do not exist.
 */
function getPatterns(routes: Routes): readonly Pattern[] {
  const known = patterns.get(routes)
  if (known?.length === routes.length) return known
  const made = routes.map(({ method, path }) => createPattern(method, splitPath(path)))
  patterns.set(routes, made)
  return made
}

function createPattern(method: string, parts: readonly string[]): Pattern {
  const isOpen = parts.at(-1) === '*'
  const segments = isOpen ? parts.slice(0, -1) : parts
  const fixed = parts.filter((part) => !part.startsWith(':') && part !== '*').length
  return { method: method.toUpperCase(), segments, isOpen, fixed }
}

function matchesPattern({ segments, isOpen }: Pattern, actual: readonly string[]) {
  if (isOpen ? actual.length <= segments.length : segments.length !== actual.length) return false
  return segments.every((part, place) => part.startsWith(':') || part === actual[place])
}
