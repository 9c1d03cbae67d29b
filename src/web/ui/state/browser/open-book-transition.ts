/**
 * An animation that moves the cover into the reader when a book is opened, in browsers with typed
 * view transitions. Disabled with reduced motion.
 */
import { motion } from '../../theme/motion'
import { createStore, useStore } from '../store'

interface Place {
  pathname: string
}

interface Change {
  fromLocation?: Place | undefined
  toLocation: Place
}

/** Not yet in TypeScript's declarations. */
interface Animated {
  activeViewTransition?: ViewTransition | null
}

/**
 * For the router's `defaultViewTransition`. undefined in browsers that would animate every
 * navigation or do not report the end of an animation.
 */
export const openBookTransition = canFly() ? { types: selectTypes } : undefined

function canFly(): boolean {
  return (
    typeof CSS !== 'undefined' &&
    CSS.supports('selector(:active-view-transition-type(open-book))') &&
    'activeViewTransition' in document
  )
}

const flying = createStore(false)

/**
 * Whether the animation is running. Until it ends, the reader must keep the target element, because
 * the browser skips the animation if that element is removed.
 */
export const useCoverFlying = () => useStore(flying)

/** Called before the router starts the transition, in the same task. */
function watchFlight() {
  flying.set(true)
  const land = () => flying.set(false)
  queueMicrotask(() => {
    const { activeViewTransition } = document as Animated
    void Promise.resolve(activeViewTransition?.finished).then(land, land)
  })
}

function selectTypes({ fromLocation, toLocation }: Change): string[] | false {
  const id = getBookId(toLocation)
  if (!fromLocation || !id || getBookId(fromLocation) || isCalm()) return false
  const cover = findCover(id)
  if (!cover) return false
  // The element is removed when the page changes, so the name does not need to be reset.
  cover.style.setProperty('view-transition-name', 'opened-cover')
  watchFlight()
  return ['open-book']
}

const getBookId = ({ pathname }: Place) => /\/read\/([^/]+)$/.exec(pathname)?.[1]

const isCalm = () =>
  motion.get() === 'reduced' ||
  document.hidden ||
  matchMedia('(prefers-reduced-motion: reduce)').matches ||
  document.documentElement.dataset['theme'] === 'eink'

/** Finds the book's largest visible cover. */
function findCover(bookId: string): HTMLElement | undefined {
  const images = [
    ...document.querySelectorAll<HTMLImageElement>(`img[src*="/books/${bookId}/thumbnail"]`),
  ]
  const seen = images.flatMap((image) => {
    const { width, height, top, bottom } = image.getBoundingClientRect()
    const isSeen = width > 0 && bottom > 0 && top < innerHeight && image.complete
    return isSeen ? [{ image, area: width * height }] : []
  })
  return seen.toSorted((a, b) => b.area - a.area)[0]?.image
}
