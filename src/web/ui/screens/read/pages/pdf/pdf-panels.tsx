/**
 * Side panels for PDFs, loaded on demand. Contents and search use components of the e-book reader.
 */
import { useMemo, useState, useRef } from 'react'
import { Tabs } from '../../../../components/controls/tabs'
import { t } from '../../../../i18n/i18n'
import { HighlightsContext, useHighlights } from '../../text/hooks/use-highlights'
import { HighlightList } from '../../text/panels/highlight-list'
import { HighlightNote } from '../../text/selection-bar'
import { TocList } from '../../text/panels/toc-list'
import { BookSearchPanel } from '../../text/panels/book-search-panel'
import { usePanels } from '../../frame/reader-panels'
import { usePagePosition } from '../page-position'
import { findPdfChapter, getPage, toItem } from './pdf-chapters'
import type { Pdf } from './use-pdf'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../../api/client'
import { findPassage, getPageOfPassage } from './layer/passages'
import { pageTextQuery } from './layer/page-text-query'
import { useNear } from './layer/use-near'
import { apiQuery } from '../../../../api/query'

export { LeaveBook } from '../../text/leave-book'

export interface PdfPanelProps {
  panel: 'contents' | 'search'
  bookId: string
  pdf: Pdf
}

export const PdfPanel = ({ panel, ...props }: PdfPanelProps) =>
  panel === 'contents' ? <PdfContents {...props} /> : <PdfSearch {...props} />

type PanelProps = Omit<PdfPanelProps, 'panel'>

function PdfContents({ bookId, pdf }: PanelProps) {
  const { goTo } = usePagePosition()
  const { closeIfCovering } = usePanels()
  const [tab, setTab] = useState<'chapters' | 'highlights'>(
    pdf.toc.length > 0 ? 'chapters' : 'highlights',
  )
  const choose = (chosen: number) => {
    goTo(chosen)
    closeIfCovering()
  }
  const chapters = <Chapters pdf={pdf} onPage={choose} />
  const highlights = <Highlights bookId={bookId} onPage={choose} />
  if (!pdf.hasText) return chapters
  return (
    <Tabs
      label={t('Contents')}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'chapters', label: t('Chapters'), content: chapters },
        { value: 'highlights', label: t('Highlights'), content: highlights },
      ]}
    />
  )
}

interface ChaptersProps {
  pdf: Pdf
  onPage(page: number): void
}

function Chapters({ pdf, onPage }: ChaptersProps) {
  const { page } = usePagePosition()
  const items = useMemo(() => pdf.toc.map(toItem), [pdf.toc])
  return (
    <nav aria-label={t('Chapters')}>
      <TocList
        items={items}
        current={findPdfChapter(items, page)}
        onHref={(href) => onPage(getPage(href))}
      />
      {items.length === 0 && <p>{t('This book has no table of contents')}</p>}
    </nav>
  )
}

interface HighlightsProps {
  bookId: string
  onPage(page: number): void
}

function Highlights({ bookId, onPage }: HighlightsProps) {
  const highlights = useHighlights(bookId)
  return (
    <HighlightsContext value={highlights}>
      <HighlightList
        bookId={bookId}
        onGo={({ locator }) => onPage(getPage(locator.href))}
        renderState={(highlight) => <LostPassage highlight={highlight} />}
      />
      <HighlightNote />
    </HighlightsContext>
  )
}

function PdfSearch({ bookId, pdf }: PanelProps) {
  const { closeIfCovering } = usePanels()
  const search = usePdfSearch(bookId, pdf)
  return (
    <BookSearchPanel
      search={search}
      chapterOf={(page) => t('Page {page}', { page })}
      onHit={(hit) => {
        pdf.showMatch(hit.range)
        closeIfCovering()
      }}
    />
  )
}

/** Shown with a highlight if its page no longer contains its text, because the file has changed. */
function LostPassage({ highlight }: { highlight: Schemas['Highlight'] }) {
  const place = useRef<HTMLElement>(null)
  const isNear = useNear(place)
  const { data, error } = useQuery({
    ...pageTextQuery(highlight.bookId, getPageOfPassage(highlight.locator)),
    enabled: isNear,
    retry: false,
  })
  const text = data?.lines.map((line) => line.text).join(' ')
  const isPageGone = (error as { status?: number } | null)?.status === 404
  const isGone = isPageGone || (text !== undefined && !findPassage(text, highlight.locator))
  return <small ref={place}>{isGone && t('This text is no longer on the page')}</small>
}

/** Searches the book on the server. Results stay until the next search. */
function usePdfSearch(bookId: string, { query, setQuery }: Pick<Pdf, 'query' | 'setQuery'>) {
  const { data, isError } = useQuery({
    ...apiQuery('/api/v1/books/{id}/search', {
      params: { path: { id: bookId }, query: { query } },
    }),
    enabled: query !== '',
  })
  const found = useMemo(
    () => ({
      hits: (data?.matches ?? []).map(({ page, start, before, match, after }) => ({
        target: { index: page },
        range: { page, start, end: start + match.length },
        before,
        match,
        after,
      })),
      done: data || isError ? 1 : 0,
      isWhole: data ? data.isWhole : !isError,
      isCut: data?.isCut ?? false,
    }),
    [data, isError],
  )
  return { query, setQuery, found }
}
