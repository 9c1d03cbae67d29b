/** Two-factor authentication: a code from an authenticator app in addition to the password. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { formatDate, t } from '../../../../i18n/i18n'
import { SettingsCard } from '../../shared/settings-section'
import styles from '../../settings.module.css'
import { PasswordSheet } from './password-sheet'
import { RecoveryCodes } from './recovery-codes'
import { SetUpTwoFactor } from './set-up-two-factor'

type Opened =
  | { sheet: 'begin' | 'disable' | 'replace' }
  | { sheet: 'setUp'; secret: string; uri: string }
  | { sheet: 'codes'; codes: readonly string[] }

export function TwoFactor() {
  const state = useQuery({ ...apiQuery('/api/v1/auth/two-factor'), staleTime: 0 }).data
  const [opened, setOpened] = useState<Opened>()
  if (!state) return null
  const { enabled, enabledAt, recoveryCodesLeft } = state
  return (
    <SettingsCard
      title={t('Two-factor authentication')}
      hint={t(
        'With two-factor authentication, signing in with your password also requires a code from an app on your phone. Reading apps can then use API keys, but not your password.',
      )}
    >
      {enabled && enabledAt && (
        <p>
          {t('On since {date}', { date: formatDate(enabledAt) })}
          {' · '}
          {t('{count, plural, one {# recovery code left} other {# recovery codes left}}', {
            count: recoveryCodesLeft,
          })}
        </p>
      )}
      <div className={styles.actions}>
        {enabled ? (
          <>
            <Button onClick={() => setOpened({ sheet: 'replace' })}>
              {t('New recovery codes')}
            </Button>
            <Button onClick={() => setOpened({ sheet: 'disable' })}>{t('Turn off')}</Button>
          </>
        ) : (
          <Button onClick={() => setOpened({ sheet: 'begin' })}>{t('Set up')}</Button>
        )}
      </div>
      {opened && <Sheets opened={opened} onOpen={setOpened} />}
    </SettingsCard>
  )
}

interface SheetsProps {
  opened: Opened
  onOpen: (opened: Opened | undefined) => void
}

function Sheets({ opened, onOpen }: SheetsProps) {
  const close = () => onOpen(undefined)
  const showCodes = ({ recoveryCodes: codes }: { recoveryCodes: string[] }) =>
    onOpen({ sheet: 'codes', codes })
  switch (opened.sheet) {
    case 'begin':
      return (
        <PasswordSheet
          title={t('Set up two-factor authentication')}
          action={t('Continue')}
          act={(body) => readResponse(api.POST('/api/v1/auth/two-factor', { body }))}
          onDone={({ secret, uri }) => onOpen({ sheet: 'setUp', secret, uri })}
          onClose={close}
        />
      )
    case 'setUp':
      return <SetUpTwoFactor {...opened} onDone={showCodes} onClose={close} />
    case 'replace':
      return (
        <PasswordSheet
          title={t('New recovery codes')}
          action={t('Create codes')}
          act={(body) => readResponse(api.POST('/api/v1/auth/two-factor/recovery-codes', { body }))}
          onDone={showCodes}
          onClose={close}
        />
      )
    case 'codes':
      return <RecoveryCodes codes={opened.codes} onClose={close} />
    case 'disable':
      return (
        <PasswordSheet
          title={t('Turn off two-factor authentication')}
          action={t('Turn off')}
          act={(body) => readResponse(api.POST('/api/v1/auth/two-factor/disable', { body }))}
          onDone={close}
          onClose={close}
        />
      )
  }
}
