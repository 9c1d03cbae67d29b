/** Accounts at services that keep reading lists or recommend works. */
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { t } from '../../../i18n/i18n'
import { SettingsCard, Part, PendingSection } from '../shared/settings-section'
import { ConnectionCard } from './connection-card'
import { pluginsPath } from './sync-paths'
import { ConnectButton } from './connect-button'

type Available = Schemas['AvailableUserPlugin']

export function ReadingSync() {
  const list = useQuery({ ...apiQuery(pluginsPath), staleTime: 0 })
  if (!list.data) return <PendingSection title={t('Reading sync')} question={list} />
  const { enabled, available } = list.data
  return (
    <Part
      title={t('Reading sync')}
      lead={t(
        'What you read here is added to your list on a service such as AniList, and what you read elsewhere is marked as read here. Only series that are matched with the service are synchronized. Progress is never set back on either side.',
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
  const { displayName: name, signIn, oauthConfigured } = service
  return (
    <SettingsCard
      title={name}
      hint={describe(service)}
      actions={<ConnectButton service={service} name={name} />}
    >
      {signIn === 'redirect' && !oauthConfigured && (
        <p>
          {t(
            'An administrator must first register this server with {name} and enter the client ID in the settings file',
            {
              name,
            },
          )}
        </p>
      )}
    </SettingsCard>
  )
}

function describe({ capabilities, countsVolumes, description }: Available): string {
  if (description !== null) return description
  if (!capabilities.readSync) return t('Recommends titles')
  return countsVolumes ? t('Chapters and volumes') : t('Chapters only; volumes are not counted')
}
