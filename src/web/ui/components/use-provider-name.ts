import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query'
import { usePermission } from '../state/session/session'

const prefix = 'plugin:'
const scope = { params: { query: { scope: 'series:detail' } } }

/**
 * Returns a function that maps a source to its display name: `plugin:anilist` -> "AniList". The
 * names are requested only if `isNeeded` is true.
 */
export function useProviderName(isNeeded: boolean): (source: string) => string {
  const maySeeAll = usePermission('series:write')
  const actions = useQuery({
    ...apiQuery('/api/v1/plugins/actions', scope),
    enabled: isNeeded && maySeeAll,
  })
  const links = useQuery({
    ...apiQuery('/api/v1/plugins/web-links'),
    enabled: isNeeded && !maySeeAll,
  })
  const names = new Map([
    ...(actions.data?.actions ?? []).map(
      ({ pluginName, pluginDisplayName }) => [pluginName, pluginDisplayName] as const,
    ),
    ...(links.data?.providers ?? []).map(
      ({ pluginName, displayName }) => [pluginName, displayName] as const,
    ),
  ])
  return (source) => {
    const name = source.startsWith(prefix) ? source.slice(prefix.length) : source
    // For a provider that was removed, only the short name is known.
    return names.get(name) ?? name
  }
}
