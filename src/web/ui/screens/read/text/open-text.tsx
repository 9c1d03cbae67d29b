/** An open e-book: the text, the bars around it, and what opens beside it. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Schemas } from '../../../api/client'
import { announce } from '../../../components/live-region'
import { ErrorState, Loading } from '../../../components/states'
import { formatPercent, t } from '../../../i18n/i18n'
import { EndCard } from '../end-card'
import { type Way, zoneAt } from '../pages/engine/turning'
import styles from '../reader.module.css'
import { useNeighbours } from '../use-neighbours'
import { usePlaceKept } from '../use-place-kept'
import type { Settings, useReaderSettings } from '../use-reader-settings'
import { TextBottomBar, TextTopBar } from './bars'
import type { Target } from './engine/book'
import type { Locator } from './engine/locator'
import type { Opened, Place } from './engine/navigator'
import { type TextPanel, TextSidePanel } from './side-panel'
import text from './text.module.css'
import { useNavigator } from './use-navigator'
import { type TextBookmarks, useTextBookmarks } from './use-text-bookmarks'
import { useTextKeys } from './use-text-keys'

interface OpenTextProps {
  book: Schemas['Book']
  opened: Opened
  settings: Settings
  reader: ReturnType<typeof useReaderSettings>
  incognito: boolean
}

export function OpenText(props: OpenTextProps) {
  const { book, opened, settings, reader, incognito } = props
  const stage = useRef<HTMLDivElement>(null)
  const neighbours = useNeighbours(book.id, incognito)
  const bookmarks = useTextBookmarks(book.id)
  const view = useView(props, { stage, neighbours, bookmarks })
  const { place, panel, edge, colours } = view
  const neighbour = edge === 'end' ? neighbours.adjacent?.next : neighbours.adjacent?.prev
  return (
    <div
      className={styles.reader}
      data-panel={panel ?? undefined}
      style={{ ...inks(colours), color: colours.text }}
    >
      {view.hasBars && (
        <TextTopBar
          {...{ book, incognito, panel, toggle: view.toggle, onBookmark: view.bookmark }}
          onLeave={neighbours.leave}
        />
      )}
      <main className={styles.place} tabIndex={-1}>
        <div ref={stage} className={text.stage} hidden={edge !== null} />
        {!place && !view.failure && <Loading />}
        {view.failure !== undefined && <ErrorState error={view.failure} />}
        {edge && <EndCard at={edge} {...{ book, neighbour, incognito }} />}
      </main>
      {view.hasBars && place && (
        <TextBottomBar {...{ place, direction: view.direction }} onFraction={view.goToFraction} />
      )}
      <TextSidePanel
        {...{ panel, settings, reader, opened, place, bookmarks }}
        onClose={view.closePanel}
        onHref={view.goToHref}
        onTarget={view.goToTarget}
        onLocator={view.goToLocator}
      />
    </div>
  )
}

/** The reader's own colours come from the paper that was chosen. */
const inks = ({ background, text: ink }: { background: string; text: string }) =>
  ({ '--reader-bg': background, '--text-2': ink }) as React.CSSProperties

interface Parts {
  readonly stage: React.RefObject<HTMLDivElement | null>
  readonly neighbours: ReturnType<typeof useNeighbours>
  readonly bookmarks: TextBookmarks
}

/** What is shown, where one is, and what keys and taps do. */
function useView(
  { book, opened, settings, incognito }: OpenTextProps,
  { stage, neighbours, bookmarks }: Parts,
) {
  const [place, setPlace] = useState<Place>()
  const [hasBars, setBars] = useState(true)
  const [panel, setPanel] = useState<TextPanel>(null)
  const keep = useKept(incognito ? null : book.id)
  const { edge, turn, leaveEdge } = useTurning(place, neighbours.open)
  const direction = opened.book.dir ?? 'ltr'
  const toggle = (next: TextPanel) => setPanel((open) => (open === next ? null : next))
  const bookmark = () => place && bookmarks.add(place.locator)
  // Opening a book, and laying it out anew, is not reading it: a finished one would begin anew.
  const hasActed = useRef(false)
  const go = (way: Way) => {
    hasActed.current = true
    turn(navigator, way)
  }
  const goToFraction = (fraction: number) => moving(() => navigator?.goToFraction(fraction))
  const leave = () => (panel ? setPanel(null) : neighbours.leave())
  const onKey = useTextKeys({ direction, turn: go, toggle, bookmark, leave, goToFraction })
  const { navigator, failure, colours } = useNavigator(stage, opened, settings, {
    onPlace(next) {
      setPlace(next)
      hasActed.current ||= next.isMove
      keep(next, hasActed.current)
    },
    onKey,
    onTap(x, y) {
      const box = stage.current?.getBoundingClientRect() ?? new DOMRect()
      const rules = { direction, zones: settings['reader.tapZones'] }
      const zone = zoneAt({ x: x - box.x, y: y - box.y }, box, rules)
      if (zone === 'controls' || settings['epub.flow'] === 'scrolled') setBars((shown) => !shown)
      else go(zone)
    },
  })
  const moving = (move: () => Promise<void> | undefined) => {
    hasActed.current = true
    leaveEdge()
    void move()
  }
  const goToHref = (href: string) => moving(() => navigator?.goToHref(href))
  const goToTarget = (target: Target) => moving(() => navigator?.goToTarget(target))
  const goToLocator = (locator: Locator) => moving(() => navigator?.goToLocator(locator))
  const closePanel = () => setPanel(null)
  const shown = { place, hasBars, panel, edge, direction, failure, colours }
  return { ...shown, toggle, closePanel, bookmark, goToFraction, goToHref, goToTarget, goToLocator }
}

/** The place goes to the server; the chapter is said to those who do not see it. */
function useKept(bookId: string | null) {
  const send = usePlaceKept(bookId && `api/v1/books/${bookId}/progression`)
  return useCallback(
    ({ locator, chapter, fraction }: Place, isRead: boolean) => {
      const words = { percent: formatPercent(fraction), chapter: chapter?.label ?? '' }
      announce(t('{chapter}, {percent} of the book', words))
      if (isRead) send({ modified: new Date().toISOString(), locator })
    },
    [send],
  )
}

/** Past an end of the book stands its neighbour, which only a second gesture opens. */
function useTurning(place: Place | undefined, open: (to: 'next-book' | 'previous-book') => void) {
  const [edge, setEdge] = useState<'start' | 'end' | null>(null)
  const isAtEnd = place?.isAtEnd ?? false
  const isAtStart = place?.isAtStart ?? false
  const latest = useRef({ edge, isAtEnd, isAtStart })
  useEffect(() => {
    latest.current = { edge, isAtEnd, isAtStart }
  })
  const turn = useCallback(
    (
      navigator: { forward(): Promise<void>; back(): Promise<void> } | undefined,
      way: 'forward' | 'back',
    ) => {
      const now = latest.current
      const [ahead, behind] =
        way === 'forward' ? (['end', 'start'] as const) : (['start', 'end'] as const)
      if (now.edge === ahead) return open(way === 'forward' ? 'next-book' : 'previous-book')
      if (now.edge === behind) return setEdge(null)
      if (way === 'forward' ? now.isAtEnd : now.isAtStart) return setEdge(ahead)
      void (way === 'forward' ? navigator?.forward() : navigator?.back())
    },
    [open],
  )
  return { edge, turn, leaveEdge: () => setEdge(null) }
}
