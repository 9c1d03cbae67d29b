/**
 * Lets an administrator view the library as another user sees it. Applies only to this tab until it
 * is reloaded, so that nobody stays in this mode by mistake.
 */
import { createStore, useStore } from '../store'

export interface ViewedUser {
  id: string
  name: string
}

export const viewedUser = createStore<ViewedUser | undefined>(undefined)

export const useViewedUser = () => useStore(viewedUser)

/**
 * True for read requests for accounts, preferences and administration, which are sent as the
 * administrator.
 */
const isOwn = ({ method, url }: Request) =>
  method === 'GET' &&
  /\/api\/v1\/(auth|user|users|preferences|reading-profiles|api-keys|info|admin|access-groups|roles)\b/.test(
    url,
  )

/** Marks a request, so that the server responds as it would for that user and rejects changes. */
export function markViewedRequest(request: Request) {
  const viewed = viewedUser.get()
  if (viewed && !isOwn(request)) request.headers.set('x-view-as', viewed.id)
}

/** Creates a marked request for code that does not use the API client. */
export function createViewedRequest(address: string, init: RequestInit): Request {
  const request = new Request(address, init)
  markViewedRequest(request)
  return request
}
