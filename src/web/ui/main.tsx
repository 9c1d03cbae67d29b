import './theme/layers.css'
import './theme/tokens.css'
import './theme/fonts.css'
import './theme/base.css'
import './theme/skeleton.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { readResponse, api } from './api/client'
import { queryClient } from './api/query'
import { getTextDirection, loadLanguage } from './i18n/i18n'
import { router } from './router'
import { isOfflineStart, readBoot } from './state/session/page-data'
import { flushEffectsBeforeInput } from './preact/flush-effects'
import { startOffline } from './state/offline/offline-start'
import { hasServiceWorker, registerServiceWorker } from './state/browser/service-worker'
import { whenIdle } from './state/browser/when-idle'
import { syncSessionAcrossTabs } from './state/session/other-tabs'
import { sendWhenPageHidden } from './state/preferences'
import { sendWantedWhenPageHidden } from './components/details/use-set-wanted'
import { session, startSession } from './state/session/session'
import { useStore } from './state/store'
import { language } from './theme/page-theme'
import { showMotion } from './theme/motion'

/** Remounts everything when the language changes, because messages are read during rendering. */
function App() {
  const currentLanguage = useStore(language)
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={getTextDirection(currentLanguage)} key={currentLanguage}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </DirectionProvider>
    </CSPProvider>
  )
}

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
createRoot(place).render(<App />)
whenIdle(() => {
  // If the browser or the user blocks the service worker, the browser shows its own error page when
  // the server is unreachable.
  if (hasServiceWorker()) registerServiceWorker().catch(() => undefined)
})
