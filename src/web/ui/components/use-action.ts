import { useMutation } from '../api/mutation'
import { formatError } from '../api/format-error'
import { toast } from './feedback/toast'

/**
 * Runs an action and shows a toast if it fails, or `done` if it succeeds. An action without `done`
 * shows a toast of its own. Live events refresh the lists.
 */
export function useAction(
  act: (signal: AbortSignal) => Promise<unknown>,
  done?: string,
): () => void {
  const { mutate } = useMutation({
    mutationFn: (_: void, signal) => act(signal),
    // Actions run in sequence, so that the last one wins.
    scope: { id: 'actions' },
    onSuccess: () => done && toast(done),
    onError: (error) => toast(formatError(error)),
  })
  return () => mutate()
}

/** Builds the request parameters for a path with one ID. */
export const withId = (id: string) => ({ params: { path: { id } } })
