import './theme/layers.css'
import './theme/tokens.css'
import './theme/fonts.css'
import './theme/base.css'
import './theme/layout.css'
import './theme/skeleton.css'
import { createRoot } from 'react-dom/client'
import { readResponse, api } from './api/client'
import { App } from './app'
import { loadLanguage } from './i18n/i18n'
import { createPageRouter } from './router'
import { isOfflineStart, readBoot } from './state/session/page-data'
import { flushEffectsBeforeInput } from './preact/flush-effects'
import { startOffline } from './state/offline/offline-start'
import { hasServiceWorker, registerServiceWorker } from './state/browser/service-worker'
import { whenIdle } from './state/browser/when-idle'
import { syncSessionAcrossTabs } from './state/session/other-tabs'
import { sendWhenPageHidden } from './state/preferences'
import { sendWantedWhenPageHidden } from './components/details/use-set-wanted'
import { session, startSession } from './state/session/session'
import { language } from './theme/page-theme'
import { showMotion } from './theme/motion'

async function findUser() {
  if (isOfflineStart()) return startOffline()
  const boot = readBoot()
  if (boot) {
    if (boot.user) startSession(boot.user)
    else session.set({ state: 'signedOut' })
    return
  }
  const user = await readResponse(api.GET('/api/v1/auth/me')).catch(() => null)
  if (user) startSession(user)
  else session.set({ state: 'signedOut' })
}

/** Reloads pages from the back/forward cache, because their user may have signed out. */
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  document.documentElement.hidden = true
  location.reload()
})

flushEffectsBeforeInput()
showMotion()
await Promise.all([loadLanguage(language.get()), findUser()])
syncSessionAcrossTabs()
sendWhenPageHidden()
sendWantedWhenPageHidden()
const place = document.getElementById('root')
if (!place) throw new Error('The page has no root')
createRoot(place).render(<App router={createPageRouter()} />)
whenIdle(() => {
  // If the browser or the user blocks the service worker, the browser shows its own error page when
  // the server is unreachable.
  if (hasServiceWorker()) registerServiceWorker().catch(() => undefined)
})
