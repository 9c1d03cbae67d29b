import { useLayoutEffect } from 'react'

/** What the tab is called while the screen is shown. */
export function usePageTitle(title: string) {
  useLayoutEffect(() => {
    document.title = title ? `${title} · Quire` : 'Quire'
  }, [title])
}
