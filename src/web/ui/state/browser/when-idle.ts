/**
 * For what may wait until the page is there and its pictures, too: a browser has few connections. Whoever
 * moves or types first is about to need it; browsers without a word for rest wait a while.
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
