import { useLayoutEffect } from 'react'
import { onPageHidden } from '../../../state/browser/page-hidden'

/** Calls `onPageHidden` when the page is hidden, while mounted. */
export function usePageHidden(act: () => void) {
  useLayoutEffect(() => onPageHidden(act), [act])
}
