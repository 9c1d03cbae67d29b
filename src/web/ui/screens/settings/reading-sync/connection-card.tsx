/** A connection: its state, its switches and its latest syncs. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { Switch } from '../../../components/controls/switch'
import { useChange } from '../../../components/use-change'
import { formatAgo } from '../../../i18n/date-time'
import { t } from '../../../i18n/i18n'
import { translate } from '../../../i18n/server-messages'
import { Confirm } from '../shared/confirm'
import { SettingsCard, Entries } from '../shared/settings-section'
import styles from '../settings.module.css'
import { ConnectionSettings } from './connection-settings'
import { ExcludedItems } from './excluded-items'
import { ofService, pluginsPath } from './sync-paths'
import { SyncRun } from './sync-run'
import { ConnectButton } from './connect-button'

type Connection = Schemas['UserPlugin']

const pollMs = 1_500
const runsShown = 20

export function ConnectionCard({ connection }: { connection: Connection }) {
  const { pluginId, pluginDisplayName: name, connected, lastError } = connection
  const { readSync } = connection.capabilities
  const status = useQuery({
    ...apiQuery('/api/v1/user/plugins/{plugin_id}/sync/status', ofService(pluginId)),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.syncing ? pollMs : false),
  })
  const isSyncing = status.data?.syncing ?? false
  return (
    <SettingsCard
      title={name}
      hint={listFacts(connection, isSyncing).join(' · ')}
      actions={
        connected && readSync && <SyncButton connection={connection} isSyncing={isSyncing} />
      }
    >
      {lastError && <div className={styles.warned}>{translate(lastError)}</div>}
      {readSync && (
        <div className={styles.entrySwitch}>
          <ModeSwitch connection={connection} />
        </div>
      )}
      <ConnectionSettings connection={connection} />
      {readSync && <Runs pluginId={pluginId} name={name} isSyncing={isSyncing} />}
      <ConnectionActions connection={connection} />
    </SettingsCard>
  )
}

function listFacts(connection: Connection, isSyncing: boolean): string[] {
  const { externalUsername, capabilities } = connection
  return [
    ...(externalUsername ? [externalUsername] : []),
    ...(capabilities.readSync ? [formatLastSync(connection, isSyncing)] : []),
  ]
}

const formatLastSync = ({ lastSyncAt }: Connection, isSyncing: boolean) =>
  isSyncing
    ? t('synchronizing…')
    : lastSyncAt
      ? t('last synchronized {when}', { when: formatAgo(lastSyncAt) })
      : t('not synchronized yet')

interface SyncButtonProps {
  connection: Connection
  isSyncing: boolean
}

function SyncButton({ connection: { pluginId, pluginDisplayName }, isSyncing }: SyncButtonProps) {
  const sync = useChange({
    act: () => readResponse(api.POST('/api/v1/user/plugins/{plugin_id}/sync', ofService(pluginId))),
    stale: [pluginsPath],
    once: true,
  })
  return (
    <Button
      variant="primary"
      busy={sync.isPending || isSyncing}
      onClick={() => sync.mutate()}
      aria-label={t('Synchronize {name}', { name: pluginDisplayName })}
    >
      {t('Synchronize')}
    </Button>
  )
}

function ModeSwitch({ connection: { pluginId, autoSync } }: { connection: Connection }) {
  const change = useChange({
    act: (auto: boolean, signal) =>
      readResponse(
        api.PATCH('/api/v1/user/plugins/{plugin_id}/sync-mode', {
          ...ofService(pluginId),
          body: { auto },
          signal,
        }),
      ),
    stale: [pluginsPath],
    sequence: `sync mode ${pluginId}`,
  })
  return (
    <Switch
      label={t('Synchronize automatically')}
      hint={t('Every six hours, and five minutes after reading')}
      checked={change.isPending ? change.variables : autoSync}
      onChange={(next) => change.mutate(next)}
    />
  )
}

interface RunsProps {
  pluginId: string
  name: string
  isSyncing: boolean
}

function Runs({ pluginId, name, isSyncing }: RunsProps) {
  const { data: runs = [] } = useQuery({
    ...apiQuery('/api/v1/user/plugins/{plugin_id}/sync/runs', {
      params: { path: { plugin_id: pluginId }, query: { pageSize: runsShown } },
    }),
    staleTime: 0,
    refetchInterval: isSyncing ? pollMs : false,
    select: ({ data }) => data,
  })
  if (runs.length === 0) return null
  return (
    <Entries label={t('Syncs with {name}', { name })}>
      {runs.map((run) => (
        <SyncRun key={run.id} run={run} pluginId={pluginId} name={name} isSyncing={isSyncing} />
      ))}
    </Entries>
  )
}

function ConnectionActions({ connection }: { connection: Connection }) {
  const { pluginDisplayName: name, connected } = connection
  const [shown, setShown] = useState<'keptOut' | 'disconnect'>()
  const close = () => setShown(undefined)
  return (
    <div className={styles.actions}>
      {!connected && <ConnectButton service={connection} name={name} label={t('Reconnect')} />}
      <Button
        onClick={() => setShown('keptOut')}
        aria-label={t('Exclude series from {name}', { name })}
      >
        {t('Exclude series')}
      </Button>
      <Button
        variant="danger"
        onClick={() => setShown('disconnect')}
        aria-label={t('Disconnect {name}', { name })}
      >
        {t('Disconnect')}
      </Button>
      {shown === 'keptOut' && <ExcludedItems connection={connection} onClose={close} />}
      {shown === 'disconnect' && <Disconnect connection={connection} onClose={close} />}
    </div>
  )
}

interface DisconnectProps {
  connection: Connection
  onClose: () => void
}

function Disconnect({ connection, onClose }: DisconnectProps) {
  const { pluginId, pluginDisplayName: name } = connection
  const disconnect = useChange({
    act: () => readResponse(api.DELETE('/api/v1/user/plugins/{plugin_id}', ofService(pluginId))),
    done: t('Disconnected from {name}', { name }),
    stale: [pluginsPath],
  })
  return (
    <Confirm
      title={t('Disconnect {name}?', { name })}
      action={t('Disconnect')}
      onClose={onClose}
      onConfirm={() => disconnect.mutate()}
      busy={disconnect.isPending}
    >
      <p>
        {t(
          'Everything you have read stays marked as read, both here and on {name}. Past syncs can no longer be undone.',
          {
            name,
          },
        )}
      </p>
    </Confirm>
  )
}
