/**
 * The rows of the first screen that this page shows come one after the other, each in a picture of its own:
 * a phone draws a hundred covers for a second, and takes no touch meanwhile. Later all come at once, and Back
 * finds its place.
 */
import { useEffect, useState } from 'react'
import { afterNextPaint } from '../../state/browser/after-paint'

let isFirstScreen = true

/** How many of the rows that are there may be drawn. `isLast`: no more will come. */
export function useStagedRows(rows: number, isLast: boolean): number {
  const [drawn, setDrawn] = useState(isFirstScreen ? 1 : Number.POSITIVE_INFINITY)
  const isDone = drawn >= rows && isLast
  useEffect(() => {
    if (isDone) isFirstScreen = false
    return drawn < rows ? afterNextPaint(() => setDrawn(drawn + 1)) : undefined
  }, [drawn, rows, isDone])
  return Math.min(rows, drawn)
}
