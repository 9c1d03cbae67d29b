/** Paints a user's highlights on a page. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Schemas } from '../../../../../api/client'
import { highlightsQuery } from '../../../text/hooks/use-highlights'
import { findRange, type LayerText } from './layer-text'
import { paintRanges } from './paint-ranges'
import { findPassage, getPageOfPassage } from './passages'

export function usePaintedHighlights(page: Schemas['BookPage'], text: LayerText | undefined) {
  const { data } = useQuery(highlightsQuery(page.bookId))
  useEffect(() => {
    if (!text || !data) return
    const ofPage = data.data.filter(({ locator }) => getPageOfPassage(locator) === page.pageNumber)
    const removals = ofPage.map(({ locator, color }) => {
      const found = findPassage(text.text, locator)
      const range = found && findRange(text, found.start, found.end)
      return paintRanges(`quire-${color}`, range ? [range] : [])
    })
    return () => {
      for (const remove of removals) remove()
    }
  }, [data, text, page])
}
