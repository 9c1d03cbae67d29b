/** An open book: pages, toolbars and side panels. */
import { type ComponentType, lazy, Suspense, useRef } from 'react'
import type { Schemas } from '../../../api/client'
import type { Settings, useReaderSettings } from '../hooks/use-reader-settings'
import { Scrubber, PageTopBar } from './page-bars'
import { EndCard } from '../end-card'
import { Edge } from './stage/book-edge'
import { findChapters } from './engine/chapters'
import { t } from '../../../i18n/i18n'
import { ReaderFrame } from '../frame/reader-frame'
import { PageLayersContext } from './pdf/layer/page-layers'
import type { PdfMarksProps } from './pdf/pdf-marks'
import { type Pdf, usePdf } from './pdf/use-pdf'
import { OpeningBook } from '../opening-book'
import { GoToPage } from './panels/go-to-page'
import { SidePanel } from './panels/page-side-panel'
import { Stage } from './stage/stage'
import { phoneWidth, Strip, stripWidth } from './stage/strip'
import { useBookmarks } from '../hooks/use-bookmarks'
import { useAdjacentBooks } from '../hooks/use-adjacent-books'
import { usePageProgress } from './use-page-progress'
import { useReaderKeys } from './use-reader-keys'
import { usePagePosition } from './use-page-position'
import { useSize } from '../hooks/use-size'
import { type ReaderView, usePageView } from './use-page-view'
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
const LeaveBook = lazy(() =>
  import('../text/leave-book').then((part) => ({ default: part.LeaveBook })),
)

interface OpenBookProps {
  book: Schemas['Book']
  pages: readonly Schemas['BookPage'][]
  hasTextBeside: boolean
  settings: Settings
  reader: ReturnType<typeof useReaderSettings>
  startPage: number
  incognito: boolean
  /** Last position on the server, from any device. */
  storedPage: number | null
  /** Where the previous chapter already showed this one. */
  runOn: RunOn | undefined
  /** Whether to ask if this is a webtoon. */
  asksWebtoon: boolean
}

export function PageBook(props: OpenBookProps) {
  const { book, pages, settings, reader, startPage, incognito } = props
  const place = useRef<HTMLDivElement>(null)
  const stage = useSize(place, props.runOn?.stage)
  const neighbors = useAdjacentBooks(book.id, incognito)
  const reading = usePagePosition(pages, settings, { stage, startPage, onLeave: neighbors.open })
  const at = usePageProgress(props, reading)
  const bookmarks = useBookmarks(book)
  const marked = new Set(bookmarks.marks.flatMap(({ page }) => page ?? []))
  const view = usePageView({ settings, reader, reading, place })
  const pdf = usePdf({ ...props, isLayerOn: settings['reader.textLayer'] }, view.goToPage)
  const bookmark = () =>
    bookmarks.toggle(({ page }) => page === at.page, { page: at.page, locator: null })
  const parts = { ...props, view, reading, stage, at, neighbors, pdf }
  useReaderKeys({
    ...view,
    settings,
    change: reader.change,
    lastPage: pages.length,
    pdf,
    bookmark,
    leave: neighbors.leave,
  })
  return (
    <ReaderFrame
      panel={view.panel}
      hasBars={view.hasBars}
      background={settings['reader.background']}
      main={place}
      topBar={
        <PageTopBar
          book={book}
          incognito={incognito}
          view={view}
          pdf={pdf}
          onLeave={neighbors.leave}
          onBookmark={bookmark}
          isBookmarked={marked.has(at.page)}
        />
      }
      otherDevice={describeOtherDevice(parts)}
      notices={<Notices {...parts} />}
      bottomBar={<BottomBar {...parts} />}
      beside={<Beside {...parts} bookmarked={marked} />}
    >
      <Place {...parts} />
    </ReaderFrame>
  )
}

