/** Signs in to a service with a token, or with a name and password. */
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { Field } from '../../../components/controls/field'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { ChangesSheet } from '../shared/changes-sheet'
import styles from '../settings.module.css'
import { ofService, pluginsPath } from './sync-paths'

type TokenSource = NonNullable<Schemas['AvailableUserPlugin']['tokenSource']>

interface ConnectSheetProps {
  service: Pick<
    Schemas['AvailableUserPlugin'],
    'pluginId' | 'signIn' | 'tokenSource' | 'userSetupInstructions'
  >
  name: string
  onClose: () => void
}

const empty = { accessToken: '', username: '', password: '' }

export function ConnectSheet({ service, name, onClose }: ConnectSheetProps) {
  const { pluginId, signIn, tokenSource, userSetupInstructions } = service
  const hasToken = signIn === 'token'
  const [draft, setDraft] = useState(empty)
  const connect = useChange({
    once: true,
    act: () =>
      readResponse(
        api.POST('/api/v1/user/plugins/{plugin_id}/credentials', {
          ...ofService(pluginId),
          body: hasToken
            ? { accessToken: draft.accessToken }
            : { username: draft.username, password: draft.password },
        }),
      ),
    done: t('Connected to {name}', { name }),
    stale: [pluginsPath],
    onDone: onClose,
    quiet: true,
  })
  const isComplete = hasToken
    ? draft.accessToken.trim() !== ''
    : draft.username.trim() !== '' && draft.password !== ''
  return (
    <ChangesSheet
      title={t('Connect {name}', { name })}
      action={t('Connect')}
      isChanged={draft !== empty}
      isComplete={isComplete}
      save={connect}
      onClose={onClose}
    >
      {userSetupInstructions !== null && <p>{userSetupInstructions}</p>}
      {tokenSource && <TokenSteps tokenSource={tokenSource} name={name} />}
      {hasToken ? (
        <TokenField
          token={draft.accessToken}
          onChange={(accessToken) => setDraft({ ...draft, accessToken })}
        />
      ) : (
        <PasswordFields
          {...draft}
          name={name}
          onChange={(patch) => setDraft({ ...draft, ...patch })}
        />
      )}
    </ChangesSheet>
  )
}

interface TokenFieldProps {
  token: string
  onChange: (token: string) => void
}

const TokenField = ({ token, onChange }: TokenFieldProps) => (
  <Field
    label={t('Access token')}
    name="access-token"
    type="password"
    autoComplete="off"
    value={token}
    maxLength={5000}
    onChange={({ target }) => onChange(target.value.trim())}
  />
)

function TokenSteps({ tokenSource, name }: { tokenSource: TokenSource; name: string }) {
  const { clientUrl, redirectUrl, tokenUrl } = tokenSource
  const [clientId, setClientId] = useState('')
  const isNumber = /^\d{1,9}$/.test(clientId)
  return (
    <>
      <ol className={styles.steps}>
        <li>
          {t('Create a client at {name}. You can give it any name.', { name })}{' '}
          <a className={styles.link} href={clientUrl} target="_blank" rel="noreferrer">
            {t('Open {name}', { name })}
          </a>
        </li>
        <li>
          {t('Enter this as the redirect URL of the client:')} <code>{redirectUrl}</code>
        </li>
        <li>
          {t('Enter the client ID shown there, open the token page, and paste the token here')}
        </li>
      </ol>
      <Field
        label={t('Client ID')}
        name="client-id"
        inputMode="numeric"
        autoComplete="off"
        value={clientId}
        maxLength={9}
        onChange={({ target }) => setClientId(target.value.trim())}
      />
      {isNumber && (
        <a
          className={styles.link}
          href={tokenUrl.replace('{clientId}', clientId)}
          target="_blank"
          rel="noreferrer"
        >
          {t('Open token page')}
        </a>
      )}
    </>
  )
}

interface PasswordFieldsProps {
  name: string
  username: string
  password: string
  onChange: (patch: { username?: string; password?: string }) => void
}

const PasswordFields = ({ name, username, password, onChange }: PasswordFieldsProps) => (
  <>
    <Field
      label={t('Email address for {name}', { name })}
      name="service-username"
      autoComplete="off"
      value={username}
      maxLength={500}
      onChange={({ target }) => onChange({ username: target.value })}
    />
    <Field
      label={t('Password for {name}', { name })}
      name="service-password"
      type="password"
      autoComplete="off"
      hint={t('Used once to sign in, and not stored')}
      value={password}
      maxLength={500}
      onChange={({ target }) => onChange({ password: target.value })}
    />
  </>
)
