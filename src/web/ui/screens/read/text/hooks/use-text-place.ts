import { useRouter } from '@tanstack/react-router'
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import { usePageHidden } from '../../hooks/use-page-hidden'
import type { Locator } from '../engine/locator'
import type { Navigator } from '../engine/navigator'
import type { Place } from '../engine/position-tracker'
import type { TextPosition } from '../text-position'
import { useNavigation } from './use-navigation'
import { useTextProgress } from './use-text-progress'

interface SavedPosition {
  /** null if progress is not saved. */
  readonly book: string | null
  /** Position last saved by any device, or by this browser if the server is unreachable. */
  readonly stored: Locator | null
}

interface Moving {
  readonly navigator: RefObject<Navigator | undefined>
  readonly direction: TextPosition['direction']
  /** Opens an adjacent book. */
  open(to: 'next-book' | 'previous-book'): void
  /** Called before each move. */
  onMove(): void
}

/** Follows the position in the text and saves it. The navigator calls `onPlace`. */
export function useTextPlace(saved: SavedPosition, { navigator, direction, open, onMove }: Moving) {
  const [place, setPlace] = useState<Place>()
  useFinalPosition(navigator)
  const { elsewhere, stay, keep } = useTextProgress(saved, place)
  const navigation = useNavigation({ place, navigator, open, onMove })
  const position: TextPosition = {
    place,
    direction,
    edge: navigation.edge,
    origin: navigation.origin,
    elsewhere,
    stay,
    turn: navigation.turn,
    goBack: navigation.goBack,
    goTo: navigation.goTo,
    goToFraction: navigation.goToFraction,
    goToHref: navigation.goToHref,
    goToTarget: navigation.goToTarget,
    chapterOf: (index) => navigator.current?.positionTracker.chapterOf(index),
    findChapter: (fraction) => navigator.current?.positionTracker.findChapter(fraction),
  }
  const onPlace = (next: Place) => {
    setPlace(next)
    keep(next, navigation.isRead(next))
  }
  return { position, onPlace }
}

/**
 * Reports the position if the reader is closed right after scrolling. Must run before the hook that
 * saves progress.
 */
function useFinalPosition(navigator: RefObject<Navigator | undefined>) {
  const router = useRouter()
  const reportPosition = useCallback(() => void navigator.current?.here(), [navigator])
  usePageHidden(reportPosition)
  // Runs while the text is still mounted.
  useLayoutEffect(
    () => router.subscribe('onBeforeNavigate', reportPosition),
    [router, reportPosition],
  )
}
