import { type AnyElysia, Elysia } from 'elysia'
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { listRecentScans } from '../../ingest/scanning/service'
import { sendContent } from '../../platform/http/responses/content'
import { optional, shape, text } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import { openChangeStream } from './change-stream'
import { getEventStreams } from './event-streams'
import { liveLogMessages, liveMessages } from './messages'

const StreamQuery = shape({
  lastEventId: optional(text(100, { description: 'ID of the last event received' })),
})

export const liveRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(eventRoutes(ctx)).use(scanStreamRoutes(ctx))

const eventRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/events', tags: ['Events'] }).use(guard(ctx)).get(
    '/stream',
    ({ viewer, query, request, server }) => {
      server?.timeout(request, 0)
      // A reconnecting browser repeats the old URL and sends the newer ID in the header.
      const lastEventId = request.headers.get('last-event-id') ?? query.lastEventId
      return sendContent(request, getEventStreams(ctx).openStream(request, viewer, lastEventId))
    },
    {
      can: 'libraries:read',
      query: StreamQuery,
      detail: {
        summary: 'Stream events',
        description:
          'Sends server-sent events: each message is JSON with a type, a timestamp and IDs. To continue after a ' +
          'message, send its ID in the header Last-Event-ID, or in lastEventId if the client cannot set headers. ' +
          'If this is not possible, a message of type resync tells the client to reload everything.',
        responses: { 200: { description: 'Events', content: { 'text/event-stream': {} } } },
      },
    },
  )

const scanStreamRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/scans', tags: ['Scans'] }).use(guard(ctx)).get(
    '/stream',
    ({ viewer, request, server }) => {
      server?.timeout(request, 0)
      return sendContent(request, streamScans(ctx, viewer, request))
    },
    {
      can: 'libraries:write',
      detail: {
        summary: 'Stream scans',
        description:
          'Sends server-sent events. Each message is JSON with the type `scan_updated` and a scan that waits, runs or has just ended. Messages follow within a second. A user can open five streams.',
        responses: { 200: { description: 'Scans', content: { 'text/event-stream': {} } } },
      },
    },
  )

/** Each message is a scan that has started, advanced or ended. */
const streamScans = (ctx: Context, viewer: Viewer, request: Request) =>
  openChangeStream(ctx, viewer, request, {
    permission: 'libraries:write',
    kind: 'scans',
    tooMany: liveMessages.too_many_scan_streams(),
    failed: liveLogMessages.scans_failed(),
    list: (current, wanted) => listRecentScans(ctx, current, wanted),
    isActive: ({ status }) => status === 'pending' || status === 'running',
    describe: (scan) => JSON.stringify(scan),
    buildEvent: (scan) => ({ type: 'scan_updated', scan }),
  })
