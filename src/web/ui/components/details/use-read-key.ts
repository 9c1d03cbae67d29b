import { useMemo, useRef } from 'react'
import { useKeys } from '../../state/browser/shortcuts'

/** R opens the link that reads this series or book. */
export function useReadKey() {
  const link = useRef<HTMLAnchorElement>(null)
  useKeys(useMemo(() => ({ r: () => link.current?.click() }), []))
  return link
}
