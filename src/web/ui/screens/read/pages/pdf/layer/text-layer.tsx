/** The text and links of a page, transparent above its image. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Schemas } from '../../../../../api/client'
import { t } from '../../../../../i18n/i18n'
import { afterNextPaint } from '../../../../../state/browser/after-paint'
import { addLayerStyles } from './layer-styles'
import { buildLayerText, buildLayerTextAhead, findRange, type LayerText } from './layer-text'
import { addLayer } from './open-layers'
import { type PageLayerProps, PageLayersContext } from './page-layers'
import { pageTextQuery } from './page-text-query'
import { useNear } from './use-near'
import { highlightsQuery } from '../../../text/hooks/use-highlights'
import { findPassage, getPageOfPassage } from './passages'

addLayerStyles()

export function TextLayer({ page, isOnScreen = false }: PageLayerProps) {
  const element = useRef<HTMLDivElement>(null)
  const isNear = useNear(element, isOnScreen)
  const { data: loaded } = useQuery({
    ...pageTextQuery(page.bookId, page.pageNumber),
    enabled: isNear,
  })
  const isPainted = usePainted()
  // Pages of a strip are mounted long before they are seen, and their text is requested ahead.
  const data = isNear && isPainted ? loaded : undefined
  useTextAhead(page, data !== undefined)
  const text = useMemo(
    () => (data ? buildLayerText(data.lines, getShape(page)) : undefined),
    [data, page],
  )
  const lines = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    lines.current?.replaceChildren(...(text?.elements ?? []))
  }, [text])
  useEffect(() => (text ? addLayer({ page, text }) : undefined), [page, text])
  useMatch(page.pageNumber, text)
  usePaintedHighlights(page, text)
  return (
    <div ref={element} data-text-layer={page.pageNumber} dir="ltr">
      <div ref={lines} style={everywhere} />
      {data?.links.map((link, index) => (
        <LayerLink key={index} link={link} />
      ))}
    </div>
  )
}

/** Whether the image below the layer has been painted, which the layout of the text would delay. */
function usePainted() {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterNextPaint(() => setPainted(true)), [])
  return isPainted
}

/** Number of pages whose text is requested ahead. The reader requests their images ahead, too. */
const pagesAhead = 2

/** Loads the text of the next pages once that of this page has been shown. */
function useTextAhead({ bookId, pageNumber }: Schemas['BookPage'], isShown: boolean) {
  const client = useQueryClient()
  const { pages } = useContext(PageLayersContext)
  useEffect(() => {
    if (!isShown) return
    const next = pages.slice(pageNumber, pageNumber + pagesAhead)
    for (const page of next) if (page.bookId === bookId) void loadTextAhead(client, page)
  }, [bookId, client, isShown, pageNumber, pages])
}

async function loadTextAhead(client: QueryClient, page: Schemas['BookPage']) {
  const query = pageTextQuery(page.bookId, page.pageNumber)
  await client.prefetchQuery(query)
  buildTextAhead(page, client.getQueryData(query.queryKey))
}

/** Builds the text of a page before its image is shown, so that it follows the image at once. */
export function buildTextAhead(page: Schemas['BookPage'], text: Schemas['PageText'] | undefined) {
  if (text) buildLayerTextAhead(text.lines, getShape(page))
}

const everywhere = { inset: 0, pointerEvents: 'none' } as const

const getShape = ({ width, height }: Schemas['BookPage']) =>
  width && height ? width / height : 1 / Math.SQRT2

/** Marks the match that was chosen in the search. */
function useMatch(page: number, text: LayerText | undefined) {
  const match = useContext(PageLayersContext).pdf?.match
  const isHere = match?.page === page
  useEffect(() => {
    const range = isHere && text ? findRange(text, match.start, match.end) : null
    return range ? paintRanges('quire-match', [range]) : undefined
  }, [isHere, match, text])
}

function LayerLink({ link }: { link: Schemas['PageLink'] }) {
  const { pdf } = useContext(PageLayersContext)
  const { page, url, x, y, width, height } = link
  const address = url ?? (page === undefined ? undefined : buildPageAddress(page))
  if (address === undefined) return null
  const follow = (event: { preventDefault(): void; stopPropagation(): void }) => {
    event.preventDefault()
    // Without this, the click would also show or hide the toolbars of a strip.
    event.stopPropagation()
    if (page !== undefined) pdf?.goToPage(page)
    else if (url?.startsWith('mailto:')) location.assign(url)
    else if (url !== undefined) pdf?.openWebsite(url)
  }
  return (
    <a
      href={address}
      aria-label={page === undefined ? url?.replace(/^mailto:/, '') : t('Page {page}', { page })}
      style={{
        left: `${x * 100}%`,
        top: `${y * 100}%`,
        width: `${width * 100}%`,
        height: `${height * 100}%`,
      }}
      onClick={follow}
    />
  )
}

function buildPageAddress(page: number) {
  const query = new URLSearchParams(location.search)
  query.set('page', String(page))
  return `${location.pathname}?${query.toString()}`
}

/** Paints a user's highlights on a page. */
function usePaintedHighlights(page: Schemas['BookPage'], text: LayerText | undefined) {
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

/**
 * Paints ranges of the document with CSS highlights, if the browser supports them. Returns a
 * function that removes the ranges.
 */
function paintRanges(name: string, ranges: readonly Range[]): () => void {
  if (!('highlights' in CSS)) return () => undefined
  const painted = CSS.highlights.get(name) ?? new Highlight()
  for (const range of ranges) painted.add(range)
  CSS.highlights.set(name, painted)
  return () => {
    for (const range of ranges) painted.delete(range)
  }
}
