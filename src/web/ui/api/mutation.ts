/**
 * TanStack's `useMutation`, but with the options of the latest render. TanStack updates its options
 * in an effect after the next frame, so pressing Enter right after typing would send outdated
 * values.
 */
import {
  type DefaultError,
  useMutation as useTanStackMutation,
  type UseMutationOptions,
  type UseMutationResult,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from './client'

type Options<Answer, Given> = Omit<
  UseMutationOptions<Answer, DefaultError, Given>,
  'mutationFn'
> & {
  /**
   * `signal` aborts a hanging request. It is used only with a `scope`, in which a hanging request
   * would block later mutations.
   */
  mutationFn: (given: Given, signal: AbortSignal) => Promise<Answer>
  /** Timeout in milliseconds for a mutation with a `scope`. */
  timeoutMs?: number
  /**
   * Ignores calls while one is pending. `isPending` updates one render later, so a double click
   * would otherwise create the item twice.
   */
  once?: boolean
}

/** Limits how long a hanging server blocks later changes in the same scope. */
const defaultTimeoutMs = 30_000

/**
 * Replaces `useId`, which returns the same ID for a form that is reopened while it is still saving.
 */
let keys = 0
const nextKey = () => ++keys

export function useMutation<Answer, Given = void>({
  once = false,
  timeoutMs = defaultTimeoutMs,
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
      return options.scope ? withTimeout(timeoutMs, act) : act(new AbortController().signal)
    },
  })
  const begin: typeof mutation.mutate = (...given) => {
    if (queries.isMutating({ mutationKey }) === 0) mutation.mutate(...given)
  }
  return once ? { ...mutation, mutate: begin } : mutation
}

/**
 * Rejects after `ms` as if the server were unreachable, and aborts the signal that was passed to
 * `act`.
 */
async function withTimeout<Answer>(
  ms: number,
  act: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(new ApiError(0, undefined)), ms)
  try {
    return await Promise.race([act(end.signal), rejection(end.signal)])
  } finally {
    clearTimeout(timer)
  }
}

const rejection = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as ApiError))
  })
