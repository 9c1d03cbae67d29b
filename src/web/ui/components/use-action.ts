import { useMutation } from '../api/mutation'
import { formatError } from '../api/format-error'
import { toast } from './feedback/toast'

/**
 * Runs an action and shows a toast that reports success, unless the action does, or failure. Live events refresh the lists.
 */
export function useAction(
  act: (signal: AbortSignal) => Promise<unknown>,
  done?: string,
): () => void {
  const { mutate } = useMutation({
    mutationFn: (_: void, signal) => act(signal),
    // Runs in sequence: the last request wins.
    scope: { id: 'actions' },
    onSuccess: () => done && toast(done),
    onError: (error) => toast(formatError(error)),
  })
  return () => mutate()
}

/** Builds the parameters of a path with one ID. */
export const withId = (id: string) => ({ params: { path: { id } } })
