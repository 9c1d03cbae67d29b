import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query'
import { usePermission } from '../state/session/session'

/**
 * Returns the libraries to choose from. For users who cannot manage libraries, omits libraries in
 * which they cannot see any series.
 */
export function useListedLibraries() {
  const mayManage = usePermission('libraries:write')
  const { data = [] } = useQuery(apiQuery('/api/v1/libraries'))
  return mayManage ? data : data.filter(({ seriesCount }) => seriesCount !== 0)
}
