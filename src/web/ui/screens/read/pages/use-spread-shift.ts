import { useCallback } from 'react'
import type { useReaderSettings, Settings } from '../hooks/use-reader-settings'
import { toggleShift } from './engine/spreads'
import type { Reading } from './use-page-turns'

/**
 * Shifts the pairing by one page, starting at the current spread, or removes that shift. Saved for
 * this book only.
 */
export function useSpreadShift(
  settings: Settings,
  change: ReturnType<typeof useReaderSettings>['change'],
  { spread, hasPairs }: Pick<Reading, 'spread' | 'hasPairs'>,
) {
  const shifts = settings['reader.shiftedAt']
  return useCallback(() => {
    if (spread && hasPairs) change({ 'reader.shiftedAt': toggleShift(shifts, spread) }, 'book')
  }, [change, shifts, spread, hasPairs])
}
