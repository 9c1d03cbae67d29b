/** The pages of a spread on the stage. */
import {
  type CSSProperties,
  type RefObject,
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { buildUrl, type Schemas } from '../../../../api/client'
import { classes } from '../../../../components/class-names'
import { t } from '../../../../i18n/i18n'
import type { Settings } from '../../hooks/use-reader-settings'
import type { Size } from '../engine/model'
import { type Borders, getCroppedSize, noBorders } from '../engine/images/crop-borders'
import type { Way } from '../engine/turn-page'
import { type Part, partWithin, getRotatedSize } from '../engine/wide-pages'
import { fitted, unzoomed, type View } from '../engine/zoom'
import { getFilter } from '../images/image-filter'
import { PageLayersContext } from '../pdf/layer/page-layers'
import styles from './stage.module.css'
import type { Shown } from '../images/use-images'

interface SheetsProps {
  shown: Shown
  part: Part
  /** Size before zoom. */
  content: Size
  /** null for a spread that is preloaded and not visible. */
  view: View | null
  settings: Settings
  pages: readonly Schemas['BookPage'][]
  way: Way
}

export function SpreadPages({ shown, part, content, view, settings, pages, way }: SheetsProps) {
  const { scale, x, y } = view ?? unzoomed
  const isRtl = settings['reader.direction'] === 'rtl'
  const element = useRef<HTMLDivElement>(null)
  useSharpRedraw(element, scale)
  return (
    <div
      ref={element}
      className={classes(
        styles.spread,
        isRtl && styles.rtl,
        part === 'turned' && styles.turned,
        !view && styles.ahead,
      )}
      data-turn={view ? getTurn(settings, way) : undefined}
      aria-hidden={!view}
      style={{
        width: content.width,
        height: content.height,
        transform: `translate(${x}px, ${y}px) scale(${scale})`,
        filter: getFilter(settings),
        ...(part === 'turned' && turnedStyle(content)),
      }}
    >
      {shown.spread.map(({ number }, place) => (
        <PageImage
          key={number}
          image={shown.pictures[place]}
          page={pages[number - 1]}
          words={view ? t('Page {number} of {total}', { number, total: pages.length }) : ''}
          share={getShare(shown, place)}
          borders={partWithin(shown.borders?.[place] ?? noBorders, part)}
          isEnlarged={scale > 1.2}
          isVisible={view !== null}
        />
      ))}
    </div>
  )
}

const gestureEndMs = 160

/**
 * With `will-change`, the browser scales a bitmap. Removing the property after the gesture makes
 * the browser draw the page sharply again.
 */
function useSharpRedraw(element: RefObject<HTMLElement | null>, scale: number) {
  useEffect(() => {
    const { current } = element
    if (!current || scale === 1) return
    const timer = setTimeout(() => (current.style.willChange = 'auto'), gestureEndMs)
    return () => {
      clearTimeout(timer)
      current.style.willChange = ''
    }
  }, [element, scale])
}

/** Returns the turn animation with its direction, or undefined if it is disabled. */
function getTurn(settings: Settings, way: Way) {
  const { 'reader.animation': animation, 'reader.direction': direction } = settings
  if (animation !== 'slide') return animation === 'fade' ? 'fade' : undefined
  if (direction === 'ttb') return way === 'forward' ? 'from-below' : 'from-above'
  return (way === 'forward') === (direction === 'ltr') ? 'from-right' : 'from-left'
}

interface PageImageProps {
  image: HTMLImageElement | undefined
  page: Schemas['BookPage'] | undefined
  words: string
  /** Fraction of the spread width. */
  share: number
  borders: Borders
  isEnlarged: boolean
  isVisible: boolean
}

/**
 * Inserts the decoded image element itself, because a new element with the same URL might flicker.
 */
function PageImage({ image, page, words, share, borders, ...shown }: PageImageProps) {
  const { isEnlarged, isVisible } = shown
  const { Layer, onPicture } = useContext(PageLayersContext)
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (image && image.parentElement !== place.current) place.current?.replaceChildren(image)
  }, [image])
  useLayoutEffect(() => {
    if (image) image.alt = words
  }, [image, words])
  useSharper(image, page, isEnlarged)
  const isShown = isVisible && image !== undefined
  useEffect(() => {
    if (isShown && page) onPicture(page.pageNumber)
  }, [isShown, onPicture, page])
  return (
    <span
      className={styles.page}
      style={{ ...cutStyle(borders), '--share': `${share * 100}%` } as CSSProperties}
    >
      <span ref={place} />
      {Layer && page && isShown && (
        <Suspense>
          <Layer page={page} isOnScreen />
        </Suspense>
      )}
    </span>
  )
}

/**
 * When zoomed, replaces the image with the original, because the image for the screen size would be
 * blurry.
 */
function useSharper(
  image: HTMLImageElement | undefined,
  page: Schemas['BookPage'] | undefined,
  isEnlarged: boolean,
) {
  useEffect(() => {
    if (!isEnlarged || !page || !image?.src.includes('?width=')) return
    const whole = new Image()
    whole.src = buildUrl(`api/v1/books/${page.bookId}/pages/${page.pageNumber}`)
    let isWanted = true
    const replace = () => {
      if (isWanted) image.src = whole.src
    }
    // Keeps the current image if the browser cannot decode the original.
    whole.decode().then(replace, () => undefined)
    return () => {
      isWanted = false
    }
  }, [image, page, isEnlarged])
}

/** Sets the page size before rotation. */
const turnedStyle = ({ width, height }: Size) =>
  ({ '--page-width': `${height}px`, '--page-height': `${width}px` }) as CSSProperties

/** The image extends beyond its frame by the cropped borders. */
function cutStyle({ left, right, top, bottom }: Borders) {
  const [across, down] = [1 - left - right, 1 - top - bottom]
  return {
    '--cut-width': `${100 / across}%`,
    '--cut-height': `${100 / down}%`,
    '--cut-left': `${(-100 * left) / across}%`,
    '--cut-top': `${(-100 * top) / down}%`,
  } as CSSProperties
}

/** Pages in a spread are scaled to the same height. */
function getSizes({ spread, pictures, borders }: Shown, part: Part = 'whole'): Size[] {
  const sizes = spread.map(({ width, height }, place) => {
    const { naturalWidth = 1, naturalHeight = 1 } = pictures[place] ?? {}
    const whole = { width: width ?? naturalWidth, height: height ?? naturalHeight }
    return getCroppedSize(whole, partWithin(borders?.[place] ?? noBorders, part))
  })
  const height = Math.max(1, ...sizes.map((size) => size.height))
  return sizes.map((size) => ({ width: (size.width * height) / Math.max(1, size.height), height }))
}

const getShare = (shown: Shown, place: number) => {
  const sizes = getSizes(shown)
  return (sizes[place]?.width ?? 0) / Math.max(1, getWidth(sizes))
}

const getWidth = (sizes: readonly Size[]) => sizes.reduce((sum, { width }) => sum + width, 0)

export function contentSize(
  shown: Shown,
  { part, stage, settings }: { part: Part; stage: Size; settings: Settings },
): Size {
  const sizes = getSizes(shown, part)
  const content = { width: getWidth(sizes), height: sizes[0]?.height ?? 1 }
  return fitted(getRotatedSize(content, part), stage, settings['reader.fit'])
}
