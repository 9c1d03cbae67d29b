import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../api/mutation'
import { errorWords } from '../../api/error-words'
import { toast } from '../../components/toast'

interface Change<Given, Answer> {
  act: (given: Given) => Promise<Answer>
  /** Said afterwards. */
  done?: string | ((answer: Answer) => string)
  /** Beginnings of paths whose answers are stale then. */
  stale?: readonly string[]
  onDone?: (answer: Answer) => void
  /** The form says itself what went wrong. */
  quiet?: boolean
}

/** Changes something on the server, says that it is done or why not, and asks anew for what is stale. */
export function useChange<Given = void, Answer = unknown>(change: Change<Given, Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change.act,
    onSuccess: (answer) => {
      const { done, stale = [], onDone } = change
      if (done) toast(typeof done === 'string' ? done : done(answer))
      void queries.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && stale.some((prefix) => path.startsWith(prefix)),
      })
      onDone?.(answer)
    },
    onError: (error) => {
      if (!change.quiet) toast(errorWords(error))
    },
  })
}
