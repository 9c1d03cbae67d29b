/** Who is signed in. Any answer of 401 ends the session here; the shell then shows the sign-in page. */
import type { Schemas } from '../api/client'
import { createStore, useStore } from './store'

type SignedInUser = Schemas['SignedInUser']
type Permission = SignedInUser['effectivePermissions'][number]

type Session =
  { state: 'unknown' } | { state: 'nobody' } | { state: 'signedIn'; user: SignedInUser }

export const session = createStore<Session>({ state: 'unknown' })

export const sessionBegan = (user: SignedInUser) => session.set({ state: 'signedIn', user })

/** Only a session that was there can end: while signing in, the answer is told by the form. */
export function sessionEnded() {
  if (session.get().state !== 'nobody') session.set({ state: 'nobody' })
}

export function useUser(): SignedInUser | undefined {
  const current = useStore(session)
  return current.state === 'signedIn' ? current.user : undefined
}

/** What is not allowed is not offered. */
export const useMay = (permission: Permission): boolean =>
  useUser()?.effectivePermissions.includes(permission) ?? false
