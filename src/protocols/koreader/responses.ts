/** Responses in the format of KOReader's sync servers. Errors contain `code` and `message`. */
import { Refusal } from '../../errors'
import { findOutage } from '../../platform/lib/system-errors'
import { getRequestId } from '../../platform/http/requests/request-id'
import { withText } from '../../platform/messages/message'
import { syncFaults, SyncRefusal } from './sync-refusal'

const statusByReason: Partial<Record<Refusal['reason'], number>> = {
  unauthenticated: 401,
  forbidden: 403,
  too_large: 413,
  too_many_requests: 429,
  unavailable: 503,
}

/**
 * Responds with the result of `run` and status 200, or with an error in the format of the protocol.
 */
export async function respond(request: Request, run: () => Promise<object>): Promise<Response> {
  try {
    return Response.json(await run(), { headers: noStore })
  } catch (error) {
    if (error instanceof SyncRefusal) return createError(request, error)
    if (!(error instanceof Refusal) || findOutage(error)) throw error
    const status = statusByReason[error.reason] ?? 403
    const fault = status === 401 ? 'unauthorized' : status === 403 ? 'invalidFields' : 'other'
    return createError(request, { status, fault, refusal: error })
  }
}

const noStore = { 'cache-control': 'no-store' }

function createError(
  request: Request,
  { status, fault, refusal }: Pick<SyncRefusal, 'status' | 'fault' | 'refusal'>,
) {
  const { message } = withText(refusal.userMessage)
  const { reason: error, retryAfterSeconds } = refusal
  const wait = retryAfterSeconds && { 'retry-after': String(Math.ceil(retryAfterSeconds)) }
  return Response.json(
    { code: syncFaults[fault], message, error, requestId: getRequestId(request) },
    { status, headers: { ...noStore, ...wait } },
  )
}
