import { useRouter } from '@tanstack/react-router'
import { type RefObject, useCallback, useLayoutEffect } from 'react'
import { usePageHidden } from '../../hooks/use-page-hidden'
import type { Navigator } from '../engine/navigator'

/**
 * Reports the position if the reader is closed right after scrolling. Must run before the hook that
 * saves progress.
 */
export function useFinalPosition(navigator: RefObject<Navigator | undefined>) {
  const router = useRouter()
  const reportPosition = useCallback(() => void navigator.current?.here(), [navigator])
  usePageHidden(reportPosition)
  // Runs while the text is still mounted.
  useLayoutEffect(
    () => router.subscribe('onBeforeNavigate', reportPosition),
    [router, reportPosition],
  )
}
