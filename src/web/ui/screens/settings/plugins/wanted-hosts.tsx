import { t } from '../../../i18n/i18n'
import settings from '../settings.module.css'
import type { Plugin } from './plugin-labels'

const shown = 3

/** Hosts that the plugin requested but is not allowed to connect to. */
export function WantedHosts({ plugin: { requestedHosts } }: { plugin: Plugin }) {
  if (requestedHosts.length === 0) return null
  const hosts = requestedHosts.slice(0, shown).join(', ')
  const hidden = requestedHosts.length - shown
  return (
    <p className={settings.warned}>
      {hidden > 0
        ? t('Requests access to {hosts} and {count} more', { hosts, count: hidden })
        : t('Requests access to {hosts}', { hosts })}
    </p>
  )
}
