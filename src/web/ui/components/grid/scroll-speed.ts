/**
 * Scroll speed. During a fling, images and list pages that would never become visible are not
 * requested. A fling through thousands of covers would otherwise request each of them.
 */
import { useEffect } from 'react'
import { createStore, useStore } from '../../state/store'

/** In pixels per millisecond. Above this speed, covers are unrecognizable. */
const tooFast = 4
/** As a fraction of the window height per step. A slow device renders frames this far apart. */
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
 * A fling ends after several frames without movement: a slow device may need long for each frame.
 */
function detectFlingEnd(since: number, frames: number) {
  if (since !== lastTime) return
  if (frames === 0) isFlinging.set(false)
  else requestAnimationFrame(() => detectFlingEnd(since, frames - 1))
}

addEventListener('scroll', measure, { passive: true })

/** Whether the list scrolls too fast to read. */
export const useFling = () => useStore(isFlinging)

/** Whether to render the image. Stays true once it has been rendered. */
export function useDeferredImage(source: string): boolean {
  const isDue = !useStore(isFlinging) || seen.has(source)
  useEffect(() => {
    if (!isDue) return
    if (seen.size > mostSeen) seen.clear()
    seen.add(source)
  }, [isDue, source])
  return isDue
}
