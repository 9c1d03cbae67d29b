import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../api/mutation'
import { formatError } from '../../api/format-error'
import { t } from '../../i18n/i18n'
import { toast } from '../feedback/toast'

/** A picture may be large, and the line slow. */
const patienceMs = 120_000

/** Does something to the cover of `id`, and asks anew for all that is shown of it. */
export function useCoverChange<Input>(
  id: string,
  change: (input: Input, signal: AbortSignal) => Promise<unknown>,
  { isTold = false } = {},
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    // One after the other: of two choices the later one stays.
    scope: { id: `cover ${id}` },
    patienceMs,
    onSuccess: () => {
      if (isTold) toast(t('Cover updated'))
      return queries.invalidateQueries({
        // Not the open form: what was typed there is weighed against what it was loaded with.
        predicate: ({ queryKey }) =>
          queryKey[0] !== 'edit' && JSON.stringify(queryKey).includes(id),
      })
    },
    onError: (error) => toast(formatError(error)),
  })
}
