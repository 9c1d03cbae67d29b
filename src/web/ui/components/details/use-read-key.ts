import { useMemo, useRef } from 'react'
import { useKeys } from '../../state/browser/shortcuts'

/** Makes the R key open the link that reads this series or book. */
export function useReadKey() {
  const link = useRef<HTMLAnchorElement>(null)
  useKeys(useMemo(() => ({ r: () => link.current?.click() }), []))
  return link
}
