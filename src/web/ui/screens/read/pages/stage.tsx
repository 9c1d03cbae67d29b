/** One spread on the screen, turned like a page. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Schemas } from '../../../api/client'
import { Button } from '../../../components/button'
import { classes } from '../../../components/class-names'
import { RefreshIcon, WarningIcon } from '../../../components/icons'
import { Loading } from '../../../components/states'
import { t } from '../../../i18n/i18n'
import type { Settings } from '../use-reader-settings'
import type { Size, Spread } from './engine/model'
import type { Way, Zone } from './engine/turning'
import { fitted, type View } from './engine/zoom'
import type { PageImages } from './images'
import styles from './stage.module.css'
import { useGestures } from './use-gestures'
import { type Shown, useImages } from './use-images'
import type { Reading } from './use-reading'

interface StageProps {
  pages: readonly Schemas['BookPage'][]
  reading: Reading
  settings: Settings
  stage: Size
  act(zone: Zone): void
  /** Where the keyboard reaches what only the stage knows: zoom, and scrolling before a turn. */
  handle: React.RefObject<StageHandle | null>
}

export interface StageHandle {
  zoomBy(factor: number): void
  resetZoom(): void
  /** Scrolls a spread that is higher than the stage; false when it is at its end. */
  scroll(way: Way): boolean
}

export function Stage({ pages, reading, settings, stage, act, handle }: StageProps) {
  const element = useRef<HTMLDivElement>(null)
  const quality = settings['reader.quality']
  const { shown, isWaiting, retry } = useImages(pages, reading, { stage, quality })
  const content = shown ? contentSize(shown.spread, shown.images, { stage, settings }) : stage
  const key = shown?.spread.map(({ number }) => number).join('-') ?? ''
  const { view, handlers, zoomBy, resetZoom } = useGestures(
    element,
    {
      stage,
      content,
      direction: settings['reader.direction'],
      zones: settings['reader.tapZones'],
      act,
    },
    key,
  )
  useEffect(() => {
    handle.current = {
      zoomBy,
      resetZoom,
      scroll: (way) => view.scale === 1 && scrollBy(element.current, way),
    }
  })
  useLayoutEffect(() => {
    element.current?.scrollTo(0, 0)
  }, [key])
  return (
    <div
      ref={element}
      className={classes(styles.stage, view.scale > 1 && styles.zoomed)}
      data-page={reading.page}
      {...handlers}
    >
      {shown && !shown.failed && (
        <Sheets {...{ shown, content, view, settings }} total={pages.length} />
      )}
      {shown?.failed && !isWaiting && <Unreadable retry={retry} />}
      {(!shown || isWaiting) && (
        <div className={styles.waiting}>
          <Loading />
        </div>
      )}
    </div>
  )
}

interface SheetsProps {
  shown: Shown
  /** Before zoom. */
  content: Size
  view: View
  settings: Settings
  total: number
}

const Sheets = ({ shown, content, view, settings, total }: SheetsProps) => (
  <div
    className={classes(styles.spread, settings['reader.direction'] === 'rtl' && styles.rtl)}
    style={{
      width: content.width,
      height: content.height,
      transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
      filter: filterOf(settings),
    }}
  >
    {shown.spread.map(({ number }) => (
      <PageImage key={number} number={number} images={shown.images} total={total} />
    ))}
  </div>
)

interface PageImageProps {
  number: number
  total: number
  images: PageImages
}

/** Takes the decoded picture itself: another element of the same address might blink. */
function PageImage({ number, total, images }: PageImageProps) {
  const place = useRef<HTMLSpanElement>(null)
  const words = t('Page {number} of {total}', { number, total })
  useLayoutEffect(() => {
    const image = images.get(number)
    image.alt = words
    place.current?.replaceChildren(image)
  }, [images, number, words])
  return <span ref={place} className={styles.page} />
}

const Unreadable = ({ retry }: { retry: () => void }) => (
  <div className={styles.unreadable} role="alert">
    <WarningIcon size={32} />
    <p>{t('This page could not be shown.')}</p>
    <Button icon={RefreshIcon} onClick={retry}>
      {t('Try again')}
    </Button>
  </div>
)

function contentSize(
  spread: Spread,
  images: PageImages,
  { stage, settings }: { stage: Size; settings: Settings },
): Size {
  // Pages of one spread are scaled to one height, as they lie beside each other.
  const sizes = spread.map(({ number, width, height }) => {
    const { naturalWidth, naturalHeight } = images.get(number)
    return { width: width ?? naturalWidth, height: height ?? naturalHeight }
  })
  const height = Math.max(1, ...sizes.map((size) => size.height))
  const width = sizes.reduce(
    (sum, size) => sum + (size.width * height) / Math.max(1, size.height),
    0,
  )
  return fitted({ width, height }, stage, settings['reader.fit'])
}

function filterOf(settings: Settings) {
  const { 'reader.brightness': brightness, 'reader.contrast': contrast } = settings
  const parts = [
    brightness !== 100 && `brightness(${brightness}%)`,
    contrast !== 100 && `contrast(${contrast}%)`,
    settings['reader.grayscale'] && 'grayscale(1)',
    settings['reader.invert'] && 'invert(1)',
  ]
  return parts.filter(Boolean).join(' ') || undefined
}

function scrollBy(element: HTMLElement | null, way: Way) {
  if (!element) return false
  const { scrollTop, scrollHeight, clientHeight } = element
  const rest = way === 'forward' ? scrollHeight - clientHeight - scrollTop : scrollTop
  if (rest < 4) return false
  element.scrollBy({ top: (way === 'forward' ? 0.85 : -0.85) * clientHeight })
  return true
}
