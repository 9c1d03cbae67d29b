/**
 * Runs work once the page and its images are loaded, because a browser has few connections, or at
 * the first input. Browsers without `requestIdleCallback` use a timer.
 */
const restMs = 8_000
const moves = ['pointerdown', 'pointermove', 'keydown'] as const

export function whenIdle(work: () => void) {
  const stop = new AbortController()
  const begin = () => {
    if (stop.signal.aborted) return
    stop.abort()
    clearTimeout(timer)
    if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 5_000 })
    else setTimeout(work)
  }
  const timer = setTimeout(begin, restMs)
  for (const move of moves) addEventListener(move, begin, { signal: stop.signal, passive: true })
}
