import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query'
import { usePermission } from '../state/session/session'

/**
 * The libraries to choose from. One whose series are all hidden from the user, such as by an age
 * limit, is left out, and so is an empty one, except for users who manage libraries.
 */
export function useListedLibraries() {
  const mayManage = usePermission('libraries:write')
  const { data = [] } = useQuery(apiQuery('/api/v1/libraries'))
  return mayManage ? data : data.filter(({ seriesCount }) => seriesCount !== 0)
}
