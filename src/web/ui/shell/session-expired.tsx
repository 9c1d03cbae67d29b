/** Sign-in dialog for an expired session. The screen below keeps its state. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { baseUrl, type Schemas } from '../api/client'
import { Dialog } from '../components/dialogs/dialog'
import { PasskeyButton } from '../components/entry/passkey-button'
import { SignInForm } from '../components/entry/sign-in-form'
import { ProviderButtons, useSignInWays } from '../components/entry/sign-in-ways'
import { t } from '../i18n/i18n'
import { startSession, clearSession, useUser } from '../state/session/session'

export function SessionEnded() {
  const before = useUser()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const ways = useSignInWays().data
  const resume = (user: Schemas['SignedInUser']) => {
    startSession(user)
    if (user.id === before?.id) return void queries.invalidateQueries()
    // A different user signed in, so the cached data must not be shown.
    queries.clear()
    void navigate({ to: '/', replace: true, ignoreBlocker: true })
  }
  return (
    <Dialog open onClose={clearSession} title={t('Session expired')}>
      <p>{t('Sign in again to pick up where you left off')}</p>
      {ways?.passwordLogin !== false && (
        <SignInForm username={before?.username ?? ''} onSignedIn={resume} />
      )}
      <PasskeyButton onSignedIn={resume} />
      <ProviderButtons returnTo={readPath()} />
    </Dialog>
  )
}

/** Returns the current path and query without the base path. */
const readPath = () =>
  location.pathname.slice(new URL(baseUrl).pathname.length - 1) + location.search
