import { useMemo, useRef } from 'react'
import { useKeys } from '../../state/browser/shortcuts'

/** Makes the R key click the link that gets the returned ref. The link opens the reader. */
export function useReadKey() {
  const link = useRef<HTMLAnchorElement>(null)
  useKeys(useMemo(() => ({ r: () => link.current?.click() }), []))
  return link
}
