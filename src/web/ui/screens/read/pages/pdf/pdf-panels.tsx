/** Side panels of PDFs: contents and search, with the parts of the e-book reader. */
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Tabs } from '../../../../components/controls/tabs'
import { t } from '../../../../i18n/i18n'
import { HighlightsContext, useHighlights } from '../../text/hooks/use-highlights'
import { HighlightList } from '../../text/panels/highlight-list'
import { HighlightNote } from '../../text/selection-bar'
import { TocList } from '../../text/panels/toc-list'
import { BookSearchPanel } from '../../text/panels/book-search-panel'
import { usePanels } from '../../frame/reader-panels'
import { usePagePosition } from '../page-position'
import { PanelFrame } from '../panels/panel-frame'
import { LostPassage } from './lost-passage'
import { findPdfChapter, getPage, toItem } from './pdf-chapters'
import type { Pdf } from './use-pdf'
import { usePdfSearch } from './use-pdf-search'

export interface PdfPanelsProps {
  panel: 'contents' | 'search'
  bookId: string
  pdf: Pdf
}

export const PdfPanel = ({ panel, ...props }: PdfPanelsProps) =>
  panel === 'contents' ? <PdfContents {...props} /> : <PdfSearch {...props} />

type PanelProps = Omit<PdfPanelsProps, 'panel'>

function PdfContents({ bookId, pdf }: PanelProps) {
  const { goTo } = usePagePosition()
  const { closeIfCovering } = usePanels()
  const [tab, setTab] = useState<'chapters' | 'highlights'>(
    pdf.toc.length > 0 ? 'chapters' : 'highlights',
  )
  const frame = useFirstFocus('[aria-current]')
  const choose = (chosen: number) => {
    goTo(chosen)
    closeIfCovering()
  }
  const chapters = <Chapters pdf={pdf} onPage={choose} />
  const highlights = <Highlights bookId={bookId} onPage={choose} />
  return (
    <PanelFrame label={t('Contents')} title={t('Contents')} frame={frame}>
      {pdf.hasText ? (
        <Tabs
          label={t('Contents')}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'chapters', label: t('Chapters'), content: chapters },
            { value: 'highlights', label: t('Highlights'), content: highlights },
          ]}
        />
      ) : (
        chapters
      )}
    </PanelFrame>
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
  const frame = useFirstFocus('input')
  const search = usePdfSearch(bookId, pdf)
  return (
    <PanelFrame label={t('Search this book')} title={t('Search this book')} frame={frame}>
      <BookSearchPanel
        search={search}
        chapterOf={(page) => t('Page {page}', { page })}
        onHit={(hit) => {
          pdf.showMatch(hit.range)
          closeIfCovering()
        }}
      />
    </PanelFrame>
  )
}

/** Moves the focus to an element of a panel when it opens. */
function useFirstFocus(selector: string) {
  const frame = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const first = frame.current?.querySelector<HTMLElement>(selector)
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center' })
  }, [selector])
  return frame
}
