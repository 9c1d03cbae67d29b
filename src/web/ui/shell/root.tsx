/**
 * Root of the interface: session, live events, unsent progress, saved books, announcements, toasts.
 */
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { LiveRegion } from '../components/feedback/live-region'
import { preloadPart } from '../components/menus/lazy-popup'
import { menus } from '../components/menus/menu'
import { Toasts } from '../components/feedback/toast'
import { listen } from '../state/live/server-events'
import { hasPendingProgress } from '../state/progress/has-pending-progress'
import { hasSavedBooks } from '../state/offline/saved-ids'
import { session, useUser } from '../state/session/session'
import { useStore } from '../state/store'
import { whenIdle } from '../state/browser/when-idle'

const SessionEnded = lazy(async () => ({
  default: (await import('./session-expired')).SessionEnded,
}))

export function Root() {
  const { state } = useStore(session)
  useSessionWatch(state)
  useLive(state)
  usePendingProgress()
  useSavedBooks(state)
  useEffect(() => whenIdle(() => void preloadPart(menus)), [])
  return (
    <>
      <Outlet />
      {state === 'expired' && (
        <Suspense>
          <SessionEnded />
        </Suspense>
      )}
      <LiveRegion />
      <Toasts />
    </>
  )
}

type State = ReturnType<typeof session.get>['state']

/** Redirects to sign-in, with the return URL. */
function useSessionWatch(state: State) {
  const router = useRouter()
  useEffect(() => {
    if (state !== 'signedOut') return
    const { pathname, href } = router.state.location
    if (isOpenToAll(pathname)) return
    void router.navigate({ to: '/login', search: href === '/' ? {} : { to: href }, replace: true })
  }, [state, router])
}

const isOpenToAll = (pathname: string) => ['/login', '/setup', '/invitation'].includes(pathname)

function useLive(state: State) {
  const queries = useQueryClient()
  const isSignedIn = state === 'signedIn'
  useEffect(() => (isSignedIn ? listen(queries) : undefined), [isSignedIn, queries])
}

/** Loads the code for saved books only in browsers that have some. */
function useSavedBooks(state: State) {
  const user = useUser()
  useEffect(() => {
    if (!hasSavedBooks()) return
    const upkeep = import('../state/offline/upkeep')
    void upkeep
      .then(({ keepSavedBooks, lockIfSignedOut }) =>
        state === 'signedIn' && user ? keepSavedBooks(user) : lockIfSignedOut(),
      )
      .catch(() => undefined)
  }, [state, user])
}

/** Sends progress stored offline by an earlier page. */
function usePendingProgress() {
  const user = useUser()
  useEffect(() => {
    if (!user || !hasPendingProgress(user.id)) return
    const waiting = import('../state/progress/save-progress')
    // If the code cannot be loaded, progress waits for the next page load.
    void waiting.then(({ watchProgress }) => watchProgress()).catch(() => undefined)
  }, [user])
}
