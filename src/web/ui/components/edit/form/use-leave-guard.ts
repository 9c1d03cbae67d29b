import { useBlocker } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'

/** Asks before a page with unsaved changes is left by a link, Back or closing the tab. */
export function useLeaveGuard(isDirty: boolean) {
  // The router updates its blocker after the next frame. This ref holds the latest render.
  const drawn = useRef(isDirty)
  drawn.current = isDirty
  const isBlocking = useCallback(() => drawn.current, [])
  const blocker = useBlocker({
    shouldBlockFn: isBlocking,
    enableBeforeUnload: isBlocking,
    withResolver: true,
  })
  return {
    isAsking: blocker.status === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  }
}
