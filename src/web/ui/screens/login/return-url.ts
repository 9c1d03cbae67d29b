/** Return URL after sign-in: `/login?to=/library`. */
import { baseUrl } from '../../api/client'
import { isSameOrigin } from './is-same-origin'

interface Target {
  to?: string
}

export const readTarget = ({ to }: Record<string, unknown>): Target =>
  typeof to === 'string' ? { to } : {}

/** Only same-origin paths: prevents an open redirect. */
export const addressAfter = ({ to = '/' }: Target): string =>
  new URL(baseUrl).pathname.slice(0, -1) + (isSameOrigin(to) ? to : '/')
