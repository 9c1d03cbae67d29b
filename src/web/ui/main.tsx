import './theme/layers.css'
import './theme/tokens.css'
import './theme/base.css'
import './theme/skeleton.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { answerOf, api } from './api/client'
import { queryClient } from './api/query'
import { directionOf, loadLanguage } from './i18n/i18n'
import { router } from './router'
import { readBoot } from './state/session/boot'
import { runEffectsInTime } from './preact/flush-effects'
import { heedOtherTabs } from './state/session/other-tabs'
import { sendWhenPutAside } from './state/preferences'
import { session, sessionBegan } from './state/session/session'
import { useStore } from './state/store'
import { language } from './theme/page-theme'
import { showMotion } from './theme/motion'

/** Another language builds everything anew: its words are read while drawing. */
function App() {
  const spoken = useStore(language)
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={directionOf(spoken)} key={spoken}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </DirectionProvider>
    </CSPProvider>
  )
}

async function findUser() {
  const boot = readBoot()
  if (boot) {
    if (boot.user) sessionBegan(boot.user)
    else session.set({ state: 'nobody' })
    return
  }
  const user = await answerOf(api.GET('/api/v1/auth/me')).catch(() => null)
  if (user) sessionBegan(user)
  else session.set({ state: 'nobody' })
}

/** A page that a browser kept as it was may be that of somebody who signed out since. */
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  document.documentElement.hidden = true
  location.reload()
})

runEffectsInTime()
showMotion()
await Promise.all([loadLanguage(language.get()), findUser()])
heedOtherTabs()
sendWhenPutAside()
const place = document.getElementById('root')
if (!place) throw new Error('The page has no root')
createRoot(place).render(<App />)
