/** An open e-book: the text, the bars around it, and what opens beside it. */
import { useRef } from 'react'
import type { Schemas } from '../../../api/client'
import { formatPercent, t } from '../../../i18n/i18n'
import { Elsewhere } from '../notices'
import styles from '../reader.module.css'
import { useBookmarks } from '../hooks/use-bookmarks'
import { useNeighbours } from '../hooks/use-adjacent-books'
import type { Settings, useReaderSettings } from '../hooks/use-reader-settings'
import { TextBottomBar } from './text-bottom-bar'
import type { Locator } from './engine/locator'
import type { Opened } from './engine/navigator'
import type { Colours } from './engine/layout/styles'
import { LatePart } from './section-pending'
import { ReadingPlace } from './text-stage'
import { TextSidePanel } from './panels/text-side-panel'
import { TextTopBar } from './text-top-bar'
import { useBookSearch } from './panels/use-book-search'
import { useView } from './hooks/use-text-view'

interface OpenTextProps {
  book: Schemas['Book']
  opened: Opened
  /** The place that the server knows, from whatever device. */
  stored: Locator | null
  settings: Settings
  reader: ReturnType<typeof useReaderSettings>
  incognito: boolean
}

export function OpenText(props: OpenTextProps) {
  const { book, opened, settings, reader, incognito } = props
  const parts = { main: useRef<HTMLElement>(null), stage: useRef<HTMLDivElement>(null) }
  const neighbours = useNeighbours(book.id, incognito)
  const bookmarks = useBookmarks(book)
  const search = useBookSearch(opened.book)
  const view = useView(props, { ...parts, neighbours, bookmarks })
  const { place, panel, colours } = view
  return (
    <div
      className={styles.reader}
      data-panel={panel ?? undefined}
      style={{ ...inks(colours), color: colours.text }}
    >
      {view.hasBars && <TextTopBar {...{ view, book, incognito }} onLeave={neighbours.leave} />}
      <Elsewhere
        place={view.elsewhere}
        words={elsewhereWords}
        goLabel={goLabel}
        onGo={view.goToLocator}
        onStay={view.stay}
      />
      <LatePart arrivals={opened.arrivals} />
      <ReadingPlace
        {...{ view, book, incognito, neighbours, ...parts }}
        isStrip={settings['epub.flow'] === 'scrolled'}
      />
      {view.hasBars && place && <TextBottomBar {...{ view, place }} />}
      <TextSidePanel {...{ view, settings, reader, opened, bookmarks, search }} />
    </div>
  )
}

const elsewhereWords = (place: Locator) =>
  t('You’re at {percent} of the book on another device.', { percent: percentOf(place) })

const goLabel = (place: Locator) => t('Jump to {percent}', { percent: percentOf(place) })

const percentOf = ({ locations: { totalProgression } }: Locator) =>
  formatPercent(totalProgression ?? 0)

/** The reader's own colours come from the paper that was chosen. */
const inks = ({ background, text: ink, link }: Colours) =>
  ({
    '--reader-bg': background,
    '--text-2': ink,
    '--reader-accent': link,
  }) as React.CSSProperties
