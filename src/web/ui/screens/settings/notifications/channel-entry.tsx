/** A channel with its state and actions. */
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { Button } from '../../../components/controls/button'
import { Switch } from '../../../components/controls/switch'
import { useChange } from '../../../components/use-change'
import { withId } from '../../../components/use-action'
import { formatAgo } from '../../../i18n/date-time'
import { t } from '../../../i18n/i18n'
import { translate } from '../../../i18n/server-messages'
import { Confirm } from '../shared/confirm'
import { Entry } from '../shared/settings-section'
import styles from '../settings.module.css'
import { ConfirmAddress } from './confirm-address'
import { EditChannel } from './channel-forms'
import { channelKinds, channelsPath, formatHour, frequencyChoices } from './channel-labels'

type Channel = Schemas['NotificationChannel']

export function ChannelEntry({ channel }: { channel: Channel }) {
  const { name, lastError } = channel
  const [shown, setShown] = useState<'edit' | 'delete'>()
  const close = () => setShown(undefined)
  return (
    <Entry
      title={name}
      facts={listFacts(channel).join(' · ')}
      actions={
        <>
          {channel.confirmed && <TestButton channel={channel} />}
          <Button small onClick={() => setShown('edit')} aria-label={t('Edit {name}', { name })}>
            {t('Edit')}
          </Button>
          <Button
            small
            variant="danger"
            onClick={() => setShown('delete')}
            aria-label={t('Delete {name}', { name })}
          >
            {t('Delete')}
          </Button>
        </>
      }
    >
      {lastError && <div className={styles.warned}>{translate(lastError)}</div>}
      {channel.confirmed ? (
        <EnabledSwitch channel={channel} />
      ) : (
        <ConfirmAddress channel={channel} />
      )}
      {shown === 'edit' && <EditChannel channel={channel} onClose={close} />}
      {shown === 'delete' && <DeleteChannel channel={channel} onClose={close} />}
    </Entry>
  )
}

function listFacts(channel: Channel) {
  const { kind, host, frequency, quietFrom, quietUntil } = channel
  const isQuiet = quietFrom !== null && quietUntil !== null
  return [
    channelKinds().find(({ value }) => value === kind)?.label ?? kind,
    host,
    frequencyChoices().find(({ value }) => value === frequency)?.label ?? frequency,
    ...(isQuiet
      ? [
          t('quiet from {from} to {until}', {
            from: formatHour(quietFrom),
            until: formatHour(quietUntil),
          }),
        ]
      : []),
    formatState(channel),
  ]
}

function formatState({ confirmed, lastSentAt }: Channel): string {
  if (!confirmed) return t('address not confirmed yet')
  return lastSentAt ? t('last sent {when}', { when: formatAgo(lastSentAt) }) : t('nothing sent yet')
}

function TestButton({ channel: { id, name } }: { channel: Channel }) {
  const test = useChange({
    act: () => readResponse(api.POST('/api/v1/user/notification-channels/{id}/test', withId(id))),
    done: translate,
    stale: [channelsPath],
    once: true,
  })
  return (
    <Button
      small
      busy={test.isPending}
      onClick={() => test.mutate()}
      aria-label={t('Test {name}', { name })}
    >
      {t('Test')}
    </Button>
  )
}

function EnabledSwitch({ channel: { id, enabled } }: { channel: Channel }) {
  const change = useChange({
    act: (next: boolean, signal) =>
      readResponse(
        api.PATCH('/api/v1/user/notification-channels/{id}', {
          ...withId(id),
          body: { enabled: next },
          signal,
        }),
      ),
    stale: [channelsPath],
    sequence: `channel ${id}`,
  })
  return (
    <div className={styles.entrySwitch}>
      <Switch
        label={t('Enabled')}
        checked={change.isPending ? change.variables : enabled}
        onChange={(next) => change.mutate(next)}
      />
    </div>
  )
}

function DeleteChannel({
  channel: { id, name },
  onClose,
}: {
  channel: Channel
  onClose: () => void
}) {
  const remove = useChange({
    act: () => readResponse(api.DELETE('/api/v1/user/notification-channels/{id}', withId(id))),
    done: t('Channel deleted'),
    stale: [channelsPath],
  })
  return (
    <Confirm
      title={t('Delete {name}?', { name })}
      action={t('Delete')}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
    >
      <p>{t('You will no longer be notified through this channel')}</p>
    </Confirm>
  )
}
