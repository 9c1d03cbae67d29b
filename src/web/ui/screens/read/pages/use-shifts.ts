import { useCallback } from 'react'
import type { useReaderSettings, Settings } from '../use-reader-settings'
import type { Spread } from './engine/model'
import { toggleShift } from './engine/spreads'

/** Moves the pairing by one page from the shown spread on, or back; kept with this book alone. */
export function useShifts(
  settings: Settings,
  change: ReturnType<typeof useReaderSettings>['change'],
  spread: Spread | undefined,
) {
  const shifts = settings['reader.shiftedAt']
  return useCallback(() => {
    if (spread) change({ 'reader.shiftedAt': toggleShift(shifts, spread) }, 'book')
  }, [change, shifts, spread])
}
