import { answerOf, api } from '../api/client'
import { queryClient } from '../api/query'
import { session, sessionBegan } from './session'

/** Throws what the server refuses. */
export async function signIn(username: string, password: string) {
  const before = session.get()
  await answerOf(api.POST('/api/v1/auth/login', { body: { username, password } }))
  const user = await answerOf(api.GET('/api/v1/auth/me'))
  // Somebody else may sit here now: nothing of the one before is shown.
  const isOther = before.state === 'signedIn' && before.user.id !== user.id
  if (before.state === 'nobody' || isOther) queryClient.clear()
  sessionBegan(user)
}
