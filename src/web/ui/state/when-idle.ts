/** For what may wait until the page is there; browsers without a word for that wait a while. */
export function whenIdle(work: () => void) {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 5_000 })
  else setTimeout(work, 2_000)
}
