import { useQueryClient } from '@tanstack/react-query'
import { answerOf, api, type Schemas } from '../../api/client'
import { errorWords } from '../../api/error-words'
import { useMutation } from '../../api/mutation'
import { ask } from '../../api/query'
import { toast } from '../../components/toast'
import { withId } from '../../components/work/use-action'
import { t } from '../../i18n/i18n'

/** Follows the releases of a series, or no longer: the opposite of what is shown when it is called. */
export function useFollow({ id, tracked: drawn }: Schemas['Series']): () => void {
  const queries = useQueryClient()
  const { queryKey } = ask('/api/v1/series/{id}', withId(id))
  const { mutate } = useMutation({
    scope: { id: 'actions' },
    mutationFn: (tracked: boolean, signal) =>
      answerOf(
        api.PATCH('/api/v1/series/{id}/tracking', { ...withId(id), body: { tracked }, signal }),
      ),
    onSuccess: (_, tracked) =>
      toast(tracked ? t('Releases are followed') : t('Releases are no longer followed')),
    onError: (error) => toast(errorWords(error)),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  return () => {
    // The press before may not be drawn yet.
    const tracked = !(queries.getQueryData(queryKey)?.tracked ?? drawn)
    queries.setQueryData(queryKey, (known) => known && { ...known, tracked })
    mutate(tracked)
  }
}
