/** An open e-book: text, toolbars and side panels. */
import { type ComponentType, lazy, Suspense, useRef } from 'react'
import type { Schemas } from '../../../api/client'
import { formatPercent, t } from '../../../i18n/i18n'
import { ReaderFrame } from '../frame/reader-frame'
import { useBookmarks } from '../hooks/use-bookmarks'
import { useAdjacentBooks } from '../hooks/use-adjacent-books'
import type { Settings, useReaderSettings } from '../hooks/use-reader-settings'
import type { EnlargedProps } from './enlarged'
import { TextBottomBar } from './text-bottom-bar'
import type { Locator } from './engine/locator'
import type { Opened } from './engine/navigator'
import type { Colors } from './engine/layout/styles'
import { SectionPending } from './section-pending'
import { TextSelectionBar } from './selection-bar'
import { TextStage } from './text-stage'
import type { TextSidePanelProps } from './panels/side-panel-props'
import { TextSidePanel } from './panels/text-side-panel'
import { TextTopBar } from './text-top-bar'
import { useBookSearch } from './panels/use-book-search'
import { useHighlights } from './hooks/use-highlights'
import { useView } from './hooks/use-text-view'

const Enlarged = lazy<ComponentType<EnlargedProps>>(() =>
  import('./enlarged').then(
    (part) => ({ default: part.Enlarged }),
    () => ({ default: () => null }),
  ),
)

interface OpenTextProps {
  book: Schemas['Book']
  opened: Opened
  /** Last position on the server, from any device. */
  stored: Locator | null
  settings: Settings
  reader: ReturnType<typeof useReaderSettings>
  incognito: boolean
}

export function TextBook(props: OpenTextProps) {
  const { book, opened, settings, incognito } = props
  const parts = { main: useRef<HTMLElement>(null), stage: useRef<HTMLDivElement>(null) }
  const neighbors = useAdjacentBooks(book.id, incognito)
  const bookmarks = useBookmarks(book)
  const highlights = useHighlights(book.id)
  const search = useBookSearch(opened.book)
  const view = useView(props, { ...parts, neighbors, bookmarks, highlights })
  const { place, panel, colors } = view
  return (
    <ReaderFrame
      panel={panel}
      hasBars={view.hasBars}
      colors={buildColorStyles(colors)}
      main={parts.main}
      topBar={
        <TextTopBar view={view} book={book} incognito={incognito} onLeave={neighbors.leave} />
      }
      otherDevice={{
        place: view.elsewhere,
        words: formatElsewhere,
        goLabel,
        onGo: view.goToLocator,
        onStay: view.stay,
      }}
      notices={<SectionPending sectionLoader={opened.sectionLoader} />}
      bottomBar={place && <TextBottomBar view={view} place={place} />}
      beside={
        <Beside
          {...props}
          view={view}
          bookmarks={bookmarks}
          search={search}
          highlights={highlights}
        />
      }
    >
      <TextStage
        stage={parts.stage}
        view={view}
        book={book}
        incognito={incognito}
        neighbors={neighbors}
        isStrip={settings['epub.flow'] === 'scrolled'}
      />
    </ReaderFrame>
  )
}

/** An enlarged picture or table, the actions for selected text, and the side panel. */
function Beside(
  props: OpenTextProps & Pick<TextSidePanelProps, 'view' | 'bookmarks' | 'search' | 'highlights'>,
) {
  const { view, highlights, book, ...panel } = props
  return (
    <>
      {view.enlarged && (
        <Suspense>
          <Enlarged content={view.enlarged} onClose={view.closeEnlarged} />
        </Suspense>
      )}
      <TextSelectionBar highlights={highlights} view={view} />
      <TextSidePanel {...panel} view={view} highlights={highlights} bookId={book.id} />
    </>
  )
}

const formatElsewhere = (place: Locator) =>
  t('You’re at {percent} of the book on another device', { percent: getPercent(place) })

const goLabel = (place: Locator) => t('Jump to {percent}', { percent: getPercent(place) })

const getPercent = ({ locations: { totalProgression } }: Locator) =>
  formatPercent(totalProgression ?? 0)

/** Applies the colors of the text to the reader. */
const buildColorStyles = ({ background, text: ink, link }: Colors) =>
  ({
    '--reader-bg': background,
    '--reader-ink': ink,
    '--text-2': ink,
    '--reader-accent': link,
  }) as React.CSSProperties
