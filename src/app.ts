import { Elysia } from 'elysia'
import type { Context } from './context'
import { errors } from './http/errors'

/** The house: every door, hung once. */
export const createApp = (ctx: Context) =>
  // Members that nobody asked for are refused, not dropped: hence no normalising.
  new Elysia({ normalize: false }).use(errors(ctx)).group('/api/v1', (api) => api)
