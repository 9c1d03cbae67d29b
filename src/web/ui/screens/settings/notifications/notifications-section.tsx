/** Channels through which the user receives notifications. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { EmptyState } from '../../../components/feedback/states'
import { BellIcon, PlusIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import { SettingsCard, Entries, Part, PendingSection } from '../shared/settings-section'
import { ChannelEntry } from './channel-entry'
import { NewChannel } from './channel-forms'
import { channelsPath } from './channel-labels'

export function Notifications() {
  const list = useQuery({ ...apiQuery(channelsPath), staleTime: 0 })
  const [isAdding, setAdding] = useState(false)
  if (!list.data) return <PendingSection title={t('Notifications')} question={list} />
  const { channels, canSendEmail } = list.data
  return (
    <Part
      title={t('Notifications')}
      lead={t('Quire can notify you on your phone, in a chat app or by email')}
      actions={
        <Button icon={PlusIcon} variant="primary" onClick={() => setAdding(true)}>
          {t('Add a channel')}
        </Button>
      }
    >
      {channels.length === 0 ? (
        <EmptyState icon={BellIcon} title={t('No channels yet')} />
      ) : (
        <SettingsCard>
          <Entries label={t('Notifications')}>
            {channels.map((channel) => (
              <ChannelEntry key={channel.id} channel={channel} />
            ))}
          </Entries>
        </SettingsCard>
      )}
      {isAdding && <NewChannel canSendEmail={canSendEmail} onClose={() => setAdding(false)} />}
    </Part>
  )
}
