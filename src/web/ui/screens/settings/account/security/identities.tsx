/** Provider accounts with which the user can sign in. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { Problem } from '../../../../components/entry/entry-page'
import { useSignInWays } from '../../../../components/entry/sign-in-ways'
import { useChange } from '../../../../components/use-change'
import { formatAgo } from '../../../../i18n/date-time'
import { formatDate, t } from '../../../../i18n/i18n'
import { SettingsCard, Entries, Entry } from '../../shared/settings-section'
import { useSectionSearch } from '../../shared/use-section-search'
import styles from '../../settings.module.css'
import { PasswordSheet } from './password-sheet'

const stale = ['/api/v1/auth/identities']

export function Identities() {
  const ways = useSignInWays().data
  const identities = useQuery({ ...apiQuery('/api/v1/auth/identities'), staleTime: 0 }).data ?? []
  const passkeys = useQuery(apiQuery('/api/v1/auth/passkeys')).data
  const providers = ways?.providers ?? []
  if (!passkeys) return null
  if (providers.length === 0 && identities.length === 0) return null
  return (
    <SettingsCard
      title={t('Connected accounts')}
      hint={t('You can sign in with these accounts. Only you and administrators can connect them.')}
    >
      <Outcome />
      {identities.length > 0 && (
        <Entries label={t('Connected accounts')}>
          {identities.map((identity) => (
            <IdentityEntry key={identity.id} identity={identity} />
          ))}
        </Entries>
      )}
      <div className={styles.actions}>
        {providers.map(({ name, displayName }) => (
          <Connect
            key={name}
            provider={name}
            displayName={displayName}
            hasPassword={passkeys.hasPassword}
          />
        ))}
      </div>
    </SettingsCard>
  )
}

/** Shows the result after returning from the provider. */
function Outcome() {
  const [{ only }] = useSectionSearch()
  if (only === undefined) return null
  if (only === 'linked') return <p role="status">{t('The account is connected')}</p>
  return (
    <Problem>
      {only === 'linked_to_other'
        ? t('That account is already connected to another user')
        : t('The account was not connected. Try again.')}
    </Problem>
  )
}

const open = ({ redirectUrl }: Schemas['OidcRedirect']) => location.assign(redirectUrl)

interface ConnectProps {
  provider: string
  displayName: string
  hasPassword: boolean
}

function Connect({ provider, displayName, hasPassword }: ConnectProps) {
  const [isAsking, setAsking] = useState(false)
  const params = { path: { provider } }
  const begin = (body: { currentPassword?: string }) =>
    readResponse(api.POST('/api/v1/auth/oidc/{provider}/link', { params, body }))
  const connect = useChange({ once: true, act: () => begin({}), onDone: open })
  const words = t('Connect {provider}', { provider: displayName })
  return (
    <>
      <Button
        busy={connect.isPending}
        onClick={() => (hasPassword ? setAsking(true) : connect.mutate())}
      >
        {words}
      </Button>
      {isAsking && (
        <PasswordSheet
          title={words}
          action={words}
          act={begin}
          onDone={open}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function IdentityEntry({ identity }: { identity: Schemas['Identity'] }) {
  const { id, displayName, label, subject, createdAt, lastUsedAt } = identity
  const remove = useChange({
    once: true,
    act: () =>
      readResponse(api.DELETE('/api/v1/auth/identities/{id}', { params: { path: { id } } })),
    done: t('Disconnected'),
    stale,
  })
  const facts = [
    label ?? subject,
    t('since {date}', { date: formatDate(createdAt) }),
    ...(lastUsedAt ? [t('last used {when}', { when: formatAgo(lastUsedAt) })] : []),
  ]
  return (
    <Entry
      title={displayName}
      facts={facts.join(' · ')}
      actions={
        <Button
          small
          busy={remove.isPending}
          aria-label={t('Disconnect {name}', { name: displayName })}
          onClick={() => remove.mutate()}
        >
          {t('Disconnect')}
        </Button>
      }
    />
  )
}
