import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { sendContent } from '../../../platform/http/responses/content'
import { handle, options } from '../access/komga-call'
import { openEventStream } from './event-stream'

export const komgaEventRoutes = (ctx: Context) =>
  new Elysia().get(
    '/sse/v1/events',
    ({ request, server }) => {
      server?.timeout(request, 0)
      return handle(ctx, 'libraries:read', ({ viewer }) =>
        sendContent(request, openEventStream(ctx, viewer, request)),
      )({ request })
    },
    options,
  )
