/** All tabs of a browser share one session: signing in or out in one tab applies to all. */
import { baseUrl } from '../../api/client'
import { session, expireSession } from './session'
import { fromStorage } from '../browser/storage'

/** Another Quire may lie at the same origin. */
const key = `quire_user.${baseUrl}`

export function syncSessionAcrossTabs() {
  let own: string | undefined
  const tell = () => {
    const now = session.get()
    if (now.state === 'signedIn') {
      own = now.user.id
      fromStorage((storage) => storage.setItem(key, now.user.id))
    } else if (now.state === 'nobody' || now.state === 'left') {
      // What somebody else began since goes on.
      fromStorage((storage) => storage.getItem(key) === own && storage.removeItem(key))
    }
  }
  addEventListener('storage', ({ key: changed, newValue }) => {
    const now = session.get()
    // What is done here would from now on be done in the name of somebody else.
    if (changed === key && now.state === 'signedIn' && newValue !== now.user.id) expireSession()
  })
  session.watch(tell)
  tell()
}
