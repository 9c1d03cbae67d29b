import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query'

/** Requests a single item, because only the total is needed. */
const unseenQuery = apiQuery('/api/v1/releases', {
  params: { query: { seen: 'false', pageSize: 1 } },
})
const lookMs = 60_000

/** Returns the number of unseen releases, or undefined while loading. */
export const useUnseenReleases = (): number | undefined =>
  useQuery({ ...unseenQuery, staleTime: lookMs, retry: false }).data?.total
