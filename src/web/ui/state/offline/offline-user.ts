/** The user who saved the books, known to the page even if it starts without the server. */
import type { Schemas } from '../../api/types'
import { scope, userCache, userEntry } from './cache-names'

export type OfflineUser = Schemas['SignedInUser']

export async function storeOfflineUser(user: OfflineUser) {
  await (await caches.open(userCache)).put(userEntry, Response.json(user))
}

/** Locks the saved books until the same user signs in again. */
export const lockSavedBooks = () => caches.delete(userCache)

export async function findOfflineUser(): Promise<OfflineUser | undefined> {
  const found = await caches.match(`${scope}user`, { cacheName: userCache })
  return found && ((await found.json()) as OfflineUser)
}
