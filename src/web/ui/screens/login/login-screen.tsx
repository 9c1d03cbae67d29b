import { getRouteApi, Navigate, useRouter } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { queryClient } from '../../api/query'
import { EntryPage } from '../../components/entry/entry-page'
import { SignInForm } from '../../components/entry/sign-in-form'
import { t } from '../../i18n/i18n'
import { isSetupRequired } from '../../state/session/page-data'
import { usePageTitle } from '../../state/browser/page-title'
import { startSession } from '../../state/session/session'
import { addressAfter } from './return-url'

const route = getRouteApi('/login')

export function LoginScreen() {
  usePageTitle(t('Sign in'))
  const search = route.useSearch()
  const router = useRouter()
  const redirect = (user: Schemas['SignedInUser']) => {
    // Another user may sign in: clears all cached data.
    queryClient.clear()
    startSession(user)
    router.history.replace(addressAfter(search))
  }
  // No account exists yet.
  if (isSetupRequired()) return <Navigate to="/setup" replace />
  return (
    <EntryPage title={t('Sign in')}>
      <SignInForm onSignedIn={redirect} />
    </EntryPage>
  )
}
