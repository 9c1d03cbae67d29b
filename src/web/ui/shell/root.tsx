/** Around everything: what watches the session, hears the server and says things. */
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LiveRegion } from '../components/live-region'
import { Toasts } from '../components/toast'
import { listen } from '../state/live'
import { session } from '../state/session'
import { useStore } from '../state/store'

export function Root() {
  useSessionWatch()
  useLive()
  return (
    <>
      <Outlet />
      <LiveRegion />
      <Toasts />
    </>
  )
}

/** A session that ends in the middle leads to sign-in, and from there back to the same place. */
function useSessionWatch() {
  const { state } = useStore(session)
  const router = useRouter()
  useEffect(() => {
    if (state !== 'nobody') return
    const { pathname, href } = router.state.location
    if (pathname === '/login' || pathname === '/setup') return
    void router.navigate({ to: '/login', search: href === '/' ? {} : { to: href }, replace: true })
  }, [state, router])
}

function useLive() {
  const queries = useQueryClient()
  const current = useStore(session)
  const isSignedIn = current.state === 'signedIn' && !current.isOver
  useEffect(() => (isSignedIn ? listen(queries) : undefined), [isSignedIn, queries])
}
