import { useEffect, useState } from 'react'
import type { Schemas } from '../../../../api/client'
import { isLongStrip } from '../engine/spreads'
import { judgeSizes, type Verdict } from './slices'

type BookPage = Schemas['BookPage']

/** Verdicts by series, so that only the first chapter that is opened is checked. */
const verdicts = new Map<string, Verdict>()

/**
 * Returns the verdict on whether a book is one long strip that was cut into pages, or undefined
 * while the pages are being checked or the start page is unknown.
 */
export function useSlices(
  { seriesId }: Schemas['Book'],
  pages: readonly BookPage[],
  startPage: number | undefined,
) {
  const [verdict, setVerdict] = useState(() => getFirstVerdict(seriesId, pages))
  useEffect(() => {
    if (verdict !== undefined || startPage === undefined) return
    let isGone = false
    const wanted = { quality: 'fitting', screenWidth: innerWidth * devicePixelRatio } as const
    void import('./webtoon-parts')
      .then(({ checkSlices }) => checkSlices(pages, startPage, wanted))
      // If the code cannot be loaded, the book opens as pages.
      .catch((): Verdict => 'pages')
      .then((found) => {
        verdicts.set(seriesId, found)
        return isGone || setVerdict(found)
      })
    return () => {
      isGone = true
    }
  }, [verdict, seriesId, pages, startPage])
  return verdict
}

function getFirstVerdict(seriesId: string, pages: readonly BookPage[]): Verdict | undefined {
  const listed = pages.map((page) => ({ ...page, number: page.pageNumber }))
  if (isLongStrip(listed)) return 'strip'
  return judgeSizes(listed) === 'other' ? 'pages' : verdicts.get(seriesId)
}
