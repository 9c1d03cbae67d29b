/** Addresses for feed readers and calendars, which cannot sign in. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { KeyIcon } from '../../../components/icons'
import { useChange } from '../../../components/use-change'
import { withId } from '../../../components/use-action'
import { t } from '../../../i18n/i18n'
import { FactList } from '../shared/fact-list'
import { SettingsCard } from '../shared/settings-section'
import settings from '../settings.module.css'
import { Address } from './address-with-qr-code'
import type { App } from './app-list'
import { buildFact } from './copied-value'
import { Device, DeviceList } from './device-list'
import { DeviceName } from './device-name'

const path = '/api/v1/user/feeds'

interface FeedConnectionProps {
  app: App
  /** Address of the server, including the base path. */
  server: string
}

export function FeedConnection({ app, server }: FeedConnectionProps) {
  const [created, setCreated] = useState<Schemas['NewFeedAddress']>()
  const feed = app.id === 'calendar' ? created?.calendarPath : created?.atomPath
  return (
    <>
      <SettingsCard title={t('Connect {app}', { app: app.name })} hint={app.steps}>
        {feed ? (
          <>
            <Address address={`${server}${feed}`}>
              <FactList facts={[buildFact(t('Address'), `${server}${feed}`)]} />
            </Address>
            <p className={settings.hint}>
              {t(
                'Copy the address now. It won’t be shown again. Anyone who has the address can see your new releases.',
              )}
            </p>
          </>
        ) : (
          <CreateAddress suggested={app.name} onCreated={setCreated} />
        )}
      </SettingsCard>
      <FeedAddresses />
    </>
  )
}

interface CreateAddressProps {
  suggested: string
  onCreated: (address: Schemas['NewFeedAddress']) => void
}

function CreateAddress({ suggested, onCreated }: CreateAddressProps) {
  const [name, setName] = useState(suggested)
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
        {t('Create address')}
      </Button>
    </DeviceName>
  )
}

function FeedAddresses() {
  const list = useQuery({ ...apiQuery(path), staleTime: 0 })
  const remove = useChange({
    act: (id: string) => readResponse(api.DELETE('/api/v1/user/feeds/{id}', withId(id))),
    done: t('Address deleted'),
    stale: [path],
  })
  const addresses = list.data?.addresses ?? []
  return (
    <DeviceList title={t('Feed readers and calendars')} isEmpty={addresses.length === 0}>
      {addresses.map(({ id, name, lastUsedAt }) => (
        <Device
          key={id}
          name={name}
          facts={[]}
          lastUsedAt={lastUsedAt}
          isBusy={remove.isPending}
          onDelete={() => remove.mutate(id)}
        />
      ))}
    </DeviceList>
  )
}
