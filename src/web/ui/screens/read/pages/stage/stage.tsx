/** A single spread, with page turning. */
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Schemas } from '../../../../api/client'
import { classes } from '../../../../components/class-names'
import { WarningIcon } from '../../../../components/icons'
import { Loading } from '../../../../components/feedback/states'
import { scrollOn } from './scroll-on'
import type { Settings } from '../../hooks/use-reader-settings'
import { OpeningBook } from '../../opening-book'
import type { Direction, Size } from '../engine/model'
import type { Way, Zone } from '../engine/turn-page'
import type { Part } from '../engine/wide-pages'
import type { View } from '../engine/zoom'
import reader from '../../reader.module.css'
import styles from './stage.module.css'
import { PageProblem } from './page-problem'
import { useGestures } from './use-gestures'
import { contentSize, SpreadPages } from './spread-pages'
import { getImageKey, type Shown, useImages } from '../images/use-images'
import type { Reading } from '../use-page-turns'

interface StageProps {
  pages: readonly Schemas['BookPage'][]
  reading: Reading
  settings: Settings
  stage: Size
  act(zone: Zone): void
  /** Functions of the stage for the keyboard: zooming, and scrolling before turning the page. */
  handle: RefObject<StageHandle | null>
}

export interface StageHandle {
  zoomBy(factor: number): void
  resetZoom(): void
  /** Scrolls a spread that is taller than the stage. Returns false if it cannot scroll further. */
  scroll(way: Way): boolean
}

export function Stage({ pages, reading, settings, stage, act, handle }: StageProps) {
  const element = useRef<HTMLDivElement>(null)
  const { shown, beside, isWaiting, retry } = useImages(pages, reading, settings)
  const getPart = useParts(reading, shown, isWaiting)
  const getSize = (each: Shown) => contentSize(each, { part: getPart(each), stage, settings })
  const isShown = shown && !shown.failed
  const content = isShown ? getSize(shown) : stage
  const key = shown ? `${getImageKey(shown.spread)} ${getPart(shown)}` : ''
  const direction = settings['reader.direction']
  const ways = { direction, zones: settings['reader.tapZones'], act, turn: reading.go }
  const gestures = useGestures(element, { stage, content, ...ways }, key)
  const { view, handlers, zoomBy, resetZoom } = gestures
  useLayoutEffect(() => {
    handle.current = {
      zoomBy,
      resetZoom,
      // Compares computed sizes, because the layout may be one frame late: a new notice above
      // briefly leaves the stage too short for its page.
      scroll: (way) =>
        view.scale === 1 && content.height > stage.height && scrollOn(element.current, way),
    }
  })
  useBeginning(element, key, direction)
  return (
    <div
      ref={element}
      className={classes(styles.stage, view.scale > 1 && styles.zoomed)}
      data-page={reading.page}
      style={{ touchAction: panning(content, stage, view.scale) }}
      {...handlers}
    >
      <AllSheets
        settings={settings}
        pages={pages}
        getPart={getPart}
        getSize={getSize}
        view={view}
        shown={isShown && shown}
        beside={beside}
        way={reading.way}
      />
      <Status shown={shown} isWaiting={isWaiting} retry={retry} bookId={pages[0]?.bookId} />
    </div>
  )
}

interface AllSheetsProps extends Pick<StageProps, 'pages' | 'settings'> {
  shown: Shown | false | undefined
  beside: readonly Shown[]
  view: View
  way: Way
  getPart(shown: Shown): Part
  getSize(shown: Shown): Size
}

/** The current and the preloaded spreads. */
const AllSheets = ({ shown, beside, getPart, getSize, view, ...rest }: AllSheetsProps) =>
  inOrder([...(shown ? [shown] : []), ...beside]).map((each) => (
    <SpreadPages
      key={getImageKey(each.spread)}
      {...rest}
      shown={each}
      part={getPart(each)}
      content={getSize(each)}
      view={each === shown ? view : null}
    />
  ))

/** Keeps the order in the DOM stable, because a moved image may flicker. */
const inOrder = (sheets: readonly Shown[]) =>
  sheets.toSorted((a, b) => a.spread[0].number - b.spread[0].number)

/** Keeps the current spread and its visible part until the next spread has been decoded. */
function useParts({ part, firstPartOf }: Reading, shown: Shown | undefined, isWaiting: boolean) {
  const last = useRef(part)
  if (!isWaiting) last.current = part
  const seen = last.current
  return (each: Shown) => (each === shown ? seen : firstPartOf(each.spread))
}

/** A spread that is larger than the stage starts at the corner where reading begins. */
function useBeginning(
  element: RefObject<HTMLElement | null>,
  spreadKey: string,
  direction: Direction,
) {
  useLayoutEffect(() => {
    const { current } = element
    current?.scrollTo(direction === 'rtl' ? current.scrollWidth : 0, 0)
  }, [element, spreadKey, direction])
}

/** Returns the `touch-action`: the browser scrolls, and the stage handles other gestures. */
function panning(content: Size, stage: Size, scale: number) {
  if (scale > 1) return 'none'
  const ways = [content.width > stage.width && 'pan-x', content.height > stage.height && 'pan-y']
  return ways.filter(Boolean).join(' ') || 'none'
}

interface StatusProps {
  shown: Shown | undefined
  isWaiting: boolean
  retry(): void
  bookId: string | undefined
}

/** Shown while the current page is not displayed: the cover, a loading indicator or an error. */
function Status({ shown, isWaiting, retry, bookId = '' }: StatusProps) {
  if (!shown) return <OpeningBook id={bookId} />
  if (isWaiting) return <Waiting />
  return shown.failed && <Unreadable bookId={bookId} retry={retry} page={shown.spread[0].number} />
}

const Waiting = () => (
  <div className={styles.waiting}>
    <Loading />
  </div>
)

interface UnreadableProps {
  bookId: string
  page: number
  retry(): void
}

const Unreadable = (props: UnreadableProps) => (
  <div className={classes(styles.unreadable, reader.onPaper)} role="alert">
    <WarningIcon size={32} />
    <PageProblem {...props} />
  </div>
)
