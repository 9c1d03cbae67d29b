/** An open book: the pages, the bars around them, and what opens beside them. */
import { useRef, useState } from 'react'
import type { Schemas } from '../../../api/client'
import type { Settings, useReaderSettings } from '../use-reader-settings'
import { Scrubber, TopBar } from './bars'
import { EndCard } from '../end-card'
import { chaptersOf } from './engine/chapters'
import type { Zone } from './engine/turning'
import { GoToPage } from './go-to-page'
import styles from '../reader.module.css'
import { type Panel, SidePanel } from './side-panel'
import { Stage, type StageHandle } from './stage'
import { Strip, type StripHandle } from './strip'
import { useBookmarks } from './use-bookmarks'
import { useNeighbours } from '../use-neighbours'
import { usePagesRead } from './use-pages-read'
import { useReaderKeys } from './use-reader-keys'
import { useReading } from './use-reading'
import { useShifts } from './use-shifts'
import { useSize } from '../use-size'

interface OpenBookProps {
  book: Schemas['Book']
  pages: readonly Schemas['BookPage'][]
  settings: Settings
  reader: ReturnType<typeof useReaderSettings>
  startPage: number
  incognito: boolean
}

export function OpenBook(props: OpenBookProps) {
  const { book, pages, settings, reader, startPage, incognito } = props
  const place = useRef<HTMLDivElement>(null)
  const stage = useSize(place)
  const neighbours = useNeighbours(book.id, incognito)
  const reading = useReading(pages, settings, { stage, startPage, onLeave: neighbours.open })
  const at = usePagesRead(props, reading)
  const bookmarks = useBookmarks(book.id)
  const view = useView({ ...props, stage, reading, place })
  const bookmark = () => bookmarks.toggle(at.page)
  const around = { ...props, view, reading, stage, at, neighbours }
  useReaderKeys({
    ...view,
    settings,
    change: reader.change,
    lastPage: pages.length,
    bookmark,
    leave: neighbours.leave,
  })
  return (
    <div
      className={styles.reader}
      data-background={settings['reader.background']}
      data-panel={view.panel ?? undefined}
    >
      {view.hasBars && (
        <TopBar
          {...{ book, incognito, view, onLeave: neighbours.leave, onBookmark: bookmark }}
          isBookmarked={bookmarks.pages.has(at.page)}
        />
      )}
      <main ref={place} className={styles.place} tabIndex={-1}>
        {stage.width > 0 && <Pages {...around} />}
      </main>
      {view.hasBars && (
        <Scrubber
          {...at}
          bookId={book.id}
          total={pages.length}
          direction={settings['reader.direction']}
          adjacent={neighbours.adjacent}
          chapters={chaptersOf(pages)}
          onPage={view.goToPage}
          onBook={neighbours.openBook}
        />
      )}
      <Beside {...around} bookmarked={bookmarks.pages} />
    </div>
  )
}

interface Around extends OpenBookProps {
  view: ReturnType<typeof useView>
  reading: ReturnType<typeof useReading>
  stage: ReturnType<typeof useSize>
  at: ReturnType<typeof usePagesRead>
  neighbours: ReturnType<typeof useNeighbours>
}

/** The pages themselves: turned or as a strip, and what stands before the first and after the last. */
function Pages({ view, reading, stage, at, neighbours, ...props }: Around) {
  const { book, pages, settings, incognito } = props
  const { next, prev } = neighbours.adjacent ?? {}
  if (settings['reader.mode'] !== 'paged') {
    return (
      <Strip
        {...{ pages, settings, stage }}
        startPage={at.page}
        onPage={at.scrolledTo}
        onTap={() => view.act('controls')}
        handle={view.strip}
        end={<EndCard at="end" book={book} neighbour={next} incognito={incognito} />}
      />
    )
  }
  if (reading.edge) {
    const neighbour = reading.edge === 'end' ? next : prev
    return <EndCard at={reading.edge} {...{ book, neighbour, incognito }} />
  }
  return <Stage {...{ pages, reading, settings, stage }} act={view.act} handle={view.stage} />
}

/** What opens at the side, and the question for a page. */
function Beside({ view, at, bookmarked, ...props }: Around & { bookmarked: ReadonlySet<number> }) {
  const { pages, settings, reader } = props
  const { change, scope, setScope } = reader
  return (
    <>
      <SidePanel
        panel={view.panel}
        onClose={view.closePanel}
        drawer={{ settings, scope, change, onScope: setScope, shift: view.shift }}
        thumbs={{ pages, page: at.page, bookmarked, onPage: view.goToPage }}
      />
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

type ViewProps = OpenBookProps & Pick<Around, 'reading' | 'stage'> & { place: PlaceRef }
type PlaceRef = React.RefObject<HTMLDivElement | null>

export type ReaderView = ReturnType<typeof useView>

/** What is shown beside the pages, and what taps and keys do. */
function useView({ settings, reader, reading, place }: ViewProps) {
  const stage = useRef<StageHandle>(null)
  const strip = useRef<StripHandle>(null)
  const [hasBars, setBars] = useState(true)
  const [panel, setPanel] = useState<Panel>(null)
  const [asksPage, setAsksPage] = useState(false)
  const shift = useShifts(settings, reader.change, reading.spread)
  const act = (zone: Zone) => {
    if (zone === 'controls') setBars((shown) => !shown)
    else if (settings['reader.mode'] !== 'paged') strip.current?.scroll(zone)
    else if (reading.edge || !stage.current?.scroll(zone)) reading.go(zone)
  }
  return {
    stage,
    strip,
    hasBars,
    panel,
    asksPage,
    shift,
    act,
    toggle: (next: Panel) => setPanel((open) => (open === next ? null : next)),
    closePanel: () => setPanel(null),
    askPage: () => setAsksPage(true),
    endAsking: () => setAsksPage(false),
    goToPage: (number: number) => {
      reading.goToPage(number)
      strip.current?.goToPage(number)
    },
    fullScreen: () => toggleFullScreen(place.current?.parentElement ?? null),
  }
}

function toggleFullScreen(element: HTMLElement | null) {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void element?.requestFullscreen?.()
}
