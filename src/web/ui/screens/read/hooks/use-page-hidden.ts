import { useLayoutEffect } from 'react'
import { onPageHidden } from '../../../state/browser/page-hidden'

/** `onPageHidden` as long as this is shown. */
export function usePageHidden(act: () => void) {
  useLayoutEffect(() => onPageHidden(act), [act])
}
