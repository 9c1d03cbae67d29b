import { useBlocker } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'

/**
 * Asks for confirmation before the user leaves a page with unsaved changes by following a link,
 * going back or closing the tab.
 */
export function useLeaveGuard(isDirty: boolean) {
  // The router updates its blocker one frame later, so this ref holds the value of the latest
  // render.
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
