import { useLayoutEffect } from 'react'

/** Sets the title of the tab. */
export function usePageTitle(title: string) {
  useLayoutEffect(() => {
    document.title = title ? `${title} · Quire` : 'Quire'
  }, [title])
}
