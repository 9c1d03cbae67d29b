import { useLayoutEffect } from 'react'
import { onPutAside } from '../../state/put-aside'

/** `onPutAside` as long as this is shown. */
export function usePutAside(act: () => void) {
  useLayoutEffect(() => onPutAside(act), [act])
}
