import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { readResponse, api } from '../../api/client'
import { formatError } from '../../api/format-error'
import { toast } from '../../components/feedback/toast'
import { signOutQuestion } from '../../components/offline/saving-offline'
import { unsubscribeBrowser } from '../browser/push-subscription'
import { hasSavedBooks } from '../offline/saved-ids'
import { session, startSession } from './session'
import { isSharedDevice } from './shared-device'
import { useViewedUser } from './view-as'

/** The screen is blocked while signing out, so an unresponsive server must not block it forever. */
const timeoutMs = 30_000

/** Signs out with queries paused, then reloads the page so that no user data stays in memory. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient()
  const router = useRouter()
  return async () => {
    let atProvider: string | null = null
    const before = session.get()
    if (before.state !== 'signedIn') return
    const { user } = before
    if (hasSavedBooks() && !(await confirmRemoval())) return
    session.set({ state: 'signingOut', user })
    const wasOnline = onlineManager.isOnline()
    onlineManager.setOnline(false)
    await queries.cancelQueries()
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      atProvider = await findEndSession(signal)
      await readResponse(api.POST('/api/v1/auth/logout', { body: {}, signal }))
    } catch (error) {
      toast(formatError(error))
      startSession(user)
      // Requests made while offline continue when the network is back.
      onlineManager.setOnline(wasOnline || navigator.onLine)
      return
    }
    // A browser error must not keep the user signed in.
    await unsubscribeBrowser().catch(() => undefined)
    if (hasSavedBooks()) await removeSavedBooks()
    session.set({ state: 'reloading', user })
    if (atProvider !== null) return location.replace(atProvider)
    const leaving = { replace: true, reloadDocument: true, ignoreBlocker: true }
    // The return URL must not reveal the previous user's position or search.
    await router.navigate({ to: '/login', search: {}, ...leaving })
  }
}

/**
 * Returns a function that shows the users of a shared device. The session ends only when another
 * user signs in. Returns undefined on other devices and while viewing as another user.
 */
export function useSwitchUser(): (() => Promise<void>) | undefined {
  const router = useRouter()
  const isOnlyLooking = useViewedUser() !== undefined
  if (isOnlyLooking || !isSharedDevice()) return undefined
  return async () => {
    if (hasSavedBooks()) {
      // The next user must not see the saved books.
      if (!(await confirmRemoval())) return
      await removeSavedBooks()
    }
    await router.navigate({ to: '/login', search: { switching: true }, reloadDocument: true })
  }
}

/** Asks whether the saved books may be removed. Unsent progress is sent first, if possible. */
async function confirmRemoval(): Promise<boolean> {
  const { deliverProgress } = await import('../progress/save-progress')
  await deliverProgress().catch(() => undefined)
  return new Promise((resolve) => {
    signOutQuestion.set((isConfirmed) => {
      signOutQuestion.set(undefined)
      resolve(isConfirmed)
    })
  })
}

const removeSavedBooks = async () => {
  const { removeAfterSignOut } = await import('../offline/upkeep')
  await removeAfterSignOut().catch(() => undefined)
}

/** Finds the provider's sign-out URL. A failed lookup must not keep the user signed in. */
const findEndSession = async (signal: AbortSignal): Promise<string | null> => {
  try {
    const asked = await readResponse(api.POST('/api/v1/auth/oidc/end-session', { signal }))
    return asked.redirectUrl
  } catch {
    return null
  }
}
