import { useLayoutEffect } from 'react'

/** Called when the page is left, closed, or put behind another: it may never be seen again. */
export function usePutAside(act: () => void) {
  useLayoutEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && act()
    document.addEventListener('visibilitychange', onHidden)
    addEventListener('pagehide', act)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      removeEventListener('pagehide', act)
    }
  }, [act])
}
