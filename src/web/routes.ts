import { Elysia } from 'elysia'
import { setupPage, setupPageHeaders } from './setup-page'

/** Pages for people. They lie at the root, not below `/api/v1`. */
export const webRoutes = () =>
  new Elysia().get(
    '/setup',
    ({ set }) => {
      Object.assign(set.headers, setupPageHeaders)
      return setupPage
    },
    { detail: { hide: true } },
  )
