/** The root component: the router and the providers that all screens need. */
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from './api/query'
import { getTextDirection } from './i18n/i18n'
import type { createPageRouter } from './router'
import { useStore } from './state/store'
import { language } from './theme/page-theme'

/** Remounts everything when the language changes, because messages are read during rendering. */
export function App({ router }: { router: ReturnType<typeof createPageRouter> }) {
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
