import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { Schemas } from '../../../../api/client'
import { hasUnsavedProgress } from '../../../../state/progress/save-progress'
import type { Settings } from '../../hooks/use-reader-settings'
import type { Spread } from '../engine/model'
import { PageLayersContext } from '../pdf/layer/page-layers'
import { isSlowConnection, pagesToKeep } from '../engine/images/preload'
import { spreadsToDecode } from '../engine/images/decode-order'
import { type Borders, alignCrops } from '../engine/images/crop-borders'
import { widthOnScreen } from '../engine/images/image-width'
import { buildPageUrl, PageImages } from './page-images'
import type { Reading } from '../use-page-turns'

/** A spread whose images are decoded or failed. */
export interface Shown {
  readonly spread: Spread
  /** In the order of the spread. */
  readonly pictures: readonly HTMLImageElement[]
  readonly images: PageImages
  readonly failed: boolean
  /** Crop of each page, if any. */
  readonly borders: readonly Borders[] | null
}

/**
 * Loads and decodes the images of the current and adjacent spreads. The last spread is kept until
 * the next one is decoded, to avoid flicker. `isWaiting` is true until then.
 */
export function useImages(
  pages: readonly Schemas['BookPage'][],
  reading: Reading,
  settings: Settings,
) {
  const { spreads, index, way } = reading
  const { 'reader.preload': preload, 'reader.trim': isTrimmed } = settings
  const ahead = isSlowConnection() ? Math.min(preload, 1) : preload
  const images = usePictures(pages, reading.hasPairs, settings)
  const kept = useMemo(
    () => pagesToKeep(spreads, index, { way, ahead }),
    [spreads, index, way, ahead],
  )
  useEffect(() => images.keep(kept), [images, kept])
  const wanted = useMemo(
    () => spreadsToDecode(spreads, index, { way, kept }),
    [spreads, index, way, kept],
  )
  const { decoded, retry } = useDecoded(images, wanted, isTrimmed)
  const { onPage } = useContext(PageLayersContext)
  const first = spreads[index]?.[0]?.number
  useEffect(() => {
    if (first !== undefined) onPage(first)
  }, [first, onPage])
  const current = decoded.find(({ spread }) => spread === spreads[index])
  const isCurrentLoaded = current !== undefined
  // Other pages wait until the current spread has loaded, so that it gets all the bandwidth.
  useEffect(() => {
    if (isCurrentLoaded) images.prefetch(kept)
  }, [images, kept, isCurrentLoaded])
  const last = useRef<Shown>(undefined)
  last.current = current ?? last.current
  useBackAgain(current?.failed === true, retry)
  const shown = last.current
  const beside = decoded.filter(
    ({ spread }) => !shown || getImageKey(spread) !== getImageKey(shown.spread),
  )
  return { shown, beside, isWaiting: !current, retry }
}

/** Decodes spreads one by one, by priority, and releases all others. */
function useDecoded(images: PageImages, wanted: readonly Spread[], isTrimmed: boolean) {
  const [found, setFound] = useState<readonly Shown[]>([])
  const known = useRef(found)
  const [attempt, setAttempt] = useState(0)
  const decoded = useMemo(
    () =>
      wanted.flatMap((spread) => {
        const match = found.find((each) => fits(each, { images, spread, isTrimmed }))
        // After the window is resized, the same pages form new spread objects.
        return match ? [match.spread === spread ? match : { ...match, spread }] : []
      }),
    [found, images, wanted, isTrimmed],
  )
  known.current = decoded
  useEffect(() => {
    let isWanted = true
    const decode = async () => {
      for (const spread of wanted) {
        const before = known.current.find((each) => each.spread === spread)
        if (before && !before.failed) continue
        const next = await made(images, spread, isTrimmed)
        if (!isWanted) return
        // If preloading fails, it is retried when the spread is shown.
        if (next.failed && spread !== wanted[0]) continue
        setFound([...known.current.filter((each) => each.spread !== spread), next])
      }
    }
    void decode()
    return () => {
      isWanted = false
    }
  }, [images, wanted, isTrimmed, attempt])
  return { decoded, retry: useCallback(() => setAttempt((times) => times + 1), []) }
}

interface Wish {
  readonly images: PageImages
  readonly spread: Spread
  readonly isTrimmed: boolean
}

const fits = (shown: Shown, { images, spread, isTrimmed }: Wish) =>
  shown.images === images &&
  (shown.failed || (shown.borders !== null) === isTrimmed) &&
  getImageKey(shown.spread) === getImageKey(spread)

export const getImageKey = (spread: Spread) => spread.map(({ number }) => number).join('-')

async function made(images: PageImages, spread: Spread, isTrimmed: boolean): Promise<Shown> {
  const numbers = spread.map(({ number }) => number)
  try {
    const pictures = await images.ready(numbers)
    const all = isTrimmed && (await Promise.all(numbers.map((number) => images.borders(number))))
    return { spread, pictures, images, failed: false, borders: all ? alignCrops(all) : null }
  } catch (error) {
    // The browser does not give any other details about load and decode errors.
    if (!(error instanceof DOMException)) throw error
    return { spread, pictures: [], images, failed: true, borders: null }
  }
}

/**
 * Creates the page images for the size of this screen. A different size requires different images.
 */
function usePictures(
  pages: readonly Schemas['BookPage'][],
  showsPairs: boolean,
  settings: Settings,
) {
  const { 'reader.quality': quality, 'reader.fit': fit, 'reader.widePages': widePages } = settings
  // Uses the size of the window, because toolbars and panels change the stage but do not require
  // different images.
  const { innerWidth: width, innerHeight: height, devicePixelRatio: density } = globalThis
  const images = useMemo(() => {
    const byNumber = new Map(pages.map((page) => [page.pageNumber, page]))
    const screen = { stage: { width, height }, fit, showsPairs, widePages, density }
    return new PageImages((number) => {
      const page = byNumber.get(number)
      if (!page) return undefined
      return buildPageUrl(page, {
        quality,
        screenWidth: widthOnScreen({ ...page, number }, screen),
      })
    })
  }, [pages, quality, fit, showsPairs, widePages, width, height, density])
  useEffect(() => () => images.clear(), [images])
  return images
}

/** Retries a failed page once the server is reachable again. */
function useBackAgain(hasFailed: boolean, retry: () => void) {
  useEffect(() => {
    if (!hasFailed) return
    addEventListener('online', retry)
    const stopWatching = hasUnsavedProgress.watch(retry)
    return () => {
      removeEventListener('online', retry)
      stopWatching()
    }
  }, [hasFailed, retry])
}
