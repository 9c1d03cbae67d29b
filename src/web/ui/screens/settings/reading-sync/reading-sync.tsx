/** Accounts at services that keep reading lists. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { t } from '../../../i18n/i18n'
import { Card, Part, PendingSection } from '../shared/settings-section'
import { ConnectSheet } from './connect-sheet'
import { ConnectionCard } from './connection-card'
import { pluginsPath } from './sync-paths'

type Available = Schemas['AvailableUserPlugin']

export function ReadingSync() {
  const list = useQuery({ ...apiQuery(pluginsPath), staleTime: 0 })
  if (!list.data) return <PendingSection title={t('Reading sync')} question={list} />
  const { enabled, available } = list.data
  return (
    <Part
      title={t('Reading sync')}
      lead={t(
        'What you read here is entered in your list at AniList or Kitsu, and what you read elsewhere is marked here. Only series that were matched with the service take part. Nothing is ever set back, neither here nor there.',
      )}
    >
      {enabled.map((connection) => (
        <ConnectionCard key={connection.id} connection={connection} />
      ))}
      {available.map((service) => (
        <ServiceCard key={service.pluginId} service={service} />
      ))}
    </Part>
  )
}

function ServiceCard({ service }: { service: Available }) {
  const [isConnecting, setConnecting] = useState(false)
  const { displayName: name, countsVolumes } = service
  return (
    <Card
      title={name}
      hint={countsVolumes ? t('Chapters and volumes') : t('Only chapters: volumes are not counted')}
      actions={
        <Button onClick={() => setConnecting(true)} aria-label={t('Connect {name}', { name })}>
          {t('Connect')}
        </Button>
      }
    >
      {isConnecting && (
        <ConnectSheet service={service} name={name} onClose={() => setConnecting(false)} />
      )}
    </Card>
  )
}
