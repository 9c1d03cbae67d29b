/** Connects a Kobo: a line for its settings file, and the libraries to sync. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { ErrorState, Loading } from '../../../components/feedback/states'
import { KeyIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import { FactList } from '../shared/fact-list'
import { LibraryChoice, type Reach } from '../libraries/library-choice'
import { SettingsCard, Entries, Entry } from '../shared/settings-section'
import { useChange } from '../../../components/use-change'
import { withId } from '../../../components/use-action'
import settings from '../settings.module.css'
import { Address } from './address-with-qr-code'
import type { App } from './app-list'
import { checkEveryMs, ConnectionState } from './connection-state'
import { buildFact } from './copied-value'
import { Device, DeviceList } from './device-list'
import { DeviceName } from './device-name'

const path = '/api/v1/kobo-devices'

interface KoboConnectionProps {
  app: App
  /** Address of the server, including the base path. */
  server: string
}

export function KoboConnection({ app, server }: KoboConnectionProps) {
  const [device, setDevice] = useState<Schemas['NewKoboDevice']>()
  return (
    <>
      <SettingsCard title={t('Connect {app}', { app: app.name })} hint={app.steps}>
        {device ? (
          <NewDevice app={app.name} device={device} address={`${server}${device.path}`} />
        ) : (
          <CreateDevice onCreated={setDevice} />
        )}
      </SettingsCard>
      <Devices />
    </>
  )
}

function CreateDevice({ onCreated }: { onCreated: (device: Schemas['NewKoboDevice']) => void }) {
  const [name, setName] = useState('Kobo')
  const [reach, setReach] = useState<Reach>(null)
  const create = useChange({
    once: true,
    act: () =>
      readResponse(
        api.POST(path, { body: { name: name.trim(), libraryIds: reach && [...reach] } }),
      ),
    stale: [path],
    onDone: onCreated,
  })
  return (
    <>
      <LibraryChoice value={reach} onChange={setReach} hint={formatChoice} />
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
    </>
  )
}

const formatChoice = (count: number) =>
  count === 0 ? t('No books will sync') : t('Only books from these libraries will sync')

interface NewDeviceProps {
  app: string
  device: Schemas['NewKoboDevice']
  address: string
}

function NewDevice({ app, device, address }: NewDeviceProps) {
  const devices = useQuery({
    ...apiQuery(path),
    staleTime: 0,
    refetchInterval: ({ state }) => (findUse(state.data, device.id) ? false : checkEveryMs),
  })
  return (
    <>
      <Address address={address} isTyped>
        <FactList facts={[buildFact(t('Line'), `api_endpoint=${address}`)]} />
      </Address>
      <p className={settings.hint}>{t('Copy this now. It won’t be shown again.')}</p>
      <ConnectionState app={app} lastUsedAt={findUse(devices.data, device.id)} />
    </>
  )
}

const findUse = (devices: readonly Schemas['KoboDevice'][] | undefined, id: string) =>
  devices?.find((one) => one.id === id)?.lastUsedAt ?? null

function Devices() {
  const devices = useQuery({ ...apiQuery(path), staleTime: 0 })
  const remove = useChange({
    act: (id: string) =>
      readResponse(api.DELETE('/api/v1/kobo-devices/{id}', { params: { path: { id } } })),
    done: t('Device deleted'),
    stale: [path],
  })
  return (
    <DeviceList title={t('Kobo devices')} isEmpty={!devices.data?.length}>
      {devices.data?.map(({ id, name, libraryIds, lastUsedAt }) => (
        <Device
          key={id}
          name={name}
          facts={[formatReach(libraryIds)]}
          lastUsedAt={lastUsedAt}
          isBusy={remove.isPending}
          onDelete={() => remove.mutate(id)}
        >
          <SyncedLibraries id={id} value={libraryIds} />
          <DeletedBooks id={id} />
        </Device>
      ))}
    </DeviceList>
  )
}

const formatReach = (libraryIds: Reach) =>
  libraryIds === null
    ? t('All libraries')
    : t('{count, plural, one {# library} other {# libraries}}', { count: libraryIds.length })

function SyncedLibraries({ id, value }: { id: string; value: Reach }) {
  const change = useChange({
    act: (libraryIds: string[] | null, signal) =>
      readResponse(
        api.PATCH('/api/v1/kobo-devices/{id}', {
          params: { path: { id } },
          body: { libraryIds },
          signal,
        }),
      ),
    stale: [path],
    sequence: `kobo ${id}`,
  })
  return (
    <details className={settings.more}>
      <summary>{t('Choose libraries')}</summary>
      <LibraryChoice
        value={change.isPending ? change.variables : value}
        onChange={(next) => change.mutate(next)}
        hint={formatChoice}
      />
    </details>
  )
}

/** Books that were deleted on the device, which are loaded when they are shown. */
function DeletedBooks({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={settings.more}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('Books deleted on this device')}</summary>
      {isOpen && <DeletedBookList id={id} />}
    </details>
  )
}

const deletedBooksPath = '/api/v1/kobo-devices/{id}/deleted-books'

function DeletedBookList({ id }: { id: string }) {
  const books = useQuery({ ...apiQuery(deletedBooksPath, withId(id)), staleTime: 0 })
  const send = useChange({
    act: (bookId: string) =>
      readResponse(
        api.POST('/api/v1/kobo-devices/{id}/deleted-books/{bookId}/send', {
          params: { path: { id, bookId } },
        }),
      ),
    done: t('The book will be sent with the next sync'),
    stale: [deletedBooksPath],
  })
  if (!books.data)
    return books.error ? <ErrorState error={books.error} retry={books.refetch} /> : <Loading />
  if (books.data.length === 0) {
    return <p className={settings.hint}>{t('No books have been deleted on this device')}</p>
  }
  return (
    <Entries label={t('Books deleted on this device')}>
      {books.data.map(({ id: bookId, title, seriesName }) => (
        <Entry
          key={bookId}
          title={title}
          facts={seriesName}
          actions={
            <Button
              small
              busy={send.isPending && send.variables === bookId}
              aria-label={t('Send {name} again', { name: title })}
              onClick={() => send.mutate(bookId)}
            >
              {t('Send again')}
            </Button>
          }
        />
      ))}
    </Entries>
  )
}
