import { useCallback, useState } from 'react'
import type { Size, Spread } from './engine/model'
import type { Schemas } from '../../../api/client'
import type { Settings } from '../hooks/use-reader-settings'
import { getLastPage, spreadWith } from './engine/spreads'
import { turn, type Place, type Way } from './engine/turn-page'
import { halfAt, pageReadAt, type Part, type Stop, stopAt } from './engine/wide-pages'
import { type Layout, useLayout } from './stage/use-layout'

/** Returns the position in a paged book, as a spread, and functions that change it. */
export function usePageTurns(
  pages: readonly Schemas['BookPage'][],
  settings: Settings,
  { stage, startPage, onLeave }: ReadingOptions,
) {
  const [anchor, setAnchor] = useState<Anchor>({ page: startPage })
  const [edge, setEdge] = useState<'start' | 'end' | null>(null)
  const [way, setWay] = useState<Way>('forward')
  const layout = useLayout(pages, settings, stage)
  const { spreads, stops } = layout
  // The page is the anchor, because spreads change with the size and rotation of the window and
  // with shifts.
  const at = Math.max(0, stopAt(stops, spreadWith(spreads, anchor.page), anchor.part))
  const go = useCallback(
    (next: Way) => {
      const place: Place = edge ? { at: edge } : { at: 'spread', index: at }
      const turned = turn(place, next, stops.length)
      setWay(next)
      if (turned.at === 'next-book' || turned.at === 'previous-book') return onLeave(turned.at)
      setEdge(turned.at === 'spread' ? null : turned.at)
      if (turned.at === 'spread') setAnchor(getAnchor(spreads, stops[turned.index]))
    },
    [edge, at, spreads, stops, onLeave],
  )
  const goToPage = useCallback((number: number) => {
    setEdge(null)
    setAnchor({ page: number })
  }, [])
  return {
    ...layout,
    ...seenAt(layout, at),
    way,
    edge,
    /** The anchor page, which can be anywhere in its spread. */
    held: anchor.page,
    go,
    goToPage,
    leave: onLeave,
  }
}

/** Returns the visible pages at a stop. */
function seenAt({ spreads, stops }: Pick<Layout, 'spreads' | 'stops'>, at: number) {
  const { index = 0, part = 'whole' } = stops[at] ?? {}
  const spread = spreads[index]
  return {
    index,
    spread,
    part,
    half: halfAt(stops, at),
    /** First and last visible page. */
    page: spread?.[0].number ?? 1,
    lastPage: spread ? getLastPage(spread) : 1,
    /** Last page that counts as read. */
    readPage: pageReadAt(spreads, stops, at),
    /** Whether the whole book is visible. */
    isWhole: stops.length === 1,
  }
}

interface Anchor {
  readonly page: number
  /** Part of a split page. Defaults to its first part. */
  readonly part?: Part
}

const getAnchor = (spreads: readonly Spread[], stop: Stop | undefined): Anchor =>
  stop ? { page: spreads[stop.index]?.[0].number ?? 1, part: stop.part } : { page: 1 }

interface ReadingOptions {
  readonly stage: Size
  readonly startPage: number
  onLeave(to: 'next-book' | 'previous-book'): void
}

export type Reading = ReturnType<typeof usePageTurns>
