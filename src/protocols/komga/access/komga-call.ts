/** Runs one call to the Komga API: identity, permissions, session and error format. */
import { admitViewer } from '../../../accounts/permissions/guard'
import { userMessages } from '../../../accounts/permissions/messages'
import type { Permission, Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import { isSentByScript, statusByReason } from '../../../platform/http/errors'
import { komgaMessages } from '../messages'
import { getRequestId } from '../../../platform/http/requests/request-id'
import { createTextResponse } from '../../../platform/http/responses/compress'
import type { NowOrLater } from '../../../platform/lib/async/now-or-later'
import { findOutage } from '../../../platform/lib/system-errors'
import { renderMessage, withText } from '../../../platform/messages/message'
import { createSessionHeaders } from './komga-session'

/** Arguments passed to every operation. */
export interface KomgaCall {
  ctx: Context
  viewer: Viewer
  request: Request
  query: URLSearchParams
}

/** The response body as JSON, a complete response, or undefined for 204. */
type Answer = object | undefined

interface Exchange {
  request: Request
  /** Routes without parameters omit this. */
  params?: Record<string, string>
}

/** The routes are not part of the API document, and the handlers read the bodies themselves. */
export const options = { parse: 'none', detail: { hide: true } } as const

/** Creates the handler of a route. `params` are its path parameters. */
export const handle =
  (
    ctx: Context,
    can: Permission | readonly Permission[],
    run: (call: KomgaCall, params: Record<string, string>) => NowOrLater<Answer>,
  ) =>
  async ({ request, params = {} }: Exchange) => {
    try {
      const viewer = await admitViewer(ctx, request)
      const lacking = [can].flat().find((permission) => !viewer.permissions.has(permission))
      if (lacking) {
        throw new Refusal('forbidden', userMessages.permission_required({ permission: lacking }))
      }
      requireIds(params)
      const query = new URL(request.url).searchParams
      const answer = await run({ ctx, viewer, request, query }, params)
      const headers = await createSessionHeaders(ctx, request, viewer)
      return buildResponse(request, answer, headers)
    } catch (error) {
      // Outages are logged and handled in one place for all protocols.
      if (!(error instanceof Refusal) || findOutage(error)) throw error
      return createKomgaError(request, error)
    }
  }

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns whether this is a UUID. PostgreSQL cannot compare other text with an ID. */
export const isPossibleId = (text: string) => idPattern.test(text)

const isForeignId = ([name, value]: [string, string]) => /id$/i.test(name) && !isPossibleId(value)

/**
 * Throws a `Refusal` for IDs that come from another server, or from before a migration to Quire.
 */
function requireIds(params: Record<string, string>) {
  if (Object.entries(params).some(isForeignId)) throw notFound(komgaMessages.not_found())
}

const noStore = { 'cache-control': 'private, no-cache' }

function buildResponse(request: Request, answer: Answer, headers: Record<string, string>) {
  if (answer instanceof Response) {
    for (const [name, value] of Object.entries(headers)) answer.headers.append(name, value)
    return answer
  }
  if (answer === undefined) return new Response(null, { status: 204, headers })
  const type = { 'content-type': 'application/json' }
  return createTextResponse(request, JSON.stringify(answer), {
    headers: { ...noStore, ...type, ...headers },
  })
}

/**
 * Adds Komga's error members to Quire's. A 401 asks for credentials, because apps send them only
 * then. Scripts in a page are not asked, because the browser would open a password dialog.
 */
export function createKomgaError(request: Request, refusal: Refusal): Response {
  const status = statusByReason[refusal.reason]
  const { message } = withText(refusal.userMessage)
  const wait = refusal.retryAfterSeconds
  const body = {
    ...buildErrorBody(request, status),
    error: refusal.reason,
    message,
    ...(status === 400 && { violations: listViolations(refusal) }),
  }
  return Response.json(body, {
    status,
    headers: {
      'cache-control': 'no-store',
      ...(status === 401 &&
        !isSentByScript(request) && {
          'www-authenticate': 'Basic realm="Quire", charset="UTF-8"',
        }),
      ...(wait && { 'retry-after': String(Math.ceil(wait)) }),
    },
  })
}

/** Responds to operations that Quire does not support. */
export function notImplemented({ request }: KomgaCall): Response {
  const { message } = withText(komgaMessages.not_implemented())
  const body = { ...buildErrorBody(request, 501), error: 'not_implemented', message }
  return Response.json(body, { status: 501, headers: { 'cache-control': 'no-store' } })
}

const buildErrorBody = (request: Request, status: number) => ({
  timestamp: new Date().toISOString(),
  status,
  path: new URL(request.url).pathname,
  requestId: getRequestId(request),
})

/** Lists at least one violation, because clients show the first one. */
function listViolations({ details, userMessage }: Refusal) {
  const found = details?.length ? details : [{ path: '', message: userMessage }]
  return found.map(({ path, message }) => ({ fieldName: path, message: renderMessage(message) }))
}

/** Responds to operations that Komga queues. */
export const acceptedResponse = () => new Response(null, { status: 202 })
