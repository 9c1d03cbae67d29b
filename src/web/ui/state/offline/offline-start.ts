import { session, startSession } from '../session/session'
import { findOfflineUser } from './offline-user'
import { trySavedCopies } from './upkeep'

/** Without the server, the user is the one who saved the books. */
export async function startOffline() {
  const user = await findOfflineUser()
  trySavedCopies()
  if (user) startSession(user)
  else session.set({ state: 'signedOut' })
}
