/**
 * Runs work when the browser is idle, after the first input or after several seconds. By then, the
 * page and its images have usually been loaded, so the work does not delay them. Browsers without
 * `requestIdleCallback` use a timer.
 */
const restMs = 8_000
const moves = ['pointerdown', 'pointermove', 'keydown'] as const

export function whenIdle(work: () => void) {
  const stop = new AbortController()
  const begin = () => {
    if (stop.signal.aborted) return
    stop.abort()
    clearTimeout(timer)
    atNextIdle(work)
  }
  const timer = setTimeout(begin, restMs)
  for (const move of moves) addEventListener(move, begin, { signal: stop.signal, passive: true })
}

/** Runs work when the browser is next idle. Use this after the page and its images have loaded. */
export function atNextIdle(work: () => void) {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 5_000 })
  else setTimeout(work)
}
