import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Schemas } from '../../../api/client'
import { placesWait } from '../../../state/places/places'
import type { Size, Spread } from './engine/model'
import { pagesToKeep } from './engine/preload'
import { addressOfPage, PageImages } from './images'
import type { Reading } from './use-reading'

/**
 * The pictures of the spread to show. The last one stays until the next is decoded, so that a turn never
 * blinks; while that takes long, `isWaiting` says so.
 */
export function useImages(
  pages: readonly Schemas['BookPage'][],
  { spreads, index, way }: Reading,
  { stage, quality }: { stage: Size; quality: 'original' | 'fitting' },
) {
  const perView = spreads[index]?.length ?? 1
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
  const spread = spreads[index]
  const [shown, setShown] = useState<Shown>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!spread || stage.width === 0) return
    let isCurrent = true
    const numbers = spread.map(({ number }) => number)
    const show = (failed: boolean) => isCurrent && setShown({ spread, images, failed })
    images.keep(pagesToKeep(spreads, index, way))
    images.ready(numbers).then(
      () => show(false),
      () => show(true),
    )
    return () => {
      isCurrent = false
    }
  }, [images, spreads, spread, index, way, stage.width, attempt])
  const retry = useCallback(() => setAttempt((times) => times + 1), [])
  useBackAgain(shown?.failed === true, retry)
  return { shown, isWaiting: shown?.spread !== spread, retry }
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
}
