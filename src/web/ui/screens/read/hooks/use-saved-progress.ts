import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import {
  saveProgress,
  type NewProgress,
  onProgressSaved,
  watchProgress,
} from '../../../state/progress/save-progress'
import { isUnder, progressPaths } from '../../../state/live/event-paths'
import { useUser } from '../../../state/session/session'
import { useViewedUser } from '../../../state/session/view-as'
import { usePageHidden } from './use-page-hidden'

/** Delay in milliseconds before the position is saved. */
const restMs = 700

type ProgressUpdate = Pick<NewProgress, 'body' | 'ends'>

/**
 * Returns a function that saves the position `restMs` after the last move, or immediately when the
 * user leaves or hides the page. It does nothing if there is no book, or while an administrator
 * views the library as another user.
 */
export function useSavedProgress(bookId: string | null, as: NewProgress['as']) {
  const book = useViewedUser() === undefined ? bookId : null
  // The user who opened the book. A different user may sign in before it is closed.
  const readerId = useRef(useUser()?.id).current
  const waiting = useRef<{ update: ProgressUpdate; timer: ReturnType<typeof setTimeout> }>(
    undefined,
  )
  const flush = useCallback(
    (isLeaving: boolean) => {
      const held = waiting.current
      if (!held || book === null || readerId === undefined) return
      clearTimeout(held.timer)
      waiting.current = undefined
      saveProgress({ book, as, ...held.update }, { readerId, isLeaving })
    },
    [as, book, readerId],
  )
  useEffect(() => {
    return () => flush(false)
  }, [flush])
  usePageHidden(useCallback(() => flush(true), [flush]))
  useProgressRefresh()
  return useCallback(
    (update: ProgressUpdate) => {
      if (book === null) return
      clearTimeout(waiting.current?.timer)
      waiting.current = { update, timer: setTimeout(() => flush(false), restMs) }
    },
    [flush, book],
  )
}

/** Sends pending positions. Once one is saved, marks cached responses with progress as stale. */
function useProgressRefresh() {
  const client = useQueryClient()
  useEffect(() => {
    void watchProgress()
    return onProgressSaved(() => {
      void client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => progressPaths.some((prefix) => isUnder(path, prefix)),
        refetchType: 'none',
      })
    })
  }, [client])
}
