import { getRouteApi, Navigate, useRouter } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { queryClient } from '../../api/query'
import { EntryPage } from '../../components/entry-page'
import { SignInForm } from '../../components/sign-in-form'
import { t } from '../../i18n/i18n'
import { isSetupRequired } from '../../state/boot'
import { usePageTitle } from '../../state/page-title'
import { sessionBegan } from '../../state/session'

const route = getRouteApi('/login')

export function LoginScreen() {
  usePageTitle(t('Sign in'))
  const { to } = route.useSearch()
  const router = useRouter()
  const goOn = (user: Schemas['SignedInUser']) => {
    // Somebody else may sit here now: nothing of the one before is shown.
    queryClient.clear()
    sessionBegan(user)
    router.history.replace(router.options.basepath?.replace(/\/$/, '') + ownPath(to))
  }
  // There is nobody yet who could.
  if (isSetupRequired()) return <Navigate to="/setup" replace />
  return (
    <EntryPage title={t('Sign in')}>
      <SignInForm onSignedIn={goOn} />
    </EntryPage>
  )
}

/** Only an address within: a link from elsewhere must not lead away after sign-in. */
const ownPath = (to: string | undefined) => (to?.startsWith('/') && !to.startsWith('//') ? to : '/')
