/**
 * The signed-in user. A 401 response ends the session here. The screen and its unsaved input stay,
 * below a sign-in dialog (`shell/session-expired.tsx`).
 */
import type { Schemas } from '../../api/types'
import { createStore, useStore } from '../store'
import { useViewedUser } from './view-as'

type SignedInUser = Schemas['SignedInUser']
type Permission = SignedInUser['effectivePermissions'][number]

type Session =
  | { state: 'unknown' }
  | { state: 'signedOut' }
  | { state: 'signedIn'; user: SignedInUser }
  /** Signing out: the screen stays, and queries and changes are paused. */
  | { state: 'signingOut'; user: SignedInUser }
  /** The server ended the session; the page is about to reload. */
  | { state: 'reloading'; user: SignedInUser }
  /** The session expired. `user` is the former user. */
  | { state: 'expired'; user: SignedInUser }

export const session = createStore<Session>({ state: 'unknown' })

export const startSession = (user: SignedInUser) => session.set({ state: 'signedIn', user })

/** Marks the user as signed out, which opens the sign-in page. */
export const clearSession = () => session.set({ state: 'signedOut' })

/** Called on a 401 response, except for sign-in, whose form shows the error. */
export function expireSession() {
  const current = session.get()
  if (current.state === 'signedIn') session.set({ state: 'expired', user: current.user })
  else if (current.state === 'unknown') clearSession()
}

export function useUser(): SignedInUser | undefined {
  const current = useStore(session)
  return 'user' in current ? current.user : undefined
}

/** Whether the user has a permission. Only read permissions count while viewing as another user. */
export function usePermission(permission: Permission): boolean {
  const isOnlyLooking = useViewedUser() !== undefined
  const may = useUser()?.effectivePermissions.includes(permission) ?? false
  return may && (!isOnlyLooking || permission.endsWith(':read'))
}
