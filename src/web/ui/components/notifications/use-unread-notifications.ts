import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query'

/** Requests a single item, because only the total is needed. */
const unreadQuery = apiQuery('/api/v1/user/notifications', {
  params: { query: { read: 'false', pageSize: 1 } },
})
const lookMs = 60_000

/** Returns the number of unread notifications, or undefined while loading. */
export const useUnreadNotifications = (): number | undefined =>
  useQuery({ ...unreadQuery, staleTime: lookMs, retry: false }).data?.total
