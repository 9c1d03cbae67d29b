/** Switching to the account with a PIN, on devices that several people share. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError, readResponse, type Schemas } from '../../../../api/client'
import { formatError } from '../../../../api/format-error'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { Field } from '../../../../components/controls/field'
import { Sheet } from '../../../../components/dialogs/dialog'
import { Form, Problem, typed } from '../../../../components/entry/entry-page'
import { useChange } from '../../../../components/use-change'
import { formatAgo } from '../../../../i18n/date-time'
import { t } from '../../../../i18n/i18n'
import { markSharedDevice } from '../../../../state/session/shared-device'
import { Entries, Entry, SettingsCard } from '../../shared/settings-section'
import { formatDevice } from '../sessions-section'
import styles from '../../settings.module.css'

const path = '/api/v1/auth/quick-switch'
type State = Schemas['QuickSwitch']

export function QuickSwitchCard() {
  const state = useQuery({ ...apiQuery(path), staleTime: 0 }).data
  if (!state) return null
  const { status, hasPin, devices } = state
  if (status === 'off' && !hasPin) return null
  return (
    <SettingsCard
      title={t('Switch with a PIN')}
      hint={t(
        'On a device that several people share, a PIN opens your account instead of your password',
      )}
    >
      {status !== 'available' && <p>{formatStatus(status)}</p>}
      <Actions state={state} />
      {devices.length > 0 && (
        <Entries label={t('Devices where you can switch to your account')}>
          {devices.map((device) => (
            <DeviceEntry key={device.id} device={device} />
          ))}
        </Entries>
      )}
    </SettingsCard>
  )
}

const formatStatus = (status: Exclude<State['status'], 'available'>) =>
  ({
    off: t('An administrator has turned this off'),
    admin: t('Not available for administrators'),
    two_factor: t('Not available with two-factor authentication'),
  })[status]

function Actions({ state: { status, hasPin, triesLeft, devices } }: { state: State }) {
  const [isOpen, setOpen] = useState(false)
  const offer = useChange({
    act: () => readResponse<unknown>(api.POST(`${path}/devices`)),
    done: t('You can now switch to your account on this device'),
    stale: [path],
    onDone: () => markSharedDevice(true),
    once: true,
  })
  const remove = useChange({
    act: () => readResponse<unknown>(api.DELETE(`${path}/pin`)),
    done: t('PIN removed'),
    stale: [path],
    once: true,
  })
  const isAvailable = status === 'available'
  const isHere = devices.some(({ isCurrent }) => isCurrent)
  return (
    <>
      {hasPin && triesLeft === 0 && (
        <p>{t('Too many wrong attempts. Sign in with your password, or set a new PIN.')}</p>
      )}
      <div className={styles.actions}>
        {isAvailable && hasPin && !isHere && (
          <Button busy={offer.isPending} onClick={() => offer.mutate()}>
            {t('Use on this device')}
          </Button>
        )}
        {isAvailable && (
          <Button onClick={() => setOpen(true)}>{hasPin ? t('Change PIN') : t('Set PIN')}</Button>
        )}
        {hasPin && (
          <Button busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('Remove PIN')}
          </Button>
        )}
      </div>
      {isOpen && <PinSheet onClose={() => setOpen(false)} />}
    </>
  )
}

function PinSheet({ onClose }: { onClose: () => void }) {
  const [form] = useState('pin-sheet')
  const change = useChange({
    act: (body: Schemas['PinCreation']) => readResponse<unknown>(api.PUT(`${path}/pin`, { body })),
    done: t('PIN set'),
    stale: [path],
    onDone: onClose,
    once: true,
    quiet: true,
  })
  const actions = (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button variant="primary" type="submit" form={form} busy={change.isPending}>
        {t('Save')}
      </Button>
    </>
  )
  const submit = (data: FormData) =>
    change.mutate({ currentPassword: typed(data, 'currentPassword'), pin: typed(data, 'pin') })
  return (
    <Sheet open onClose={onClose} title={t('Set PIN')} actions={actions}>
      <Form id={form} onSubmit={submit}>
        <Field
          label={t('Current password')}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          maxLength={1000}
          required
          autoFocus
        />
        <Field
          label={t('New PIN')}
          name="pin"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          hint={t('4 to 8 digits')}
          maxLength={8}
          required
        />
        {change.isError && <Problem>{formatPinProblem(change.error)}</Problem>}
      </Form>
    </Sheet>
  )
}

function formatPinProblem(error: unknown) {
  if (!(error instanceof ApiError)) return formatError(error)
  if (error.code === 'accounts.wrong_password') return t('The current password is incorrect')
  return error.status === 400 ? t('A PIN has 4 to 8 digits') : formatError(error)
}

function DeviceEntry({ device }: { device: State['devices'][number] }) {
  const { id, userAgent, isCurrent, lastUsedAt } = device
  const remove = useChange({
    act: () =>
      readResponse<unknown>(api.DELETE(`${path}/devices/{id}`, { params: { path: { id } } })),
    stale: [path],
    once: true,
  })
  return (
    <Entry
      title={
        <>
          {formatDevice({ userAgent, kind: 'browser' })}
          {isCurrent && <span className={styles.tag}>{t('this device')}</span>}
        </>
      }
      facts={t('last used {when}', { when: formatAgo(lastUsedAt) })}
      actions={
        <Button small busy={remove.isPending} onClick={() => remove.mutate()}>
          {t('Remove')}
        </Button>
      }
    />
  )
}
