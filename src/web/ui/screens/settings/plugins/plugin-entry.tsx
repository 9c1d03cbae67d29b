import { Link } from '@tanstack/react-router'
import { t } from '../../../i18n/i18n'
import { translate } from '../../../i18n/server-messages'
import { Entry } from '../shared/settings-section'
import settings from '../settings.module.css'
import { HealthTag } from './health-tag'
import { listAbilities, type Plugin } from './plugin-labels'

export function PluginEntry({ plugin }: { plugin: Plugin }) {
  const { id, displayName, version, description, disabledMessage, requestedHosts } = plugin
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
      {requestedHosts.length > 0 && (
        <div className={settings.warned}>
          {t('Wants to reach {hosts}', { hosts: requestedHosts.slice(0, 3).join(', ') })}
        </div>
      )}
    </Entry>
  )
}
