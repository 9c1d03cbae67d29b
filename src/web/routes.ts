import { Elysia } from 'elysia'
import type { Page } from './plain-page'
import { setupPage } from './setup-page'
import { startPage } from './start-page'

/** Pages for people. They lie at the root, not below `/api/v1`. */
export const webRoutes = () =>
  new Elysia().get('/', () => show(startPage), hidden).get('/setup', () => show(setupPage), hidden)

const hidden = { detail: { hide: true } } as const

const show = ({ html, headers }: Page) => new Response(html, { headers })
