/** Who is signed in. Any answer of 401 ends the session here; the shell then shows the sign-in page. */
import type { Schemas } from '../api/client'
import { createStore, useStore } from './store'

type SignedInUser = Schemas['SignedInUser']
type Permission = SignedInUser['effectivePermissions'][number]

type Session =
  | { state: 'unknown' }
  | { state: 'nobody' }
  /** `isOver`: the server knows this session no more, and something that is typed waits to be saved. */
  | { state: 'signedIn'; user: SignedInUser; isOver?: true }

export const session = createStore<Session>({ state: 'unknown' })

export const sessionBegan = (user: SignedInUser) => session.set({ state: 'signedIn', user })

let unsavedForms = 0

/** While a form holds what is not saved, nobody is sent away from it. Answers how to let go. */
export function holdSession(): () => void {
  unsavedForms += 1
  return () => {
    unsavedForms -= 1
    const current = session.get()
    if (current.state === 'signedIn' && current.isOver) sessionEnded()
  }
}

/** Only a session that was there can end: while signing in, the answer is told by the form. */
export function sessionEnded() {
  const current = session.get()
  if (current.state === 'nobody') return
  if (current.state === 'signedIn' && unsavedForms > 0) {
    if (!current.isOver) session.set({ ...current, isOver: true })
    return
  }
  session.set({ state: 'nobody' })
}

export function useUser(): SignedInUser | undefined {
  const current = useStore(session)
  return current.state === 'signedIn' ? current.user : undefined
}

/** What is not allowed is not offered. */
export const useMay = (permission: Permission): boolean =>
  useUser()?.effectivePermissions.includes(permission) ?? false
