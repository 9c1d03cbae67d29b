/** Devices with their own connections, which can be revoked. */
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/controls/button'
import { formatAgo } from '../../../i18n/date-time'
import { t } from '../../../i18n/i18n'
import { Confirm } from '../shared/confirm'
import { SettingsCard, Entries, Entry } from '../shared/settings-section'

interface DeviceListProps {
  title: string
  isEmpty: boolean
  children: ReactNode
}

export const DeviceList = ({ title, isEmpty, children }: DeviceListProps) =>
  isEmpty ? null : (
    <SettingsCard title={title}>
      <Entries label={title}>{children}</Entries>
    </SettingsCard>
  )

interface DeviceProps {
  name: string
  facts: readonly string[]
  /** ISO 8601, or null if the connection was never used. */
  lastUsedAt: string | null
  isBusy: boolean
  onDelete: () => void
  children?: ReactNode
}

export function Device({ name, facts, lastUsedAt, isBusy, onDelete, children }: DeviceProps) {
  const [isAsking, setAsking] = useState(false)
  const use = lastUsedAt ? t('last used {when}', { when: formatAgo(lastUsedAt) }) : t('never used')
  return (
    <Entry
      title={name}
      facts={[...facts, use].join(' · ')}
      actions={
        <Button
          small
          variant="danger"
          onClick={() => setAsking(true)}
          aria-label={t('Delete {name}', { name })}
        >
          {t('Delete')}
        </Button>
      }
    >
      {children}
      {isAsking && (
        <Confirm
          title={t('Delete {name}?', { name })}
          action={t('Delete')}
          onClose={() => setAsking(false)}
          onConfirm={onDelete}
          busy={isBusy}
        >
          <p>
            {t(
              'Apps and devices connected this way lose access immediately. Reading progress is kept.',
            )}
          </p>
        </Confirm>
      )}
    </Entry>
  )
}
