/**
 * On the first screen, one row is rendered per frame, because a phone needs a second to draw a
 * hundred covers and ignores touches in the meantime. Later screens render all rows at once, so
 * that Back can restore the position.
 */
import { useEffect, useState } from 'react'
import { afterNextPaint } from '../../state/browser/after-paint'

let isFirstScreen = true

/** Returns the number of loaded rows to render. `isLast` means that all rows have been loaded. */
export function useStagedRows(rows: number, isLast: boolean): number {
  const [drawn, setDrawn] = useState(isFirstScreen ? 1 : Number.POSITIVE_INFINITY)
  const isDone = drawn >= rows && isLast
  useEffect(() => {
    if (isDone) isFirstScreen = false
    return drawn < rows ? afterNextPaint(() => setDrawn(drawn + 1)) : undefined
  }, [drawn, rows, isDone])
  return Math.min(rows, drawn)
}
