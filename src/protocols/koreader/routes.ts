/** KOReader progress sync. */
import { Elysia } from 'elysia'
import { addViewerIdentification, admitViewer } from '../../accounts/permissions/guard'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { readSmallObject } from '../../platform/http/body'
import { identifySyncReader } from './logins'
import { koreaderMessages } from './messages'
import { findNewestPosition, savePosition } from './positions'
import { parsePosition, parseDocument } from './sent-position'
import { respond } from './responses'
import { SyncRefusal } from './sync-refusal'

export function koreaderRoutes(ctx: Context) {
  addViewerIdentification(ctx, '/koreader', identifySyncReader)
  return syncRoutes(ctx)
}

/** Not part of the API document, because the protocol is KOReader's. */
const detail = { hide: true }
/**
 * KOReader sends its own content types, and some clients send none, so the handlers read the body
 * themselves.
 */
const options = () => ({ parse: 'none', detail }) as const

const syncRoutes = (ctx: Context) =>
  new Elysia()
    .get('/koreader/healthcheck', () => Response.json({ state: 'OK' }), { detail })
    .post(
      '/koreader/users/create',
      ({ request }) => respond(request, async () => refuseRegistration()),
      options(),
    )
    .get(
      '/koreader/users/auth',
      ({ request }) =>
        respond(request, async () => {
          await admitViewer(ctx, request)
          return { authorized: 'OK' }
        }),
      { detail },
    )
    .put(
      '/koreader/syncs/progress',
      ({ request }) =>
        respond(request, async () => {
          const viewer = await admitViewer(ctx, request)
          const sent = parsePosition(await readSmallObject(request))
          return { document: sent.document, timestamp: await savePosition(ctx, viewer, sent) }
        }),
      options(),
    )
    .get(
      '/koreader/syncs/progress/:document',
      ({ request, params }) =>
        respond(request, async () => {
          const viewer = await admitViewer(ctx, request)
          const document = parseDocument(params.document)
          const { signal } = request
          return (await findNewestPosition(ctx, viewer, { document, signal })) ?? {}
        }),
      { detail },
    )

/** Rejects the registration. KOReader shows the message to its user. */
function refuseRegistration(): never {
  const refusal = new Refusal('forbidden', koreaderMessages.registration_closed())
  throw new SyncRefusal(402, 'registrationClosed', refusal)
}
