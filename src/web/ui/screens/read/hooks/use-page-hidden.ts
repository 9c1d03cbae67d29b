import { useLayoutEffect } from 'react'
import { onPutAside } from '../../../state/browser/page-hidden'

/** `onPutAside` as long as this is shown. */
export function usePutAside(act: () => void) {
  useLayoutEffect(() => onPutAside(act), [act])
}
