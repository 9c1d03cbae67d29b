import { useLayoutEffect } from 'react'
import { getServerName } from '../branding'

/** Sets the title of the tab. */
export function usePageTitle(title: string) {
  useLayoutEffect(() => {
    const name = getServerName()
    document.title = title ? `${title} · ${name}` : name
  }, [title])
}
