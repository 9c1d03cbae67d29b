/**
 * Scroll speed. During a fling, images and list pages that would never become visible are not
 * requested. Otherwise, a fling through thousands of covers would request each of them.
 */
import { useEffect } from 'react'
import { createStore, useStore } from '../../state/store'

/** In pixels per millisecond. At a higher speed, covers cannot be recognized. */
const tooFast = 4
/**
 * A longer distance between two measurements, as a fraction of the window height, is also a fling.
 * On a slow device, frames can be far apart.
 */
const tooFar = 0.4
const settleMs = 120
const framesAtRest = 2

const isFlinging = createStore(false)
const seen = new Set<string>()
const mostSeen = 5_000

let lastTop = 0
let lastTime = 0
let timer: ReturnType<typeof setTimeout> | undefined

function measure() {
  const now = performance.now()
  const step = Math.abs(scrollY - lastTop)
  const speed = step / Math.max(1, now - lastTime)
  lastTop = scrollY
  lastTime = now
  if (speed > tooFast || step > innerHeight * tooFar) isFlinging.set(true)
  clearTimeout(timer)
  timer = setTimeout(() => detectFlingEnd(now, framesAtRest), settleMs)
}

/**
 * Ends the fling only after several frames without movement, because a slow device may need a long
 * time for each frame.
 */
function detectFlingEnd(since: number, frames: number) {
  if (since !== lastTime) return
  if (frames === 0) isFlinging.set(false)
  else requestAnimationFrame(() => detectFlingEnd(since, frames - 1))
}

addEventListener('scroll', measure, { passive: true })

/** Returns whether the list is scrolling too fast to read. */
export const useFling = () => useStore(isFlinging)

/** Returns whether to render the image. Stays true once the image has been rendered. */
export function useDeferredImage(source: string): boolean {
  const isDue = !useStore(isFlinging) || seen.has(source)
  useEffect(() => {
    if (!isDue) return
    if (seen.size > mostSeen) seen.clear()
    seen.add(source)
  }, [isDue, source])
  return isDue
}
