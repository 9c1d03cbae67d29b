import { useQueryClient } from '@tanstack/react-query'
import { readResponse, api, type Schemas } from '../../../api/client'
import { formatError } from '../../../api/format-error'
import { useMutation } from '../../../api/mutation'
import { cancelQueries, inSequence, isLastInSequence } from '../../../api/optimistic-changes'
import { apiQuery } from '../../../api/query'
import { toast } from '../../../components/feedback/toast'
import { withId } from '../../../components/use-action'
import { t } from '../../../i18n/i18n'

const path = '/api/v1/series/{id}'

/** Returns a function that toggles release tracking for a series. */
export function useReleaseTracking({ id, tracked: drawn }: Schemas['Series']): () => void {
  const queries = useQueryClient()
  const { queryKey } = apiQuery(path, withId(id))
  const { mutate } = useMutation({
    ...inSequence(path),
    mutationFn: (tracked: boolean, signal) =>
      readResponse(
        api.PATCH('/api/v1/series/{id}/tracking', { ...withId(id), body: { tracked }, signal }),
      ),
    onSuccess: (_, tracked) =>
      toast(tracked ? t('Tracking releases') : t('Stopped tracking releases')),
    onError: (error) => toast(formatError(error)),
    onSettled: () => {
      if (isLastInSequence(queries, path)) void queries.invalidateQueries({ queryKey })
    },
  })
  return () => {
    // The previous change may not have been rendered yet.
    const tracked = !(queries.getQueryData(queryKey)?.tracked ?? drawn)
    cancelQueries(queries, path)
    queries.setQueryData(queryKey, (known) => known && { ...known, tracked })
    mutate(tracked)
  }
}
