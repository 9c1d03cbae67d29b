/** Pages one below the other, as one long strip. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Schemas } from '../../../api/client'
import { classes } from '../../../components/class-names'
import { t } from '../../../i18n/i18n'
import type { Settings } from '../use-reader-settings'
import type { Size } from './engine/model'
import { pageInView, pageRead, type Placed } from './engine/scrolling'
import type { Way } from './engine/turning'
import { addressOfPage } from './images'
import styles from './strip.module.css'

export interface StripHandle {
  scroll(way: Way): void
  goToPage(number: number): void
}

interface StripProps {
  pages: readonly Schemas['BookPage'][]
  settings: Settings
  stage: Size
  startPage: number
  onPage(inView: number, read: number): void
  onTap(): void
  handle: RefObject<StripHandle | null>
  /** What stands below the last page. */
  end: React.ReactNode
}

export function Strip({
  pages,
  settings,
  stage,
  startPage,
  onPage,
  onTap,
  handle,
  end,
}: StripProps) {
  const element = useRef<HTMLDivElement>(null)
  const width = stripWidth(settings, stage)
  usePlaces(element, { startPage, width, onPage })
  useEffect(() => {
    handle.current = {
      scroll: (way) =>
        element.current?.scrollBy({
          top: (way === 'forward' ? 0.85 : -0.85) * stage.height,
          behavior: settings['reader.animation'] === 'none' ? 'instant' : 'smooth',
        }),
      goToPage: (number) => pageElement(element.current, number)?.scrollIntoView(),
    }
  })
  return (
    <div ref={element} className={styles.strip} onClick={onTap} role="presentation">
      <Sheets {...{ pages, settings, startPage, width }} />
      {end}
    </div>
  )
}

type SheetsProps = Pick<StripProps, 'pages' | 'settings' | 'startPage'> & { width: number }

/** Sizes are known before a picture is: nothing moves when it comes. */
function Sheets({ pages, settings, startPage, width }: SheetsProps) {
  const [first] = useState(startPage)
  const quality = settings['reader.quality']
  const screenWidth = width * devicePixelRatio
  return (
    <div
      className={classes(styles.pages, settings['reader.mode'] === 'webtoon' && styles.seamless)}
      style={{ width, gap: gapOf(settings) }}
    >
      {pages.map((page) => (
        <img
          key={page.id}
          src={addressOfPage(page, { quality, screenWidth })}
          width={page.width ?? 1000}
          height={page.height ?? 1500}
          loading={Math.abs(page.pageNumber - first) < 2 ? 'eager' : 'lazy'}
          decoding="async"
          data-page={page.pageNumber}
          alt={t('Page {number} of {total}', { number: page.pageNumber, total: pages.length })}
        />
      ))}
    </div>
  )
}

const gapOf = (settings: Settings) =>
  settings['reader.mode'] === 'webtoon' ? 0 : Math.max(settings['reader.gap'], 8)

/** On a phone the strip is as wide as the screen, whatever share was chosen at a desk. */
function stripWidth(settings: Settings, stage: Size) {
  if (stage.width < 700) return stage.width
  return Math.round((stage.width * settings['reader.width']) / 100)
}

interface Places {
  readonly startPage: number
  readonly width: number
  onPage(inView: number, read: number): void
}

/** Begins at a page, holds on to it when widths change, and tells which page one is at. */
function usePlaces(element: RefObject<HTMLDivElement | null>, places: Places) {
  const { width, onPage } = places
  const at = useRef(places.startPage)
  const telling = useRef(onPage)
  telling.current = onPage
  useEffect(() => {
    pageElement(element.current, at.current)?.scrollIntoView()
  }, [element, width])
  useEffect(() => {
    const { current } = element
    let frame = 0
    const look = () => {
      frame = 0
      if (!current) return
      const placed = placesOf(current)
      at.current = pageInView(placed, current.scrollTop, current.clientHeight)
      telling.current(at.current, pageRead(placed, current.scrollTop, current.clientHeight))
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(look)
    }
    current?.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      current?.removeEventListener('scroll', onScroll)
    }
  }, [element])
}

function placesOf(strip: HTMLElement): Placed[] {
  const pages = strip.querySelectorAll<HTMLImageElement>('img[data-page]')
  return [...pages].map((page) => ({
    number: Number(page.dataset['page']),
    top: page.offsetTop,
    height: page.offsetHeight,
  }))
}

const pageElement = (strip: HTMLElement | null, number: number) =>
  strip?.querySelector(`img[data-page="${number}"]`)
