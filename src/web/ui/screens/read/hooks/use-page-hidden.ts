import { useLayoutEffect } from 'react'
import { onPageHidden } from '../../../state/browser/page-hidden'

/** While mounted, calls `act` when the page is hidden. */
export function usePageHidden(act: () => void) {
  useLayoutEffect(() => onPageHidden(act), [act])
}
