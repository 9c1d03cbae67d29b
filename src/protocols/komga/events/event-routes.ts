import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { handle, options } from '../access/komga-call'
import { openEventStream } from './event-stream'

export const komgaEventRoutes = (ctx: Context) =>
  new Elysia().get(
    '/sse/v1/events',
    ({ request, server }) => {
      server?.timeout(request, 0)
      return handle(ctx, 'libraries:read', ({ viewer }) => openEventStream(ctx, viewer, request))({
        request,
      })
    },
    options,
  )
