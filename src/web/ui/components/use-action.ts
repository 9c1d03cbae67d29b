import { useMutation } from '../api/mutation'
import { formatError } from '../api/format-error'
import { toast } from './feedback/toast'

/** Does it, and says that it is done or why not. Lists refresh by the live event. */
export function useAction(
  act: (signal: AbortSignal) => Promise<unknown>,
  done: string,
): () => void {
  const { mutate } = useMutation({
    mutationFn: (_: void, signal) => act(signal),
    // One after the other: what was asked for last is what stays.
    scope: { id: 'actions' },
    onSuccess: () => toast(done),
    onError: (error) => toast(formatError(error)),
  })
  return () => mutate()
}

/** For a path with one id. */
export const withId = (id: string) => ({ params: { path: { id } } })
