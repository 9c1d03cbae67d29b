import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../api/mutation'
import { formatError } from '../../api/format-error'
import { t } from '../../i18n/i18n'
import { toast } from '../feedback/toast'

/** Images can be large, and connections can be slow. */
const timeoutMs = 120_000

/** Changes the cover of `id` and refetches everything that shows it. */
export function useCoverChange<Input>(
  id: string,
  change: (input: Input, signal: AbortSignal) => Promise<unknown>,
  { isTold = false } = {},
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    // Runs in sequence: the last choice wins.
    scope: { id: `cover ${id}` },
    timeoutMs,
    onSuccess: () => {
      if (isTold) toast(t('Cover updated'))
      return queries.invalidateQueries({
        // Does not refetch an open edit form, because its changes are compared with the values that
        // it loaded.
        predicate: ({ queryKey }) =>
          queryKey[0] !== 'edit' && JSON.stringify(queryKey).includes(id),
      })
    },
    onError: (error) => toast(formatError(error)),
  })
}
