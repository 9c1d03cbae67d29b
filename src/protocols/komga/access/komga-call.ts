/** Runs one call to the Komga API: identity, permissions, session and error format. */
import { admitViewer } from '../../../accounts/permissions/guard'
import { userMessages } from '../../../accounts/permissions/messages'
import type { Permission, Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import { komgaMessages } from '../messages'
import type { NowOrLater } from '../../../platform/lib/async/now-or-later'
import { findOutage } from '../../../platform/lib/system-errors'
import { createKomgaError, createKomgaResponse, type KomgaAnswer } from '../responses'
import { createSessionHeaders } from './komga-session'

/** Arguments passed to every operation. */
export interface KomgaCall {
  ctx: Context
  viewer: Viewer
  request: Request
  query: URLSearchParams
}

interface Exchange {
  request: Request
  /** Routes without parameters omit this. */
  params?: Record<string, string>
}

/** Hides the routes from the API document. The handlers read the bodies themselves. */
export const options = { parse: 'none', detail: { hide: true } } as const

/** Creates the handler of a route. `params` are its path parameters. */
export const handle =
  (
    ctx: Context,
    can: Permission | readonly Permission[],
    run: (call: KomgaCall, params: Record<string, string>) => NowOrLater<KomgaAnswer>,
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
      return createKomgaResponse(request, answer, headers)
    } catch (error) {
      // Outages are rethrown, because they are logged and handled in one place for all protocols.
      if (!(error instanceof Refusal) || findOutage(error)) throw error
      return createKomgaError(request, error)
    }
  }

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns whether the text is a UUID. PostgreSQL cannot compare other text with an ID. */
export const isPossibleId = (text: string) => idPattern.test(text)

const isForeignId = ([name, value]: [string, string]) => /id$/i.test(name) && !isPossibleId(value)

/**
 * Throws a `Refusal` for IDs that are not UUIDs, for example from another server or from before a
 * migration to Quire.
 */
function requireIds(params: Record<string, string>) {
  if (Object.entries(params).some(isForeignId)) throw notFound(komgaMessages.not_found())
}
