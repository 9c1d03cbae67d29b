import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readResponse, api, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { Form, Problem, typed } from '../../../components/entry/entry-page'
import { Field } from '../../../components/controls/field'
import { Loading } from '../../../components/feedback/states'
import { t } from '../../../i18n/i18n'
import { startSession, useUser } from '../../../state/session/session'
import { SettingsCard, Part } from '../shared/settings-section'
import { PictureField } from './picture-field'
import { formatPasswordError } from './security/password-sheet'
import styles from '../settings.module.css'
import { OwnData } from './own-data'
import { useChange } from '../../../components/use-change'
import { formatUserRole } from '../../../labels/server-labels'

export function Profile() {
  const user = useUser()
  if (!user) return <Loading />
  return (
    <Part title={t('Profile and password')} facts={formatUserRole(user.role)}>
      <SettingsCard
        title={t('Picture')}
        hint={t('Everyone who can sign in to this server can see it')}
      >
        <PictureField person={user} />
      </SettingsCard>
      <Account username={user.username} email={user.email} />
      <Password />
      <OwnData />
    </Part>
  )
}

function Account({ username, email }: { username: string; email: string }) {
  const change = useChange({
    once: true,
    act: async (form: FormData) => {
      const newEmail = typed(form, 'email').trim()
      const body = {
        username: typed(form, 'username').trim(),
        ...(newEmail !== '' && { email: newEmail }),
        currentPassword: typed(form, 'currentPassword'),
      }
      await readResponse(api.PATCH('/api/v1/user', { body }))
      startSession(await readResponse(api.GET('/api/v1/auth/me')))
    },
    done: t('Saved'),
    quiet: true,
  })
  return (
    <SettingsCard title={t('Profile')}>
      <Form onSubmit={(form) => change.mutate(form)}>
        <div className={styles.fields}>
          <Field
            label={t('Username')}
            name="username"
            defaultValue={username}
            autoComplete="username"
            autoCapitalize="none"
            maxLength={64}
            required
          />
          <Field
            label={t('Email address')}
            name="email"
            type="email"
            defaultValue={email}
            autoComplete="email"
            maxLength={254}
            hint={t('Can also be used to sign in')}
            required={email !== ''}
          />
          <CurrentPassword />
        </div>
        {change.isError && <Problem>{formatPasswordError(change.error)}</Problem>}
        <SaveButton busy={change.isPending} />
      </Form>
    </SettingsCard>
  )
}

const SaveButton = ({ busy }: { busy: boolean }) => (
  <div className={styles.actions}>
    <Button type="submit" busy={busy}>
      {t('Save')}
    </Button>
  </div>
)

function Password() {
  const [problem, setProblem] = useState<string>()
  // A different key remounts the form, which clears it.
  const [round, setRound] = useState(0)
  const change = useChange({
    once: true,
    act: (body: Schemas['PasswordChange']) =>
      readResponse(api.PUT('/api/v1/auth/password', { body })),
    done: t('Password changed. All other devices are signed out.'),
    stale: ['/api/v1/auth/sessions', '/api/v1/api-keys'],
    onDone: () => setRound((last) => last + 1),
    quiet: true,
  })
  const send = (form: FormData) => {
    const newPassword = typed(form, 'newPassword')
    const isSame = newPassword === typed(form, 'again')
    setProblem(isSame ? undefined : t('The passwords don’t match'))
    if (!isSame) return
    const deleteApiKeys = form.has('deleteApiKeys')
    change.mutate({ currentPassword: typed(form, 'currentPassword'), newPassword, deleteApiKeys })
  }
  return (
    <SettingsCard
      title={t('Password')}
      hint={t('Changing your password signs out all your other devices')}
    >
      <Form key={round} onSubmit={send}>
        <CurrentPassword />
        <div className={styles.fields}>
          <NewPassword problem={problem} />
        </div>
        <KeysQuestion />
        {change.isError && <Problem>{formatPasswordError(change.error)}</Problem>}
        <div className={styles.actions}>
          <Button type="submit" busy={change.isPending}>
            {t('Change password')}
          </Button>
        </div>
      </Form>
    </SettingsCard>
  )
}

/** API keys keep working after a password change unless the user decides otherwise. */
function KeysQuestion() {
  const keys = useQuery({
    ...apiQuery('/api/v1/api-keys', { params: { query: { page: 1, pageSize: 1 } } }),
    staleTime: 0,
  })
  const count = keys.data?.total ?? 0
  if (count === 0) return null
  return (
    <label className={styles.check}>
      <input type="checkbox" name="deleteApiKeys" />
      <span>
        {t('{count, plural, one {Also delete my API key} other {Also delete my # API keys}}', {
          count,
        })}
      </span>
    </label>
  )
}

const NewPassword = ({ problem }: { problem: string | undefined }) => (
  <>
    <Field
      label={t('New password')}
      name="newPassword"
      type="password"
      autoComplete="new-password"
      maxLength={1000}
      hint={t('At least 8 characters')}
      required
    />
    <Field
      label={t('Confirm new password')}
      name="again"
      type="password"
      autoComplete="new-password"
      maxLength={1000}
      problem={problem}
      required
    />
  </>
)

const CurrentPassword = () => (
  <Field
    label={t('Current password')}
    name="currentPassword"
    type="password"
    autoComplete="current-password"
    maxLength={1000}
    required
  />
)
