/** Sign-in dialog for an expired session. The screen below keeps its state. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Schemas } from '../api/client'
import { Dialog } from '../components/dialogs/dialog'
import { SignInForm } from '../components/entry/sign-in-form'
import { t } from '../i18n/i18n'
import { startSession, clearSession, useUser } from '../state/session/session'

export function SessionEnded() {
  const before = useUser()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const resume = (user: Schemas['SignedInUser']) => {
    startSession(user)
    if (user.id === before?.id) return void queries.invalidateQueries()
    // Another user signed in: clears all cached data.
    queries.clear()
    void navigate({ to: '/', replace: true, ignoreBlocker: true })
  }
  return (
    <Dialog open onClose={clearSession} title={t('Session expired')}>
      <p>{t('Sign in again to pick up where you left off.')}</p>
      <SignInForm username={before?.username ?? ''} onSignedIn={resume} />
    </Dialog>
  )
}
