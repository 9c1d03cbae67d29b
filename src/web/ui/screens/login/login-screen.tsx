import { getRouteApi, Navigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { api, readResponse, type Schemas } from '../../api/client'
import { formatError } from '../../api/format-error'
import { queryClient } from '../../api/query'
import { EntryPage, Problem } from '../../components/entry/entry-page'
import { PasskeyButton } from '../../components/entry/passkey-button'
import { SignInForm } from '../../components/entry/sign-in-form'
import { ProviderButtons, useSignInWays } from '../../components/entry/sign-in-ways'
import { t } from '../../i18n/i18n'
import { isSetupRequired } from '../../state/session/page-data'
import { usePageTitle } from '../../state/browser/page-title'
import { isSharedDevice } from '../../state/session/shared-device'
import { startSession } from '../../state/session/session'
import { addressAfter, pathAfter } from './return-url'

const QuickSwitch = lazy(async () => ({
  default: (await import('../../components/entry/quick-switch')).QuickSwitch,
}))

const route = getRouteApi('/login')

export function LoginScreen() {
  usePageTitle(t('Sign in'))
  const search = route.useSearch()
  const router = useRouter()
  const redirect = (user: Schemas['SignedInUser']) => {
    // Clears all cached data, because a different user may sign in.
    queryClient.clear()
    startSession(user)
    router.history.replace(addressAfter(search))
  }
  const [person, setPerson] = useState<Schemas['QuickSwitchPerson']>()
  const linkProblem = useLoginLink(redirect)
  const ways = useSignInWays().data
  // No account exists yet.
  if (isSetupRequired()) return <Navigate to="/setup" replace />
  const { problem, provider = '' } = search
  const name = ways?.providers.find((one) => one.name === provider)?.displayName ?? provider
  return (
    <EntryPage title={t('Sign in')}>
      {linkProblem && <Problem>{linkProblem}</Problem>}
      {problem && <Problem>{formatSignInProblem(problem, name)}</Problem>}
      {isSharedDevice() && (
        <Suspense>
          <QuickSwitch chosen={person} onChoose={setPerson} />
        </Suspense>
      )}
      {!person && <OtherWays onSignedIn={redirect} returnTo={pathAfter(search)} />}
    </EntryPage>
  )
}

interface OtherWaysProps {
  onSignedIn: (user: Schemas['SignedInUser']) => void
  returnTo: string
}

/** All sign-in methods except the list of people on a shared device. */
function OtherWays({ onSignedIn, returnTo }: OtherWaysProps) {
  const ways = useSignInWays().data
  return (
    <>
      {/* No autofocus next to the list of people, because it would only open a tablet's keyboard. */}
      {ways?.passwordLogin !== false && (
        <SignInForm onSignedIn={onSignedIn} takesFocus={!isSharedDevice()} />
      )}
      <PasskeyButton onSignedIn={onSignedIn} />
      <ProviderButtons returnTo={returnTo} />
    </>
  )
}

/** Signs in with the secret from a command-line link. Returns the problem, if any. */
function useLoginLink(onSignedIn: (user: Schemas['SignedInUser']) => void) {
  const [token] = useState(() => /^#token=([\w-]{20,200})$/.exec(location.hash)?.[1])
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (token === undefined) return
    // The secret must not stay in the history.
    history.replaceState(history.state, '', location.pathname)
    void openLink(token).then(onSignedIn, (error: unknown) => setProblem(formatError(error)))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the link works once
  }, [token])
  return problem
}

async function openLink(token: string) {
  await readResponse(api.POST('/api/v1/auth/login-link', { body: { token } }))
  return readResponse(api.GET('/api/v1/auth/me'))
}

/** Explains why a sign-in with a provider failed, according to the code in the redirect. */
function formatSignInProblem(problem: string, provider: string): string {
  switch (problem) {
    case 'canceled':
      return t('Signing in with {provider} was canceled', { provider })
    case 'unavailable':
      return t('{provider} can’t be reached. Try again later.', { provider })
    case 'not_linked':
      return t(
        'This {provider} account is not connected to a Quire account. Sign in another way and connect it under Settings → Security.',
        { provider },
      )
    case 'account_exists':
      return t(
        'An account with this email address already exists. Sign in to it and connect {provider} under Settings → Security.',
        { provider },
      )
    case 'not_allowed':
      return t('Your {provider} account is not allowed to sign in here', { provider })
    case 'inactive':
      return t('This account is disabled')
    default:
      return t('Signing in with {provider} failed. Try again.', { provider })
  }
}
