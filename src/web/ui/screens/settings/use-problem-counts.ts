/** Counts of unresolved problems for the settings navigation. */
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query'
import { usePermission } from '../../state/session/session'

const one = { params: { query: { page: 1, pageSize: 1 } } }
const pollMs = 60_000

/** Returns counts keyed by section. They are undefined while loading or without permission. */
export function useCounts(): Readonly<Record<string, number | undefined>> {
  const asked = { staleTime: pollMs, refetchInterval: pollMs, retry: false }
  const mayBooks = usePermission('books:write')
  const mayTrash = usePermission('books:delete')
  const mayTasks = usePermission('tasks:read')
  const problems = useQuery({
    ...apiQuery('/api/v1/books/errors', one),
    ...asked,
    enabled: mayBooks,
  })
  const duplicates = useQuery({
    ...apiQuery('/api/v1/duplicates', one),
    ...asked,
    enabled: mayBooks,
  })
  const trash = useQuery({ ...apiQuery('/api/v1/trash/books', one), ...asked, enabled: mayTrash })
  const tasks = useQuery({ ...apiQuery('/api/v1/tasks/stats'), ...asked, enabled: mayTasks })
  return {
    problems: problems.data?.total,
    duplicates: duplicates.data?.total,
    trash: trash.data?.total,
    tasks: tasks.data?.failed,
  }
}
