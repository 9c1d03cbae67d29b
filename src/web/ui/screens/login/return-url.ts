/** Search parameters of the sign-in screen, above all the return URL: `/login?to=/library`. */
import { baseUrl } from '../../api/client'
import { isSameOrigin } from './is-same-origin'

interface Target {
  to?: string
  /** Reason code of a failed sign-in with a provider. */
  problem?: string
  provider?: string
  /** Whether another user of a shared device wants to sign in. */
  switching?: true
}

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z0-9_-]{1,40}$/.test(value)

export const readTarget = ({
  to,
  problem,
  provider,
  switching,
}: Record<string, unknown>): Target => ({
  ...(typeof to === 'string' && { to }),
  ...(isWord(problem) && { problem }),
  ...(isWord(provider) && { provider }),
  ...(switching === true && { switching }),
})

/**
 * Returns the path to open after sign-in, without the base path. Other origins are rejected to
 * prevent open redirects.
 */
export const pathAfter = ({ to = '/' }: Target): string => (isSameOrigin(to) ? to : '/')

export const addressAfter = (target: Target): string =>
  new URL(baseUrl).pathname.slice(0, -1) + pathAfter(target)
