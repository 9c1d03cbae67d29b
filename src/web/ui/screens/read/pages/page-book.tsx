/** An open book: pages, toolbars and side panels. */
import { type ComponentType, lazy, type RefObject, Suspense, useRef, useState } from 'react'
import type { Schemas } from '../../../api/client'
import type { Settings, useReaderSettings } from '../hooks/use-reader-settings'
import { Scrubber, PageTopBar } from './page-bars'
import { EndCard } from '../end-card'
import { Edge } from './stage/book-edge'
import { findChapters } from './engine/chapters'
import type { Zone } from './engine/turn-page'
import { t } from '../../../i18n/i18n'
import { ReaderFrame } from '../frame/reader-frame'
import { MarksContext, useReaderMarks } from '../frame/reader-marks'
import { PanelsContext, usePanels } from '../frame/reader-panels'
import { PageLayersContext } from './pdf/layer/page-layers'
import type { PdfMarksProps } from './pdf/pdf-marks'
import { type Pdf, usePdf } from './pdf/use-pdf'
import { DialogPart } from '../on-demand/dialog-part'
import { OpeningBook } from '../opening-book'
import { pageParts, pdfParts } from './panels/page-parts'
import { SidePanel } from './panels/page-side-panel'
import { Stage, type StageHandle } from './stage/stage'
import { phoneWidth, Strip, type StripHandle, stripWidth } from './stage/strip'
import { useAdjacentBooks } from '../hooks/use-adjacent-books'
import { PagePositionContext, usePagePosition } from './page-position'
import { usePageMarks } from './use-page-marks'
import { usePagePanels } from './use-page-panels'
import { type PageHandles, usePagePlace } from './use-page-place'
import { useReaderKeys } from './use-reader-keys'
import { type Reading, usePageTurns } from './use-page-turns'
import { useSize } from '../hooks/use-size'
import { useSpreadShift } from './use-spread-shift'
import { useStatusText } from './use-status-text'
import type { RunOn } from './webtoon/chapter-run'
import type { StripEndProps } from './webtoon/strip-end'
import { WebtoonNotices } from './webtoon/webtoon-notices'

const PdfMarks = lazy<ComponentType<PdfMarksProps>>(() =>
  import('./pdf/pdf-marks').then(
    (part) => ({ default: part.PdfMarks }),
    () => ({ default: () => null }),
  ),
)
const StripEnd = lazy<ComponentType<StripEndProps>>(() =>
  import('./webtoon/webtoon-parts').then(
    (part) => ({ default: part.StripEnd }),
    () => ({ default: (card) => <EndCard at="end" {...card} /> }),
  ),
)

interface OpenBookProps {
  book: Schemas['Book']
  pages: readonly Schemas['BookPage'][]
  hasTextBeside: boolean
  settings: Settings
  reader: ReturnType<typeof useReaderSettings>
  startPage: number
  incognito: boolean
  /** Position last saved by any device, or by this browser if the server is unreachable. */
  storedPage: number | null
  /** Scroll position at which the strip of the previous chapter already showed this chapter. */
  runOn: RunOn | undefined
  /** Whether to ask the user if the book is a webtoon. */
  asksWebtoon: boolean
}

export function PageBook(props: OpenBookProps) {
  const { book, pages, settings, startPage, incognito } = props
  const main = useRef<HTMLDivElement>(null)
  const stage = useSize(main, props.runOn?.stage)
  const neighbors = useAdjacentBooks(book.id, incognito)
  const reading = usePageTurns(pages, settings, { stage, startPage, onLeave: neighbors.open })
  const handles = { stage: useRef<StageHandle>(null), strip: useRef<StripHandle>(null) }
  const position = usePagePlace(props, reading, handles)
  const panels = usePagePanels()
  const marks = usePageMarks(book, position.page)
  const pdf = usePdf({ ...props, isLayerOn: settings['reader.textLayer'] }, position.goTo)
  const parts = { ...props, main, stage, neighbors, reading, handles, pdf }
  return (
    <PagePositionContext value={position}>
      <PanelsContext value={panels}>
        <MarksContext value={marks}>
          <PageFrame {...parts} />
        </MarksContext>
      </PanelsContext>
    </PagePositionContext>
  )
}

interface PageBookParts extends OpenBookProps {
  main: RefObject<HTMLElement | null>
  /** Size of the area for the pages. */
  stage: ReturnType<typeof useSize>
  neighbors: ReturnType<typeof useAdjacentBooks>
  reading: Reading
  handles: PageHandles
  pdf: Pdf
}

