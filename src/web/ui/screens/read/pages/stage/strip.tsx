/** Pages as one vertical strip. */
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Schemas } from '../../../../api/client'
import { classes } from '../../../../components/class-names'
import type { Settings } from '../../hooks/use-reader-settings'
import type { Size } from '../engine/model'
import { pageInView, pageRead, type Placed, type StripLayout } from '../engine/scrolling'
import type { Way } from '../engine/turn-page'
import { getFilter } from '../images/image-filter'
import { scrollOn } from './scroll-on'
import { StripPages } from './strip-pages'
import styles from './strip.module.css'
import { hasSelection } from './use-taps-and-swipes'

export interface StripHandle {
  /** Returns false at the end. */
  scroll(way: Way): boolean
  goToPage(number: number): void
}

interface StripProps {
  pages: readonly Schemas['BookPage'][]
  settings: Settings
  stage: Size
  /** The current page. When mounted, the initial page. */
  page: number
  /** Initial scroll position in pixels, instead of the start of the page. */
  startTop: number | undefined
  onPage(inView: number, read: number): void
  onTap(): void
  handle: RefObject<StripHandle | null>
  /** Content below the last page. */
  end: React.ReactNode
}

export function Strip(props: StripProps) {
  const { pages, settings, stage, page, startTop, onPage, onTap, handle, end } = props
  const element = useRef<HTMLDivElement>(null)
  const width = stripWidth(settings, stage)
  useDestinations(element, { startPage: page, startTop, width, onPage })
  useLayoutEffect(() => {
    handle.current = {
      scroll: (way) => scrollOn(element.current, way),
      goToPage: (number) => showPage(element.current, number),
    }
  })
  return (
    <div
      ref={element}
      className={styles.strip}
      data-smooth={settings['reader.animation'] !== 'none' || undefined}
      onClick={() => {
        if (!hasSelection()) onTap()
      }}
      role="presentation"
    >
      <div
        className={classes(styles.pages, settings['reader.mode'] === 'webtoon' && styles.seamless)}
        style={{ width, gap: getGap(settings), filter: getFilter(settings) }}
      >
        <StripPages
          pages={pages}
          page={page}
          quality={settings['reader.quality']}
          screenWidth={width * devicePixelRatio}
        />
      </div>
      {end}
    </div>
  )
}

/** No gap for webtoons, which are one drawing cut into pages. */
const getGap = (settings: Settings) =>
  settings['reader.mode'] === 'webtoon' ? 0 : settings['reader.gap']

/** In windows narrower than this, in pixels, the width of the strip cannot be set. */
export const phoneWidth = 700

/** On a phone, the strip fills the screen, regardless of the saved width. */
export function stripWidth(settings: Settings, stage: Size) {
  if (stage.width < phoneWidth) return stage.width
  return Math.round((stage.width * settings['reader.width']) / 100)
}

interface Places {
  readonly startPage: number
  readonly startTop: number | undefined
  readonly width: number
  onPage(inView: number, read: number): void
}

/** Starts at a page, stays there when the width changes, and reports the current page. */
function useDestinations(element: RefObject<HTMLDivElement | null>, places: Places) {
  const { startTop, width, onPage } = places
  const at = useRef<Spot>({ page: places.startPage, share: null })
  const latestOnPage = useRef(onPage)
  latestOnPage.current = onPage
  // Scroll position that this code has set, as long as the user has not scrolled. It does not count
  // as an action of the user.
  const ownTop = useRef<number>(undefined)
  const first = useRef(startTop)
  useLayoutEffect(() => {
    const top = first.current
    first.current = undefined
    // The user already scrolled to this position in the strip of the previous chapter.
    if (top !== undefined) return element.current?.scrollTo({ top, behavior: 'instant' })
    showSpot(element.current, at.current)
    ownTop.current = element.current?.scrollTop
  }, [element, width])
  useLayoutEffect(() => {
    const { current } = element
    let frame = 0
    const measure = () => {
      frame = 0
      if (!current || current.scrollTop === ownTop.current) return
      ownTop.current = undefined
      const placed = getStripLayout(current)
      const { scrollTop, clientHeight } = current
      const page = pageInView(placed, scrollTop, clientHeight)
      at.current = { page, share: shareAt(placed.at(page - 1), scrollTop + clientHeight / 2) }
      latestOnPage.current(page, pageRead(placed, scrollTop, clientHeight))
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(measure)
    }
    current?.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      current?.removeEventListener('scroll', onScroll)
    }
  }, [element])
}

/** The point in the middle of the window. */
interface Spot {
  readonly page: number
  /** Fraction of the page's height, from 0 to 1, or null at the start of the page. */
  readonly share: number | null
}

const shareAt = (page: Placed | undefined, middle: number) =>
  page ? (middle - page.top) / Math.max(1, page.height) : null

function showSpot(strip: HTMLElement | null, { page, share }: Spot) {
  const placed = strip && share !== null ? getStripLayout(strip).at(page - 1) : undefined
  if (!strip || !placed || share === null) return showPage(strip, page)
  const top = placed.top + share * placed.height - strip.clientHeight / 2
  strip.scrollTo({ top, behavior: 'instant' })
}

/** Measures pages only on demand, because a strip may have thousands of them. */
function getStripLayout(strip: HTMLElement): StripLayout {
  const pages = strip.querySelectorAll<HTMLElement>('[data-page]')
  return {
    length: pages.length,
    at(index) {
      const page = pages[index]
      return page && { number: index + 1, top: page.offsetTop, height: page.offsetHeight }
    },
  }
}

function showPage(strip: HTMLElement | null, number: number) {
  strip?.querySelector(`[data-page="${number}"]`)?.scrollIntoView({ behavior: 'instant' })
}
