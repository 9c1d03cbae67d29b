import { Link } from '@tanstack/react-router'
import { t } from '../../../i18n/i18n'
import { translate } from '../../../i18n/server-messages'
import { Entry } from '../shared/settings-section'
import settings from '../settings.module.css'
import { HealthTag } from './health-tag'
import { WantedHosts } from './wanted-hosts'
import { listAbilities, type Plugin } from './plugin-labels'

export function PluginEntry({ plugin }: { plugin: Plugin }) {
  const { id, displayName, version, description, disabledMessage } = plugin
  return (
    <Entry
      title={
        <>
          <Link
            to="/settings/$section/$item"
            params={{ section: 'plugins', item: id }}
            className={settings.link}
          >
            {displayName}
          </Link>
          <HealthTag plugin={plugin} />
        </>
      }
      facts={[
        ...(version ? [t('Version {version}', { version })] : []),
        ...listAbilities(plugin),
        plugin.isConfined ? t('Confined') : t('Not confined'),
      ].join(' · ')}
    >
      {description && <div className={settings.entryFacts}>{description}</div>}
      {disabledMessage && <div className={settings.warned}>{translate(disabledMessage)}</div>}
      <WantedHosts plugin={plugin} />
    </Entry>
  )
}
