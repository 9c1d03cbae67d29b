import { useEffect } from 'react'

/** Keeps the screen lit while one reads, where the browser can: over plain HTTP it cannot. */
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
        // A device that saves its battery refuses; reading goes on.
        if (!(error instanceof DOMException)) throw error
      }
    }
    void take()
    // The browser releases the lock whenever the page is hidden.
    document.addEventListener('visibilitychange', take)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', take)
      void lock?.release()
    }
  }, [])
}
