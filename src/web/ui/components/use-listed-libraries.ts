import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query'
import { usePermission } from '../state/session/session'

/**
 * The libraries to choose from. For users who do not manage libraries, omits libraries without any
 * series that they can see.
 */
export function useListedLibraries() {
  const mayManage = usePermission('libraries:write')
  const { data = [] } = useQuery(apiQuery('/api/v1/libraries'))
  return mayManage ? data : data.filter(({ seriesCount }) => seriesCount !== 0)
}
