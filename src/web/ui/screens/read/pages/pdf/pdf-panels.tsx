/** Side panels of PDFs: contents and search, with the parts of the e-book reader. */
import { useLayoutEffect, useRef } from 'react'
import { t } from '../../../../i18n/i18n'
import { TocList } from '../../text/panels/toc-list'
import { SearchPanel } from '../../text/panels/book-search-panel'
import type { TocItem } from '../../text/engine/book/epub'
import { PanelFrame } from '../panels/panel-frame'
import type { Pdf, PdfLink } from './use-pdf'
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

function PdfContents({ pdf, page, onPage, onClose }: PanelProps) {
  const items = pdf.toc.map(toItem)
  const current = findCurrent(items, page)
  const frame = useFirstFocus('[aria-current]')
  return (
    <PanelFrame label={t('Contents')} title={t('Contents')} frame={frame} onClose={onClose}>
      <nav aria-label={t('Chapters')}>
        <TocList
          items={items}
          current={current}
          onHref={(href) => {
            onPage(getPage(href))
            if (coversPage()) onClose()
          }}
        />
        {items.length === 0 && <p>{t('This book has no table of contents.')}</p>}
      </nav>
    </PanelFrame>
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
      <SearchPanel
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

const toItem = ({ title = '', href, children = [] }: PdfLink): TocItem => ({
  label: title,
  ...(href !== undefined && { href }),
  ...(children.length > 0 && { subitems: children.map(toItem) }),
})

const getPage = (href: string | undefined) => Number(href?.replace('pages/', '') ?? 0)

/** The last heading that starts at or before the page. */
function findCurrent(items: readonly TocItem[], page: number): TocItem | null {
  const all = items.flatMap(function flatten(item): TocItem[] {
    return [item, ...(item.subitems ?? []).flatMap(flatten)]
  })
  return all.findLast(({ href }) => href !== undefined && getPage(href) <= page) ?? null
}
