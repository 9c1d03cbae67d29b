import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { holdSession } from '../../state/session'

/** Keeps a session that ends from leading away, and asks before a page with unsaved changes is left, by a link, by Back or by closing the tab. */
export function useLeaveGuard(isDirty: boolean) {
  useEffect(() => (isDirty ? holdSession() : undefined), [isDirty])
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  return {
    isAsking: blocker.status === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  }
}
