/** Collections and reading lists, which Quire does not have yet: empty pages instead of errors. */
import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { handle, options } from '../access/komga-call'
import { createEmptyPage } from '../lists/komga-paging'

export function komgaListRoutes(ctx: Context) {
  const app = new Elysia()
  for (const path of ['/api/v1/collections', '/api/v1/readlists']) {
    app.get(
      path,
      handle(ctx, 'series:read', async ({ query }) => createEmptyPage(query)),
      options,
    )
  }
  return app
}
