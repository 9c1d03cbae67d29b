/**
 * How fast the page is being scrolled. In a fling, pictures and parts of the list that nobody can see are
 * not asked for: a fling through thousands of covers would otherwise ask for each of them.
 */
import { useEffect } from 'react'
import { createStore, useStore } from '../../state/store'

/** Pixels a millisecond, above which nobody sees a cover. */
const tooFast = 4
/** Part of the window's height in one step: so far apart are the pictures of a machine that lags behind. */
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
  timer = setTimeout(() => settle(now, framesAtRest), settleMs)
}

/** Over when some pictures were drawn without a move: a machine that lags behind may need long for each. */
function settle(since: number, frames: number) {
  if (since !== lastTime) return
  if (frames === 0) isFlinging.set(false)
  else requestAnimationFrame(() => settle(since, frames - 1))
}

addEventListener('scroll', measure, { passive: true })

/** Whether the list moves too fast for anybody to read it. */
export const useFling = () => useStore(isFlinging)

/** Whether the picture is to be in the page: once it was there, it stays so. */
export function useDeferredImage(source: string): boolean {
  const isDue = !useStore(isFlinging) || seen.has(source)
  useEffect(() => {
    if (!isDue) return
    if (seen.size > mostSeen) seen.clear()
    seen.add(source)
  }, [isDue, source])
  return isDue
}
