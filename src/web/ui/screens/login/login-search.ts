/** Where signing in leads to, as the address says it: `/login?to=/library`. */
import { baseUrl } from '../../api/client'
import { isSameOrigin } from './is-same-origin'

interface Target {
  to?: string
}

export const readTarget = ({ to }: Record<string, unknown>): Target =>
  typeof to === 'string' ? { to } : {}

/** Only an address within: a link from elsewhere must not lead away after sign-in. */
export const addressAfter = ({ to = '/' }: Target): string =>
  new URL(baseUrl).pathname.slice(0, -1) + (isSameOrigin(to) ? to : '/')
