/** Sign-in methods other than a password. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse } from '../../api/client'
import { formatError } from '../../api/format-error'
import { apiQuery } from '../../api/query'
import { t } from '../../i18n/i18n'
import { Button } from '../controls/button'
import { Problem } from './entry-page'
import styles from './entry-page.module.css'

/** Loads the available sign-in methods. `data` is undefined while loading. */
export const useSignInWays = () =>
  useQuery({ ...apiQuery('/api/v1/auth/oidc/providers'), staleTime: 60_000 })

/** Opens the provider's sign-in page. `returnTo` is the page to open after signing in. */
export function ProviderButtons({ returnTo }: { returnTo: string }) {
  const ways = useSignInWays().data
  const [problem, setProblem] = useState<string>()
  const [opened, setOpened] = useState<string>()
  if (!ways || ways.providers.length === 0) return null
  const begin = async (provider: string) => {
    setOpened(provider)
    try {
      const params = { path: { provider } }
      const body = { redirectUri: returnTo }
      const { redirectUrl } = await readResponse(
        api.POST('/api/v1/auth/oidc/{provider}/login', { params, body }),
      )
      location.assign(redirectUrl)
    } catch (error) {
      setProblem(formatError(error))
      setOpened(undefined)
    }
  }
  return (
    <div className={styles.form} role="group" aria-label={t('Other ways to sign in')}>
      {ways.providers.map(({ name, displayName }) => (
        <Button key={name} busy={opened === name} onClick={() => void begin(name)}>
          {t('Sign in with {provider}', { provider: displayName })}
        </Button>
      ))}
      {problem && <Problem>{problem}</Problem>}
    </div>
  )
}