function PageFrame(parts: PageBookParts) {
  const { book, settings, reader, incognito, main, neighbors, reading, handles, pdf } = parts
  const position = usePagePosition()
  const [asksPage, setAsksPage] = useState(false)
  const { status, showStatus } = useStatusText()
  const shift = useSpreadShift(settings, reader.change, reading)
  const fullScreen = () => toggleFullScreen(main.current?.parentElement ?? null)
  useReaderKeys({
    settings,
    position,
    panels: usePanels(),
    marks: useReaderMarks(),
    pdf,
    stage: handles.stage,
    change: reader.change,
    showStatus,
    shift,
    openGoToPage: () => setAsksPage(true),
    fullScreen,
    leave: neighbors.leave,
  })
  return (
    <ReaderFrame
      background={settings['reader.background']}
      main={main}
      topBar={
        <PageTopBar
          book={book}
          incognito={incognito}
          status={status}
          pdf={pdf}
          onLeave={neighbors.leave}
          onFullScreen={fullScreen}
        />
      }
      otherDevice={{ position, words: formatElsewhere, goLabel }}
      notices={<Notices {...parts} />}
      bottomBar={<BottomBar {...parts} />}
      beside={
        <>
          <Beside {...parts} shift={shift} />
          {asksPage && <PageQuestion onClose={() => setAsksPage(false)} />}
        </>
      }
    >
      <Place {...parts} />
    </ReaderFrame>
  )
}

const PageQuestion = ({ onClose }: { onClose(): void }) => (
  <DialogPart from={pageParts} hasField onClose={onClose}>
    {({ GoToPage }) => <GoToPage onClose={onClose} />}
  </DialogPart>
)

function toggleFullScreen(element: HTMLElement | null) {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void element?.requestFullscreen?.()
}

const formatElsewhere = (page: number) => t('You’re on page {page} on another device', { page })

const goLabel = (page: number) => t('Jump to page {page}', { page })

function Notices({ settings, reader, asksWebtoon }: PageBookParts) {
  const { elsewhere } = usePagePosition()
  return (
    <WebtoonNotices
      asks={asksWebtoon && elsewhere === null}
      settings={settings}
      change={reader.change}
    />
  )
}

const Place = (parts: PageBookParts) => (
  <PageLayersContext value={parts.pdf.layers}>
    {parts.stage.width > 0 ? <Pages {...parts} /> : <OpeningBook id={parts.book.id} />}
  </PageLayersContext>
)

/** The pages as spreads or a strip, and the cards at both ends. */
function Pages(parts: PageBookParts) {
  const { reading, stage, handles, neighbors, book, pages, settings, incognito } = parts
  const { turn } = usePagePosition()
  const { toggleBars } = usePanels()
  const act = (zone: Zone) => (zone === 'controls' ? toggleBars() : turn(zone))
  if (settings['reader.mode'] !== 'paged') return <PagesInStrip {...parts} />
  if (reading.edge) {
    return (
      <Edge
        key={reading.edge}
        at={reading.edge}
        book={book}
        adjacent={neighbors.adjacent}
        incognito={incognito}
        reading={reading}
        settings={settings}
        stage={stage}
        act={act}
      />
    )
  }
  return (
    <Stage
      pages={pages}
      reading={reading}
      settings={settings}
      stage={stage}
      act={act}
      handle={handles.stage}
    />
  )
}

function PagesInStrip({ stage, handles, neighbors, ...props }: PageBookParts) {
  const { book, pages, settings, incognito, runOn } = props
  const { page, scrolledTo } = usePagePosition()
  const { toggleBars } = usePanels()
  return (
    <Strip
      pages={pages}
      settings={settings}
      stage={stage}
      page={page}
      startTop={runOn?.top}
      onPage={scrolledTo}
      onTap={toggleBars}
      handle={handles.strip}
      end={
        <Suspense>
          <StripEnd
            book={book}
            adjacent={neighbors.adjacent}
            incognito={incognito}
            settings={settings}
            stage={stage}
            width={stripWidth(settings, stage)}
            isNear={pages.length - page < 8}
            onBook={neighbors.openBook}
          />
        </Suspense>
      }
    />
  )
}

const BottomBar = ({ book, pages, settings, neighbors }: PageBookParts) => (
  <Scrubber
    bookId={book.id}
    direction={settings['reader.direction']}
    adjacent={neighbors.adjacent}
    chapters={findChapters(pages)}
    onBook={neighbors.openBook}
  />
)

interface BesideProps extends PageBookParts {
  shift(): void
}

/** The side panel, the highlights in PDFs, and the confirmation before a website is opened. */
function Beside({ reading, stage, pdf, shift, ...props }: BesideProps) {
  const { book, pages, settings, reader } = props
  return (
    <>
      <SidePanel
        drawer={{
          settings,
          reader,
          change: reader.change,
          hasPairs: reading.hasPairs,
          isCramped: reading.isCramped,
          isNarrow: stage.width < phoneWidth,
          hasText: pdf.hasText,
          shift,
        }}
        thumbs={{ book, pages }}
        pdf={{ bookId: book.id, pdf }}
      />
      {pdf.layers.Layer && (
        <Suspense>
          <PdfMarks bookId={book.id} pageCount={pages.length} toc={pdf.toc} />
        </Suspense>
      )}
      {pdf.website !== null && <LeaveQuestion address={pdf.website} onClose={pdf.closeWebsite} />}
    </>
  )
}

const LeaveQuestion = ({ address, onClose }: { address: string; onClose(): void }) => (
  <DialogPart from={pdfParts} onClose={onClose}>
    {({ LeaveBook }) => <LeaveBook address={address} onClose={onClose} />}
  </DialogPart>
)
