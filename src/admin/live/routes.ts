import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { optional, shape, text } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import { openLive } from './live'

const StreamQuery = shape({ lastEventId: optional(text(100)) })

export const liveRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/events', tags: ['Events'] }).use(guard(ctx)).get(
    '/stream',
    ({ viewer, query, request, server }) => {
      server?.timeout(request, 0)
      // A browser that comes back repeats the old address, and the newer id in the header.
      const lastEventId = request.headers.get('last-event-id') ?? query.lastEventId
      return openLive(ctx).listen(request, viewer, lastEventId)
    },
    {
      can: 'libraries:read',
      query: StreamQuery,
      detail: {
        summary: 'Listen to what happens',
        description:
          'Server-sent events: each message is JSON with a type, a timestamp and ids. The header ' +
          'Last-Event-ID, or lastEventId for those who cannot set it, continues after that message; ' +
          'a message of the type resync says that this is not possible and all must be loaded again.',
        responses: { 200: { description: 'Events', content: { 'text/event-stream': {} } } },
      },
    },
  )
