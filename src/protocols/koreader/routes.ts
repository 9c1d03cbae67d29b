/** KOReader progress sync, and the sync logins that it uses. */
import { Elysia } from 'elysia'
import { answerCreated, answerNoContent } from '../../accounts/permissions/account-responses'
import { addViewerIdentification, admitViewer, guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { readSmallObject } from '../../platform/http/body'
import { ByIdParams } from '../../platform/http/shapes'
import { createSyncLogin, deleteSyncLogin, identifySyncReader, listSyncLogins } from './logins'
import { koreaderMessages } from './messages'
import * as model from './model'
import { findNewestPosition, savePosition } from './positions'
import { parsePosition, parseDocument } from './sent-position'
import { respond, SyncRefusal } from './responses'

/** Nothing is served if the setting `koreader.enabled` is off. */
export function koreaderRoutes(ctx: Context) {
  if (!ctx.config.koreader.enabled) return new Elysia()
  addViewerIdentification(ctx, '/koreader', identifySyncReader)
  return new Elysia().use(syncRoutes(ctx)).use(syncLoginRoutes(ctx))
}

/** Not part of the API document: the protocol is KOReader's. */
const detail = { hide: true }
/** KOReader names types of its own, and some clients none. The handlers read the body. */
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

/** KOReader shows the message to its user. */
function refuseRegistration(): never {
  const refusal = new Refusal('forbidden', koreaderMessages.registration_closed())
  throw new SyncRefusal(402, 'registrationClosed', refusal)
}

const syncLoginRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/api/v1/sync-logins', tags: ['Reading apps'] })
    .use(guard(ctx))
    .get('', ({ viewer }) => listSyncLogins(ctx, viewer), {
      can: 'api-keys:read',
      response: model.SyncLogins,
      detail: { summary: 'List your sync logins for KOReader' },
    })
    .post('', ({ viewer, body, set }) => answerCreated(set, createSyncLogin(ctx, viewer, body)), {
      can: 'api-keys:write',
      body: model.SyncLoginCreation,
      response: { 201: model.NewSyncLogin },
      detail: {
        summary: 'Create a sync login for KOReader',
        description: 'The password is returned only in this response.',
      },
    })
    .delete(
      '/:id',
      ({ viewer, params, set }) => answerNoContent(set, deleteSyncLogin(ctx, viewer, params.id)),
      {
        can: 'api-keys:delete',
        params: ByIdParams,
        response: NoContent,
        detail: {
          summary: 'Delete a sync login',
          description: 'It stops working immediately. Reading progress stays.',
        },
      },
    )
