/** API paths of plugins, and their state and capabilities, with labels. */
import type { Schemas } from '../../../api/client'
import { t } from '../../../i18n/i18n'

export type Plugin = Schemas['Plugin']

export const pluginsPath = '/api/v1/admin/plugins'
export const pluginPath = '/api/v1/admin/plugins/{id}'

/** Paths of queries that show plugins, or providers and their order. */
export const pluginPaths = [
  pluginsPath,
  '/api/v1/libraries/{id}/providers',
  '/api/v1/plugins',
  '/api/v1/release-sources',
]

export type Health = Plugin['healthStatus']

export function formatHealth(health: Health): string {
  const labels: Record<Health, string> = {
    unknown: t('Not used yet'),
    healthy: t('Healthy'),
    degraded: t('Some requests failed'),
    unhealthy: t('Failing'),
    disabled: t('Off'),
  }
  return labels[health]
}

/** Lists what a plugin can do, according to its manifest. */
export function listAbilities({ manifest }: Plugin): string[] {
  if (!manifest) return []
  const { metadataProvider, releaseSource, userReadSync, userRecommendationProvider } =
    manifest.capabilities
  return [
    ...(metadataProvider.includes('series') ? [t('Series metadata')] : []),
    ...(metadataProvider.includes('book') ? [t('Book metadata')] : []),
    ...(releaseSource ? [t('Releases')] : []),
    ...(userReadSync ? [t('Reading sync')] : []),
    ...(userRecommendationProvider ? [t('Recommendations')] : []),
  ]
}

export const isMetadataProvider = ({ manifest }: Plugin) =>
  (manifest?.capabilities.metadataProvider.length ?? 0) > 0

/** Whether this system can run the plugin. */
export const isRunnable = ({ isConfined, isUnconfinedAllowed }: Plugin) =>
  isConfined || isUnconfinedAllowed
