import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import {
  keepPlace,
  type NewPlace,
  onPlaceTaken,
  watchPlaces,
} from '../../../state/progress/progress'
import { isOf, showsReading } from '../../../state/live/event-paths'
import { usePutAside } from './use-page-hidden'

/** How long a reader may rest on a page before the place is kept. */
const restMs = 700

type Told = Pick<NewPlace, 'body' | 'ends'>

/**
 * Keeps a place in a book some time after the last move, and at once when the page is left or put aside.
 * Without a book nothing is kept.
 */
export function usePlaceKept(book: string | null, as: NewPlace['as']) {
  const waiting = useRef<{ told: Told; timer: ReturnType<typeof setTimeout> }>(undefined)
  const flush = useCallback(
    (isLeaving: boolean) => {
      const held = waiting.current
      if (!held || book === null) return
      clearTimeout(held.timer)
      waiting.current = undefined
      keepPlace({ book, as, ...held.told }, { isLeaving })
    },
    [as, book],
  )
  useEffect(() => {
    return () => flush(false)
  }, [flush])
  usePutAside(useCallback(() => flush(true), [flush]))
  usePlacesWatched()
  return useCallback(
    (told: Told) => {
      if (book === null) return
      clearTimeout(waiting.current?.timer)
      waiting.current = { told, timer: setTimeout(() => flush(false), restMs) }
    },
    [flush, book],
  )
}

/** Places reach the server while one reads, and lists in which they are seen are asked for again. */
function usePlacesWatched() {
  const client = useQueryClient()
  useEffect(() => {
    void watchPlaces()
    return onPlaceTaken(() => {
      void client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => showsReading.some((prefix) => isOf(path, prefix)),
        refetchType: 'none',
      })
    })
  }, [client])
}
