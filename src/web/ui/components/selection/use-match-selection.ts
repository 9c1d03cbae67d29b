import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, readResponse } from '../../api/client'
import { formatError } from '../../api/format-error'
import { useMutation } from '../../api/mutation'
import { t } from '../../i18n/i18n'
import { toast } from '../feedback/toast'
import type { Selection } from './selection'

/** The server's limit for one run. */
const seriesPerRun = 500

/** Matches the selected series with metadata providers in the background. */
export function useMatchSelection({ ids, end }: Selection) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { isPending, mutate } = useMutation({
    mutationFn: () => startRuns([...ids]),
    once: true,
    onSuccess: (count) => {
      end()
      void queries.invalidateQueries({ queryKey: ['/api/v1/metadata-runs'] })
      toast(t('Matching {count, plural, one {# series} other {# series}}', { count }), {
        label: t('Show'),
        onSelect: () =>
          void navigate({ to: '/settings/$section', params: { section: 'metadata' } }),
      })
    },
    onError: (error) => toast(formatError(error)),
  })
  return { isMatching: isPending, match: () => mutate() }
}

/** Starts the runs and resolves with the number of series. */
async function startRuns(ids: readonly string[]): Promise<number> {
  for (let start = 0; start < ids.length; start += seriesPerRun) {
    const seriesIds = ids.slice(start, start + seriesPerRun)
    await readResponse(
      api.POST('/api/v1/series/metadata/auto-match/task/bulk', { body: { seriesIds } }),
    )
  }
  return ids.length
}
