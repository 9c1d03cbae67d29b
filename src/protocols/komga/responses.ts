/** Responses in the format of Komga's API. */
import type { Refusal } from '../../errors'
import { isSentByPage, statusByReason } from '../../platform/http/errors'
import { getRequestId } from '../../platform/http/requests/request-id'
import { createTextResponse } from '../../platform/http/responses/compress'
import { renderMessage, withText } from '../../platform/messages/message'
import { komgaMessages } from './messages'

const noStore = { 'cache-control': 'private, no-cache' }

/** The response body as JSON, a complete response, or undefined for 204. */
export type KomgaAnswer = object | undefined

/** Creates a response from the result of an operation. Adds `headers` to it. */
export function createKomgaResponse(
  request: Request,
  answer: KomgaAnswer,
  headers: Record<string, string>,
) {
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
 * Adds Komga's error members to those of Quire. A 401 response includes a challenge, because apps
 * send credentials only on request. Pages in a browser get none, because the browser would open a
 * password dialog.
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
        !isSentByPage(request) && {
          'www-authenticate': 'Basic realm="Quire", charset="UTF-8"',
        }),
      ...(wait && { 'retry-after': String(Math.ceil(wait)) }),
    },
  })
}

/** Creates the response to operations that Quire does not support. */
export function notImplemented({ request }: { request: Request }): Response {
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

/** Returns at least one violation, because clients show the first one. */
function listViolations({ details, userMessage }: Refusal) {
  const found = details?.length ? details : [{ path: '', message: userMessage }]
  return found.map(({ path, message }) => ({ fieldName: path, message: renderMessage(message) }))
}

/** Creates the response to operations that Komga queues. */
export const acceptedResponse = () => new Response(null, { status: 202 })
