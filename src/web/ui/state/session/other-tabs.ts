/** All tabs in a browser share one session: signing in or out in one tab applies to all. */
import { baseUrl } from '../../api/client'
import { session, expireSession } from './session'
import { fromStorage } from '../browser/storage'

/** Contains the base URL, because another Quire instance may use the same origin. */
const key = `quire_user.${baseUrl}`

export function syncSessionAcrossTabs() {
  let own: string | undefined
  const handleStorage = () => {
    const now = session.get()
    if (now.state === 'signedIn') {
      own = now.user.id
      fromStorage((storage) => storage.setItem(key, now.user.id))
    } else if (now.state === 'signedOut' || now.state === 'reloading') {
      // Keeps the entry of a different user who has since signed in from another tab.
      fromStorage((storage) => storage.getItem(key) === own && storage.removeItem(key))
    }
  }
  addEventListener('storage', ({ key: changed, newValue }) => {
    const now = session.get()
    // The user of the shared session has changed, so further requests would run as that user.
    if (changed === key && now.state === 'signedIn' && newValue !== now.user.id) expireSession()
  })
  session.watch(handleStorage)
  handleStorage()
}
