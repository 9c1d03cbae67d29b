/** An open e-book: text, toolbars and side panels. */
import { type ComponentType, lazy, Suspense, useRef } from 'react'
import type { Schemas } from '../../../api/client'
import { formatPercent, t } from '../../../i18n/i18n'
import { OtherDeviceNotice } from '../notices'
import styles from '../reader.module.css'
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
  const { book, opened, settings, reader, incognito } = props
  const parts = { main: useRef<HTMLElement>(null), stage: useRef<HTMLDivElement>(null) }
  const neighbors = useAdjacentBooks(book.id, incognito)
  const bookmarks = useBookmarks(book)
  const highlights = useHighlights(book.id)
  const search = useBookSearch(opened.book)
  const view = useView(props, { ...parts, neighbors, bookmarks, highlights })
  const { place, panel, colors } = view
  return (
    <div className={styles.reader} data-panel={panel ?? undefined} style={buildColorStyles(colors)}>
      {view.hasBars && (
        <TextTopBar view={view} book={book} incognito={incognito} onLeave={neighbors.leave} />
      )}
      <OtherDeviceNotice
        place={view.elsewhere}
        words={formatElsewhere}
        goLabel={goLabel}
        onGo={view.goToLocator}
        onStay={view.stay}
      />
      <SectionPending sectionLoader={opened.sectionLoader} />
      <TextStage
        {...parts}
        view={view}
        book={book}
        incognito={incognito}
        neighbors={neighbors}
        isStrip={settings['epub.flow'] === 'scrolled'}
      />
      {view.hasBars && place && <TextBottomBar view={view} place={place} />}
      {view.enlarged && (
        <Suspense>
          <Enlarged content={view.enlarged} onClose={view.closeEnlarged} />
        </Suspense>
      )}
      <TextSelectionBar highlights={highlights} view={view} />
      <TextSidePanel
        view={view}
        settings={settings}
        reader={reader}
        opened={opened}
        bookmarks={bookmarks}
        search={search}
        highlights={highlights}
        bookId={book.id}
      />
    </div>
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
