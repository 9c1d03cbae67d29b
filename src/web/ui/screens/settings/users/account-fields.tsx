/** Account fields: name, email address, password, active. */
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../../api/client'
import { Field } from '../../../components/controls/field'
import { Switch } from '../../../components/controls/switch'
import { t } from '../../../i18n/i18n'
import styles from '../settings.module.css'

export interface FieldsProps {
  user: Schemas['User']
  changes: Schemas['UserPatch']
  onChange: (patch: Schemas['UserPatch']) => void
}

export const AccountFields = ({ user, changes, onChange }: FieldsProps) => (
  <>
    <Field
      label={t('Username')}
      name="username"
      value={changes.username ?? user.username}
      autoComplete="off"
      autoCapitalize="none"
      maxLength={64}
      onChange={(event) => onChange({ username: event.target.value })}
    />
    <Field
      label={t('Email address')}
      name="email"
      type="email"
      value={changes.email ?? user.email}
      autoComplete="off"
      maxLength={254}
      onChange={(event) => onChange({ email: event.target.value })}
    />
    <Field
      label={t('New password')}
      name="password"
      type="password"
      value={changes.password ?? ''}
      autoComplete="new-password"
      maxLength={1000}
      hint={t(
        'Leave empty to keep the current password. A new password signs this user out everywhere and deletes their API keys.',
      )}
      onChange={(event) => onChange({ password: event.target.value || null })}
    />
    {changes.password && (
      <Switch
        label={t('Also remove other ways to sign in')}
        hint={t('Passkeys, connected accounts and the PIN. Someone else may have added them.')}
        checked={changes.removeOtherSignIns ?? true}
        onChange={(removeOtherSignIns) => onChange({ removeOtherSignIns })}
      />
    )}
    <Switch
      label={t('Account enabled')}
      hint={t('Disabling the account blocks all devices and API keys. Nothing is deleted.')}
      checked={changes.isActive ?? user.isActive}
      onChange={(isActive) => onChange({ isActive })}
    />
  </>
)

/**
 * Shown instead of the fields for the user's own account. Users need their current password to
 * set a new one, and must not be able to lock themselves out.
 */
export const OwnAccount = () => (
  <p className={styles.hint}>
    {t('This is your account.')}{' '}
    <Link to="/settings/$section" params={{ section: 'profile' }} className={styles.link}>
      {t('Change your username, email address or password')}
    </Link>
  </p>
)
