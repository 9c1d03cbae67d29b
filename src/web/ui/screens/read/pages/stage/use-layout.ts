import { useMemo } from 'react'
import type { Schemas } from '../../../../api/client'
import type { Settings } from '../../hooks/use-reader-settings'
import type { Size, Spread } from '../engine/model'
import { showsPairs, buildSpreads } from '../engine/spreads'
import { isUpright, splitSpread, buildStops } from '../engine/wide-pages'

/** Computes the layout of the book on this screen: spreads and stops. */
export function useLayout(
  pages: readonly Schemas['BookPage'][],
  settings: Settings,
  { width }: Size,
) {
  const {
    'reader.spread': pagesPerView,
    'reader.coverAlone': coverAlone,
    'reader.shiftedAt': shiftedAt,
    'reader.widePages': widePages,
    'reader.direction': direction,
  } = settings
  const listed = useMemo(
    () => pages.map(({ pageNumber: number, ...page }) => ({ ...page, number })),
    [pages],
  )
  // Uses the height of the window, because toolbars and the settings sheet must not change the
  // pairing.
  const height = innerHeight
  const hasPairs = showsPairs(listed, { pagesPerView, stage: { width, height } })
  const spreads = useMemo(
    () => buildSpreads(listed, { hasPairs, coverAlone, shiftedAt, direction }),
    [listed, hasPairs, coverAlone, shiftedAt, direction],
  )
  const isCramped = !hasPairs && isUpright({ width, height })
  const rules = useMemo(
    () => ({ widePages, direction, isCramped }),
    [widePages, direction, isCramped],
  )
  const stops = useMemo(() => buildStops(spreads, rules), [spreads, rules])
  return {
    spreads,
    stops,
    /** Returns the first part of a preloaded spread. */
    firstPartOf: (spread: Spread) => splitSpread(spread, rules)[0] ?? 'whole',
    hasPairs,
    isCramped,
  }
}

export type Layout = ReturnType<typeof useLayout>
