/** The page of an installed plugin: state, settings, permissions, failures, log and versions. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { apiQuery } from '../../../../api/query'
import { BackIcon } from '../../../../components/icons'
import { t } from '../../../../i18n/i18n'
import { NotFound } from '../../../../shell/error-screen'
import { Part, PendingSection } from '../../shared/settings-section'
import { isMetadataProvider, pluginsPath, type Plugin } from '../plugin-labels'
import styles from '../plugins.module.css'
import { AboutPlugin } from './about-plugin'
import { PluginSettings } from './settings/plugin-settings'
import { Credentials } from './settings/credentials'
import { PluginLimits } from './settings/plugin-limits'
import { Hosts } from './rights/hosts'
import { PluginLibraries } from './rights/plugin-libraries'
import { WritableFields } from './rights/writable-fields'
import { Failures } from './failures'
import { PluginLog } from './plugin-log'
import { PluginState } from './plugin-state'
import { PluginVersion } from './plugin-version'

/** Polling interval. Health, failures and requested hosts change in the background. */
const lookMs = 5_000

export function PluginPage() {
  const { item } = useParams({ strict: false })
  const list = useQuery({ ...apiQuery(pluginsPath), staleTime: 0, refetchInterval: lookMs })
  if (!list.data) return <PendingSection title={t('Plugins')} question={list} />
  const { plugins, hasRegistry, canConfine, permissions } = list.data
  const plugin = plugins.find(({ id, pluginType }) => id === item && pluginType === 'system')
  if (!plugin) return <NotFound />
  return (
    <>
      <Link to="/settings/$section" params={{ section: 'plugins' }} className={styles.up}>
        <BackIcon size={18} />
        {t('Plugins')}
      </Link>
      <Part
        title={plugin.displayName}
        facts={plugin.version ? t('Version {version}', { version: plugin.version }) : undefined}
        {...(plugin.description && { lead: plugin.description })}
      >
        <PluginState plugin={plugin} />
        <AboutPlugin plugin={plugin} />
        <Configuration plugin={plugin} offered={permissions} />
        <Failures plugin={plugin} />
        <PluginLog id={plugin.id} />
        <PluginLimits key={plugin.id} plugin={plugin} />
        <PluginVersion plugin={plugin} hasRegistry={hasRegistry} canConfine={canConfine} />
      </Part>
    </>
  )
}

/** Forms are reset when a different plugin is shown. */
const Configuration = ({ plugin, offered }: { plugin: Plugin; offered: readonly string[] }) => (
  <>
    <PluginSettings key={`settings ${plugin.id}`} plugin={plugin} />
    <Credentials plugin={plugin} />
    <Hosts key={`hosts ${plugin.id}`} plugin={plugin} />
    {isMetadataProvider(plugin) && <WritableFields plugin={plugin} offered={offered} />}
    <PluginLibraries key={`libraries ${plugin.id}`} plugin={plugin} />
  </>
)
