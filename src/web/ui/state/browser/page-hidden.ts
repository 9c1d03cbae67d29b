/**
 * Options for a request that saves a change. The browser aborts it when the page closes, unless
 * `keepalive` is set.
 */
export type SendOptions = Pick<RequestInit, 'keepalive' | 'signal'>

/**
 * Calls `act` when the user leaves, closes or hides the page, which may never be visible again.
 * Returns the unsubscribe function.
 */
export function onPageHidden(act: () => void): () => void {
  const onHidden = () => document.visibilityState === 'hidden' && act()
  document.addEventListener('visibilitychange', onHidden)
  addEventListener('pagehide', act)
  return () => {
    document.removeEventListener('visibilitychange', onHidden)
    removeEventListener('pagehide', act)
  }
}
