/** Called when the page is left, closed, or put behind another: it may never be seen again. Returns how to stop. */
export function onPageHidden(act: () => void): () => void {
  const onHidden = () => document.visibilityState === 'hidden' && act()
  document.addEventListener('visibilitychange', onHidden)
  addEventListener('pagehide', act)
  return () => {
    document.removeEventListener('visibilitychange', onHidden)
    removeEventListener('pagehide', act)
  }
}
