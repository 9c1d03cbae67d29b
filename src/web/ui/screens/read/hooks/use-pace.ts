/** Estimates the time for the rest of a book at the user's own pace. */
import { useEffect, useRef, useState } from 'react'
import {
  estimateMinutes,
  learnPace,
  readPace,
  savePace,
} from '../../../state/progress/reading-pace'
import { useUser } from '../../../state/session/session'

/** Returns the minutes for the rest of the book, or undefined until the pace is known. */
export function useMinutesLeft(page: number, total: number): number | undefined {
  const userId = useUser()?.id
  const [pace, setPace] = useState(() => readPace(userId))
  const shown = useRef({ page, at: performance.now() })
  useEffect(() => {
    const { page: before, at } = shown.current
    if (page === before) return
    const now = performance.now()
    shown.current = { page, at: now }
    const next = learnPace(readPace(userId), (now - at) / 1000, page - before)
    if (!next) return
    savePace(userId, next)
    setPace(next)
  }, [page, userId])
  return estimateMinutes(pace, total - page)
}
