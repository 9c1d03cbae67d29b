/**
 * Starts the interface without the server. Must be part of the initial script to avoid a deadlock:
 * that script waits for `startOffline`, and code that is loaded on demand waits for that script.
 */
import { onlineManager } from '@tanstack/react-query'
import { session, startSession } from '../session/session'
import { findOfflineUser } from './offline-user'

/** Starts without the server, as the user who saved the books. */
export async function startOffline() {
  const user = await findOfflineUser()
  trySavedCopies()
  if (user) startSession(user)
  else session.set({ state: 'signedOut' })
}

/**
 * Sends requests even if the browser reports that it is offline, because saved books can be read.
 */
export function trySavedCopies() {
  onlineManager.setEventListener(() => undefined)
  onlineManager.setOnline(true)
}
