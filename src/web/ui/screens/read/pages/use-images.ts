import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Schemas } from '../../../api/client'
import { placesWait } from '../../../state/places/places'
import type { Settings } from '../use-reader-settings'
import type { Size, Spread } from './engine/model'
import { pagesToKeep } from './engine/preload'
import { type Borders, cutAlike } from './engine/trim'
import { addressOfPage, PageImages } from './images'
import type { Reading } from './use-reading'

interface Look {
  readonly stage: Size
  readonly settings: Settings
}

/**
 * The pictures of the spread to show. The last one stays until the next is decoded, so that a turn never
 * blinks; while that takes long, `isWaiting` says so.
 */
export function useImages(pages: readonly Schemas['BookPage'][], reading: Reading, look: Look) {
  const { spreads, index, way } = reading
  const { 'reader.preload': ahead, 'reader.trim': isTrimmed } = look.settings
  const images = usePictures(pages, spreads[index]?.length ?? 1, look)
  const spread = spreads[index]
  const [shown, setShown] = useState<Shown>()
  const [attempt, setAttempt] = useState(0)
  const isMeasured = look.stage.width > 0
  useEffect(() => {
    if (!spread || !isMeasured) return
    let isCurrent = true
    const show = (found: Pick<Shown, 'failed' | 'borders'>) => {
      if (isCurrent) setShown({ spread, images, ...found })
    }
    images.keep(pagesToKeep(spreads, index, { way, ahead }))
    made(images, spread, isTrimmed).then(
      (borders) => show({ failed: false, borders }),
      () => show({ failed: true, borders: null }),
    )
    return () => {
      isCurrent = false
    }
  }, [images, spreads, spread, index, way, ahead, isTrimmed, isMeasured, attempt])
  const retry = useCallback(() => setAttempt((times) => times + 1), [])
  useBackAgain(shown?.failed === true, retry)
  const isCurrent = shown?.spread === spread && shown?.images === images
  return { shown, isWaiting: !isCurrent, retry }
}

/** The pictures in the size that this screen needs: with another size they are others. */
function usePictures(
  pages: readonly Schemas['BookPage'][],
  perView: number,
  { stage, settings }: Look,
) {
  const quality = settings['reader.quality']
  // In steps: each width that is asked for is another picture.
  const screenWidth = Math.ceil((stage.width * devicePixelRatio) / perView / 200) * 200
  const images = useMemo(() => {
    const byNumber = new Map(pages.map((page) => [page.pageNumber, page]))
    return new PageImages((number) => {
      const page = byNumber.get(number)
      return page && addressOfPage(page, { quality, screenWidth })
    })
  }, [pages, quality, screenWidth])
  useEffect(() => () => images.clear(), [images])
  return images
}

async function made(images: PageImages, spread: Spread, isTrimmed: boolean) {
  const numbers = spread.map(({ number }) => number)
  await images.ready(numbers)
  if (!isTrimmed) return null
  return cutAlike(await Promise.all(numbers.map((number) => images.borders(number))))
}

/** A page that failed is tried again by itself once the server is there again. */
function useBackAgain(hasFailed: boolean, retry: () => void) {
  useEffect(() => {
    if (!hasFailed) return
    addEventListener('online', retry)
    const stopWatching = placesWait.watch(retry)
    return () => {
      removeEventListener('online', retry)
      stopWatching()
    }
  }, [hasFailed, retry])
}

export interface Shown {
  readonly spread: Spread
  readonly images: PageImages
  readonly failed: boolean
  /** What is cut off each page of the spread, if anything is. */
  readonly borders: readonly Borders[] | null
}
