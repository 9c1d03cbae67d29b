import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from './context'
import { errors } from './http/errors'
import { health } from './http/health'
import { manners } from './http/manners'
import { openapi } from './http/openapi'

/** The house: every door, hung once. */
export function createApp(ctx: Context) {
  let routes: AnyElysia['routes'] = []
  // Members that nobody asked for are refused, not dropped: hence no normalising.
  const app = new Elysia({ normalize: false })
    .use(manners(ctx))
    .use(errors(ctx, () => routes))
    .use(health(ctx))
    .use(openapi())
    .group('/api/v1', (api) => api)
  routes = app.routes
  return app
}
