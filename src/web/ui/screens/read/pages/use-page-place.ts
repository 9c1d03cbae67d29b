import { type RefObject, useEffect, useRef } from 'react'
import { useJumpHistory } from '../hooks/use-jump-history'
import type { Way } from './engine/turn-page'
import type { PagePosition } from './page-position'
import type { StageHandle } from './stage/stage'
import type { StripHandle } from './stage/strip'
import { type OpenedPages, usePageProgress } from './use-page-progress'
import type { Reading } from './use-page-turns'

/** Functions of the layout that is shown, a stage or a strip. */
export interface PageHandles {
  readonly stage: RefObject<StageHandle | null>
  readonly strip: RefObject<StripHandle | null>
}

/** Returns the position in a page-based book, in either layout. */
export function usePagePlace(
  opened: OpenedPages,
  reading: Reading,
  { stage, strip }: PageHandles,
): PagePosition {
  const { page, lastPage, scrolledTo, elsewhere, stay } = usePageProgress(opened, reading)
  const isShown = (number: number) => number >= page && number <= lastPage
  const { origin, noteJump, noteTurn, takeOrigin } = useJumpHistory(isShown)
  const chosen = useRef(page)
  useEffect(() => {
    if (page !== chosen.current) noteTurn()
  }, [page, noteTurn])
  const turn = (way: Way) => {
    if (opened.settings['reader.mode'] !== 'paged') {
      // The next book is below the last page, so scrolling further is the second gesture.
      if (strip.current?.scroll(way) === false && way === 'forward') reading.leave('next-book')
    } else if (reading.edge || !stage.current?.scroll(way)) reading.go(way)
  }
  const show = (number: number) => {
    chosen.current = number
    reading.goToPage(number)
    strip.current?.goToPage(number)
  }
  return {
    page,
    lastPage,
    total: opened.pages.length,
    edge: reading.edge,
    elsewhere,
    origin,
    turn,
    slideTo: show,
    goTo(number: number) {
      if (!isShown(number)) noteJump(page)
      show(number)
    },
    goBack() {
      const before = takeOrigin()
      if (before !== undefined) show(before)
    },
    stay,
    scrolledTo,
  }
}
