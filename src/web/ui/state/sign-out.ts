import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { answerOf, api } from '../api/client'
import { errorWords } from '../api/error-words'
import { toast } from '../components/toast'
import { session, sessionBegan } from './session'

/**
 * The page is loaded anew, so that nothing of the person stays in it. Until then nothing is asked: the
 * server would refuse it.
 */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient()
  const router = useRouter()
  return async () => {
    const before = session.get()
    if (before.state !== 'signedIn') return
    const { user } = before
    session.set({ state: 'leaving', user })
    onlineManager.setOnline(false)
    await queries.cancelQueries()
    try {
      await answerOf(api.POST('/api/v1/auth/logout', { body: {} }))
    } catch (error) {
      toast(errorWords(error))
      sessionBegan(user)
      onlineManager.setOnline(true)
      return
    }
    session.set({ state: 'left', user })
    const { href } = router.state.location
    const search = href === '/' ? {} : { to: href }
    const leaving = { replace: true, reloadDocument: true, ignoreBlocker: true }
    await router.navigate({ to: '/login', search, ...leaving })
  }
}
