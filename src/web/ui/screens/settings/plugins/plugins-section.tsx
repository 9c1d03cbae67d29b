/** Third-party programs that supply metadata and releases. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { EmptyState } from '../../../components/feedback/states'
import { LayersIcon, PlusIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import { SettingsCard, Entries, Part, PendingSection } from '../shared/settings-section'
import settings from '../settings.module.css'
import { InstallSheet } from './install/install-sheet'
import { PluginEntry } from './plugin-entry'
import { pluginsPath } from './plugin-labels'
import { UnconfinedSystem, Warning } from './warning'

/** Polling interval in milliseconds, because the health of plugins changes in the background. */
const lookMs = 5_000

export function Plugins() {
  const list = useQuery({ ...apiQuery(pluginsPath), staleTime: 0, refetchInterval: lookMs })
  const [isInstalling, setInstalling] = useState(false)
  if (!list.data) return <PendingSection title={t('Plugins')} question={list} />
  const { plugins, canConfine, hasRegistry } = list.data
  const installed = plugins.filter(({ pluginType }) => pluginType === 'system')
  return (
    <Part
      title={t('Plugins')}
      lead={t(
        'Plugins are third-party programs that add metadata providers and release sources. Quire uses them to look up your series, and they contact services on the internet.',
      )}
      actions={
        <Button icon={PlusIcon} variant="primary" onClick={() => setInstalling(true)}>
          {t('Install a plugin')}
        </Button>
      }
    >
      {canConfine ? <Disclosure /> : <UnconfinedSystem />}
      {installed.length === 0 ? (
        <EmptyState icon={LayersIcon} title={t('No plugins yet')}>
          {t('Install a plugin archive that you trust')}
        </EmptyState>
      ) : (
        <SettingsCard>
          <Entries label={t('Plugins')}>
            {installed.map((plugin) => (
              <PluginEntry key={plugin.id} plugin={plugin} />
            ))}
          </Entries>
        </SettingsCard>
      )}
      <p className={settings.hint}>
        {t('The providers that are built into Quire are listed here:')}{' '}
        <Link to="/settings/$section" params={{ section: 'metadata' }} className={settings.link}>
          {t('Metadata')}
        </Link>
      </p>
      {isInstalling && (
        <InstallSheet
          canConfine={canConfine}
          hasRegistry={hasRegistry}
          onClose={() => setInstalling(false)}
        />
      )}
    </Part>
  )
}

const Disclosure = () => (
  <Warning>
    {t(
      'A plugin can send information about your library, such as titles, authors and numbers, to the hosts that you allow',
    )}
  </Warning>
)
