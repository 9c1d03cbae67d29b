import { useRouter } from '@tanstack/react-router'
import { type RefObject, useCallback, useLayoutEffect } from 'react'
import { usePageHidden } from '../../hooks/use-page-hidden'
import type { Navigator } from '../engine/navigator'

/** Who scrolls and leaves at once has been there, too. It must stand before what keeps the place. */
export function useFinalPosition(navigator: RefObject<Navigator | undefined>) {
  const router = useRouter()
  const tell = useCallback(() => void navigator.current?.here(), [navigator])
  usePageHidden(tell)
  // While the text is still there to be asked.
  useLayoutEffect(() => router.subscribe('onBeforeNavigate', tell), [router, tell])
}
