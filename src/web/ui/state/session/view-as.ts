/**
 * An administrator looks at the library as somebody else sees it. Only in this tab, and until it is
 * reloaded: nobody is left in it by mistake.
 */
import { createStore, useStore } from '../store'

export interface ViewedUser {
  id: string
  name: string
}

export const viewedUser = createStore<ViewedUser | undefined>(undefined)

export const useViewedUser = () => useStore(viewedUser)

/** What is about the administrator's own account, and not about the library. */
const isOwn = (url: string) =>
  /\/api\/v1\/(auth|user|users|preferences|api-keys|info|admin|access-groups|roles)\b/.test(url)

/** The server shows what that person sees, and refuses changes. */
export function markViewedRequest(request: Request) {
  const viewed = viewedUser.get()
  if (viewed && !isOwn(request.url)) request.headers.set('x-view-as', viewed.id)
}
