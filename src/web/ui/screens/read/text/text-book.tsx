/** An open e-book: text, toolbars and side panels. */
import { type ComponentType, lazy, Suspense, useRef } from 'react'
import type { Schemas } from '../../../api/client'
import { formatPercent, t } from '../../../i18n/i18n'
import { ReaderFrame } from '../frame/reader-frame'
import { MarksContext } from '../frame/reader-marks'
import { PanelsContext } from '../frame/reader-panels'
import { useAdjacentBooks } from '../hooks/use-adjacent-books'
import type { Settings, useReaderSettings } from '../hooks/use-reader-settings'
import type { EnlargedProps } from './enlarged'
import { TextBottomBar } from './text-bottom-bar'
import type { Locator } from './engine/locator'
import type { Opened } from './engine/navigator'
import type { Colors } from './engine/layout/themes'
import { HighlightNote, TextSelectionBar } from './selection-bar'
import { TextStage } from './text-stage'
import { TextSidePanel } from './panels/text-side-panel'
import { TextTopBar } from './text-top-bar'
import { useBookSearch } from './panels/use-book-search'
import { HighlightsContext } from './hooks/use-highlights'
import { type OpenText, useOpenText } from './hooks/use-open-text'
import { TextPositionContext, useTextPosition } from './text-position'
import { Button } from '../../../components/controls/button'
import { useStore } from '../../../state/store'
import styles from '../reader.module.css'
import type { SectionLoader } from './engine/book/section-loader'

const Enlarged = lazy<ComponentType<EnlargedProps>>(() =>
  import('./enlarged').then(
    (part) => ({ default: part.Enlarged }),
    () => ({ default: () => null }),
  ),
)

interface OpenTextProps {
  book: Schemas['Book']
  opened: Opened
  /** Position last saved by any device, or by this browser if the server is unreachable. */
  stored: Locator | null
  settings: Settings
  reader: ReturnType<typeof useReaderSettings>
  incognito: boolean
}

export function TextBook(props: OpenTextProps) {
  const { book, incognito } = props
  const parts = { main: useRef<HTMLElement>(null), stage: useRef<HTMLDivElement>(null) }
  const neighbors = useAdjacentBooks(book.id, incognito)
  const text = useOpenText(props, { ...parts, neighbors })
  return (
    <TextPositionContext value={text.position}>
      <PanelsContext value={text.panels}>
        <MarksContext value={text.marks}>
          <HighlightsContext value={text.highlights}>
            <TextFrame {...props} {...parts} neighbors={neighbors} text={text} />
          </HighlightsContext>
        </MarksContext>
      </PanelsContext>
    </TextPositionContext>
  )
}

interface TextFrameProps extends OpenTextProps {
  main: React.RefObject<HTMLElement | null>
  stage: React.RefObject<HTMLDivElement | null>
  neighbors: ReturnType<typeof useAdjacentBooks>
  /** Values that are not in a context, because only one part of the frame needs them. */
  text: Pick<OpenText, 'highlight' | 'links' | 'taps' | 'failure' | 'colors'>
}

function TextFrame(props: TextFrameProps) {
  const { book, opened, settings, incognito, main, stage, neighbors, text } = props
  const position = useTextPosition()
  const { place } = position
  return (
    <ReaderFrame
      colors={buildColorStyles(text.colors)}
      main={main}
      topBar={<TextTopBar book={book} incognito={incognito} onLeave={neighbors.leave} />}
      otherDevice={{ position, words: formatElsewhere, goLabel }}
      notices={<SectionPending sectionLoader={opened.sectionLoader} />}
      bottomBar={place && <TextBottomBar place={place} />}
      beside={<Beside {...props} />}
    >
      <TextStage
        stage={stage}
        book={book}
        incognito={incognito}
        neighbors={neighbors}
        isStrip={settings['epub.flow'] === 'scrolled'}
        links={text.links}
        failure={text.failure}
      />
    </ReaderFrame>
  )
}

/** An enlarged picture or table, the actions for selected text, and the side panel. */
function Beside({ book, opened, settings, reader, text }: TextFrameProps) {
  const { enlarged, closeEnlarged } = text.taps
  const search = useBookSearch(opened.book)
  return (
    <>
      {enlarged && (
        <Suspense>
          <Enlarged content={enlarged} onClose={closeEnlarged} />
        </Suspense>
      )}
      <TextSelectionBar onHighlight={text.highlight} />
      <HighlightNote />
      <TextSidePanel
        bookId={book.id}
        opened={opened}
        settings={settings}
        reader={reader}
        search={search}
      />
    </>
  )
}

const formatElsewhere = (place: Locator) =>
  t('You’re {percent} through the book on another device', { percent: getPercent(place) })

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

/** Shown while a section that could not be loaded is requested again. */
function SectionPending({ sectionLoader }: { sectionLoader: SectionLoader }) {
  if (!useStore(sectionLoader.isLate)) return null
  return (
    <section className={styles.notice} role="alert">
      <p>{t('Couldn’t load this section. Retrying.')}</p>
      <Button small onClick={() => sectionLoader.retry()}>
        {t('Try again')}
      </Button>
    </section>
  )
}
