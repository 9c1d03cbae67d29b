import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { optional, shape, text } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import { getEventStreams } from './event-streams'

const StreamQuery = shape({
  lastEventId: optional(text(100, { description: 'Id of the last event that was received' })),
})

export const liveRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/events', tags: ['Events'] }).use(guard(ctx)).get(
    '/stream',
    ({ viewer, query, request, server }) => {
      server?.timeout(request, 0)
      // A reconnecting browser repeats the old URL and sends the newer id in the header.
      const lastEventId = request.headers.get('last-event-id') ?? query.lastEventId
      return getEventStreams(ctx).openStream(request, viewer, lastEventId)
    },
    {
      can: 'libraries:read',
      query: StreamQuery,
      detail: {
        summary: 'Stream events',
        description:
          'Server-sent events: each message is JSON with a type, a timestamp and ids. The header ' +
          'Last-Event-ID, or lastEventId for clients that cannot set it, continues after that message; ' +
          'a message of type resync means that this is not possible and the client must reload everything.',
        responses: { 200: { description: 'Events', content: { 'text/event-stream': {} } } },
      },
    },
  )