interface PageBookParts extends OpenBookProps {
  view: ReaderView
  reading: ReturnType<typeof usePagePosition>
  stage: ReturnType<typeof useSize>
  at: ReturnType<typeof usePageProgress>
  neighbors: ReturnType<typeof useAdjacentBooks>
  pdf: Pdf
}

const describeOtherDevice = ({ at, view }: PageBookParts) => ({
  place: at.elsewhere,
  words: (page: number) => t('You’re on page {page} on another device', { page }),
  goLabel: (page: number) => t('Jump to page {page}', { page }),
  onGo: view.goToPage,
  onStay: at.stay,
})

const Notices = ({ at, view, settings, reader, asksWebtoon }: PageBookParts) => (
  <WebtoonNotices
    asks={asksWebtoon && at.elsewhere === null}
    settings={settings}
    change={reader.change}
    hasBars={view.hasBars}
  />
)

const Place = (parts: PageBookParts) => (
  <PageLayersContext value={parts.pdf.layers}>
    {parts.stage.width > 0 ? <Pages {...parts} /> : <OpeningBook id={parts.book.id} />}
  </PageLayersContext>
)

/** The pages as spreads or a strip, and the cards at both ends. */
function Pages(parts: PageBookParts) {
  const { view, reading, stage, neighbors, book, pages, settings, incognito } = parts
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
        act={view.act}
      />
    )
  }
  return (
    <Stage
      pages={pages}
      reading={reading}
      settings={settings}
      stage={stage}
      act={view.act}
      handle={view.stage}
    />
  )
}

function PagesInStrip({ view, stage, at, neighbors, ...props }: PageBookParts) {
  const { book, pages, settings, incognito, runOn } = props
  return (
    <Strip
      pages={pages}
      settings={settings}
      stage={stage}
      page={at.page}
      startTop={runOn?.top}
      onPage={at.scrolledTo}
      onTap={() => view.act('controls')}
      handle={view.strip}
      end={
        <Suspense>
          <StripEnd
            book={book}
            adjacent={neighbors.adjacent}
            incognito={incognito}
            settings={settings}
            stage={stage}
            width={stripWidth(settings, stage)}
            isNear={pages.length - at.page < 8}
            onBook={neighbors.openBook}
          />
        </Suspense>
      }
    />
  )
}

const BottomBar = ({ book, pages, settings, at, neighbors, view }: PageBookParts) => (
  <Scrubber
    {...at}
    bookId={book.id}
    total={pages.length}
    direction={settings['reader.direction']}
    adjacent={neighbors.adjacent}
    chapters={findChapters(pages)}
    onPage={view.goToPage}
    onBook={neighbors.openBook}
  />
)

/** Side panel, "Go to page", and the question before a website is opened. */
function Beside({
  view,
  at,
  reading,
  stage,
  bookmarked,
  pdf,
  ...props
}: PageBookParts & { bookmarked: ReadonlySet<number> }) {
  const { book, pages, settings, reader } = props
  const { change } = reader
  return (
    <>
      <SidePanel
        panel={view.panel}
        onClose={view.closePanel}
        drawer={{
          settings,
          reader,
          change,
          hasPairs: reading.hasPairs,
          isCramped: reading.isCramped,
          isNarrow: stage.width < phoneWidth,
          hasText: pdf.hasText,
          shift: view.shift,
        }}
        thumbs={{ book, pages, page: at.page, bookmarked, onPage: view.goToPage }}
        pdf={{ bookId: book.id, pdf, page: at.page, onPage: view.goToPage }}
      />
      {pdf.layers.Layer && (
        <Suspense>
          <PdfMarks bookId={book.id} pageCount={pages.length} toc={pdf.toc} />
        </Suspense>
      )}
      {pdf.website !== null && (
        <Suspense>
          <LeaveBook address={pdf.website} onClose={pdf.closeWebsite} />
        </Suspense>
      )}
      {view.asksPage && (
        <GoToPage
          total={pages.length}
          page={at.page}
          onClose={view.endAsking}
          onPage={view.goToPage}
        />
      )}
    </>
  )
}
