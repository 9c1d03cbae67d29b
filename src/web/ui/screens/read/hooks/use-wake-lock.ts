import { useEffect } from 'react'

/** Keeps the screen on while reading. Requires HTTPS. */
export function useWakeLock() {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isGone = false
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isGone) await lock.release()
      } catch (error) {
        // The browser may refuse if the battery is low. Reading continues anyway.
        if (!(error instanceof DOMException)) throw error
      }
    }
    void take()
    // The browser releases the lock when the page is hidden, so it is requested again.
    document.addEventListener('visibilitychange', take)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', take)
      void lock?.release()
    }
  }, [])
}
