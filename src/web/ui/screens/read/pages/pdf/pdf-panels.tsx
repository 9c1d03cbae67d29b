/** Side panels of PDFs: contents and search, with the parts of the e-book reader. */
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Tabs } from '../../../../components/controls/tabs'
import { t } from '../../../../i18n/i18n'
import { useHighlights } from '../../text/hooks/use-highlights'
import { HighlightList } from '../../text/panels/highlight-list'
import { TextSelectionBar } from '../../text/selection-bar'
import { TocList } from '../../text/panels/toc-list'
import { BookSearchPanel } from '../../text/panels/book-search-panel'
import { PanelFrame } from '../panels/panel-frame'
import { LostPassage } from './lost-passage'
import { findPdfChapter, getPage, toItem } from './pdf-chapters'
import type { Pdf } from './use-pdf'
import { usePdfSearch } from './use-pdf-search'

export interface PdfPanelsProps {
  panel: 'contents' | 'search'
  bookId: string
  pdf: Pdf
  page: number
  onPage(page: number): void
  onClose(): void
}

/** On phones, panels cover the page, so they are closed when a place was chosen. */
const coversPage = () => matchMedia('(max-width: 700px)').matches

export const PdfPanel = ({ panel, ...props }: PdfPanelsProps) =>
  panel === 'contents' ? <PdfContents {...props} /> : <PdfSearch {...props} />

type PanelProps = Omit<PdfPanelsProps, 'panel'>

function PdfContents({ bookId, pdf, page, onPage, onClose }: PanelProps) {
  const [tab, setTab] = useState<'chapters' | 'highlights'>(
    pdf.toc.length > 0 ? 'chapters' : 'highlights',
  )
  const frame = useFirstFocus('[aria-current]')
  const choose = (chosen: number) => {
    onPage(chosen)
    if (coversPage()) onClose()
  }
  const chapters = <Chapters pdf={pdf} page={page} onPage={choose} />
  const highlights = <Highlights bookId={bookId} onPage={choose} />
  return (
    <PanelFrame label={t('Contents')} title={t('Contents')} frame={frame} onClose={onClose}>
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

function Chapters({ pdf, page, onPage }: Pick<PanelProps, 'pdf' | 'page' | 'onPage'>) {
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

function Highlights({ bookId, onPage }: Pick<PanelProps, 'bookId' | 'onPage'>) {
  const highlights = useHighlights(bookId)
  const { edited, edit, update } = highlights
  return (
    <>
      <HighlightList
        bookId={bookId}
        highlights={highlights}
        view={{ goToLocator: (locator) => onPage(getPage(locator.href)) }}
        renderState={(highlight) => <LostPassage highlight={highlight} />}
      />
      {/* Only the dialog for a note: text is selected on the pages. */}
      <TextSelectionBar
        highlights={{ edited, edit, update, hasSelection: false }}
        view={{ highlight: () => undefined }}
      />
    </>
  )
}

function PdfSearch({ bookId, pdf, onClose }: PanelProps) {
  const frame = useFirstFocus('input')
  const search = usePdfSearch(bookId, pdf)
  return (
    <PanelFrame
      label={t('Search this book')}
      title={t('Search this book')}
      frame={frame}
      onClose={onClose}
    >
      <BookSearchPanel
        search={search}
        chapterOf={(page) => t('Page {page}', { page })}
        onHit={(hit) => {
          pdf.showMatch(hit.range)
          if (coversPage()) onClose()
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
