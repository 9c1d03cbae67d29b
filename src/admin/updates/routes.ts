import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { guard } from '../../accounts/permissions/guard'
import { WhatsNew } from './model'
import { getWhatsNew } from './whats-new'

export const whatsNewRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(
    new Elysia({ tags: ['Users'] })
      .use(guard(ctx))
      .get('/user/whats-new', ({ viewer }) => getWhatsNew(ctx, viewer), {
        can: 'account:read',
        response: WhatsNew,
        detail: {
          summary: 'List what changed since the version that you last saw',
          description:
            'Contains the changes of the last versions until you set the preference `ui.seenVersion` to the newest one. Empty for accounts that were created since the update.',
        },
      }),
  )
