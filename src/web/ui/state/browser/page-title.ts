import { useLayoutEffect } from 'react'

/** The tab title while the screen is mounted. */
export function usePageTitle(title: string) {
  useLayoutEffect(() => {
    document.title = title ? `${title} · Quire` : 'Quire'
  }, [title])
}
