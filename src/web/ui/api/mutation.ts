/**
 * TanStack's `useMutation`, with what was drawn last. Alone it takes its options over in an effect, thus after
 * the next frame: who types and presses Enter at once would send what stood there before.
 */
import {
  type DefaultError,
  useMutation as useTanStackMutation,
  type UseMutationOptions,
  type UseMutationResult,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { withTimeout } from './timeout'

type Options<Answer, Given> = Omit<
  UseMutationOptions<Answer, DefaultError, Given>,
  'mutationFn'
> & {
  /** `signal` gives up what hangs; only of those with a `scope`, which hold up the ones behind them. */
  mutationFn: (given: Given, signal: AbortSignal) => Promise<Answer>
  /** How long one with a `scope` may take. */
  patienceMs?: number
  /**
   * Not begun again while it is under way. `isPending` is drawn a moment later: two quick presses would make
   * the same thing twice.
   */
  once?: boolean
}

/** A server that hangs says nothing, and meanwhile no other change of the same thing is sent. */
const usualPatienceMs = 30_000

/** Not `useId`: a form that is opened again has the same, and is not the one that is being sent. */
let keys = 0
const nextKey = () => ++keys

export function useMutation<Answer, Given = void>({
  once = false,
  patienceMs = usualPatienceMs,
  ...options
}: Options<Answer, Given>): UseMutationResult<Answer, DefaultError, Given> {
  const queries = useQueryClient()
  const drawn = useRef(options)
  drawn.current = options
  const [own] = useState(nextKey)
  const { mutationKey = [own] } = options
  const mutation = useTanStackMutation({
    ...options,
    mutationKey,
    mutationFn: (given: Given) => {
      const act = (signal: AbortSignal) => drawn.current.mutationFn(given, signal)
      return options.scope ? withTimeout(patienceMs, act) : act(new AbortController().signal)
    },
  })
  const begin: typeof mutation.mutate = (...given) => {
    if (queries.isMutating({ mutationKey }) === 0) mutation.mutate(...given)
  }
  return once ? { ...mutation, mutate: begin } : mutation
}
