import { useCallback, useMemo, useState } from 'react'
import type { Size } from './engine/model'
import type { Schemas } from '../../../api/client'
import type { Settings } from '../use-reader-settings'
import { lastPageOf, showsPairs, spreadsOf, spreadWith } from './engine/spreads'
import { turn, type Place, type Way } from './engine/turning'

/** Where one is in a book of pages, spread by spread, and how one gets on. */
export function useReading(
  pages: readonly Schemas['BookPage'][],
  settings: Settings,
  { stage, startPage, onLeave }: ReadingOptions,
) {
  const [page, setPage] = useState(startPage)
  const [edge, setEdge] = useState<'start' | 'end' | null>(null)
  const [way, setWay] = useState<Way>('forward')
  const { spreads, hasPairs } = useSpreads(pages, settings, stage)
  // The page is what one holds on to: spreads change with the window, with its turning, with a shift.
  const index = spreadWith(spreads, page)
  const go = useCallback(
    (next: Way) => {
      const place: Place = edge ? { at: edge } : { at: 'spread', index }
      const turned = turn(place, next, spreads.length)
      setWay(next)
      if (turned.at === 'next-book' || turned.at === 'previous-book') return onLeave(turned.at)
      setEdge(turned.at === 'spread' ? null : turned.at)
      if (turned.at === 'spread') setPage(spreads[turned.index]?.[0].number ?? 1)
    },
    [edge, index, spreads, onLeave],
  )
  const goToPage = useCallback((number: number) => {
    setEdge(null)
    setPage(number)
  }, [])
  const spread = spreads[index]
  return {
    spreads,
    index,
    spread,
    hasPairs,
    way,
    edge,
    /** The first page on the screen, and the last that counts as read. */
    page: spread?.[0].number ?? 1,
    /** The page one holds on to, wherever it stands in its spread. */
    held: page,
    lastPage: spread ? lastPageOf(spread) : 1,
    go,
    goToPage,
    leave: onLeave,
  }
}

function useSpreads(pages: readonly Schemas['BookPage'][], settings: Settings, { width }: Size) {
  const {
    'reader.spread': pagesPerView,
    'reader.coverAlone': coverAlone,
    'reader.shiftedAt': shiftedAt,
  } = settings
  const listed = useMemo(
    () =>
      pages.map((page) => ({ number: page.pageNumber, width: page.width, height: page.height })),
    [pages],
  )
  // Bars, and on phones settings, take of the height: what lies beside each other does not hang on them.
  const hasPairs = showsPairs(listed, { pagesPerView, stage: { width, height: innerHeight } })
  const spreads = useMemo(
    () => spreadsOf(listed, { hasPairs, coverAlone, shiftedAt }),
    [listed, hasPairs, coverAlone, shiftedAt],
  )
  return { spreads, hasPairs }
}

interface ReadingOptions {
  readonly stage: Size
  readonly startPage: number
  onLeave(to: 'next-book' | 'previous-book'): void
}

export type Reading = ReturnType<typeof useReading>
