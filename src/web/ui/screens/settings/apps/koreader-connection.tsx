/** Connects KOReader: an address, and a sync login for each device. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { KeyIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import { FactList } from '../shared/fact-list'
import { SettingsCard } from '../shared/settings-section'
import { useChange } from '../../../components/use-change'
import settings from '../settings.module.css'
import { Address } from './address-with-qr-code'
import type { App } from './app-list'
import { ConnectionState, checkEveryMs } from './connection-state'
import { buildFact } from './copied-value'
import { Device, DeviceList } from './device-list'
import { DeviceName } from './device-name'

const path = '/api/v1/sync-logins'

interface KoreaderConnectionProps {
  app: App
  address: string
  /** Address of the OPDS catalog, or null if OPDS is turned off. */
  catalog: string | null
}

export function KoreaderConnection({ app, address, catalog }: KoreaderConnectionProps) {
  const [login, setLogin] = useState<Schemas['NewSyncLogin']>()
  return (
    <>
      <SettingsCard title={t('Connect {app}', { app: app.name })} hint={app.steps}>
        <Address address={address}>
          <FactList
            facts={[
              buildFact(t('Address'), address),
              ...(login
                ? [
                    buildFact(t('Username'), login.username),
                    buildFact(t('Password'), login.password),
                  ]
                : []),
            ]}
          />
        </Address>
        {login ? <NewLogin app={app.name} login={login} /> : <CreateLogin onCreated={setLogin} />}
        {catalog && (
          <p className={settings.hint}>
            {t('To download books in KOReader, add this OPDS catalog as well: {address}', {
              address: catalog,
            })}
          </p>
        )}
      </SettingsCard>
      <Logins />
    </>
  )
}

function CreateLogin({ onCreated }: { onCreated: (login: Schemas['NewSyncLogin']) => void }) {
  const [name, setName] = useState('KOReader')
  const create = useChange({
    once: true,
    act: () => readResponse(api.POST(path, { body: { name: name.trim() } })),
    stale: [path],
    onDone: onCreated,
  })
  return (
    <DeviceName name={name} onChange={setName}>
      <Button
        variant="primary"
        icon={KeyIcon}
        busy={create.isPending}
        aria-disabled={name.trim() === ''}
        onClick={() => create.mutate()}
      >
        {t('Create a sync login')}
      </Button>
    </DeviceName>
  )
}

function NewLogin({ app, login }: { app: string; login: Schemas['NewSyncLogin'] }) {
  const logins = useQuery({
    ...apiQuery(path),
    staleTime: 0,
    refetchInterval: ({ state }) => (findUse(state.data, login.id) ? false : checkEveryMs),
  })
  return (
    <>
      <p className={settings.hint}>{t('Copy this now. It won’t be shown again.')}</p>
      <ConnectionState app={app} lastUsedAt={findUse(logins.data, login.id)} />
    </>
  )
}

const findUse = (logins: readonly Schemas['SyncLogin'][] | undefined, id: string) =>
  logins?.find((one) => one.id === id)?.lastUsedAt ?? null

function Logins() {
  const logins = useQuery({ ...apiQuery(path), staleTime: 0 })
  const remove = useChange({
    act: (id: string) =>
      readResponse(api.DELETE('/api/v1/sync-logins/{id}', { params: { path: { id } } })),
    done: t('Sync login deleted'),
    stale: [path],
  })
  return (
    <DeviceList title={t('Sync logins')} isEmpty={!logins.data?.length}>
      {logins.data?.map(({ id, name, username, lastUsedAt }) => (
        <Device
          key={id}
          name={name}
          facts={[username]}
          lastUsedAt={lastUsedAt}
          isBusy={remove.isPending}
          onDelete={() => remove.mutate(id)}
        />
      ))}
    </DeviceList>
  )
}
