/** Connects an app that requires an address and an API key or the password of the account. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { KeyIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import { useUser } from '../../../state/session/session'
import { readingScopes } from '../permissions/permission-labels'
import { FactList } from '../shared/fact-list'
import { SettingsCard } from '../shared/settings-section'
import { useChange } from '../../../components/use-change'
import settings from '../settings.module.css'
import type { App } from './app-list'
import { ConnectionState, checkEveryMs } from './connection-state'
import { buildFact, CopiedValue } from './copied-value'
import { Address } from './address-with-qr-code'

interface KeyConnectionProps {
  app: App
  address: string
  /** Address without a path, for apps that do not accept an address with a path. */
  addressWithoutPath?: string | undefined
}

export function KeyConnection({ app, address, addressWithoutPath }: KeyConnectionProps) {
  const user = useUser()
  const [key, setKey] = useState<Schemas['NewApiKey']>()
  if (!user) return null
  const { signIn = 'login' } = app
  const secretName = signIn === 'key' ? t('API key') : t('Password')
  return (
    <SettingsCard title={t('Connect {app}', { app: app.name })} hint={app.steps}>
      <Address address={address}>
        <FactList
          facts={[
            buildFact(t('Address'), address),
            ...(addressWithoutPath
              ? [buildFact(t('Address without a path'), addressWithoutPath)]
              : []),
            ...(signIn === 'key' ? [] : [buildFact(t('Username'), user.username)]),
            [
              secretName,
              signIn === 'password' ? (
                <SessionPassword key="password" app={app.name} />
              ) : key ? (
                <CopiedValue key="secret" label={secretName} value={key.key} />
              ) : user.effectivePermissions.includes('api-keys:write') ? (
                <NewAppKey key="create" app={app} onCreated={setKey} />
              ) : (
                <PasswordOfAccount key="password" isAccepted={signIn === 'login'} />
              ),
            ],
          ]}
        />
      </Address>
      {key && <p className={settings.hint}>{t('Copy this now. It won’t be shown again.')}</p>}
      {key && <KeyState app={app.name} id={key.id} />}
      {app.note && <p className={settings.hint}>{app.note}</p>}
      <p className={settings.hint}>
        <Link to="/settings/$section" params={{ section: 'keys' }} className={settings.link}>
          {t('Manage API keys')}
        </Link>
      </p>
    </SettingsCard>
  )
}

/**
 * Whether the account uses two-factor authentication, which apps do not support. undefined while
 * loading, and false if the request fails.
 */
function useHasTwoFactor(): boolean | undefined {
  const { data, isError } = useQuery(apiQuery('/api/v1/auth/two-factor'))
  return isError ? false : data?.enabled
}

/** Shown for an app that starts a session, which requires the password of the account. */
function SessionPassword({ app }: { app: string }) {
  const hasTwoFactor = useHasTwoFactor()
  if (hasTwoFactor === undefined) return null
  if (!hasTwoFactor) return t('Your Quire password')
  return t(
    '{app} signs in with your password, which is not possible with two-factor authentication',
    {
      app,
    },
  )
}

/** Shown instead of an API key if the account cannot create one. */
function PasswordOfAccount({ isAccepted }: { isAccepted: boolean }) {
  const hasTwoFactor = useHasTwoFactor()
  if (hasTwoFactor === undefined) return null
  return isAccepted && !hasTwoFactor
    ? t('Use your Quire password, because your account can’t create API keys')
    : t('Ask an administrator to let your account create API keys')
}

interface NewAppKeyProps {
  app: App
  onCreated: (key: Schemas['NewApiKey']) => void
}

/** The new key has the permissions that the app needs, unless its owner lacks them. */
function NewAppKey({ app, onCreated }: NewAppKeyProps) {
  const mine = useUser()?.effectivePermissions ?? []
  const needed = app.permissions?.() ?? readingScopes()
  const create = useChange({
    once: true,
    act: () =>
      readResponse(
        api.POST('/api/v1/api-keys', {
          body: { name: app.name, permissions: mine.filter((each) => needed.includes(each)) },
        }),
      ),
    stale: ['/api/v1/api-keys'],
    onDone: onCreated,
  })
  return (
    <Button
      variant="primary"
      icon={KeyIcon}
      busy={create.isPending}
      onClick={() => create.mutate()}
    >
      {t('Create an API key')}
    </Button>
  )
}

function KeyState({ app, id }: { app: string; id: string }) {
  const key = useQuery({
    ...apiQuery('/api/v1/api-keys/{id}', { params: { path: { id } } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.lastUsedAt ? false : checkEveryMs),
  })
  return <ConnectionState app={app} lastUsedAt={key.data?.lastUsedAt ?? null} />
}
