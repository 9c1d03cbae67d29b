import { useBlocker } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'

/** Asks before a page with unsaved changes is left, by a link, by Back or by closing the tab. */
export function useLeaveGuard(isDirty: boolean) {
  // The router takes another function over only after the next frame: this one knows what was drawn last.
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
