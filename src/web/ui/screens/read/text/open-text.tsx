/** An open e-book: the text, the bars around it, and what opens beside it. */
import { useRef, useState } from 'react'
import type { Schemas } from '../../../api/client'
import { ErrorState, Loading } from '../../../components/states'
import { formatPercent, t } from '../../../i18n/i18n'
import { EndCard } from '../end-card'
import { Elsewhere } from '../notices'
import { type Way, zoneAt } from '../pages/engine/turning'
import styles from '../reader.module.css'
import { useNeighbours } from '../use-neighbours'
import type { Settings, useReaderSettings } from '../use-reader-settings'
import { LatePart } from './late-part'
import { TextBottomBar, TextTopBar } from './bars'
import type { Target } from './engine/book'
import type { Locator } from './engine/locator'
import type { Navigator, Opened, Place } from './engine/navigator'
import { type TextPanel, TextSidePanel } from './side-panel'
import text from './text.module.css'
import { useNavigator } from './use-navigator'
import { type TextBookmarks, useTextBookmarks } from './use-text-bookmarks'
import { useTextKeys } from './use-text-keys'
import { useTextPlace } from './use-text-place'
import { useTurning } from './use-turning'

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
      <Elsewhere
        place={view.elsewhere}
        words={elsewhereWords}
        onGo={view.goToLocator}
        onStay={view.stay}
      />
      <LatePart arrivals={opened.arrivals} />
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

const elsewhereWords = ({ locations: { totalProgression } }: Locator) =>
  t('On another device you are at {percent} of the book.', {
    percent: formatPercent(totalProgression ?? 0),
  })

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
  { book, opened, stored, settings, incognito }: OpenTextProps,
  { stage, neighbours, bookmarks }: Parts,
) {
  const [place, setPlace] = useState<Place>()
  const [hasBars, setBars] = useState(true)
  const [panel, setPanel] = useState<TextPanel>(null)
  const { keep, elsewhere, stay } = useTextPlace(
    { book: incognito ? null : book.id, stored },
    place,
  )
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
  const moving = (move: (navigator: Navigator) => Promise<void>) => {
    hasActed.current = true
    leaveEdge()
    if (navigator) void move(navigator)
  }
  const moves = movesOf(moving)
  const leave = () => (panel ? setPanel(null) : neighbours.leave())
  const onKey = useTextKeys({ direction, turn: go, toggle, bookmark, leave, ...moves })
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
  const closePanel = () => setPanel(null)
  const shown = { place, hasBars, panel, edge, direction, failure, colours, elsewhere, stay }
  return { ...shown, ...moves, toggle, closePanel, bookmark }
}

const movesOf = (moving: (move: (navigator: Navigator) => Promise<void>) => void) => ({
  goToFraction: (fraction: number) => moving((navigator) => navigator.goToFraction(fraction)),
  goToHref: (href: string) => moving((navigator) => navigator.goToHref(href)),
  goToTarget: (target: Target) => moving((navigator) => navigator.goToTarget(target)),
  goToLocator: (locator: Locator) => moving((navigator) => navigator.goToLocator(locator)),
})
