/** States of the maintenance settings: loading, error, no matches, and confirmations. */
import type { Page } from 'playwright-core'
import type { ScreenPlace } from './screens'
import { delayRequests, failRequests } from './open-screens'

export const maintenanceScreens: readonly ScreenPlace[] = [
  {
    name: 'settings-problems-none',
    path: '/settings/problems?only=drm',
    ready: (page) =>
      page.getByRole('button', { name: /Show all problems|Alle Probleme/ }).waitFor(),
  },
  {
    name: 'settings-problems-loading',
    path: '/settings/problems',
    before: delayRequests,
    ready: (page) => page.locator('main:has(h1) [role=status]').first().waitFor(),
  },
  {
    name: 'settings-problems-error',
    path: '/settings/problems',
    before: failRequests,
    ready: (page) => page.locator('main [role=alert]').first().waitFor(),
  },
  {
    name: 'settings-clean-up-looked',
    path: '/settings/clean-up',
    ready: async (page: Page) => {
      await page
        .getByRole('button', { name: /^Check$|^Prüfen$/ })
        .first()
        .click()
      await page.locator('main [role=status]:not([hidden])').first().waitFor()
    },
  },
]
