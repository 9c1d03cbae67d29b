/**
 * Side panels of page-based books. Their frame opens immediately, and their code is loaded on
 * demand.
 */
import { useEffect, useRef } from 'react'
import { preloadPart } from '../../../../components/menus/lazy-popup'
import { t } from '../../../../i18n/i18n'
import { usePanels } from '../../frame/reader-panels'
import { PanelPart } from '../../on-demand/panel-part'
import { usePart, usePreloadedPart } from '../../on-demand/use-part'
import { usePagePosition } from '../page-position'
import type { PdfPanelProps } from '../pdf/pdf-panels'
import type { PagePanelProps } from './page-panels'
import { pageParts, pdfParts } from './page-parts'
import { PanelFrame } from './panel-frame'

interface SidePanelProps {
  drawer: PagePanelProps['drawer']
  thumbs: PagePanelProps['thumbs']
  pdf: Pick<PdfPanelProps, 'bookId' | 'pdf'>
}

export function SidePanel({ drawer, thumbs, pdf }: SidePanelProps) {
  const { panel } = usePanels()
  const { hasText, hasPicture } = pdf.pdf
  usePreloadedPart(pageParts, hasPicture)
  useEffect(() => {
    // Preloads the search, so that its shortcut opens it without delay.
    if (hasText) void preloadPart(pdfParts)
  }, [hasText])
  if (panel === null) return null
  return panel === 'contents' || panel === 'search' ? (
    <OpenPdfPanel key={panel} panel={panel} bookId={pdf.bookId} pdf={pdf.pdf} />
  ) : (
    <OpenPagePanel key={panel} panel={panel} drawer={drawer} thumbs={thumbs} />
  )
}

const pageTitles = {
  settings: () => ({ label: t('Reading settings'), title: t('Reading settings') }),
  pages: () => ({ label: t('All pages'), title: t('Pages') }),
  keys: () => ({ label: t('Keyboard shortcuts'), title: t('Keyboard shortcuts') }),
}

function OpenPagePanel({ panel, drawer, thumbs }: Omit<PagePanelProps, 'frame'>) {
  const frame = useRef<HTMLElement>(null)
  const loaded = usePart(pageParts)
  const { page } = usePagePosition()
  const { label, title } = pageTitles[panel]()
  const PageAsCover = panel === 'pages' && loaded.part?.PageAsCover
  return (
    <PanelFrame
      label={label}
      title={title}
      actions={PageAsCover && <PageAsCover book={thumbs.book} page={page} />}
      isLow={panel === 'settings'}
      frame={frame}
    >
      <PanelPart loaded={loaded}>
        {({ PagePanel }) => (
          <PagePanel panel={panel} frame={frame} drawer={drawer} thumbs={thumbs} />
        )}
      </PanelPart>
    </PanelFrame>
  )
}

const pdfPanels = {
  contents: { format: () => t('Contents'), firstFocus: '[aria-current]' },
  search: { format: () => t('Search this book'), firstFocus: 'input' },
}

function OpenPdfPanel({ panel, bookId, pdf }: PdfPanelProps) {
  const frame = useRef<HTMLElement>(null)
  const loaded = usePart(pdfParts)
  const { format, firstFocus } = pdfPanels[panel]
  return (
    <PanelFrame
      label={format()}
      title={format()}
      frame={frame}
      firstFocus={loaded.part && firstFocus}
    >
      <PanelPart loaded={loaded} hasField={panel === 'search'}>
        {({ PdfPanel }) => <PdfPanel panel={panel} bookId={bookId} pdf={pdf} />}
      </PanelPart>
    </PanelFrame>
  )
}
