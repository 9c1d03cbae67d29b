import { useLayoutEffect } from 'react'
import { getServerName } from '../branding'

/** Sets the title of the tab, followed by the server name. */
export function usePageTitle(title: string) {
  useLayoutEffect(() => {
    const name = getServerName()
    document.title = title ? `${title} · ${name}` : name
  }, [title])
}
