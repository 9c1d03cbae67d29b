import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../api/mutation'
import { formatError } from '../api/format-error'
import { toast } from './feedback/toast'

interface Change<Given, Answer> {
  /** With `sequence`, `signal` aborts a hanging request. */
  act: (given: Given, signal: AbortSignal) => Promise<Answer>
  /** Toast shown on success. */
  done?: string | ((answer: Answer) => string)
  /**
   * Path prefixes of queries to refetch. The mutation stays pending until the queries are up to
   * date.
   */
  stale?: readonly string[]
  /** Called after the refetch, so that a form shows the saved values when it is opened again. */
  onDone?: (answer: Answer) => void
  /** Changes with the same name run in sequence; the last one wins. */
  sequence?: string
  /** Ignores calls while one is pending. Used by forms. */
  once?: boolean
  /** Shows no toast on error, because the form shows the error. */
  quiet?: boolean
}

/**
 * Changes something on the server, shows a toast with the result and refetches outdated queries.
 */
export function useChange<Given = void, Answer = unknown>(change: Change<Given, Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change.act,
    once: change.once === true,
    ...(change.sequence && { scope: { id: change.sequence } }),
    onSuccess: async (answer) => {
      const { done, stale = [], onDone } = change
      await queries.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && stale.some((prefix) => path.startsWith(prefix)),
      })
      if (done) toast(typeof done === 'string' ? done : done(answer))
      onDone?.(answer)
    },
    onError: (error) => {
      if (!change.quiet) toast(formatError(error))
    },
  })
}
