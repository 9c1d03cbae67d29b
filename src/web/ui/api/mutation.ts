/**
 * TanStack's `useMutation`, with what was drawn last. Alone it takes its options over in an effect, thus after
 * the next frame: who types and presses Enter at once would send what stood there before.
 */
import {
  type DefaultError,
  useMutation as useTanStackMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query'
import { useRef } from 'react'

type Options<Answer, Given> = UseMutationOptions<Answer, DefaultError, Given> & {
  mutationFn: (given: Given) => Promise<Answer>
}

export function useMutation<Answer, Given = void>(
  options: Options<Answer, Given>,
): UseMutationResult<Answer, DefaultError, Given> {
  const drawn = useRef(options)
  drawn.current = options
  return useTanStackMutation({
    ...options,
    mutationFn: (given: Given) => drawn.current.mutationFn(given),
  })
}
